"""Where everything stands on the picture of a board, and in which state. Decides nothing: asks `rules`."""

from __future__ import annotations

from kritzel.game import Line, Seat, Text
from kritzel.games.traexx.lines import growing_ends, outer_ends, symbols_left, taken_cells
from kritzel.games.traexx.material import COLOUR_NAMES, Board
from kritzel.games.traexx.moves import Extend
from kritzel.games.traexx.rules import has_higher, moves
from kritzel.games.traexx.scoring import score
from kritzel.games.traexx.state import State, Track, cards_left
from kritzel.mechanics.cells import Cells, gather
from kritzel.scene import HALF_HEXAGON, RADIUS, Box, Cell, Key, Mark, Point, Scene, Stroke, Tag, Token

MARGIN = 38.0
"""Room for the letters of the rows."""
TOP = 8.0

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
CARD = Text("Karte {n} von {of}", "Card {n} of {of}")
OVER = Text("Vorbei nach {of} Karten", "Over after {of} cards")
YOURS = Text("Du zeichnest", "You draw")
DONE = Text("Fertig, die anderen zeichnen noch", "Done, others are still drawing")
DRAWING = Text("Eine Karte wird aufgedeckt", "A card is turned over")
NUMBER = Text("Zahl {n}", "Number {n}")
MISSED = Text("Fehlende Felder", "Cells missed")
FREE, HALF, FULL, EMPTY = (
    Text("frei", "free"),
    Text("halb", "half"),
    Text("voll", "full"),
    Text("leer", "empty"),
)


def lay_out(state: State, seat: Seat, lang: str) -> Scene:
    """One seat's board as a scene."""
    sheet, track = state.sheet, state.tracks[seat]
    marks = _marks(state, seat)
    centres = _centres(sheet)
    pad = score(state)[seat]
    return Scene(
        pad="traexx",
        title=TITLE.say(lang).format(title=sheet.title.say(lang)),
        lang=lang,
        width=max(x for x, _ in centres.values()) + HALF_HEXAGON + MARGIN,
        height=max(y for _, y in centres.values()) + RADIUS + TOP,
        cells=tuple(_cell(sheet, cell, centres[cell], marks[cell], lang) for cell in sheet.order),
        strokes=tuple(_strokes(track, centres)),
        tags=tuple(_rulers(sheet, centres)),
        tray=(*_symbols(state, seat), *_pack(state)),
        boxes=tuple(_box(state, seat, line, lang) for line in pad.lines),
        total=str(pad.total),
        note=_note(state, seat, lang),
        tray_note=_card_text(state, lang),
        legend=_legend(marks, lang),
    )


def _centres(sheet: Board) -> dict[int, Point]:
    flat = {cell: sheet.grid.place(cell) for cell in sheet.order}
    raw = {cell: (2 * HALF_HEXAGON * (q + r / 2), 1.5 * RADIUS * r) for cell, (q, r) in flat.items()}
    left = min(x for x, _ in raw.values()) - HALF_HEXAGON - MARGIN
    top = min(y for _, y in raw.values()) - RADIUS - TOP
    return {cell: (x - left, y - top) for cell, (x, y) in raw.items()}


# Cells ---------------------------------------------------------------------------------------------
def _cell(sheet: Board, cell: int, centre: Point, marks: tuple[Mark, ...], lang: str) -> Cell:
    number = sheet.numbers.get(cell)
    words = [sheet.names[cell], COLOUR_NAMES[sheet.colours[cell]].say(lang)]
    words += [str(number)] if number else []
    words += [MARKS[mark.kind].say(lang) for mark in marks]
    return Cell(
        id=sheet.names[cell],
        shape="pointy",
        x=centre[0],
        y=centre[1],
        fill=sheet.colours[cell],
        number=number,
        icon="",
        tint="",
        marks=marks,
        label=", ".join(words),
    )


def _marks(state: State, seat: Seat) -> dict[int, tuple[Mark, ...]]:
    sheet, track = state.sheet, state.tracks[seat]
    sets = _mark_sets(state, seat)
    return {
        cell: (*(Mark(kind) for kind, cells in sets if cells >> cell & 1), *_number_mark(sheet, track, cell))
        for cell in sheet.order
    }


def _mark_sets(state: State, seat: Seat) -> list[tuple[str, Cells]]:
    track = state.tracks[seat]
    legal = gather(move.to for move in moves(state, seat) if isinstance(move, Extend))
    growing = gather(growing_ends(track))
    resting = gather(outer_ends(track)) & ~(growing | gather(track.new))
    return [
        ("origin", 1 << state.sheet.starts[track.start - 1]),
        ("line", taken_cells(track)),
        ("pick", gather(track.new[1:])),
        ("end", growing),
        ("rest", resting),
        ("legal", legal),
        ("open", _out_of_reach(state, seat) & ~legal),
    ]


