"""The page: whole, self-contained, in both languages, with a tint for every cell."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kritzel.drawing.theme import contrast, tokens
from kritzel.games import catalogue
from kritzel.report import chapters, heat
from kritzel.report.page import command_line, page, style
from kritzel.report.pictures import crossable, printed
from tests.drawing.scenes import SHEETS as EVERY_SHEET
from tests.drawing.styled import unstyled
from tests.report.made import told

VOID = {"meta", "br", "hr", "img", "input", "link"}
SHEETS = ("tiny", "border/1", "traexx/1")


class Checked(HTMLParser):
    """Fails on tags that do not match; keeps what was seen."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.texts: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.see(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.see(attrs)

    def see(self, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(text: str) -> Checked:
    parser = Checked()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    return parser


class Pages(dict[tuple[str, str], str]):
    """Reports by sheet and language, made when somebody looks: each compiles its game."""

    def __missing__(self, key: tuple[str, str]) -> str:
        with pytest.MonkeyPatch.context() as patch:
            asked, figures = told(key[0], patch)
            for lang in ("de", "en"):
                self[key[0], lang] = page(asked, figures, command_line(key[0], None, asked, lang), lang)
        return self[key]


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages()


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("name", SHEETS)
def test_every_chapter_stands_in_the_page(name: str, lang: str, pages: dict[tuple[str, str], str]) -> None:
    seen = read(pages[name, lang])
    assert [each for each in seen.ids if each in chapters.TITLES] == list(chapters.TITLES)
    words = " ".join(seen.texts)
    for title in chapters.TITLES.values():
        assert title.say(lang) in words
    assert "{" not in re.sub(r"<style>.*?</style>", "", pages[name, lang], flags=re.DOTALL)
    assert f'<html lang="{lang}">' in pages[name, lang]
    assert f"kritzel report {name} --games 40 --seed 1 --lang {lang}" in words


@pytest.mark.parametrize("name", SHEETS)
def test_the_page_needs_nothing_else(name: str, pages: dict[tuple[str, str], str]) -> None:
    text = pages[name, "en"]
    seen = read(text)
    assert "<script" not in text
    assert "http" not in text
    assert "@import" not in text
    assert all(link.startswith("#") for link in seen.links)
    assert {link[1:] for link in seen.links} <= set(seen.ids)
    assert set(re.findall(r"url\(#([\w-]+)\)", text)) <= set(seen.ids)
    used = set(re.findall(r"var\(--(\w+)", text))
    assert used - {"f", "c"} <= set(re.findall(r"--(\w+):", text))


@pytest.mark.parametrize("name", SHEETS)
def test_everything_drawn_in_a_page_has_its_style(name: str, pages: dict[tuple[str, str], str]) -> None:
    assert unstyled(pages[name, "en"]) == set()


@pytest.mark.parametrize(("slug", "sheet"), EVERY_SHEET)
def test_everything_on_a_tinted_sheet_has_its_style(slug: str, sheet: str) -> None:
    game, laid = catalogue.find(f"{slug}/{sheet}")
    maps = [heat.HeatMap("", scene, {}) for scene in printed(game, laid, "en")]
    drawn = heat.draw(maps, dead=0.02, must=0.98, percent=str)
    assert unstyled(f"<style>{style(game.facts.pad)}</style>{drawn}") == set()


@pytest.mark.parametrize("name", SHEETS)
def test_every_cell_has_its_tint(name: str, pages: dict[tuple[str, str], str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        asked = told(name, patch, 4)[0]
    there = set(crossable(asked.game, asked.sheet).values())
    tinted = re.findall(r'<g class="t(\d+)" data-cell="(\w+)">', pages[name, "en"])
    maps = len(asked.sheet.boards) if asked.game.slug == "border" else 1
    assert sorted(cell for _, cell in tinted) == sorted([*there] * maps)
    assert all(0 <= int(step) <= heat.STEPS for step, _ in tinted)


@pytest.mark.parametrize("name", SHEETS)
def test_boards_that_go_round_are_told(name: str, pages: dict[tuple[str, str], str]) -> None:
    assert ("Boards go round here." in pages[name, "en"]) == name.startswith("border")


def test_tints_follow_the_share() -> None:
    assert [heat.step(often) for often in (0, 0.04, 0.5, 0.96, 1)] == [0, 0, 5, 10, 10]
    for theme in ("light", "dark"):
        colours = heat.tints(theme)
        assert colours["t0"] == tokens(theme)["paper"]
        assert all(contrast(tokens(theme)["text"], colour) >= 4.5 for colour in colours.values())


def test_the_same_figures_make_the_same_page(pages: dict[tuple[str, str], str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        asked, figures = told("traexx/1", patch)
    again = page(asked, figures, command_line("traexx/1", None, asked, "en"), "en")
    assert again == pages["traexx/1", "en"]


def test_a_file_is_named_in_the_command() -> None:
    with pytest.MonkeyPatch.context() as patch:
        asked = told("traexx/1", patch, 4)[0]
    said = command_line(None, str(Path("my sheet.toml")), asked, "de")
    assert said == "kritzel report --sheet 'my sheet.toml' --games 4 --seed 1 --lang de"
