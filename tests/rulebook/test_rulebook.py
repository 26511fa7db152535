"""The rulebook says the same in both languages, with the ids of the clauses and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kritzel import rulebook
from kritzel.game import LANGUAGES
from kritzel.games import catalogue
from kritzel.rulebook import TAGS, Book, Clause

IDS = {
    "dizzle": [f"D{n}" for n in range(1, 41)],
    "border": [f"B{n}" for n in range(1, 10)],
    "traexx": [f"T{n}" for n in range(1, 8)],
}
RULED = {"D3", "D6", "D7", "D17", "D20", "D21", "D22", "D23", "D24", "D25", "D27", "D33", "D35", "D37"} | {
    "B2", "B6", "B9", "T1", "T3", "T5", "T6"
}  # fmt: skip
BOTH = [(game, lang) for game in IDS for lang in LANGUAGES]


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_every_clause_is_there_once_and_in_order(game: str, lang: str) -> None:
    assert [clause.id for clause in rulebook.clauses(game, lang)] == IDS[game]


@pytest.mark.parametrize("game", IDS)
def test_both_languages_have_the_same_tags_rulings_and_chapters(game: str) -> None:
    german, english = (rulebook.clauses(game, lang) for lang in ("de", "en"))
    assert [clause.tags for clause in german] == [clause.tags for clause in english]
    assert [bool(clause.ruling) for clause in german] == [bool(clause.ruling) for clause in english]
    assert _sizes(rulebook.book(game, "de")) == _sizes(rulebook.book(game, "en"))


def _sizes(book: Book) -> list[tuple[int, int]]:
    return [(len(chapter.clauses), chapter.prose.count("\n\n")) for chapter in book.chapters]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rulings_are_marked_where_the_house_decided(lang: str) -> None:
    every = [clause for game in IDS for clause in rulebook.clauses(game, lang)]
    assert {clause.id for clause in every if clause.ruling} == RULED
    assert not [clause.id for clause in every if "**" in clause.text + clause.ruling]


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_both_languages_name_the_same_numbers_and_clauses(game: str, lang: str) -> None:
    def figures(clause: Clause) -> list[str]:
        return sorted(re.findall(r"[DBT]?\d+", clause.text + " " + clause.ruling))

    german, english = (rulebook.clauses(game, tongue) for tongue in ("de", "en"))
    assert [figures(clause) for clause in german] == [figures(clause) for clause in english]


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_clauses_cite_only_clauses_that_there_are(game: str, lang: str) -> None:
    cited = re.findall(
        r"\b[DBT]\d+", " ".join(each.text + each.ruling for each in rulebook.clauses(game, lang))
    )
    assert set(cited) <= set(IDS[game])


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_a_newcomer_reads_150_to_250_words(game: str, lang: str) -> None:
    assert 150 <= len(rulebook.how_it_plays(game, lang).split()) <= 250


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_the_book_ends_with_whose_game_it_is(game: str, lang: str) -> None:
    people = {
        "dizzle": ("Ralf zur Linde", "Schmidt Spiele"),
        "border": ("Michael Kiesling", "Reinhard Staupe", "NSV"),
        "traexx": ("Steffen Benndorf", "Reinhard Staupe", "NSV"),
    }
    last = rulebook.book(game, lang).chapters[-1].prose
    assert all(name in last for name in people[game])
    assert {"de": "nicht verbunden", "en": "not affiliated"}[lang] in last


def test_tags_are_one_closed_list_and_all_used() -> None:
    used = {tag for game in IDS for clause in rulebook.clauses(game, "en") for tag in clause.tags}
    assert used == set(TAGS)


def test_a_clause_by_its_id() -> None:
    found = rulebook.clause("d8", "en")
    assert (found.id, found.game, found.chapter) == ("D8", "dizzle", "Taking and placing")
    assert found.text == "If there are dice on your sheet, the next one goes next to any of them."
    assert (found.ruling, found.tags) == ("", ("placing",))
    assert "not-enclosed" in found.examples


@pytest.mark.parametrize(
    ("ask", "there"),
    [
        (lambda: rulebook.clause("D41", "en"), "D1-D40, B1-B9, T1-T7"),
        (lambda: rulebook.book("dizzle", "fr"), "de, en"),
        (lambda: rulebook.clauses("chess", "en"), "dizzle"),
        (lambda: rulebook.examples("chess"), "traexx"),
    ],
)
def test_an_unknown_name_says_what_there_is(ask: object, there: str) -> None:
    assert callable(ask)
    with pytest.raises(LookupError, match=re.escape(there)):
        ask()


def test_a_game_without_rulebook_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "_has", lambda game, name: False)
    with pytest.raises(catalogue.UnknownName, match=r"dizzle has no rulebook.*rulebook\.en\.md"):
        rulebook.languages("dizzle")


def test_a_line_that_is_no_clause_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook.examples("dizzle")
    rulebook.book.cache_clear()
    monkeypatch.setattr(rulebook, "_read", lambda game, name: "# Dizzle\n\n## One\n\n- **D1** no tags\n")
    with pytest.raises(ValueError, match="no clause"):
        rulebook.book("dizzle", "en")


def test_the_glossary_has_every_tag() -> None:
    glossary = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
    missing = [tag for tag, name in TAGS.items() if f"| `{tag}` | {name.de} | {name.en} |" not in glossary]
    assert not missing
