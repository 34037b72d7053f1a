"""Exceptions of ollama 0.6; a server that is not running is a plain `ConnectionError`."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable

TABLE = SdkTable(("ollama",), {"RequestError": "bad_request", "ResponseError": BY_STATUS})
