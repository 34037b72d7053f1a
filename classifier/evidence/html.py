"""
What does an HTML error page say? Its title; gateways and proxies send such pages where an API sends JSON.
"""

from __future__ import annotations

from classifier.evidence.body import MAX_JSON_CHARS

__all__ = ["html_title"]


def html_title(text: str) -> str | None:
    """Return the title, or first heading, of an HTML page with the tags removed; None if `text` is no HTML page."""
    text = text[:MAX_JSON_CHARS]
    head = text[:512].lower()
    if "<html" not in head and "<!doctype html" not in head and "<head" not in head:
        return None
    low = text.lower()
    for tag in ("title", "h1", "h2"):
        start = low.find(f"<{tag}")
        if start == -1:
            continue
        start = low.find(">", start) + 1
        end = low.find(f"</{tag}", start)
        if start and end > start:
            words = " ".join(text[start:end].split())
            if words:
                return words[:200]
    return ""