def _out_of_reach(state: State, seat: Seat) -> Cells:
    """Cells beside a growing end that the line does not hold, while the seat draws."""
    track, beside = state.tracks[seat], 0
    if moves(state, seat):
        for end in growing_ends(track):
            beside |= state.sheet.around[end]
    return beside & ~taken_cells(track)


def _number_mark(sheet: Board, track: Track, cell: int) -> list[Mark]:
    number = sheet.numbers.get(cell, 0)
    scored = {"full": track.full, "half": track.half}
    return [Mark(kind) for kind, numbers in scored.items() if number and numbers >> number & 1]


# Line, letters, tray and strip -----------------------------------------------------------------------
def _strokes(track: Track, centres: dict[int, Point]) -> list[Stroke]:
    lines = [Stroke("line", tuple(centres[cell] for cell in track.line))]
    if track.new:
        lines.append(Stroke("new", tuple(centres[cell] for cell in track.new)))
    return lines


def _rulers(sheet: Board, centres: dict[int, Point]) -> list[Tag]:
    first: dict[str, Point] = {}
    for cell in sheet.order:
        first.setdefault(sheet.names[cell][0], centres[cell])
    away = HALF_HEXAGON + 16
    return [Tag("ruler", x - away, y, letter, "", "open") for letter, (x, y) in first.items()]


def _symbols(state: State, seat: Seat) -> list[Token]:
    if state.card is None:
        return []
    sheet, card = state.sheet, state.sheet.cards[state.card]
    left = list(symbols_left(sheet, card, state.tracks[seat].new[1:]))
    wanted = {sheet.colours[move.to] for move in moves(state, seat) if isinstance(move, Extend)}
    tokens = []
    for symbol in card:
        used = symbol not in left
        tokens.append(Token("symbol", symbol, "used" if used else "fits" if symbol in wanted else "free"))
        left = left if used else _without(left, symbol)
    return tokens


def _without(left: list[str], symbol: str) -> list[str]:
    at = left.index(symbol)
    return left[:at] + left[at + 1 :]


def _pack(state: State) -> list[Token]:
    """The cards seen in the order they came, the one that counts now, and those to come."""
    sheet, seen = state.sheet, state.seen
    tokens = [Token("card", sheet.cards[kind], "used") for kind in seen]
    now = () if state.card is None else (state.card,)
    tokens += [Token("card", sheet.cards[kind], "now") for kind in now]
    for kind, count in enumerate(cards_left(sheet, seen + now)):
        tokens += [Token("card", sheet.cards[kind], "free")] * count
    return tokens


def _box(state: State, seat: Seat, line: Line, lang: str) -> Box:
    if line.key == "missed":
        note = f"{line.have} {EMPTY.say(lang)}"
        return Box(line.key, "hex", "text", str(line.points), note, "open", MISSED.say(lang))
    number = int(line.key.removeprefix("number."))
    label = NUMBER.say(lang).format(n=number)
    if line.have:
        note = (FULL if line.points == number else HALF).say(lang)
        return Box(line.key, str(number), "", str(line.points), note, "won", label)
    late = _scores_half(state, state.tracks[seat], number)
    return Box(line.key, str(number), "", "", (HALF if late else FREE).say(lang), "open", label)


def _scores_half(state: State, track: Track, number: int) -> bool:
    """T5, T7: whether the number would count half now."""
    if len(state.tracks) == 1:
        return has_higher(track.full | track.half, number)
    return any((other.full | other.half) >> number & 1 for other in state.tracks)


def _note(state: State, seat: Seat, lang: str) -> str:
    if state.card is None and len(state.seen) == state.sheet.rounds:
        return OVER.say(lang).format(of=state.sheet.rounds)
    who = YOURS if moves(state, seat) else DONE if state.card is not None else DRAWING
    return f"{_card_text(state, lang)} · {who.say(lang)}"


def _card_text(state: State, lang: str) -> str:
    shown = min(len(state.seen) + 1, state.sheet.rounds)
    return CARD.say(lang).format(n=shown, of=state.sheet.rounds)


def _legend(marks: dict[int, tuple[Mark, ...]], lang: str) -> tuple[Key, ...]:
    seen = {mark.kind for found in marks.values() for mark in found}
    keys = [Key("mark", kind, MARKS[kind].say(lang)) for kind in ("legal", "open") if kind in seen]
    keys += [Key("icon", f"sh_{letter}", name.say(lang)) for letter, name in COLOUR_NAMES.items()]
    return tuple(keys)
