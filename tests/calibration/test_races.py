"""Bombs, flags and starts: the search moves nothing else; where it helped, bombs spoil nothing that pays."""

from __future__ import annotations

import random
import re

import pytest

from kritzel.games import catalogue
from tools import dizzle_races as races

pytestmark = pytest.mark.slow

GAME = catalogue.game("dizzle")


@pytest.mark.parametrize("name", "1234567")
def test_a_sheet_is_read_and_drawn_as_it_is(name: str) -> None:
    sheet = catalogue.find(f"dizzle/{name}")[1]
    layout = races.read(sheet.source)
    assert layout.drawn(layout.cells) == sheet.source


@pytest.mark.parametrize("name", "1234567")
def test_elsewhere_only_bombs_and_flags_have_moved(name: str) -> None:
    layout = races.read(catalogue.find(f"dizzle/{name}")[1].source)
    found = races.read(races.elsewhere(layout, random.Random(5)).text)
    GAME.notation.parse_sheet(found.text, "elsewhere.toml")
    still = re.compile(r"(?<=\d)[bf]\d?")
    assert {at: still.sub("", token) for at, token in found.cells.items()} == {
        at: still.sub("", token) for at, token in layout.cells.items()
    }
    assert sorted(still.findall(found.text)) == sorted(still.findall(layout.text))


@pytest.mark.parametrize("name", "1234567")
def test_restarted_only_start_crosses_have_changed_places(name: str) -> None:
    layout = races.read(catalogue.find(f"dizzle/{name}")[1].source)
    found = races.read(races.restarted(layout, random.Random(5)).text)
    GAME.notation.parse_sheet(found.text, "elsewhere.toml")
    moved = [at for at, token in found.cells.items() if token != layout.cells[at]]
    starts = [at for at, token in layout.cells.items() if token == "x"]
    assert moved
    assert sorted(layout.cells[at] for at in moved) == sorted(found.cells[at] for at in moved)
    assert set(starts) <= set(moved)


@pytest.mark.parametrize("name", "246")
def test_bombs_of_fairer_sheets_spoil_nothing_that_pays(name: str) -> None:
    sheet = catalogue.find(f"dizzle/{name}")[1]
    layout = races.read(sheet.source)
    assert sheet.version > 1
    assert not layout.paying & {at for at, token in layout.cells.items() if re.match(r"\db", token)}
