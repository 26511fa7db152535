"""A message as it travels: JSON in one text frame of a WebSocket (RFC 6455)."""

from __future__ import annotations

from kritzel.server.wire import protocol

TEXT = 0x81
"""A text, whole."""


def packed(message: protocol.FromServer) -> bytes:
    """The bytes for a message."""
    return framed(protocol.encode(message))


def framed(text: bytes) -> bytes:
    """A text in one frame."""
    size = len(text)
    if size < 126:
        head = bytes((TEXT, size))
    elif size < 1 << 16:
        head = bytes((TEXT, 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((TEXT, 127)) + size.to_bytes(8, "big")
    return head + text
