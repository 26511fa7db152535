"""Dizzle's sheets: read as drawn, refused with every fatal defect, and judged where they are not good."""

from __future__ import annotations

import random

import pytest

from kritzel.game import SheetError
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle.scoring import solo_rank
from kritzel.games.dizzle.sheet import RANKS, Sheet
from kritzel.mechanics.cells import each

HEAD = 'game = "dizzle"\nid = "t"\nversion = 1\n'

FULL = (
    HEAD
    + """grid = '''
x    3    5g1  2b   .    o
4    1r   6g3  2    5pa  3
.    2kc  4lc  1f1  6h   5pb
1    5o   3r   4b   v    6
'''
areas = '''
.    A    A    .    .    .
.    A    .    .    .    .
.    .    .    .    .    .
.    .    .    .    b    b
'''
[rows]
3 = 10
1 = 4
[columns]
d = 6
[points]
gems = [1, 2, 3]
puzzles = { a = 8, b = 6 }
areas = { A = 6, b = 2 }
flags = [[10, 6, 3, 1]]
bomb = -3
heap = -2
ranks = [80, 70, 60, 50, 40, 30]
"""
)

PLAIN = HEAD + "grid = '''\nx 1 2 3\n4 5 6 1\n'''\n"

RAILS = HEAD + "grid = '''\nEW 1 2s5 3\n4 5 6 NS\n'''\n"


def fatal(text: str) -> list[tuple[int, str]]:
    with pytest.raises(SheetError) as caught:
        GAME.notation.parse_sheet(text, "my.toml")
    assert all(defect.fatal and defect.text.de and defect.text.en for defect in caught.value.defects)
    return [(defect.line, defect.text.en) for defect in caught.value.defects]


def named(sheet: Sheet, cells: int) -> list[str]:
    return [sheet.name(cell) for cell in each(cells)]


def remarks(text: str) -> list[str]:
    found = GAME.notation.defects(GAME.notation.parse_sheet(text))
    assert not any(defect.fatal for defect in found)
    said = [defect.text.en for defect in found]
    return [text for text in said if "a game fills" not in text and "fair share" not in text]


# Read as drawn ---------------------------------------------------------------------------------------
def test_everything_drawn_is_found() -> None:
    sheet = GAME.notation.parse_sheet(FULL)
    assert (sheet.game, sheet.id, sheet.version, sheet.title.en) == ("dizzle", "t", 1, "t")
    assert named(sheet, sheet.start) == ["a1"]
    assert named(sheet, sheet.bombs) == ["d1", "d4"]
    assert named(sheet, sheet.rockets) == ["b2", "c4"]
    assert named(sheet, sheet.planets) == ["f1", "b4"]
    assert named(sheet, sheet.heaps) == ["e3"]
    assert named(sheet, sheet.volcanoes) == ["e4"]
    assert named(sheet, sheet.showing[3]) == ["b1", "f2", "c4"]
    assert sheet.numbered.bit_count() == 19
    assert [(lock.colour, named(sheet, lock.keys), named(sheet, lock.locks)) for lock in sheet.locks] == [
        ("c", ["b3"], ["c3"])
    ]
    assert [(gem.name, named(sheet, gem.cells), gem.points) for gem in sheet.gems] == [
        ("g1", ["c1"], 1),
        ("g3", ["c2"], 3),
    ]
    assert [(area.name, named(sheet, area.cells), area.points) for area in sheet.areas] == [
        ("A", ["b1", "c1", "b2"], 6),
        ("b", ["e4", "f4"], 2),
    ]
    assert [(puzzle.name, puzzle.points) for puzzle in sheet.puzzles] == [("a", 8), ("b", 6)]
    assert [(flag.name, named(sheet, flag.cells), flag.points) for flag in sheet.flags] == [
        ("1", ["d3"], (10, 6, 3, 1))
    ]
    assert [(a.axis, a.place, named(sheet, a.cells), a.points) for a in sheet.arrows] == [
        ("row", 0, ["a1", "b1", "c1", "d1", "f1"], 4),
        ("row", 2, ["b3", "c3", "d3", "e3", "f3"], 10),
        ("column", 3, ["d1", "d2", "d3", "d4"], 6),
    ]
    assert (sheet.bomb, sheet.heap, sheet.rails) == (-3, -2, False)


