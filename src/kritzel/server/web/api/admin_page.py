"""The owner's page at /admin: tables and bans, with buttons. `kritzel admin page` prints how to open it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from kritzel.game import Text
from kritzel.server import settings
from kritzel.server.table.refusals import Refused
from kritzel.server.web.api.admin import (
    SESSION_VALID_S,
    EndTable,
    NewBan,
    TableEntry,
    add_ban,
    end_table,
    list_tables,
    remove_ban,
)
from kritzel.server.web.http import catch_refusals, context_of, read_body

COOKIE = "kritzel_admin"
PLACE = "/admin"
TABLES = Text("Tische im Speicher", "Tables in memory")
COLUMNS = (
    Text("Tisch", "Table"),
    Text("Blatt", "Sheet"),
    Text("Stand", "State"),
    Text("Wer", "Who"),
    Text("Seiten", "Pages"),
)
BANS = Text("Gesperrt", "Banned")
END, DELETE = Text("Beenden", "End"), Text("Löschen", "Delete")
BAN, UNBAN = Text("Sperren", "Ban"), Text("Freigeben", "Unban")
WHO = Text("Gast, Adresse oder Netz", "Guest, address or network")


@catch_refusals
async def show(request: Request) -> Response:
    """The page; a valid token in the address opens it."""
    if token := request.query_params.get("token"):
        if not (session := context_of(request).control.open_session(token)):
            raise HTTPException(404)
        answer = RedirectResponse(PLACE, 303)
        secure, age = context_of(request).settings.secure, int(SESSION_VALID_S)
        answer.set_cookie(COOKIE, session, age, path=PLACE, secure=secure, httponly=True, samesite="strict")
        return answer
    _expect_owner(request)
    lang = "de" if request.headers.get("accept-language", "").startswith("de") else "en"
    return HTMLResponse("".join(_page(request, lang)), headers={"cache-control": "no-store"})


@catch_refusals
async def act(request: Request) -> Response:
    """Do what a button says, then show the page again."""
    _expect_owner(request)
    context = context_of(request)
    if "origin" not in request.headers or not context.allows(request):
        raise Refused("origin")
    form = dict(parse_qsl((await read_body(request, settings.MAX_BODY_BYTES)).decode("utf-8", "replace")))
    match request.path_params["what"]:
        case "end":
            await end_table(context, EndTable(form.get("table", ""), form.get("delete") == "1"))
        case "ban":
            add_ban(context, NewBan(form.get("who", "")))
        case "unban":
            remove_ban(context, form.get("who", ""))
        case _:
            raise HTTPException(404)
    return RedirectResponse(PLACE, 303)


def _expect_owner(request: Request) -> None:
    if not context_of(request).control.knows(request.cookies.get(COOKIE, "")):
        raise HTTPException(404)


# The text --------------------------------------------------------------------------------------
def _page(request: Request, lang: str) -> Iterator[str]:
    context = context_of(request)
    yield f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Kritzel</title>'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<h1>{TABLES.say(lang)}</h1><table><tr>"
    yield "".join(f"<th>{column.say(lang)}" for column in COLUMNS)
    for entry in list_tables(context):
        yield _row(entry, lang)
    yield f"</table><h1>{BANS.say(lang)}</h1>"
    yield f'<form method="post" action="{PLACE}/ban"><label>{WHO.say(lang)} '
    yield f'<input name="who" required></label> <button>{BAN.say(lang)}</button></form><ul>'
    for ban in context.bans.entries:
        words = escape(" ".join(filter(None, (ban.who, ban.since, ban.note))))
        yield f"<li>{words} {_button('unban', UNBAN.say(lang), who=ban.who)}"
    yield "</ul></html>"


def _row(entry: TableEntry, lang: str) -> str:
    seats = []
    for seat in entry.seats:
        ban = _button("ban", BAN.say(lang), who=seat.guest) if seat.guest else ""
        seats.append(f"{escape(seat.name or seat.bot)} {ban}")
    cells = "".join(f"<td>{escape(cell)}" for cell in (entry.table, entry.sheet, entry.phase))
    ends = _button("end", END.say(lang), table=entry.table) if entry.phase == "running" else ""
    deletes = _button("end", DELETE.say(lang), table=entry.table, delete="1")
    return f"<tr>{cells}<td>{'<br>'.join(seats)}<td>{entry.pages}<td>{ends}<td>{deletes}"


def _button(what: str, label: str, **hidden: str) -> str:
    fields = "".join(
        f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in hidden.items()
    )
    return f'<form method="post" action="{PLACE}/{what}">{fields}<button>{label}</button></form>'


ROUTES = [Route(PLACE, show), Route(f"{PLACE}/{{what}}", act, methods=["POST"])]
