"""Records: a game as a text (docs/notation.md, Records), written and read.

Reading plays every outcome and every move by the rules again, and compares the end with what the rules say.
A broken record is refused with its line, what was expected there, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kritzel.game import (
    Chance,
    Decision,
    IllegalMove,
    IllegalOutcome,
    NotationError,
    Over,
    Setup,
    Sheet,
    Text,
)
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record.table import Event, Played, Revealed, Table
from kritzel.sheetfile import digest

FIRST_LINE = "kritzel record 1"
MAX_LINE_WIDTH = 100
REQUIRED = ("game", "sheet", "version", "hash", "rules", "seats")
HEAD = (*REQUIRED, "boards", "start")


# Writing ---------------------------------------------------------------------------------------
def write(table: Table) -> str:
    lines = [*_head(table), "", *_body(table), *end_lines(table)]
    return "\n".join(lines).rstrip("\n") + "\n"


def end_lines(table: Table) -> tuple[str, ...]:
    """The lines that close the record of a finished game: the score and the result."""
    pending = table.pending
    if not isinstance(pending, Over):
        return ()
    places = [place.place for place in sorted(pending.ranking)]
    return f"score: {_join(table.totals)}", f"result: {pending.reason} {_join(places)}"


def _head(table: Table) -> Iterator[str]:
    sheet, game = table.sheet, table.game
    yield FIRST_LINE
    yield f"game: {game.slug}"
    yield f"sheet: {sheet.id}"
    yield f"version: {sheet.version}"
    yield f"hash: {digest(sheet.source)}"
    yield f"rules: {game.rules.version}"
    yield f"seats: {', '.join(table.names)}"
    if table.boards is None:
        yield f"start: {game.notation.position_text(table.start)}"
    elif table.boards:
        yield f"boards: {_join(table.boards)}"


def _body(table: Table) -> Iterator[str]:
    """Outcomes and moves, successive moves of a seat on one line, and the clock as comments."""
    line, clock = "", ""
    for event, state in zip(table.events, table.states, strict=False):
        if isinstance(event, Played) and _fits(line, event):
            line += f", {event.text}"
            continue
        yield from filter(None, [line])
        line = _line(event)
        if isinstance(event, Revealed) and (now := table.game.words.clock(state).words.en) != clock:
            clock = now
            yield f"# {clock}"
    yield from filter(None, [line])


def _fits(line: str, event: Played) -> bool:
    return line.startswith(f"{event.seat}: ") and len(line) + len(event.text) < MAX_LINE_WIDTH


def _line(event: Event) -> str:
    return f"{event.purpose if isinstance(event, Revealed) else event.seat}: {event.text}"


def _join(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)


# Reading ---------------------------------------------------------------------------------------
class RecordError(ValueError):
    """A broken record: the line (from 1), what was expected there, and why it is refused."""

    def __init__(self, line: int, expected: Text, why: Text) -> None:
        super().__init__(f"line {line}: {why.en} Expected: {expected.en}")
        self.line = line
        self.expected = expected
        self.why = why


class RecordLine(NamedTuple):
    """A line `key: value`."""

    line: int
    key: str
    value: str


def read(text: str, sheet: Sheet | None = None) -> Table:
    """The table of a record. `sheet`: the sheet, if the catalogue does not have it. Raises RecordError."""
    entries, last = _entries(text)
    head, body = _split(entries, last)
    table = _new_table(head, sheet)
    while body and not table.over:
        _carry_on(table, body.pop(0))
    if table.over:
        _expect_end(table, body, last)
    return table


def _split(entries: list[RecordLine], last: int) -> tuple[dict[str, RecordLine], list[RecordLine]]:
    """The head by its keys, and everything after it."""
    head: dict[str, RecordLine] = {}
    while entries and entries[0].key in HEAD:
        entry = entries.pop(0)
        if entry.key in head:
            why = Text(f"`{entry.key}` steht zweimal da.", f"`{entry.key}` stands here twice.")
            raise RecordError(entry.line, Text("jedes Wort einmal", "each word once"), why)
        head[entry.key] = entry
    _expect_complete(head, entries[0].line if entries else last + 1)
    return head, entries


def _expect_complete(head: dict[str, RecordLine], line: int) -> None:
    missing = [key for key in REQUIRED if key not in head]
    if missing:
        why = Text(f"`{missing[0]}` fehlt im Kopf.", f"`{missing[0]}` is missing in the head.")
        raise RecordError(line, _both(f"{missing[0]}: ..."), why)
    if "boards" in head and "start" in head:
        why = Text("Die Stellung nennt die Tafeln schon.", "The position already names the boards.")
        raise RecordError(head["boards"].line, Text("nur `start`", "`start` alone"), why)


# The head --------------------------------------------------------------------------------------
def _new_table(head: dict[str, RecordLine], own: Any) -> Table:
    game = _game(head["game"])
    sheet = _sheet(game, head, own)
    _expect_rules(head["rules"], game)
    names = [name.strip() for name in head["seats"].value.split(",")]
    boards = _numbers(head["boards"]) if "boards" in head else ()
    start = _position(game, sheet, head["start"]) if "start" in head else None
    try:
        if start is None:
            return Table.new(game, Setup(sheet, len(names), boards), names)
        return Table(game, start, names)
    except ValueError as error:
        line = head.get("boards", head["seats"]).line
        raise RecordError(line, Text("Plätze, die passen", "seats that fit"), _both(str(error))) from None


def _game(entry: RecordLine) -> AnyGame:
    try:
        return catalogue.game(entry.value)
    except catalogue.UnknownName as error:
        raise RecordError(entry.line, _both(", ".join(catalogue.GAMES)), error.sentence) from None


def _sheet(game: AnyGame, head: dict[str, RecordLine], own: Any) -> Any:
    version = _number(head["version"])
    sheet = _find_sheet(game, head["sheet"], version) if own is None else own
    if (sheet.game, sheet.id, sheet.version) != (game.slug, head["sheet"].value, version):
        there = _both(f"{sheet.game}/{sheet.id}, version {sheet.version}")
        raise RecordError(
            head["sheet"].line, there, Text("Das ist ein anderes Blatt.", "This is another sheet.")
        )
    if digest(sheet.source) != head["hash"].value:
        why = Text("Das Blatt ist nicht mehr das von damals.", "The sheet is not the one it was played on.")
        raise RecordError(head["hash"].line, _both(digest(sheet.source)), why)
    return sheet


def _find_sheet(game: AnyGame, entry: RecordLine, version: int) -> Any:
    try:
        return catalogue.find(f"{game.slug}/{entry.value}", version)[1]
    except catalogue.UnknownName as error:
        there = Text("ein Blatt, das es gibt", "a sheet that exists")
        raise RecordError(entry.line, there, error.sentence) from None


def _expect_rules(entry: RecordLine, game: AnyGame) -> None:
    """Raises RecordError for a record of other rules."""
    version = _number(entry)
    if version != game.rules.version:
        de = f"Regelfassung {version} von {game.title.de} kennt dieses Kritzel nicht."
        en = f"This Kritzel does not know rules version {version} of {game.title.en}."
        raise RecordError(entry.line, _both(str(game.rules.version)), Text(de, en))


def _position(game: AnyGame, sheet: Sheet, entry: RecordLine) -> Any:
    try:
        return game.notation.parse_position(sheet, entry.value)
    except NotationError as error:
        raise RecordError(entry.line, Text("eine Stellung", "a position"), error.sentence) from None


def _number(entry: RecordLine) -> int:
    return _numbers(entry)[0]


def _numbers(entry: RecordLine) -> tuple[int, ...]:
    words = entry.value.split()
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise RecordError(entry.line, Text("Zahlen", "numbers"), _found(entry.value))
    return tuple(int(word) for word in words)


# Outcomes and moves ----------------------------------------------------------------------------
def _carry_on(table: Table, entry: RecordLine) -> None:
    pending = table.pending
    if isinstance(pending, Chance):
        _reveal(table, pending.purpose, entry)
    else:
        _play(table, entry)


def _reveal(table: Table, purpose: str, entry: RecordLine) -> None:
    if entry.key != purpose:
        raise RecordError(entry.line, _both(f"{purpose}: ..."), _misplaced(entry))
    try:
        table.reveal(entry.value)
    except (NotationError, IllegalOutcome) as error:
        raise RecordError(
            entry.line, Text("ein möglicher Wurf", "a possible outcome"), error.sentence
        ) from None


def _play(table: Table, entry: RecordLine) -> None:
    wanted = _both(" / ".join(f"{seat}: ..." for seat in table.deciding))
    if entry.key not in [str(seat) for seat in table.seats]:
        raise RecordError(entry.line, wanted, _misplaced(entry))
    for text in entry.value.split(","):
        try:
            table.play(int(entry.key), text.strip())
        except IllegalMove as refused:
            de, en = (f"`{text.strip()}`: {words} [{refused.clause}]" for words in refused.sentence)
            raise RecordError(entry.line, _legal(table), Text(de, en)) from None
        except NotationError as error:
            raise RecordError(entry.line, _legal(table), error.sentence) from None


def _legal(table: Table) -> Text:
    """Some of the moves that would have been legal."""
    pending = table.pending
    if not isinstance(pending, Decision):
        return _both(f"{pending.purpose}: ..." if isinstance(pending, Chance) else end_lines(table)[0])
    listed = [f"{seat}: {move}" for seat in pending.seats for move in table.moves(seat)]
    return _both(" / ".join(listed[:6]) + (" ..." if len(listed) > 6 else ""))


def _misplaced(entry: RecordLine) -> Text:
    if entry.key in ("score", "result"):
        return Text("Das Spiel ist noch nicht zu Ende.", "The game is not over yet.")
    return _found(f"{entry.key}: {entry.value}")


# The end ---------------------------------------------------------------------------------------
def _expect_end(table: Table, body: list[RecordLine], last: int) -> None:
    for wanted in end_lines(table):
        if not body:
            raise RecordError(last + 1, _both(wanted), Text("Der Schluss fehlt.", "The end is missing."))
        entry = body.pop(0)
        if f"{entry.key}: {' '.join(entry.value.split())}" != wanted:
            raise RecordError(entry.line, _both(wanted), _found(f"{entry.key}: {entry.value}"))
    if body:
        why = Text("Nach dem Ergebnis kommt nichts mehr.", "Nothing comes after the result.")
        raise RecordError(body[0].line, Text("das Ende der Datei", "the end of the file"), why)


# Lines -----------------------------------------------------------------------------------------
def _entries(text: str) -> tuple[list[RecordLine], int]:
    """All entries after the first line, and the number of the last one."""
    lines = _numbered_lines(text)
    if not lines or lines[0][1] != FIRST_LINE:
        number, first = lines[0] if lines else (1, "")
        raise RecordError(number, _both(FIRST_LINE), _found(first))
    return [_entry(number, line) for number, line in lines[1:]], lines[-1][0]


def _both(words: str) -> Text:
    return Text(words, words)


def _found(words: str) -> Text:
    """A sentence with the text of the line."""
    shown = words if len(words) <= 60 else words[:57] + "..."
    return (
        Text(f"Da steht `{shown}`.", f"Found `{shown}`.")
        if words
        else Text("Da steht nichts.", "Found nothing.")
    )


def _numbered_lines(text: str) -> list[tuple[int, str]]:
    """The lines without comments and empty ones, numbered from 1."""
    lines = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    without = [(number, line.partition("#")[0].strip()) for number, line in lines]
    return [(number, line) for number, line in without if line]


def _entry(number: int, line: str) -> RecordLine:
    key, _, value = line.partition(":")
    if not key.strip() or not value.strip():
        raise RecordError(number, Text("`Wort: Inhalt`", "`word: content`"), _found(line))
    return RecordLine(number, key.strip(), value.strip())
