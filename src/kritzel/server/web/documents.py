"""The documents of sheets: what a page gets once and keeps for ever."""

from __future__ import annotations

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from kritzel.server.table.refusals import No
from kritzel.server.view import book
from kritzel.server.web.asking import at, refusing
from kritzel.server.web.delivering import FOR_EVER, Parcel, delivered, parcel
from kritzel.server.wire import calls


@refusing
async def document(request: Request) -> Response:
    """The document of this address. One of another version of the server has another address."""
    path = request.path_params
    try:
        name = f"{path['game']}/{path['sheet']}"
        found = book.at_address(name, path["version"], path["rules"], path["seats"])
    except LookupError:
        raise No("no_sheet") from None
    if not found.address.endswith(path["mark"]):
        raise No("no_sheet")
    return delivered(_wrapped(found), request.headers, FOR_EVER)


@lru_cache(book.BOOKS)
def _wrapped(found: book.Book) -> Parcel:
    return parcel(found.bytes)


ROUTES = [at(calls.DOCUMENT, document)]
