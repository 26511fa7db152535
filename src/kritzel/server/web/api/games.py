"""Games: what can be played, blank sheets, rulebooks, documents and small pictures of sheets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Any

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from kritzel import bots, drawing, lessons, rulebook
from kritzel.drawing.theme import THEMES
from kritzel.game import Chance, Setup, Sheet
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.layout import Layout
from kritzel.record import SeededDealer, Table
from kritzel.server.bots.questions import playable
from kritzel.server.table import document as documents
from kritzel.server.table.commands import Lang
from kritzel.server.table.document import Words, option, sheet_document
from kritzel.server.table.refusals import Refused
from kritzel.server.table.view import sheet_of
from kritzel.server.web.http import context_of, encode_answer, endpoint
from kritzel.server.web.static import CACHE_FOREVER, EncodedBody, encode_body, respond
from kritzel.server.wire import answers, calls


@endpoint(calls.GAMES)
async def games(request: Request) -> Response:
    return respond(request, _games())


@cache
def _games() -> EncodedBody:
    every = tuple(_game(game) for game in catalogue.GAMES.values())
    return encode_body(encode_answer(calls.GAMES, answers.Shelf(every, tuple(_bots()))))


def _game(game: AnyGame) -> answers.GameInfo:
    return answers.GameInfo(
        slug=game.slug,
        title=Words.of(game.title),
        about=Words.of(game.facts.about),
        minutes=game.facts.minutes,
        pad=game.facts.pad,
        seats=tuple(game.seat_counts),
        together=game.facts.together,
        taught=lessons.taught(game.slug),
        sheets=tuple(_sheet(game, sheet) for sheet in catalogue.sheets(game.slug)),
    )


def _sheet(game: AnyGame, sheet: Sheet) -> answers.SheetInfo:
    icon, tint = game.facts.signs.get(sheet.id, ("", ""))
    return answers.SheetInfo(
        name=f"{sheet.game}/{sheet.id}",
        title=Words.of(sheet.title),
        blurb=Words.of(sheet.blurb),
        icon=icon,
        tint=tint,
        bots=tuple(name for name in bots.ladder(game, sheet) if playable(name)),
    )


def _bots() -> Iterator[answers.BotInfo]:
    for bot in (*bots.BOTS.values(), *bots.outsiders()):
        if playable(bot.name):
            yield answers.BotInfo(
                name=bot.name,
                level=bot.level,
                title=Words.of(bot.title),
                words=Words.of(bot.character),
                usual=bot.name in bots.DEFAULT_BOTS,
                outside=bot.name not in bots.BOTS,
                ratings=bots.ratings_of(bot.name),
            )


@endpoint(calls.WARMING)
async def warming(request: Request) -> answers.CompileProgress:
    pool = context_of(request).tables.bots
    done, of = pool.compiler.progress
    waiting = [
        answers.BotWaiting(bot, game, found[0])
        for bot in filter(playable, bots.BOTS)
        for game in catalogue.GAMES
        if (found := pool.substitute(bot, game))
    ]
    return answers.CompileProgress(done, of, tuple(waiting))


def _sheet_name(request: Request) -> str:
    """`game/sheet` of the path."""
    return f"{request.path_params['game']}/{request.path_params['sheet']}"


def _find(name: str) -> tuple[AnyGame, Any]:
    """Game and sheet of a name. Raises Refused."""
    try:
        return catalogue.find(name)
    except UnknownName:
        raise Refused("no_table") from None


@endpoint(calls.BLANK)
async def blank(request: Request) -> Response:
    return respond(request, _blank(_sheet_name(request)))


@cache
def _blank(name: str) -> EncodedBody:
    game, sheet = _find(name)
    state = game.rules.start(Setup(sheet, min(2, max(game.seat_counts))))
    document = sheet_document(game, sheet, len(game.rules.score(state)))
    content = answers.BlankSheet(document.address, sheet_of(game, state, 0, document.sentence))
    return encode_body(encode_answer(calls.BLANK, content))


@endpoint(calls.SYMBOLS)
async def symbols(request: Request) -> Response:
    return respond(request, _symbols(_sheet_name(request)))


@cache
def _symbols(name: str) -> EncodedBody:
    game, sheet = _find(name)
    found = game.words.explain(sheet)
    meanings = [answers.Meaning(each.kind, each.name, each.clause, Words.of(each.text)) for each in found]
    return encode_body(encode_answer(calls.SYMBOLS, meanings))


@endpoint(calls.RULEBOOK)
async def rules(request: Request) -> Response:
    slug, lang = request.path_params["game"], language(request)
    if slug not in catalogue.GAMES:
        raise Refused("no_table")
    return respond(request, _rules(slug, lang))


@cache
def _rules(slug: str, lang: Lang) -> EncodedBody:
    book = rulebook.book(slug, lang)
    layouts: list[Layout] = []
    examples = tuple([_example(example, lang, layouts) for example in rulebook.examples(slug)])
    content = answers.Rulebook(
        game=slug,
        lang=lang,
        title=book.title,
        chapters=book.chapters,
        pad=catalogue.game(slug).facts.pad,
        taught=lessons.taught(slug),
        tags={tag: name.say(lang) for tag, name in rulebook.TAGS.items()},
        examples=examples,
        layouts=tuple(layouts),
    )
    return encode_body(encode_answer(calls.RULEBOOK, content))


def _example(example: rulebook.Example, lang: Lang, layouts: list[Layout]) -> answers.ExampleView:
    """An example as a page shows it: its sheet, and the cell and meaning of its move. Adds to `layouts`."""
    game, state = rulebook.table(example)
    seen = game.rules.view(state, example.seat)
    sheet = sheet_of(game, seen, example.seat, Words.of)
    layout = game.drawing.layouts(state.sheet)[sheet.board - 1]
    if layout not in layouts:
        layouts.append(layout)
    move = game.notation.parse_move(state.sheet, example.move) if example.move else None
    meant = option(game, state.sheet, move) if move else None
    return answers.ExampleView(
        id=example.id,
        clauses=example.clauses,
        position=example.position,
        seat=example.seat,
        move=example.move,
        breaks=example.breaks,
        caption=example.caption.say(lang),
        sheet=replace(sheet, board=layouts.index(layout) + 1),
        cell=meant.cell if meant else "",
        words=meant.words if meant else None,
    )


def language(request: Request) -> Lang:
    """The language of the path; English for an unknown one."""
    return "de" if request.path_params["lang"] == "de" else "en"


@endpoint(calls.DOCUMENT)
async def document(request: Request) -> Response:
    path = request.path_params
    try:
        found = documents.find_document(_sheet_name(request), path["version"], path["rules"], path["seats"])
    except LookupError:
        raise Refused("no_sheet") from None
    if not found.address.endswith(path["mark"]):
        raise Refused("no_sheet")
    return respond(request, _document_body(found), CACHE_FOREVER)


@lru_cache(documents.DOCUMENT_CACHE_SIZE)
def _document_body(found: documents.SheetDocument) -> EncodedBody:
    return encode_body(found.encoded)


PAD_EVENTS = 60
"""Events before the picture: enough marks to look played, enough cells free to look open."""


@endpoint(calls.PAD)
async def pad(request: Request) -> Response:
    look = request.path_params["look"]
    if look not in THEMES:
        raise Refused("no_table")
    return respond(request, _pad(_sheet_name(request), look))


@cache
def _pad(name: str, look: str) -> EncodedBody:
    game, sheet = _find(name)
    scene = game.scene(half_played_state(game, sheet), 0, "en")
    return encode_body(drawing.board(scene, look).encode(), calls.PAD.media)


def half_played_state(game: AnyGame, sheet: Sheet) -> Any:
    """A state in the middle of a game; the same each time."""
    luck, dealer = Random(sheet.id), SeededDealer(sheet.id)
    table = Table.new(game, Setup(sheet, min(2, max(game.seat_counts))), ("A", "B"))
    while len(table.events) < PAD_EVENTS and not table.over:
        table = table.deal(dealer) if isinstance(table.pending, Chance) else _moved(table, luck)
    return table.state


def _moved(table: Table, luck: Random) -> Table:
    """A move that leaves a mark, where there is one."""
    seat = luck.choice(table.deciding)
    game, sheet, moves = table.game, table.sheet, table.game.rules.moves(table.state, seat)
    return table.play(
        seat, luck.choice([move for move in moves if game.words.say_move(sheet, move).cell] or moves)
    )


ROUTES = [games, warming, blank, symbols, rules, document, pad]
