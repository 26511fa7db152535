"""The picture of a board: where things stand, their state, the caption, and what a report counts.

Decides nothing: asks `rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kritzel.game import Counting, Line, Seat, Text
from kritzel.games.traexx.rules import blank, has_higher
from kritzel.games.traexx.scoring import pad, score
from kritzel.games.traexx.sheet import COLOUR_NAMES, Extend, Move, Sheet
from kritzel.games.traexx.state import (
    Pad,
    State,
    cards_left,
    growing_ends,
    outer_ends,
    reached_numbers,
    symbols_left,
    taken_cells,
)
from kritzel.games.traexx.words import FACTS, clock
from kritzel.layout import Count, Entry, Layout, Picture, Plate, Sign, Slot, Spot
from kritzel.mechanics.cells import Cells, gather
from kritzel.scene import HALF_HEXAGON, RADIUS, Mark, Point, Token

MARGIN = 38.0
"""Room for the letters of the rows."""
TOP = 8.0
CACHE_SIZE = 2048
"""Boxes, cards and marks as they stand at a table."""

MARKS = {
    "origin": Text("dein Start", "your start"),
    "line": Text("auf deiner Linie", "on your line"),
    "pick": Text("neu", "new"),
    "end": Text("Ende der Linie", "end of the line"),
    "rest": Text("ruhendes Ende", "resting end"),
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
NOTES = {
    "free": Text("frei", "free"),
    "half": Text("halb", "half"),
    "full": Text("voll", "full"),
    "empty": Text("leer", "empty"),
    "to_go": Text("offen", "to go"),
}
"""Below a number."""
LEGEND = (
    *[Entry("mark", kind, MARKS[kind], kind) for kind in ("legal", "open")],
    *[Entry("icon", f"sh_{letter}", name) for letter, name in COLOUR_NAMES.items()],
)


# Printed -------------------------------------------------------------------------------------------
@lru_cache(16)
def layouts(sheet: Sheet) -> tuple[Layout]:
    """The board as it is printed; all seats have the same, and starts of their own."""
    centres = _centres(sheet).values()
    printed = Layout(
        pad=FACTS.pad,
        title=TITLE.filled(title=sheet.title),
        width=max(x for x, _ in centres) + HALF_HEXAGON + MARGIN,
        height=max(y for _, y in centres) + RADIUS + TOP,
        cells=tuple([_spot(sheet, cell) for cell in sheet.order]),
        signs=tuple([Sign(kind, (Mark(kind),), words) for kind, words in MARKS.items()]),
        rulers=_rulers(sheet),
        fates={},
        slots=tuple([_slot(line.key) for line in score(blank(sheet))[0].lines]),
        notes=NOTES,
        legend=LEGEND,
        tray_kind="card",
    )
    return (printed,)


@lru_cache(16)
def _centres(sheet: Sheet) -> dict[int, Point]:
    flat = {cell: sheet.grid.place(cell) for cell in sheet.order}
    raw = {cell: (2 * HALF_HEXAGON * (q + r / 2), 1.5 * RADIUS * r) for cell, (q, r) in flat.items()}
    left = min(x for x, _ in raw.values()) - HALF_HEXAGON - MARGIN
    top = min(y for _, y in raw.values()) - RADIUS - TOP
    return {cell: (x - left, y - top) for cell, (x, y) in raw.items()}


def _spot(sheet: Sheet, cell: int) -> Spot:
    number, (x, y), name = sheet.numbers.get(cell), _centres(sheet)[cell], sheet.names[cell]
    words = [Text.same(name), COLOUR_NAMES[sheet.colours[cell]]]
    words += [Text.same(str(number))] if number else []
    return Spot(name, cell, "pointy", x, y, sheet.colours[cell], tuple(words), number)


def _rulers(sheet: Sheet) -> tuple[Plate, ...]:
    first: dict[str, Point] = {}
    for cell in sheet.order:
        first.setdefault(sheet.names[cell][0], _centres(sheet)[cell])
    away = HALF_HEXAGON + 16
    return tuple([Plate("ruler", x - away, y, Text.same(letter)) for letter, (x, y) in first.items()])


def _slot(key: str) -> Slot:
    if key == "missed":
        return Slot(key, "hex", "text", MISSED)
    number = key.removeprefix("number.")
    return Slot(key, number, "", NUMBER.filled(n=number))


# Changing ------------------------------------------------------------------------------------------
def picture(state: State, seat: Seat, listed: Sequence[Move]) -> Picture:
    """What stands on a seat's board; `listed` are its legal moves."""
    sheet, mine = state.sheet, state.pads[seat]
    reachable = [move.to for move in listed if isinstance(move, Extend)]
    reached = reached_numbers(state) if len(state.pads) > 1 else None
    counts, total = _strip(sheet, mine.full, mine.half, len(mine.line), reached, _is_over(state))
    return Picture(
        sets=_sets(sheet, mine, gather(reachable), bool(listed)),
        tray=_symbols(state, mine, reachable) + _pack(sheet, state.seen, state.card),
        total=total,
        counts=counts,
        paths=(("line", mine.line), ("new", mine.new)),
        tray_note=clock(state).words,
    )


