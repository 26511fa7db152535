"""Where everything stands on the picture of a board, and in which state. Decides nothing: asks `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kritzel.game import Line, Seat, Text
from kritzel.games.traexx.facts import FACTS
from kritzel.games.traexx.lines import growing_ends, outer_ends, symbols_left, taken_cells
from kritzel.games.traexx.material import COLOUR_NAMES, Sheet
from kritzel.games.traexx.moves import Extend, Move
from kritzel.games.traexx.rules import has_higher, moves
from kritzel.games.traexx.saying import clock
from kritzel.games.traexx.scoring import score
from kritzel.games.traexx.state import Pad, State, cards_left
from kritzel.mechanics.cells import Cells, gather
from kritzel.mechanics.looks import Looks
from kritzel.scene import HALF_HEXAGON, RADIUS, Box, Cell, Key, Mark, Point, Scene, Stroke, Tag, Token

MARGIN = 38.0
"""Room for the letters of the rows."""
TOP = 8.0
KEPT = 2048
"""How many of those things are kept that every table has its own of: boxes and lines as they stand."""

MARKS = {
    "origin": Text("dein Start", "your start"),
    "line": Text("auf deiner Linie", "on your line"),
    "end": Text("Ende der Linie", "end of the line"),
    "rest": Text("ruhendes Ende", "resting end"),
    "pick": Text("neu", "new"),
    "legal": Text("hier geht es weiter", "the line can go here"),
    "open": Text("Farbe fehlt auf der Karte", "colour not on the card"),
    "full": Text("volle Punkte", "full points"),
    "half": Text("halbe Punkte", "half points"),
}
TITLE = Text("Träxx · {title}", "Träxx · {title}")
OVER = Text("Vorbei nach {of} Karten", "Over after {of} cards")
YOURS = Text("Du zeichnest", "You draw")
DONE = Text("Fertig, die anderen zeichnen noch", "Done, others are still drawing")
DRAWING = Text("Eine Karte wird aufgedeckt", "A card is turned over")
NUMBER = Text("Zahl {n}", "Number {n}")
MISSED = Text("Fehlende Felder", "Cells missed")
FREE, HALF, FULL, EMPTY, TO_GO = (
    Text("frei", "free"),
    Text("halb", "half"),
    Text("voll", "full"),
    Text("leer", "empty"),
    Text("offen", "to go"),
)


def lay_out(state: State, seat: Seat, lang: str = "en") -> Scene:
    """One seat's board as a scene. Parts that look as they did in an earlier one are the same objects."""
    sheet, mine, listed = state.sheet, state.pads[seat], moves(state, seat)
    sets = _sets(state, seat, listed)
    width, height = _size(sheet)
    boxes, total = _strip(_settled(state), seat, _is_over(state), lang)
    return Scene(
        pad=FACTS.pad,
        title=TITLE.say(lang).format(title=sheet.title.say(lang)),
        lang=lang,
        width=width,
        height=height,
        cells=_looks(sheet, lang).of(sets),
        strokes=_strokes(sheet, mine.line, mine.new),
        tags=_rulers(sheet),
        tray=(*_symbols(state, seat, listed), *_pack(sheet, state.seen, state.card)),
        boxes=boxes,
        total=total,
        note=_note(state, bool(listed), lang),
        tray_note=clock(state).words.say(lang),
        legend=_legend(tuple([name for name, cells in sets if cells]), lang),
        tray_kind="card",
        tap="{start}-{cell}",
    )


@lru_cache(16)
def _size(sheet: Sheet) -> tuple[float, float]:
    places = _centres(sheet).values()
    return max(x for x, _ in places) + HALF_HEXAGON + MARGIN, max(y for _, y in places) + RADIUS + TOP


@lru_cache(16)
def _centres(sheet: Sheet) -> dict[int, Point]:
    flat = {cell: sheet.grid.place(cell) for cell in sheet.order}
    raw = {cell: (2 * HALF_HEXAGON * (q + r / 2), 1.5 * RADIUS * r) for cell, (q, r) in flat.items()}
    left = min(x for x, _ in raw.values()) - HALF_HEXAGON - MARGIN
    top = min(y for _, y in raw.values()) - RADIUS - TOP
    return {cell: (x - left, y - top) for cell, (x, y) in raw.items()}


# Cells ---------------------------------------------------------------------------------------------
@lru_cache(64)
def _looks(sheet: Sheet, lang: str) -> Looks[Cell]:
    return Looks(sheet.order, lambda cell, marks: _cell(sheet, cell, marks, lang))


def _cell(sheet: Sheet, cell: int, marks: tuple[str, ...], lang: str) -> Cell:
    """A cell with these marks."""
    number, (x, y) = sheet.numbers.get(cell), _centres(sheet)[cell]
    words = [sheet.names[cell], COLOUR_NAMES[sheet.colours[cell]].say(lang)]
    words += [str(number)] if number else []
    words += [MARKS[kind].say(lang) for kind in marks]
    return Cell(
        id=sheet.names[cell],
        shape="pointy",
        x=x,
        y=y,
        fill=sheet.colours[cell],
        number=number,
        icon="",
        tint="",
        marks=tuple([Mark(kind) for kind in marks]),
        label=", ".join(words),
    )


