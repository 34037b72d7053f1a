"""Where a test lets a library fail."""

from __future__ import annotations

import json
from dataclasses import dataclass, field


@dataclass
class Places:
    """
    A server that misbehaves on request, and a port where nobody listens.

    Attributes:
        port: Of the server, on 127.0.0.1.
        closed_port: Of nobody.
        planned: Answers by name, filled in by `answer`.
    """

    port: int
    closed_port: int
    planned: dict[str, tuple[str, str, dict[str, str]]] = field(default_factory=dict)

    def url(self, path: str) -> str:
        """Return an address of the server."""
        return f"http://127.0.0.1:{self.port}/{path}"

    @property
    def closed(self) -> str:
        """Return an address where the connection is refused."""
        return f"http://127.0.0.1:{self.closed_port}/"

    def answer(self, status: int, body: object = "", kind: str = "application/json", **headers: str) -> str:
        """Return an address that answers so; underscores in header names stand for hyphens."""
        name = f"plan{len(self.planned)}"
        text = body if isinstance(body, str) else json.dumps(body)
        self.planned[name] = (text, kind, {key.replace("_", "-"): value for key, value in headers.items()})
        return self.url(f"status/{status}/{name}")