def test_a_sheet_of_rails() -> None:
    sheet = GAME.notation.parse_sheet(RAILS)
    assert sheet.rails
    assert [(sheet.name(piece.cell), piece.piece) for piece in sheet.printed] == [("a1", "EW"), ("d2", "NS")]
    assert named(sheet, sheet.start) == ["a1", "d2"]
    assert [(sheet.name(station.cell), station.points) for station in sheet.stations] == [("c1", 5)]


def test_sheets_compare_by_identity() -> None:
    assert GAME.notation.parse_sheet(PLAIN) != GAME.notation.parse_sheet(PLAIN)


@pytest.mark.parametrize(
    ("points", "rank"), [(-5, 7), (30, 7), (31, 6), (40, 6), (41, 5), (60, 4), (70, 3), (80, 2), (81, 1)]
)
def test_d34_ranks(points: int, rank: int) -> None:
    assert solo_rank(GAME.notation.parse_sheet(FULL), points) == rank


def test_d34_ranks_of_a_sheet_that_names_none() -> None:
    assert GAME.notation.parse_sheet(PLAIN).ranks == RANKS


# Fatal -----------------------------------------------------------------------------------------------
def test_all_defects_come_at_once_with_their_lines() -> None:
    broken = FULL.replace("6g3", "7g3").replace("flags = ", "flag = ").replace("d = 6", "g = 6")
    assert fatal(broken) == [
        (6, "unknown cell '7g3'"),
        (20, "columns: there is no g"),
        (21, "flags: a list of numbers is missing"),
        (25, "unknown points: flag"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("grid = [", 0, "not valid TOML"),
        ("grid = 3 3", 1, "not valid TOML"),
        ("", 0, "expected game"),
        (HEAD, 0, "missing: grid"),
        (HEAD + "grid = 3", 4, "missing: grid"),
        (HEAD + "grid = '''\n \n'''", 4, "missing: grid"),
        (PLAIN.replace("2", "9"), 5, "unknown cell '9'"),
        (PLAIN.replace("2", "2g4"), 5, "unknown cell '2g4'"),
        (PLAIN.replace("2", "g1"), 5, "unknown cell 'g1'"),
        (PLAIN.replace("2", "2s0"), 5, "unknown cell '2s0'"),
        (PLAIN.replace("2", "²"), 5, "unknown cell '²'"),
        (PLAIN.replace("4 5", "5"), 6, "3 instead of 4 cells"),
        (PLAIN.replace("4 5", "4 4 5"), 6, "5 instead of 4 cells"),
        (HEAD + "grid = '''\nx " + "1 " * 26 + "\n'''", 5, "more than 26 columns"),
        (HEAD + "grid = '''\nx 1\n" + "1 2\n" * 99 + "'''", 104, "more than 99 rows"),
        (PLAIN.replace("x", "1"), 4, "no start"),
        (HEAD + "grid = '''\nx v o\n'''", 4, "no cell has a number"),
        (PLAIN + "colums = {}", 8, "unknown: colums"),
        (PLAIN + "points = { gem = [1] }", 0, "unknown points: gem"),
        (PLAIN + "points = 3", 8, "[points] must be a table"),
        (PLAIN + "rows = 3", 8, "[rows] must be a table"),
        (PLAIN + "[rows]\n3 = 5", 9, "rows: there is no 3"),
        (PLAIN + "[rows]\na = 5", 9, "rows: there is no a"),
        (PLAIN + "[columns]\ne = 5", 9, "columns: there is no e"),
        (PLAIN + "[columns]\n1 = 5", 9, "columns: there is no 1"),
        (PLAIN + "[rows]\n1 = 'ten'", 9, "rows.1: points as a whole number"),
        (PLAIN + "[rows]\n1 = true", 9, "rows.1: points as a whole number"),
        (PLAIN + "[rows]\n1 = 0xffffffffffffffffffff", 9, "rows.1: points as a whole number"),
        (PLAIN.replace("2", "2g2"), 0, "gems: g2: points"),
        (PLAIN.replace("2", "2g2") + "points.gems = [1]", 8, "gems: g2: points"),
        (PLAIN.replace("2", "2g2") + "points.gems = 1", 8, "gems: g2: points"),
        (PLAIN.replace("2", "2pa"), 0, "puzzles.a: points"),
        (PLAIN.replace("2", "2pa") + "points.puzzles = [1]", 8, "puzzles: points by letter"),
        (
            PLAIN.replace("2", "2pa") + "points.puzzles = { a = 5, b = 5 }",
            8,
            "puzzles.b: points, but no cells",
        ),
        (PLAIN.replace("2", "2f1"), 0, "flags: a list of numbers"),
        (PLAIN.replace("2", "2f2") + "points.flags = [[1]]", 8, "flags: a list of numbers"),
        (PLAIN.replace("2", "2f1") + "points.flags = [[]]", 8, "flags: a list of numbers"),
        (PLAIN.replace("2", "2f1") + "points.flags = [[1, 'a']]", 8, "flags: a list of numbers"),
        (PLAIN.replace("2", "2f1") + "points.flags = [[6, 10]]", 8, "flags: must descend"),
        (PLAIN.replace("2 3", "2f1 3f1") + "points.flags = [[6]]", 4, "flag f1 is there more than once"),
        (PLAIN.replace("2", "2b"), 0, "bomb: points"),
        (PLAIN.replace("2", "2b") + "points.bomb = 3", 8, "bomb: minus points"),
        (PLAIN.replace("2", "2h"), 0, "heap: points"),
        (PLAIN + "points.ranks = [60, 50, 40, 30, 20]", 8, "ranks: 6 different bounds"),
        (PLAIN + "points.ranks = [60, 50, 40, 30, 20, 20]", 8, "ranks: 6 different bounds"),
        (PLAIN + "points.ranks = [50, 60, 40, 30, 20, 10]", 8, "ranks: must descend"),
        (PLAIN + "points.ranks = 'best'", 8, "ranks: a list of numbers"),
        (PLAIN + "areas = 3", 8, "areas must be a picture"),
        (PLAIN + "areas = '''\nA A . .\n'''\npoints.areas.A = 1", 8, "areas has 1 instead of 2 rows"),
        (PLAIN + "areas = '''\nA A .\n. . . .\n'''\npoints.areas.A = 1", 9, "3 instead of 4 cells"),
        (PLAIN + "areas = '''\n. AA . .\n. . . .\n'''", 9, "area 'AA' is no letter"),
        (PLAIN + "areas = '''\nA A . .\n. . . .\n'''", 8, "areas.A: points as a whole number"),
        (PLAIN + "points.areas = { A = 3 }", 8, "areas.A: points, but no cells"),
        (
            PLAIN.replace("2", ".") + "areas = '''\n. A A .\n. . . .\n'''\npoints.areas.A = 1",
            9,
            "area A lies on a gap",
        ),
        (RAILS.replace("3", "x"), 5, "x on d1 can't go with rails"),
        (RAILS.replace("3", "v"), 5, "v on d1 can't go with rails"),
        (RAILS.replace("3", "o"), 5, "o on d1 can't go with rails"),
        (RAILS.replace("3", "3o"), 5, "3o on d1 can't go with rails"),
        (RAILS.replace("6", "6r"), 6, "6r on c2 can't go with rails"),
    ],
)
def test_fatal_defects(text: str, line: int, words: str) -> None:
    found = fatal(text)
    assert any(at == line and words in said for at, said in found), found