def _sets(state: State, seat: Seat, listed: Sequence[Move]) -> list[tuple[str, Cells]]:
    """Which cells bear which mark."""
    sheet, mine = state.sheet, state.pads[seat]
    legal = gather([move.to for move in listed if isinstance(move, Extend)])
    growing = gather(growing_ends(mine))
    resting = gather(outer_ends(mine)) & ~(growing | gather(mine.new))
    beside = _out_of_reach(sheet, mine) if listed else 0
    return [
        ("origin", 1 << sheet.starts[mine.start - 1]),
        ("line", taken_cells(mine)),
        ("pick", gather(mine.new[1:])),
        ("end", growing),
        ("rest", resting),
        ("legal", legal),
        ("open", beside & ~legal),
        ("full", _numbered(sheet, mine.full)),
        ("half", _numbered(sheet, mine.half)),
    ]


def _out_of_reach(sheet: Sheet, mine: Pad) -> Cells:
    """Cells beside a growing end that the line does not hold."""
    beside = 0
    for end in growing_ends(mine):
        beside |= sheet.around[end]
    return beside & ~taken_cells(mine)


def _numbered(sheet: Sheet, numbers: int) -> Cells:
    """The cells of these numbers, bit n for the number n."""
    return gather([cell for cell, number in sheet.numbers.items() if numbers >> number & 1])


# Line, letters, tray and strip -----------------------------------------------------------------------
@lru_cache(KEPT)
def _strokes(sheet: Sheet, line: tuple[int, ...], new: tuple[int, ...]) -> tuple[Stroke, ...]:
    centres = _centres(sheet)
    kinds = [("line", line), ("new", new)] if new else [("line", line)]
    return tuple([Stroke(kind, tuple([centres[cell] for cell in cells])) for kind, cells in kinds])


@lru_cache(16)
def _rulers(sheet: Sheet) -> tuple[Tag, ...]:
    first: dict[str, Point] = {}
    for cell in sheet.order:
        first.setdefault(sheet.names[cell][0], _centres(sheet)[cell])
    away = HALF_HEXAGON + 16
    return tuple([Tag("ruler", x - away, y, letter, "", "open") for letter, (x, y) in first.items()])


def _symbols(state: State, seat: Seat, listed: Sequence[Move]) -> list[Token]:
    if state.card is None:
        return []
    sheet, card = state.sheet, state.sheet.cards[state.card]
    left = list(symbols_left(sheet, card, state.pads[seat].new[1:]))
    wanted = {sheet.colours[move.to] for move in listed if isinstance(move, Extend)}
    tokens = []
    for symbol in card:
        used = symbol not in left
        tokens.append(Token("symbol", symbol, "used" if used else "fits" if symbol in wanted else "free"))
        left = left if used else _without(left, symbol)
    return tokens


def _without(left: list[str], symbol: str) -> list[str]:
    at = left.index(symbol)
    return left[:at] + left[at + 1 :]


@lru_cache(KEPT)
def _pack(sheet: Sheet, seen: tuple[int, ...], card: int | None) -> tuple[Token, ...]:
    """The cards seen in the order they came, the one that counts now, and those to come."""
    tokens = [Token("card", sheet.cards[kind], "used") for kind in seen]
    now = () if card is None else (card,)
    tokens += [Token("card", sheet.cards[kind], "now") for kind in now]
    for kind, count in enumerate(cards_left(sheet, seen + now)):
        tokens += [Token("card", sheet.cards[kind], "free")] * count
    return tuple(tokens)


def _settled(state: State) -> State:
    """What points depend on."""
    pads = [mine.running() for mine in state.pads]
    return State(state.sheet, (), None, tuple(pads))


@lru_cache(KEPT)
def _strip(state: State, seat: Seat, over: bool, lang: str) -> tuple[tuple[Box, ...], str]:
    """The boxes and what is won; the cells missed are counted once the game is over (T6)."""
    pad = score(state)[seat]
    boxes = tuple([_box(state, seat, line, over, lang) for line in pad.lines])
    return boxes, str(pad.total if over else pad.won)


def _box(state: State, seat: Seat, line: Line, over: bool, lang: str) -> Box:
    if line.key == "missed":
        points, word = (str(line.points), EMPTY) if over else ("", TO_GO)
        note = f"{line.have} {word.say(lang)}"
        return Box(line.key, "hex", "text", points, note, "open", MISSED.say(lang))
    number = int(line.key.removeprefix("number."))
    label = NUMBER.say(lang).format(n=number)
    if line.have:
        note = (FULL if line.points == number else HALF).say(lang)
        return Box(line.key, str(number), "", str(line.points), note, "won", label)
    late = _scores_half(state, state.pads[seat], number)
    return Box(line.key, str(number), "", "", (HALF if late else FREE).say(lang), "open", label)


def _scores_half(state: State, mine: Pad, number: int) -> bool:
    """T5, T7: whether the number would count half now."""
    if len(state.pads) == 1:
        return has_higher(mine.full | mine.half, number)
    return any((other.full | other.half) >> number & 1 for other in state.pads)


def _note(state: State, may_move: bool, lang: str) -> str:
    if _is_over(state):
        return OVER.say(lang).format(of=state.sheet.rounds)
    who = YOURS if may_move else DONE if state.card is not None else DRAWING
    return f"{clock(state).words.say(lang)} · {who.say(lang)}"


def _is_over(state: State) -> bool:
    return state.card is None and len(state.seen) == state.sheet.rounds


@lru_cache(64)
def _legend(seen: tuple[str, ...], lang: str) -> tuple[Key, ...]:
    keys = [Key("mark", kind, MARKS[kind].say(lang)) for kind in ("legal", "open") if kind in seen]
    keys += [Key("icon", f"sh_{letter}", name.say(lang)) for letter, name in COLOUR_NAMES.items()]
    return tuple(keys)
