"""Which commands a table has carried out, so that none is carried out twice: a few bytes for each.

Ids are hashed: two different ones with the same ten bytes will not be met.
"""

from __future__ import annotations

from hashlib import blake2b

from kritzel.server.table import log

NAME = 10
DIGEST = 2 * log.DIGEST_BYTES
VERSION = 4
LINE = NAME + DIGEST + VERSION


class Answers:
    """The commands of one table: what they were, and the version at which each stands."""

    __slots__ = ("_lines",)

    def __init__(self) -> None:
        self._lines = bytearray()

    def add(self, command: str, digest: str, version: int) -> None:
        """One more."""
        self._lines += _name(command) + digest.encode().ljust(DIGEST) + version.to_bytes(VERSION, "big")

    def find(self, command: str) -> tuple[str, int] | None:
        """The digest and the version of a command; None where it is new."""
        lines, name = self._lines, _name(command)
        at = lines.find(name)
        while at % LINE and at >= 0:
            at = lines.find(name, at + 1)
        if at < 0:
            return None
        digest, version = lines[at + NAME : at + NAME + DIGEST], lines[at + NAME + DIGEST : at + LINE]
        return digest.decode().rstrip(), int.from_bytes(version, "big")


def _name(command: str) -> bytes:
    return blake2b(command.encode(), digest_size=NAME).digest()