def _sets(sheet: Sheet, mine: Pad, legal: Cells, asked: bool) -> tuple[Cells, ...]:
    """The cells of each sign."""
    ends, taken = growing_ends(mine), taken_cells(mine)
    growing, new, beside = gather(ends), gather(mine.new), 0
    for end in ends:
        beside |= sheet.around[end]
    return (
        1 << sheet.starts[mine.start - 1],
        taken,
        new & ~(1 << mine.new[0]) if new else 0,
        growing,
        gather(outer_ends(mine)) & ~(growing | new),
        legal,
        beside & ~(taken | legal) if asked else 0,
        _numbered(sheet, mine.full),
        _numbered(sheet, mine.half),
    )


@lru_cache(CACHE_SIZE)
def _numbered(sheet: Sheet, numbers: int) -> Cells:
    return gather([cell for cell, number in sheet.numbers.items() if numbers >> number & 1])


def _symbols(state: State, mine: Pad, reachable: Sequence[int]) -> tuple[Token, ...]:
    if state.card is None:
        return ()
    sheet, card = state.sheet, state.sheet.cards[state.card]
    wanted = frozenset([sheet.colours[cell] for cell in reachable])
    return _on_the_card(card, symbols_left(sheet, card, mine.new[1:]), wanted)


@lru_cache(CACHE_SIZE)
def _on_the_card(card: str, left: str, wanted: frozenset[str]) -> tuple[Token, ...]:
    """The symbols of a card: those that are used, those that fit somewhere, the others."""
    tokens = []
    for symbol in card:
        used = symbol not in left
        tokens.append(Token("symbol", symbol, "used" if used else "fits" if symbol in wanted else "free"))
        left = left.replace(symbol, "", 1)
    return tuple(tokens)


@lru_cache(CACHE_SIZE)
def _pack(sheet: Sheet, seen: tuple[int, ...], card: int | None) -> tuple[Token, ...]:
    """The cards seen in the order they came, the one that counts now, and those to come."""
    tokens = [Token("card", sheet.cards[kind], "used") for kind in seen]
    now = () if card is None else (card,)
    tokens += [Token("card", sheet.cards[kind], "now") for kind in now]
    for kind, count in enumerate(cards_left(sheet, seen + now)):
        tokens += [Token("card", sheet.cards[kind], "free")] * count
    return tuple(tokens)


@lru_cache(CACHE_SIZE)
def _strip(
    sheet: Sheet, full: int, half: int, length: int, reached: int | None, over: bool
) -> tuple[tuple[Count, ...], int]:
    """The boxes and the points. Cells missed count once the game is over (T6); `reached` is None if alone."""
    score = pad(sheet, full, half, length, "T7" if reached is None else "T5")
    counts = tuple([_count(line, full | half, reached, over) for line in score.lines])
    return counts, score.total if over else score.won


def _count(line: Line, mine: int, reached: int | None, over: bool) -> Count:
    if line.key == "missed":
        points, word = (str(line.points), "empty") if over else ("", "to_go")
        return Count(points, f"{line.have} {{{word}}}", "open")
    number = int(line.key.removeprefix("number."))
    if line.have:
        return Count(str(line.points), "{full}" if line.points == number else "{half}", "won")
    late = has_higher(mine, number) if reached is None else reached >> number & 1  # T7, T5
    return Count("", "{half}" if late else "{free}", "open")


def caption(state: State, seat: Seat, listed: Sequence[Move]) -> Text:
    if _is_over(state):
        return OVER.filled(of=state.sheet.rounds)
    return clock(state).words.then(YOURS if listed else DONE if state.card is not None else DRAWING)


def _is_over(state: State) -> bool:
    return state.card is None and len(state.seen) == state.sheet.rounds


# What a report counts -----------------------------------------------------------------------------
def line_cells(sheet: Sheet) -> dict[int, str]:
    return {cell: sheet.names[cell] for cell in sorted(sheet.order)}


def covered_cells(state: State) -> list[Cells]:
    return [pad.covered for pad in state.pads]


def full_points(sheet: Sheet) -> dict[str, int]:
    return {f"number.{number}": number for number in sorted(sheet.numbers.values())}


COUNTING = Counting(
    crossable=line_cells,
    crossed=covered_cells,
    firsts=full_points,
    games=500,
    about_firsts=Text(
        "Zahlen zu zweit zwischen Starken: zuerst erreicht (volle Punkte), später (halbe) oder verpasst. "
        "Um Zahlen mit viel „später“ wird gerannt.",
        "Numbers between two strong bots: reached first (full points), later (half) or missed. Numbers "
        "with much “later” are raced for.",
    ),
    about_cells=Text(
        "Wie oft der starke Bot ein Feld am Ende einer Partie allein auf seiner Linie hat, in Prozent: je "
        "kräftiger, desto öfter; alle Startfelder zusammen. Tote Felder sind Papier, das niemand braucht; "
        "Pflichtfelder lassen keine Wahl.",
        "How often the strong bot has a cell on its line at the end of a game alone, in percent: the "
        "stronger the tint, the more often; all starts together. Dead cells are paper nobody needs; must "
        "cells leave no choice.",
    ),
)
