"""Boards of Träxx: the one in the box, own ones of any shape, and what is wrong with bad ones."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from kritzel.game import Setup, SheetError
from kritzel.games.catalogue import find
from kritzel.games.traexx import GAME
from kritzel.games.traexx.sheet import COLOURS, Sheet
from kritzel.mechanics.cells import each

BOARD = """'''
  r   o3
y   g   b2
  a   r4
'''"""
GOOD = f"""game = "traexx"
id = "tiny"
version = 1
board = {BOARD}
starts = ["b2", "a1"]
cards = ["royg", "rrba", "gbao"]
"""
BOX: Sheet = find("traexx/1")[1]


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(SheetError) as caught:
        GAME.notation.parse_sheet(text, "tiny.toml")
    assert all(defect.fatal and defect.text.de for defect in caught.value.defects)
    return [(defect.line, defect.text.en) for defect in caught.value.defects]


def remarks(text: str) -> list[tuple[int, str]]:
    found = GAME.notation.defects(GAME.notation.parse_sheet(text, "tiny.toml"))
    assert not any(defect.fatal for defect in found)
    assert all(defect.text.de for defect in found)
    return [(defect.line, defect.text.en) for defect in found]


def test_a_tiny_board_is_read_as_drawn() -> None:
    sheet = GAME.notation.parse_sheet(GOOD)
    assert [sheet.names[cell] for cell in sheet.order] == ["a1", "a2", "b1", "b2", "b3", "c1", "c2"]
    assert "".join(sheet.colours[cell] for cell in sheet.order) == "roygbar"
    assert {sheet.names[cell]: number for cell, number in sheet.numbers.items()} == {
        "a2": 3,
        "b3": 2,
        "c2": 4,
    }
    assert [sheet.names[cell] for cell in sheet.starts] == ["b2", "a1"]
    assert (sheet.cards, sheet.pack, sheet.rounds) == (("royg", "rrba", "ogba"), (1, 1, 1), 3)
    assert (sheet.game, sheet.id, sheet.version, sheet.source) == ("traexx", "tiny", 1, GOOD)


def test_neighbours_share_an_edge() -> None:
    sheet = GAME.notation.parse_sheet(GOOD)
    beside = {sheet.names[c]: [sheet.names[n] for n in each(sheet.around[c])] for c in sheet.order}
    assert beside["b2"] == ["a1", "a2", "b1", "b3", "c1", "c2"]
    assert beside["a1"] == ["a2", "b1", "b2"]
    assert beside["b3"] == ["a2", "b2", "c2"]


def test_sheets_compare_by_identity() -> None:
    assert GAME.notation.parse_sheet(GOOD) != GAME.notation.parse_sheet(GOOD)


def test_rows_may_begin_anywhere_in_step() -> None:
    drawn = "'''\n            r\n  o       y\ng   b\n'''"
    sheet = GAME.notation.parse_sheet(GOOD.replace(BOARD, drawn).replace('"b2", "a1"', '"b2"'))
    assert [sheet.names[n] for n in each(sheet.around[sheet.named["b1"]])] == ["c1", "c2"]
    assert [sheet.names[n] for n in each(sheet.around[sheet.named["b2"]])] == ["a1"]


@pytest.mark.parametrize(
    ("change", "to", "line", "words"),
    [
        (BOARD, "5", 4, "missing: board = '''...'''"),
        (BOARD, "'''\n\n'''", 4, "missing: board = '''...'''"),
        (f"board = {BOARD}", "", 0, "missing: board = '''...'''"),
        (
            "y   g   b2",
            "y   g   b11",
            6,
            "b3: expected a colour (roygba), perhaps with a number 2-10, not 'b11'",
        ),
        ("y   g   b2", "y   v   b2", 6, "b2: expected a colour"),
        ("y   g   b2", "y   g   \tb2", 6, "b3: expected a colour"),
        ("y   g   b2", "y   g  b2", 6, "b3 is out of place"),
        ("y   g   b2", "y   g     b2", 6, "b3 is out of place"),
        ("y   g   b2", "y   g   b3", 6, "the 3 is there twice: a2 and b3"),
        ('starts = ["b2", "a1"]', "", 0, 'expected starts = ["d4", "d5"]'),
        ('["b2", "a1"]', "[]", 9, 'expected starts = ["d4", "d5"]'),
        ('["b2", "a1"]', '"b2"', 9, 'expected starts = ["d4", "d5"]'),
        ('["b2", "a1"]', "[2, 1]", 9, 'expected starts = ["d4", "d5"]'),
        ('["b2", "a1"]', '["b2", "z1"]', 9, "start 'z1' is no cell of the board"),
        ('["b2", "a1"]', '["b2", "b2"]', 9, "start 'b2' is named twice"),
        ('cards = ["royg", "rrba", "gbao"]', "", 0, 'expected cards = ["royg", "rrob"]'),
        ('["royg", "rrba", "gbao"]', "[]", 10, 'expected cards = ["royg", "rrob"]'),
        ('["royg", "rrba", "gbao"]', "{ a = 1 }", 10, 'expected cards = ["royg", "rrob"]'),
        ('"gbao"', '"gbav"', 10, "card 'gbav': expected colours out of roygba"),
        ('"gbao"', '""', 10, "card '': expected colours out of roygba"),
        ("version = 1", "version = 1\ntitel = 'Tiny'", 4, "unknown: titel"),
        ('game = "traexx"', 'game = "dizzle"', 1, "expected game"),
        ("version = 1", "version = ", 3, "not valid TOML"),
    ],
)
def test_what_cannot_be_played_is_named_with_its_line(change: str, to: str, line: int, words: str) -> None:
    assert change in GOOD
    found = faults(GOOD.replace(change, to))
    assert len(found) == 1
    assert found[0][0] == line
    assert words in found[0][1]


def test_all_fatal_defects_are_named_at_once() -> None:
    broken = GOOD.replace("y   g   b2", "y   x   b3").replace('"a1"', '"q1"').replace('"gbao"', '"?"')
    assert [line for line, _ in faults(broken)] == [6, 6, 9, 10]


def test_rows_beyond_z_are_refused() -> None:
    rows = "\n".join("  r" if row % 2 else "o" for row in range(27))
    drawn = GOOD.replace(BOARD, f"'''\n{rows}\n'''")
    assert (31, "at most 26 rows (a to z)") in faults(drawn)


def test_reading_never_raises_anything_else() -> None:
    rng = random.Random(3)
    for _ in range(2000):
        letters = list(GOOD)
        for _ in range(rng.randrange(1, 5)):
            letters[rng.randrange(len(letters))] = rng.choice("rogyba0123 \n'\"[]{}=,.#é\t")
        try:
            sheet = GAME.notation.parse_sheet("".join(letters))
        except SheetError:
            continue
        GAME.notation.defects(sheet)
        GAME.rules.start(Setup(sheet, 1))


def test_remarks_on_the_tiny_board() -> None:
    assert remarks(GOOD) == [
        (4, "numbers missing: 5, 6, 7, 8, 9, 10"),
        (9, "only 2 of 4 start cells: no more can play"),
        (10, "card rrba: usual are 4 different colours, at most one of them twice"),
        (10, "the colours are uneven on the cards: r=3 o=2 y=1 g=2 b=2 a=2"),
    ]


@pytest.mark.parametrize(
    ("change", "to", "remark"),
    [
        ("y   g   b2", "y   g       b2", (9, "out of reach from start 1 (b2): b3")),
        ("y   g   b2", "y   g       b2", (9, "out of reach from start 2 (a1): b3")),
        ('"a1"', '"a2"', (9, "start a2 is on the 3: who starts there won't score it")),
        ("y   g   b2", "r   r   b2", (4, "the colours are uneven on the board: r=4 o=1 y=0 g=0 b=1 a=1")),
        ('"royg", ', "", (4, "yellow is on the board but on no card")),
        ("y   g   b2", "r   g   b2", (10, "yellow is on cards but not on the board")),
        ('"gbao"', '"gggbao"', (10, "card ogggba: usual are 4 different colours, at most one of them twice")),
    ],
)
def test_what_is_playable_but_not_good_is_remarked(change: str, to: str, remark: tuple[int, str]) -> None:
    assert change in GOOD
    assert remark in remarks(GOOD.replace(change, to))


def test_a_start_that_touches_nothing_is_remarked() -> None:
    text = GOOD.replace("y   g   b2", "y   g       b2").replace('"a1"', '"b3"')
    assert (9, "start b3 touches no other cell") in remarks(text)


# The board in the box ---------------------------------------------------------------------------------
def test_the_box_has_no_defects() -> None:
    assert GAME.notation.defects(BOX) == ()


def test_the_box_has_a_hexagon_of_side_five() -> None:
    rows = Counter(name[0] for name in BOX.names.values())
    assert [rows[row] for row in "abcdefghi"] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert sorted(Counter(BOX.colours.values()).values()) == [10, 10, 10, 10, 10, 11]


def test_no_two_cells_of_one_colour_touch_in_the_box() -> None:
    for cell in BOX.order:
        around = {BOX.colours[other] for other in each(BOX.around[cell])}
        assert BOX.colours[cell] not in around
        assert len(around) >= min(4, BOX.around[cell].bit_count())


def test_the_big_numbers_of_the_box_are_on_the_rim() -> None:
    on_rim = {number: BOX.around[cell].bit_count() < 6 for cell, number in BOX.numbers.items()}
    assert on_rim == {number: number >= 5 for number in range(2, 11)}


def test_the_starts_of_the_box_are_around_the_centre() -> None:
    assert len(BOX.starts) == 4
    for start in BOX.starts:
        assert BOX.around[BOX.named["e5"]] >> start & 1
        assert start not in BOX.numbers


def test_the_cards_of_the_box_are_every_choice_of_four_colours() -> None:
    assert BOX.rounds == 15
    assert {"".join(dict.fromkeys(card)) for card in BOX.cards} == {
        "".join(c) for c in combinations(COLOURS, 4)
    }
    doubled = [colour for card in BOX.cards for colour in COLOURS if card.count(colour) == 2]
    assert sorted(doubled) == sorted(COLOURS)
    assert set(Counter("".join(BOX.cards)).values()) == {11}