def test_sheets_with_slips_are_read_or_refused() -> None:
    rng = random.Random(2)
    slips = ["", " ", "\n", "x", "9", "=", "'", "[", "{}", "true", "1.5", "-1", "1979-05-27", "[[1]]", "''"]
    for _ in range(1500):
        text = FULL
        for _ in range(rng.randrange(1, 3)):
            cut = rng.randrange(len(text))
            text = text[:cut] + rng.choice(slips) + text[cut + rng.randrange(6) :]
        try:
            sheet = GAME.notation.parse_sheet(text)
        except SheetError:
            continue
        GAME.notation.defects(sheet)


# Playable, but not good ------------------------------------------------------------------------------
def test_remarks_stand_in_the_order_of_the_file() -> None:
    assert remarks(FULL) == [
        "puzzle a has only 1 piece",
        "puzzle b has only 1 piece",
        "area b can never be full: there is a volcano",
    ]


@pytest.mark.parametrize(
    ("rows", "more", "words"),
    [
        ("x 1 . 2 3", "", "can never be reached: d1, e1"),
        ("x 1 v 2 3", "", "can never be reached: d1, e1"),
        ("x 1 o 2 3", "", "can never be reached: c1, d1, e1"),
        ("x 1r v 2 3o", "", ""),
        ("x 1 2lc 3kc 4", "", "can never be reached: c1, d1, e1"),
        ("x 1 2lc 3kc 4", "", "lock without a reachable key: red"),
        ("x 1kt 2lt 3ks 4ls", "", ""),
        ("x 1 2lt 3", "", "lock without a reachable key: blue"),
        ("x 1 2ks 3", "", "key without a lock: green"),
        ("x 1 2pa 3", "points.puzzles.a = 5", "puzzle a has only 1 piece"),
        ("x 1 2 3", "areas = '''\n. A . .\n'''\npoints.areas.A = 5", "area A has only 1 cell"),
        ("x 1 2 3", "areas = '''\n. A . A\n'''\npoints.areas.A = 5", "area A does not close"),
        ("x 1 2 v", "rows.1 = 5", "row 1 can never be full: there is a volcano"),
        ("x 1 2 v", "columns.d = 5", "column d can never be full: there is a volcano"),
        ("x 1 . 2\n4 5 . 6", "columns.c = 5", "column c has no cells"),
        ("x 1r 2 3", "", "rockets without planets"),
        ("x 1 2 o", "", "planets without a number, but no rocket"),
        ("x 1 2s5 3", "", "stations, but no printed rail"),
    ],
)
def test_remarks(rows: str, more: str, words: str) -> None:
    found = remarks(f"{HEAD}grid = '''\n{rows}\n'''\n{more}\n")
    assert words in found if words else not found


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("x 1 2 3 4 5 6", []),
        ("x 1 1 2 3 4 5 6", ["2 cells with 1, a fair share is 1"]),
        ("x 1 2 3 4 5 5", ["0 cells with 6, a fair share is 1", "2 cells with 5, a fair share is 1"]),
    ],
)
def test_unbalanced_numbers(row: str, words: list[str]) -> None:
    found = GAME.notation.defects(GAME.notation.parse_sheet(f"{HEAD}grid = '''\n{row}\n'''\n"))
    assert [defect.text.en for defect in found if "fair share" in defect.text.en] == words


def test_d21_a_flag_should_have_four_values() -> None:
    text = HEAD + "grid = '''\nx 1f1 2f2\n'''\n[points]\nflags = [[10, 6], [10, 6, 3, 1]]\n"
    assert remarks(text) == ["flag 1 should have 4 values, not 2"]


def test_a_sheet_that_a_game_can_fill() -> None:
    small = GAME.notation.defects(GAME.notation.parse_sheet(PLAIN.replace("6 1", "6 .")))
    assert [defect.text.en for defect in small] == ["6 cells with a number, a game fills up to 45"]
    large = HEAD + "grid = '''\nx 1 2 3 4 5 6\n" + ". 1 2 3 4 5 6\n" * 7 + "'''\n"
    assert GAME.notation.defects(GAME.notation.parse_sheet(large)) == ()
