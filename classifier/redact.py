"""
What may be shown of a message? Keys, tokens, credentials in URLs and e-mail addresses are taken out, and it is cut
short.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["SHOWN_CHARS", "redact", "shown"]

SHOWN_CHARS: Final = 200
"""Characters of a message that are logged or stored."""

_READ_CHARS: Final = 1024
"""Characters looked at: enough to fill what is shown after long tokens are taken out."""

_PATTERNS: Final = (
    # Credentials in a URL: scheme://user:password@host, scheme://token@host
    (re.compile(r"(?i)\b([a-z][a-z0-9+.\-]{1,20}://)[^\s/]{1,400}@"), r"\1[redacted]@"),
    (re.compile(r"-----BEGIN [A-Z ]{0,40}KEY-----[\s\S]*"), "[redacted key]"),
    # Authorization headers and whatever follows these words up to a delimiter; "basic research" is none
    (re.compile(r"(?i)\b(bearer)\s+[a-z0-9._~+/=\-]{8,}"), r"\1 [redacted]"),
    (re.compile(r"\b((?i:basic|token))\s+(?=\S{1,400}[0-9=_A-Z])[A-Za-z0-9._~+/=\-]{8,}"), r"\1 [redacted]"),
    # A bare `token=`, but not "max_tokens: 4096" and not "invalid token: expected"
    (
        re.compile(r"(?i)((?<![a-z])token[\"']?\s{0,4}[=:]\s{0,4}[\"']?)(?=\S{0,200}\d)[^\s\"',;&}\])]{8,}"),
        r"\1[redacted]",
    ),
    (
        re.compile(
            r"(?i)((?:api[_\-]?key|apikey|secret|passw(?:or)?d|passwd|pwd|access[_\-]?token|auth[_\-]?token|client[_\-]?secret|"
            r"authorization|x-goog-api-key|sig|signature|session[_\-]?id|cookie|private[_\-]?key)[\w\-]{0,40}[\"']?\s{0,4}[=:]\s{0,4}[\"']?)"
            r"(?!\[redacted)[^\s\"',;&}\])]{3,}"
        ),
        r"\1[redacted]",
    ),
    # Keys by their issuers' prefixes: OpenAI, Anthropic, Groq, Google, AWS, GitHub, GitLab, Slack, Hugging Face,
    # Stripe, JWT
    (
        re.compile(
            r"\b(?:sk|pk|rk|gsk|xai|key|tgp|nvapi|pplx|fw|r8|ak)[-_][A-Za-z0-9*_\-]{12,}|\bAIza[0-9A-Za-z_\-]{20,}|\b(?:AKIA|ASIA)[0-9A-Z]{12,}"
            r"|\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{20,}|\bglpat-[\w\-]{16,}|\bxox[abeoprs]-[\w\-]{10,}|\bhf_[A-Za-z0-9]{16,}"
            r"|(?<![\w\-])eyJ[\w\-]{8,}\.[\w\-]{8,}(?:\.[\w\-]*)?|\bya29\.[\w\-]{16,}|\bSG\.[\w\-]{16,}\.[\w\-]{16,}"
        ),
        "[redacted]",
    ),
    (re.compile(r"(?<![\w.+\-])[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,4}"), "[e-mail]"),
)


def redact(text: str, limit: int = SHOWN_CHARS) -> str:
    """
    Return `text` on one line without secrets, cut to `limit` characters with "…" at the end.

    Control characters and lone surrogates come out escaped, so that the result can be written anywhere.
    """
    text = text[: max(_READ_CHARS, 2 * limit)]
    for pattern, shown in _PATTERNS:
        text = pattern.sub(shown, text)
    text = " ".join(text.split())
    if not text.isprintable():
        text = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return text if len(text) <= limit else text[: max(0, limit - 1)] + "…"


def shown(exc: BaseException) -> str:
    """Return the redacted text of an exception; "(no text)" if its `str()` raises."""
    try:
        return redact(str(exc))
    except Exception:  # noqa: BLE001 - an exception whose text raises has no text
        return "(no text)"
