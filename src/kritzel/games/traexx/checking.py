"""What is playable on a board but not good: remarks for those who draw their own."""

from __future__ import annotations

from collections import Counter

from kritzel.game import Defect, Text
from kritzel.games.traexx.material import (
    COLOUR_NAMES,
    COLOURS,
    COLOURS_OF_A_CARD,
    MOST_SYMBOLS,
    NUMBERS,
    SEAT_COUNTS,
    SLUG,
    Sheet,
)
from kritzel.mechanics.cells import Cells, each
from kritzel.sheetfile import read


def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Every remark on this board, in the order of its file."""
    file = read(sheet.source, sheet.id, SLUG)
    said = {
        "board": [*_colours_of_the_board(sheet), *_missing_numbers(sheet), *_unshown_colours(sheet)],
        "starts": [*_few_starts(sheet), *_bad_starts(sheet), *_unreachable(sheet)],
        "cards": [*_odd_cards(sheet), *_uneven_cards(sheet), *_useless_colours(sheet)],
    }
    return tuple(Defect(file.line(key), text, False) for key, texts in said.items() for text in texts)


def _colours_of_the_board(sheet: Sheet) -> list[Text]:
    counts = Counter(sheet.colours.values())
    return _if_uneven(counts, "Die Farben sind ungleich auf dem Plan", "the colours are uneven on the board")


def _missing_numbers(sheet: Sheet) -> list[Text]:
    missing = ", ".join(str(number) for number in NUMBERS if number not in sheet.numbers.values())
    return [Text(f"Es fehlen Zahlen: {missing}", f"numbers missing: {missing}")] if missing else []


def _unshown_colours(sheet: Sheet) -> list[Text]:
    shown = set("".join(sheet.cards))
    return [
        Text(
            f"{COLOUR_NAMES[colour].de} ist auf dem Plan, aber auf keiner Karte",
            f"{COLOUR_NAMES[colour].en} is on the board but on no card",
        )
        for colour in COLOURS
        if sheet.of_colour[colour] and colour not in shown
    ]


def _few_starts(sheet: Sheet) -> list[Text]:
    count, most = len(sheet.starts), SEAT_COUNTS[-1]
    if count >= most:
        return []
    de = f"Nur {count} von {most} Startfeldern: so viele können höchstens mitspielen"
    return [Text(de, f"only {count} of {most} start cells: no more can play")]


def _bad_starts(sheet: Sheet) -> list[Text]:
    remarks = []
    for start in sheet.starts:
        name = sheet.names[start]
        if start in sheet.numbers:
            de = f"Start {name} liegt auf der {sheet.numbers[start]}: Wer dort beginnt, bekommt sie nicht"
            remarks.append(
                Text(de, f"start {name} is on the {sheet.numbers[start]}: who starts there won't score it")
            )
        if not sheet.around[start]:
            remarks.append(
                Text(f"Start {name} berührt kein anderes Feld", f"start {name} touches no other cell")
            )
    return remarks


def _unreachable(sheet: Sheet) -> list[Text]:
    remarks = []
    for number, start in enumerate(sheet.starts, 1):
        if far := sheet.cells & ~_reach(sheet, start):
            names = ", ".join(sheet.names[cell] for cell in each(far))
            de = f"Von Start {number} ({sheet.names[start]}) aus unerreichbar: {names}"
            remarks.append(Text(de, f"out of reach from start {number} ({sheet.names[start]}): {names}"))
    return remarks


def _reach(sheet: Sheet, start: int) -> Cells:
    reached, fresh = 0, 1 << start
    while fresh:
        reached |= fresh
        fresh = sheet.grid.beside(fresh) & sheet.cells & ~reached
    return reached


def _odd_cards(sheet: Sheet) -> list[Text]:
    return [
        Text(
            f"Karte {card}: üblich sind 4 verschiedene Farben, höchstens eine davon doppelt",
            f"card {card}: usual are 4 different colours, at most one of them twice",
        )
        for card in sheet.cards
        if len(set(card)) != COLOURS_OF_A_CARD or len(card) > MOST_SYMBOLS
    ]


def _uneven_cards(sheet: Sheet) -> list[Text]:
    counts: Counter[str] = Counter()
    for card, times in zip(sheet.cards, sheet.pack, strict=True):
        counts.update(card * times)
    return _if_uneven(
        counts, "Die Farben sind ungleich auf den Karten", "the colours are uneven on the cards"
    )


def _useless_colours(sheet: Sheet) -> list[Text]:
    shown = set("".join(sheet.cards))
    return [
        Text(
            f"{COLOUR_NAMES[colour].de} ist auf Karten, aber nicht auf dem Plan",
            f"{COLOUR_NAMES[colour].en} is on cards but not on the board",
        )
        for colour in COLOURS
        if colour in shown and not sheet.of_colour[colour]
    ]


def _if_uneven(counts: Counter[str], de: str, en: str) -> list[Text]:
    """A remark where some colour is there at least twice more often than another."""
    each_colour = [counts[colour] for colour in COLOURS]
    if max(each_colour) - min(each_colour) <= 1:
        return []
    listed = " ".join(f"{colour}={counts[colour]}" for colour in COLOURS)
    return [Text(f"{de}: {listed}", f"{en}: {listed}")]
