"""Sheets of The Border: the printed one, what is odd about others, and what cannot be played at all."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kritzel.game import Setup, SheetError
from kritzel.games.border import GAME
from kritzel.games.border.sheet import ICONS, ONE_BOARD, Sheet
from kritzel.games.catalogue import find
from kritzel.mechanics.cells import each
from tools import border_sheet

HEAD = 'game = "border"\nid = "tiny"\nversion = 1\n'
MAP = ["  #   #", "*   #   #", "  A   B", "#   #   *", "  #   #"]
AREAS = "[areas.A]\npoints = [4, 2]\n[areas.B]\npoints = [5, 2]\n"
BOARD = ["  r   o", "*   r   y", "  .   .", "g   b   *", "  g   a"]
OTHER = ["  g   b", "*   g   a", "", "y   o   *", "  y   r"]


def drawn(key: str, rows: list[str]) -> str:
    return f"{key} = '''\n" + "\n".join(rows) + "\n'''\n"


def sheet_text(
    rows: list[str] = MAP,
    areas: str = AREAS,
    boards: tuple[list[str], ...] = (BOARD, OTHER),
    end: str = "end = 2\n",
) -> str:
    tables = "".join("[[boards]]\n" + drawn("colours", board) for board in boards)
    return HEAD + end + drawn("map", rows) + areas + tables


def parsed(**parts: object) -> Sheet:
    return GAME.notation.parse_sheet(sheet_text(**parts))  # type: ignore[arg-type]


def names(sheet: Sheet, cells: int) -> list[str]:
    return [sheet.names[cell] for cell in each(cells)]


def odd(sheet: Sheet) -> dict[str, int]:
    """Every defect in English with its line; all have German words, and only a lonely board is fatal."""
    found = GAME.notation.defects(sheet)
    assert all(defect.text.de and defect.fatal == (defect.text == ONE_BOARD) for defect in found)
    return {defect.text.en: defect.line for defect in found}


def wrong(text: str) -> list[tuple[int, str]]:
    """The fatal defects of a sheet that cannot be played."""
    with pytest.raises(SheetError) as caught:
        GAME.notation.parse_sheet(text, "tiny.toml")
    assert all(defect.text.de and defect.fatal for defect in caught.value.defects)
    return [(defect.line, defect.text.en) for defect in caught.value.defects]


# The printed sheet --------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def printed() -> Sheet:
    sheet = find("border/1")[1]
    assert isinstance(sheet, Sheet)
    return sheet


def test_the_printed_sheet_has_no_defect(printed: Sheet) -> None:
    assert GAME.notation.defects(printed) == ()


def test_the_printed_sheet_has_what_the_box_has(printed: Sheet) -> None:
    assert (len(printed.names), len(printed.areas), len(printed.boards), printed.end) == (86, 9, 4, 6)
    assert names(printed, printed.white) == ["c3", "k12"]
    numbers = [(area.first, area.later) for area in printed.areas]
    assert numbers == [(4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5), (11, 5), (12, 6)]
    assert [area.ring.bit_count() for area in printed.areas] == [8, 12, 13, 15, 16, 17, 18, 20, 21]
    assert {area.icon for area in printed.areas} == set(ICONS)
    for board in printed.boards:
        assert [sorted(map(int.bit_count, segments)) for segments in board.segments] == [[2, 3, 4, 5]] * 6


def test_the_printed_sheet_is_what_its_tool_writes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert border_sheet.main(["--check"]) == 0
    monkeypatch.setattr(border_sheet, "SHEET", tmp_path / "1.toml")
    assert border_sheet.main(["--check"]) == 1
    assert "differs" in capsys.readouterr().out
    assert border_sheet.main([]) == 0
    assert border_sheet.main(["--check"]) == 0


# Reading ------------------------------------------------------------------------------------------
def test_cells_are_named_by_column_and_number_and_listed_column_by_column() -> None:
    sheet = parsed()
    assert list(sheet.names.values()) == ["a1", "a2", "b1", "b3", "c1", "c2", "d1", "d3", "e1", "e2"]
    assert names(sheet, sheet.areas[0].ring) == ["a1", "a2", "b1", "b3", "c1", "c2"]
    assert names(sheet, sheet.boards[0].segments[0][0]) == ["b1", "c1"]
    assert names(sheet, sheet.grid.beside(1 << sheet.cell_named["a1"]) & sheet.cells) == ["a2", "b1"]


def test_names_do_not_depend_on_where_the_map_is_drawn() -> None:
    moved = [["", *["    " + row for row in rows]] for rows in (MAP, BOARD, OTHER)]
    sheet = parsed(rows=moved[0], boards=(moved[1], moved[2]))
    assert list(sheet.names.items()) == list(parsed().names.items())
    assert sheet.boards[1].colours == parsed().boards[1].colours


def test_a_map_of_one_column_keeps_its_blank_lines() -> None:
    rows, board = ["*", "", "#", "", "A", "", "#"], ["*", "", "r", "", "", "", "b"]
    sheet = parsed(rows=rows, areas="[areas.A]\npoints = [3, 1]\n", boards=(board, board), end="end = 1\n")
    assert list(sheet.names.values()) == ["a1", "a2", "a4"]
    assert names(sheet, sheet.areas[0].ring) == ["a2", "a4"]


def test_names_and_icons_of_areas_and_boards() -> None:
    text = sheet_text().replace("points = [4, 2]", 'icon = "m_fish"\nname = "Teich"\npoints = [4, 2]')
    sheet = GAME.notation.parse_sheet(text.replace("[[boards]]", '[[boards]]\nname = { de = "Eins" }', 1))
    assert (sheet.areas[0].icon, sheet.areas[0].name.en, sheet.areas[1].name.de) == ("m_fish", "Teich", "B")
    assert [board.name.en for board in sheet.boards] == ["Eins", "Board 2"]
    assert (sheet.game, sheet.id, sheet.title.en) == ("border", "tiny", "tiny")


# Odd but playable ---------------------------------------------------------------------------------
def test_segments_and_colours_are_counted_per_board() -> None:
    found = odd(parsed())
    assert found["board 1: segments in red: 2; there should be 2, 3, 4, 5"] == 16
    assert found["board 2: segments in orange: 1; there should be 2, 3, 4, 5"] == 24
    assert found["board 1: unequal colours: red 2, orange 1, yellow 1, green 2, blue 1, grey 1"] == 16


def test_a_colour_without_cells_has_no_segments() -> None:
    board = [row.replace("a", "r") for row in BOARD]
    assert "board 1: segments in grey: 0; there should be 2, 3, 4, 5" in odd(parsed(boards=(board, OTHER)))


def test_few_and_equal_boards() -> None:
    found = odd(parsed(boards=(BOARD, OTHER, BOARD)))
    assert "boards: 3, so at most 3 can play" in found
    assert "board 1 and board 3 have the same colouring" in found


def test_a_single_board_can_be_looked_at_but_not_played() -> None:
    sheet = parsed(boards=(BOARD,))
    assert odd(sheet)[ONE_BOARD.en]
    assert not [text for text in odd(sheet) if "at most" in text]
    assert len(GAME.blank(sheet).pads) == 1
    with pytest.raises(ValueError, match="has 1 board, too few for 2 seats"):
        GAME.rules.start(Setup(sheet, 2))


def test_a_blank_sheet_has_its_boards_as_they_are_seated() -> None:
    sheet = find("border/1")[1]
    assert GAME.blank(sheet) == GAME.rules.start(Setup(sheet, 4))


def test_an_area_open_to_the_outside() -> None:
    found = odd(parsed(rows=[*MAP[:-1], "      #"], boards=([*BOARD[:-1], "      a"],)))
    assert found["area A does not close: b2 touches the outside of the map"] == 12


def test_an_area_open_at_the_corner_of_the_grid() -> None:
    rows, board = ["A   *", "  #"], [".   *", "  r"]
    found = odd(parsed(rows=rows, areas="[areas.A]\npoints = [3, 1]\n", boards=(board,), end="end = 1\n"))
    assert "area A does not close: a1 touches the outside of the map" in found


def test_areas_that_touch_each_other_or_fall_apart() -> None:
    rows = ["  #   #", "*   A   #", "  A   B", "#   #   *", "  #   #", "#", "  A"]
    board = ["  r   o", "*   .   y", "  .   .", "g   b   *", "  g   a", "r"]
    found = odd(parsed(rows=rows, boards=(board,)))
    assert "area A does not close: c1 touches area B" in found
    assert "area B does not close: d2 touches area A" in found
    assert "area A is in 2 parts" in found


def test_later_points_above_the_first() -> None:
    found = odd(parsed(areas=AREAS.replace("[5, 2]", "[5, 6]")))
    assert found["area B: later seats get more (6) than the first (5)"] == 14


def test_cells_without_area_or_way_and_a_single_white_cell() -> None:
    rows = [row.replace("*", "#", 1) if number == 3 else row for number, row in enumerate(MAP)]
    board = [row.replace("*", "b", 1) if number == 3 else row for number, row in enumerate(BOARD)]
    found = odd(parsed(rows=[*rows, "", "", "", "  #"], boards=([*board, "", "", "", "  r"],)))
    assert found["touches no area: b5"] == 5
    assert found["not reachable from a white cell: b5"] == 5
    assert found["white cells: 1, the game has 2"] == 5


def test_a_sheet_says_which_board_each_seat_gets() -> None:
    sheet = parsed(end="end = 2\nseating = { 2 = [2, 1] }\n")
    assert (parsed().seatings, sheet.seatings) == ({2: (1, 2)}, {2: (2, 1)})
    assert [pad.board for pad in GAME.rules.start(Setup(sheet, 2)).pads] == [2, 1]
    assert [pad.board for pad in GAME.rules.start(Setup(sheet, 2, (1, 2))).pads] == [1, 2]


# Not playable -------------------------------------------------------------------------------------
def test_a_board_that_differs_from_the_map_is_named_line_by_line() -> None:
    board = ["  r   o   r", "*   r   v", "  .   .", "g   b   r", "  g"]
    assert wrong(sheet_text(boards=(board, OTHER))) == [
        (18, "board 1: 'r' at place 10 stands where the map has nothing"),
        (19, "board 1: 'v' is no colour; there are roygba"),
        (21, "board 1: 'r' stands where the map has a white cell (*)"),
        (22, "board 1: d3 has no colour"),
    ]


def test_lines_of_the_second_drawing_are_right_when_the_first_is_missing() -> None:
    text = (
        sheet_text(boards=(OTHER,))
        .replace("[[boards]]", "[[boards]]\n[[boards]]")
        .replace("r\n'''", "w\n'''")
    )
    assert wrong(text) == [
        (16, "board 1: missing colours = '''...'''"),
        (23, "board 2: 'w' is no colour; there are roygba"),
    ]


def test_everything_wrong_is_named_at_once() -> None:
    text = sheet_text(rows=[" #  ?", "B   #", "#"], areas="[areas.A]\npoints = [4, 2]\n", boards=(), end="")
    assert wrong(text) == [
        (0, "end says how many areas end the game (B8), as in end = 6; found nothing"),
        (0, "expected 1 to 4 tables [[boards]]"),
        (4, "no white cell (*): action 2 could never begin"),
        (4, "missing: table [areas.B]"),
        (5, "'#' at place 1 stands between two columns"),
        (5, "'?' means nothing in a map; there are #, * and A to Z"),
        (7, "# in column 1 is off by a half line"),
        (9, "area A is not in the map"),
    ]


@pytest.mark.parametrize("given", ["", "map = 5\n", "map = '''\n \n'''\n", "map = '''\n?\n'''\n"])
def test_without_a_map_the_boards_are_not_measured_against_it(given: str) -> None:
    found = wrong(HEAD + "end = 1\n" + given + "[[boards]]\n" + drawn("colours", BOARD))
    assert (file_line(given), "the map has no area") in found
    assert not any("board" in words for _, words in found)


def file_line(given: str) -> int:
    return 5 if given else 0


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("end = 2", "end = 3", 4, "end = 3, but the map has only 2 areas"),
        ("end = 2", "end = 2\nseating = [2, 1]", 5, "seating: a different board for each seat, as in"),
        ("end = 2", "end = 2\nseating = { 3 = [1, 2, 3] }", 5, "seating: a different board for each seat"),
        ("end = 2", "end = 2\nseating = { 2 = [1] }", 5, "found [1]"),
        ("end = 2", "end = 2\nseating = { 2 = [2, 2] }", 5, "seating.2: a different board for each seat"),
        ("end = 2", "end = 2\nseating = { 2 = [1, 3] }", 5, "found [1, 3]"),
        ("end = 2", 'end = 2\nseating = { 2 = ["1", 2] }', 5, "found ['1', 2]"),
        ("end = 2", "end = 0", 4, "as in end = 6; found 0"),
        ("end = 2", "end = true", 4, "as in end = 6; found True"),
        ("end = 2", 'end = "2"', 4, "as in end = 6; found '2'"),
        ("points = [4, 2]", "", 12, "area A: expected points = [12, 6], found None"),
        ("[4, 2]", "4", 12, "area A: expected points = [12, 6], found 4"),
        ("[4, 2]", "[4]", 12, "area A: expected points = [12, 6], found [4]"),
        ("[4, 2]", "[4, -2]", 12, "area A: expected points = [12, 6], found [4, -2]"),
        ("[4, 2]", "[4, 2000]", 12, "area A: expected points = [12, 6], found [4, 2000]"),
        ("[4, 2]", '["4", 2]', 12, "area A: expected points = [12, 6], found ['4', 2]"),
        ("points = [4, 2]", 'points = [4, 2]\nicon = "fish"', 12, "area A: icon must be one of m_tree"),
        ("points = [4, 2]", "points = [4, 2]\nicon = [1]", 12, "area A: icon must be one of m_tree"),
        ("[areas.A]\npoints = [4, 2]", "[areas]\nA = 4", 13, "areas.A is no table"),
        (
            AREAS,
            "[areas.A]\n[areas.B]\npoints = [5, 2]\n",
            12,
            "area A: expected points = [12, 6], found None",
        ),
        (AREAS, "areas = 4\n", 12, "areas is no table"),
        ('"tiny"', '"Tiny!"', 2, "expected id"),
        ("version = 1", "version = ", 3, "not valid TOML"),
        ("*   #   #", "*   #" + " " * 47 + "#", 7, "more than 26 columns"),
    ],
)
def test_wrong_values_are_refused(old: str, new: str, line: int, words: str) -> None:
    found = wrong(sheet_text().replace(old, new, 1))
    assert any(at == line and words in said for at, said in found), found


@pytest.mark.parametrize("boards", ["boards = 4\n", "boards = []\n", "boards = [[], [], [], [], []]\n"])
def test_boards_must_be_one_to_four_tables(boards: str) -> None:
    text = HEAD + "end = 2\n" + boards + drawn("map", MAP) + AREAS
    assert wrong(text) == [(5, "expected 1 to 4 tables [[boards]]")]


def test_an_area_that_nobody_could_enclose_is_refused() -> None:
    rows, board = ["*   #", "", "A   B"], ["*   r", "", ".   ."]
    assert wrong(sheet_text(rows=rows, boards=(board, board))) == [
        (10, "area A touches no border cell that could be crossed"),
    ]


def test_mangled_sheets_are_read_or_refused_but_never_crash() -> None:
    luck, text = random.Random(7), sheet_text()
    for _ in range(1500):
        at, to = luck.randrange(len(text)), luck.randrange(len(text))
        mangled = text[:at] + luck.choice(
            ["", "#", "*", "A", "r", "\n", "=", "[", '"', "\t", "é", text[to : to + 5]]
        )
        try:
            sheet = GAME.notation.parse_sheet(mangled + text[at + luck.randrange(4) :])
        except SheetError:
            continue
        assert GAME.notation.defects(sheet)
