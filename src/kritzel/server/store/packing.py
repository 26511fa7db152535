"""Ids, digests and hashes as bytes: hex digits take twice the room. Knows no table."""

from __future__ import annotations


def packed(text: str) -> bytes | str:
    """Hex digits as the bytes they stand for; anything else as it is. No two texts become the same."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        return text
    return found if found.hex() == text else text


def plain(kept: bytes | str) -> str:
    """The text again."""
    return kept.hex() if isinstance(kept, bytes) else kept
