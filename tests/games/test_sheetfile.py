"""Every sheet's head, and the way back to its lines."""

from __future__ import annotations

import pytest

from kritzel.game import SheetError, Text
from kritzel.sheetfile import as_text, game_of, read

GOOD = 'game = "dizzle"\nid = "mine"\nversion = 1\n'


def test_a_head_is_read() -> None:
    file = read(GOOD + 'title = { de = "Meins", en = "Mine" }\nblurb = "x"\n', "mine.toml", "dizzle")
    assert (file.id, file.version, file.title, file.blurb) == (
        "mine",
        1,
        Text("Meins", "Mine"),
        Text("x", "x"),
    )


def test_without_a_title_the_id_serves() -> None:
    assert read(GOOD, "mine.toml", "dizzle").title == Text("mine", "mine")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('game = "dizzle"\nid = 1\nversion = 1', 2),
        ('game = "dizzle"\nid = "No!"\nversion = 1', 2),
        ('game = "dizzle"\nid = "a"\nversion = 0', 3),
        ('game = "dizzle"\nid = "a"\nversion = 0x' + "f" * 5000, 3),
        ('game = "border"\nid = "a"\nversion = 1', 1),
        ('game = "dizzle"\nid = "a"\n', 0),
        ('game = "dizzle"\nid = \n', 2),
        ("a = " + "9" * 5000, 0),
        ("a = " + "[" * 5000, 0),
    ],
)
def test_a_broken_head_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(SheetError) as caught:
        read(text, "mine.toml", "dizzle")
    assert [defect.line for defect in caught.value.defects] == [line]


def test_all_defects_of_a_head_are_named_at_once() -> None:
    with pytest.raises(SheetError, match=r"(?s)mine.toml:0: .*game = .*id = .*version = "):
        read("", "mine.toml", "dizzle")


@pytest.mark.parametrize("text", ["", "game = 3", "game = "])
def test_a_sheet_says_which_game_it_is_for(text: str) -> None:
    with pytest.raises(SheetError):
        game_of(text, "mine.toml")


def test_texts_need_not_be_in_both_languages() -> None:
    assert as_text({"de": "Nur deutsch"}) == Text("Nur deutsch", "Nur deutsch")
    assert as_text({"en": 7}) == as_text(0x10**9000) == Text("", "")


def test_rows_know_their_lines() -> None:
    file = read(GOOD + "grid = '''\n1 2\n\n3 4\n'''\n", "mine.toml", "dizzle")
    assert file.rows("grid", file.data["grid"]) == [(5, "1 2"), (7, "3 4")]
    assert file.line("nothing") == 0
