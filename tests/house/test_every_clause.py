"""Every clause has a test, every rule test names its clause, and nobody cites a clause that there is not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.house.tree import GAMES, ROOMS, ROOT

RULE_TESTS = ROOT / "tests" / "rules"

FIXED = {
    "dizzle": [f"D{number}" for number in range(1, 41)],
    "border": [f"B{number}" for number in range(1, 10)],
    "traexx": [f"T{number}" for number in range(1, 8)],
}
"""What the games' rules consist of. A clause more or less in a rulebook is a change of the rules."""

_RULE = re.compile(r"^- \*\*([DBT]\d+)\b", re.MULTILINE)
_TEST = re.compile(r"^\s*(?:async )?def (test_\w*)", re.MULTILINE)
_NAMES_A_CLAUSE = re.compile(r"test_([dbt]\d+)_\w+")
_CITATION = re.compile(r"\b[DBT]\d{1,2}\b")


# What the collector knows ----------------------------------------------------------------------
def clauses_in(rulebook: str) -> list[str]:
    """The ids of the clauses a rulebook states, in its order."""
    return _RULE.findall(rulebook)


def named_tests(sources: Iterable[str]) -> list[str]:
    """The names of all test functions in these texts."""
    return [name for source in sources for name in _TEST.findall(source)]


def clause_of(test: str) -> str | None:
    """The clause a test names: `test_d9_...` names D9."""
    found = _NAMES_A_CLAUSE.fullmatch(test)
    return found[1].upper() if found else None


def gaps(clauses: Iterable[str], tests: Iterable[str]) -> list[str]:
    """Clauses that no test names."""
    named = {clause_of(test) for test in tests}
    return [clause for clause in clauses if clause not in named]


def strays(clauses: Iterable[str], tests: Iterable[str]) -> list[str]:
    """Tests that name no clause, or none of these."""
    known = set(clauses)
    return [test for test in tests if clause_of(test) not in known]


def unknown_citations(clauses: Iterable[str], text: str) -> list[str]:
    """What looks like the id of a clause in a text and is none. Cells are lower case: `d9` is no citation."""
    return sorted(set(_CITATION.findall(text)) - set(clauses))


def texts_under(folder: Path, *endings: str) -> dict[str, str]:
    """All files with these endings below a folder, by path."""
    found = sorted(path for ending in endings for path in folder.rglob(f"*.{ending}"))
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in found}


def rulebook(slug: str, lang: str) -> str:
    return (GAMES / slug / f"rulebook.{lang}.md").read_text("utf-8")


# What it finds here ----------------------------------------------------------------------------
def test_every_game_has_its_clauses_here() -> None:
    assert set(ROOMS) == set(FIXED)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("slug", FIXED)
def test_a_rulebook_states_exactly_the_clauses_of_its_game(slug: str, lang: str) -> None:
    assert clauses_in(rulebook(slug, lang)) == FIXED[slug]


@pytest.mark.parametrize("slug", FIXED)
def test_every_clause_has_a_test(slug: str) -> None:
    tests = named_tests(texts_under(RULE_TESTS / slug, "py").values())
    assert gaps(clauses_in(rulebook(slug, "en")), tests) == []


@pytest.mark.parametrize("slug", FIXED)
def test_every_rule_test_names_a_clause_of_its_game(slug: str) -> None:
    tests = named_tests(texts_under(RULE_TESTS / slug, "py").values())
    assert tests
    assert strays(clauses_in(rulebook(slug, "en")), tests) == []


@pytest.mark.parametrize("slug", FIXED)
def test_a_game_cites_only_clauses_of_its_own(slug: str) -> None:
    texts = texts_under(GAMES / slug, "py", "md", "toml")
    unknown = {
        path: unknown_citations(clauses_in(rulebook(slug, "en")), text) for path, text in texts.items()
    }
    assert {path: ids for path, ids in unknown.items() if ids} == {}


def test_nobody_else_cites_an_unknown_clause() -> None:
    known = [clause for slug in FIXED for clause in clauses_in(rulebook(slug, "en"))]
    texts = texts_under(ROOT / "src", "py", "md", "toml") | texts_under(RULE_TESTS, "py")
    unknown = {path: unknown_citations(known, text) for path, text in texts.items()}
    assert {path: ids for path, ids in unknown.items() if ids} == {}


# That it would find something ------------------------------------------------------------------
PLANTED_RULEBOOK = """
# A game
- **D1** [setup] Something.
- **D2 Bomb.** [effect] Something about D1.
  - **D3** is no clause: it is indented.
- D4 is no clause: it is not bold.
"""

PLANTED_TESTS = """
def test_d1_something_is_so() -> None: ...
    def test_d1_in_a_class(self) -> None: ...
def test_d7_is_no_clause_of_it() -> None: ...
def test_names_no_clause() -> None: ...
def test_d1() -> None: ...
def a_test_d2_that_is_none() -> None: ...
"""


def test_the_collector_reads_clauses_from_a_rulebook() -> None:
    assert clauses_in(PLANTED_RULEBOOK) == ["D1", "D2"]


def test_the_collector_finds_a_planted_gap() -> None:
    assert gaps(clauses_in(PLANTED_RULEBOOK), named_tests([PLANTED_TESTS])) == ["D2"]
    assert gaps(["D1"], named_tests([PLANTED_TESTS])) == []


def test_the_collector_does_not_take_d1_for_d10() -> None:
    assert gaps(["D1", "D10"], ["test_d10_something"]) == ["D1"]
    assert gaps(["D1", "D10"], ["test_d1_0_something"]) == ["D10"]


def test_the_collector_finds_planted_strays() -> None:
    found = strays(clauses_in(PLANTED_RULEBOOK), named_tests([PLANTED_TESTS]))
    assert found == ["test_d7_is_no_clause_of_it", "test_names_no_clause", "test_d1"]


def test_the_collector_finds_a_planted_citation() -> None:
    assert unknown_citations(["D1", "D2"], "D1 and D41, but the cells d9 and b3, #D1F and D2-D3") == [
        "D3",
        "D41",
    ]


def test_the_collector_fails_for_a_clause_that_loses_its_tests() -> None:
    for slug, clauses in FIXED.items():
        tests = named_tests(texts_under(RULE_TESTS / slug, "py").values())
        for clause in clauses:
            kept = [test for test in tests if clause_of(test) != clause]
            assert clause in gaps(clauses, kept)
