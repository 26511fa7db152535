"""docs/clauses.md is what the tool makes of the house today, and no clause is without a home in the rules."""

from __future__ import annotations

import pytest

from kritzel import rulebook
from kritzel.games.catalogue import GAMES
from tools import clause_index as tool


def test_the_index_is_not_stale() -> None:
    assert tool.PAGE.read_text("utf-8") == tool.page(), "run tools/clause_index.py"


@pytest.mark.parametrize("slug", GAMES)
def test_every_clause_is_kept_somewhere(slug: str) -> None:
    kept = tool.homes(tool.keeping(slug))
    assert [clause.id for clause in rulebook.clauses(slug, "en") if clause.id not in kept] == []


def test_a_range_names_all_between() -> None:
    assert tool.cited("D5-D7, D9: as in T1-2; the cell d4") == {"D5", "D6", "D7", "D9", "T1", "T2"}


def test_functions_methods_and_tables_are_homes() -> None:
    source = '''"""D1"""
FACES = 6  # D2
def roll() -> int:
    """D3"""
class Sheet:
    """D4"""
    def rails(self) -> int:
        return 0  # D5
'''
    cited = {name: tool.cited(text) for name, text in tool.parts(source)}
    assert cited == {"FACES": {"D2"}, "roll": {"D3"}, "Sheet.rails": {"D5"}}
