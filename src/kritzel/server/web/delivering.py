"""What is the same for everybody, on its way: packed once, with marks that tell a browser what it may keep.

Only such things are packed. An answer that holds a secret beside something a stranger chose is not: its
length would tell.
"""

from __future__ import annotations

import gzip
import hashlib
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response

FOR_EVER = "public, max-age=31536000, immutable"
"""For files whose name changes with what is in them."""
A_WHILE = "public, max-age=300"
ASK = "no-cache"
"""Keep it, but ask each time whether it is still the same."""
PACKED = ("text/", "application/json", "application/manifest+json", "application/javascript", "image/svg+xml")
"""Kinds that become smaller; pictures are packed already."""


class Parcel(NamedTuple):
    """Something to be delivered: as it is, and packed where that is smaller."""

    plain: bytes
    packed: bytes
    media: str
    tag: str


def parcel(data: bytes, media: str = "application/json") -> Parcel:
    """Wrap something up. The tag is weak: the same for both ways of sending it."""
    packed = gzip.compress(data, 9, mtime=0) if media.startswith(PACKED) else b""
    tag = f'W/"{hashlib.sha256(data).hexdigest()[:20]}"'
    return Parcel(data, packed if len(packed) < len(data) else b"", media, tag)


def delivered(what: Parcel, asked: Headers, keep: str) -> Response:
    """The answer to somebody who asks; only a word if they have it already."""
    headers = {"etag": what.tag, "cache-control": keep}
    if what.packed:
        headers["vary"] = "accept-encoding"
    if what.tag in _listed(asked.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if what.packed and unpacks(asked.get("accept-encoding", "")):
        return Response(what.packed, headers=headers | {"content-encoding": "gzip"}, media_type=what.media)
    return Response(what.plain, headers=headers, media_type=what.media)


def unpacks(accepted: str) -> bool:
    """Whether whoever asks can unpack gzip; they may also say that they will not: `gzip;q=0`."""
    for wish in _listed(accepted):
        name, _, weight = wish.replace(" ", "").partition(";q=")
        if name in ("gzip", "*"):
            return weight.strip("0.") != "" or not weight
    return False


def _listed(header: str) -> list[str]:
    return [part.strip() for part in header.split(",")]
