"""
What wait does a gRPC error's `grpc-status-details-bin` trailer tell? A minimal reader of two protobuf messages.

google.rpc.Status holds details (field 3) of type google.protobuf.Any (1 type_url, 2 value); google.rpc.RetryInfo
holds a Duration (field 1: 1 seconds, 2 nanos). Reading these few bytes spares the dependency on protobuf.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["retry_delay_s"]


def retry_delay_s(data: bytes) -> float | None:
    """Return the seconds of the RetryInfo inside a serialized google.rpc.Status; None if there is none."""
    try:
        for number, value in _fields(data):
            if number != 3 or not isinstance(value, bytes):
                continue
            detail = dict(_fields(value))
            url, packed = detail.get(1), detail.get(2)
            if isinstance(url, bytes) and url.endswith(b"google.rpc.RetryInfo") and isinstance(packed, bytes):
                duration = dict(_fields(packed)).get(1)
                if isinstance(duration, bytes):
                    parts = dict(_fields(duration))
                    return float(parts.get(1, 0)) + float(parts.get(2, 0)) / 1e9
    except (ValueError, IndexError, TypeError):
        return None
    return None


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield (field number, value) of one message; raises IndexError or ValueError on foreign bytes."""
    position = 0
    while position < len(data):
        key, position = _varint(data, position)
        kind = key & 7
        if kind == 0:
            value, position = _varint(data, position)
            yield key >> 3, value
            continue
        if kind == 2:
            size, position = _varint(data, position)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            msg = f"wire type {kind} is not one of protobuf's"
            raise ValueError(msg)
        yield key >> 3, data[position : position + size]
        position += size


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        value |= (byte & 127) << shift
        position += 1
        if byte < 128:
            return value, position
        shift += 7
        if shift > 63:
            msg = "a varint longer than 64 bits"
            raise ValueError(msg)
