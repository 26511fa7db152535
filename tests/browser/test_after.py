"""After the end: the game again, its record, its dice, and the next game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from kritzel.cli import main
from tests.browser import ahead
from tests.browser.hands import Hand, play_on, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server

pytestmark = pytest.mark.slow

People = Callable[..., Person]


def ended(server: Server, person: Person, sheet: str = "traexx/1", *others: str) -> ahead.Laid:
    """A finished game, and this person looks at its end."""
    laid = ahead.ended(server, sheet, [person.name, *others])
    laid._replace(guests=laid.guests[:1]).handed_to(person)
    person.open(laid.path)
    expect(person.page.get_by_role("table", name=re.compile("Score pads|Wertungsblöcke"))).to_be_visible()
    return laid


def record_of(person: Person, folder: Path) -> Path:
    """The record, downloaded as people do it."""
    with person.page.expect_download() as coming:
        person.link(person.say("Mitschrift", "Record")).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


@pytest.mark.parametrize("sheet", [pytest.param("dizzle/3", marks=pytest.mark.slow), "traexx/1"])
def test_a_record_replays_in_the_terminal(sheet: str, server: Server, person: People, tmp_path: Path) -> None:
    mara = person("Mara")
    laid = ended(server, mara, sheet, "Jonas")
    replayed = CliRunner().invoke(main, ["replay", str(record_of(mara, tmp_path)), "--json"])
    assert replayed.exit_code == 0, replayed.output
    told = json.loads(replayed.output)
    assert told["names"] == ["Mara", "Jonas"]
    total = mara.page.get_by_role("row", name=re.compile("^Total"))
    shown = {rank["name"]: rank["points"] for rank in laid.view()["result"]["ranking"]}
    assert {score["name"]: score["total"] for score in told["score"]} == shown
    for points in shown.values():
        expect(total.get_by_role("cell", name=str(points), exact=True).first).to_be_visible()


def test_the_game_again(server: Server, person: People) -> None:
    """The replay with its slider, step by step and back."""
    mara = person("Mara", phone=True)
    ended(server, mara, "traexx/1", "Jonas")
    again = mara.page.get_by_role("region", name="Replay")
    slider = again.get_by_role("slider", name="Moment of the game")
    last = int(slider.input_value())
    assert last > 30
    again.get_by_role("button", name="One step back").tap()
    expect(slider).not_to_have_value(str(last))
    again.get_by_role("button", name="One step on").tap()
    expect(slider).to_have_value(str(last))
    slider.press("Home")
    expect(slider).to_have_value("0")
    expect(again).to_contain_text("Blank sheets")
    again.get_by_role("button", name="One step on").tap()
    expect(slider).not_to_have_value("0")
    slider.press("End")
    expect(slider).to_have_value(str(last))
    mara.page.get_by_role("group", name="Whose sheet").get_by_role("button", name=re.compile("^Jonas")).tap()
    expect(again.get_by_role("img", name=re.compile("^Jonas: sheet"))).to_be_visible()


def test_true_dice_are_proven(server: Server, person: People, tmp_path: Path) -> None:
    mara = person("Mara")
    laid = ended(server, mara, "dizzle/1", "Jonas")
    path = record_of(mara, tmp_path)
    mara.link("Check the dice").click()
    expect(mara.page.get_by_role("heading", name=re.compile(r"^All \d+ rolls are true\."))).to_be_visible()
    expect(mara.text("The opened secret fits the promise.")).to_be_visible()
    expect(mara.text("The names are those the game began with.")).to_be_visible()

    kim = person("Kim", phone=True, lang="de").open("/verify")
    kim.page.locator("input[type=file]").set_input_files(path)
    expect(kim.page.get_by_role("heading", name=re.compile(r"^Alle \d+ Würfe stimmen"))).to_be_visible()
    assert laid.table in path.read_text("utf-8")


def tampered(text: str, way: str) -> str:
    """A record in which somebody was luckier than the dice."""
    if way == "roll":
        return re.sub(
            r"^roll: (\d+)", lambda roll: f"roll: {'6' * len(roll[1])}", text, count=1, flags=re.MULTILINE
        )
    if way == "last":
        *before, last = re.finditer(r"^card: (\w+)$", text, flags=re.MULTILINE)
        other = before[0][1]
        return text[: last.start(1)] + other + text[last.end(1) :]
    if way == "names":
        return re.sub(r"^seats: (\w+), (\w+)$", r"seats: \2, \1", text, flags=re.MULTILINE)
    if way == "order":
        return re.sub(r"# dice order: (\d) (\d)", r"# dice order: \2 \1", text)
    seed = re.search(r"# dice seed: (\w)", text)
    assert seed
    digit = "0" if seed[1] != "0" else "1"
    return text[: seed.start(1)] + digit + text[seed.end(1) :]


@pytest.mark.parametrize(
    ("sheet", "way"),
    [
        ("dizzle/1", "roll"),
        ("traexx/1", "last"),
        ("traexx/1", "seed"),
        ("traexx/1", "names"),
        ("traexx/1", "order"),
    ],
)
def test_bent_dice_are_noticed(sheet: str, way: str, server: Server, person: People, tmp_path: Path) -> None:
    mara = person("Mara", lang="en")
    ended(server, mara, sheet, "Jonas")
    path = record_of(mara, tmp_path)
    bent = tmp_path / "bent.txt"
    bent.write_text(tampered(path.read_text("utf-8"), way), "utf-8")
    assert bent.read_text("utf-8") != path.read_text("utf-8")
    mara.open("/verify").page.locator("input[type=file]").set_input_files(bent)
    expect(mara.page.get_by_role("heading", name="Something is wrong here.")).to_be_visible()
    expect(mara.page.get_by_role("heading", name=re.compile("are true"))).to_have_count(0)


def test_any_file_is_no_record(person: People, tmp_path: Path) -> None:
    mara = person("Mara").open("/verify").forgives("status of 422")
    other = tmp_path / "letter.txt"
    other.write_text("Dear Jonas", "utf-8")
    mara.page.locator("input[type=file]").set_input_files(other)
    expect(
        mara.page.get_by_role("alert").or_(mara.page.get_by_role("status")).filter(has_text="no")
    ).to_be_visible()


def test_rematch(server: Server, person: People) -> None:
    """One tap; the others are told and follow; everybody has the seat they had."""
    mara, jonas = person("Mara"), person("Jonas", phone=True, lang="de")
    laid = ahead.ended(server, "traexx/1", ["Mara", "Jonas"])
    laid.handed_to(mara, jonas)
    for someone in (mara, jonas):
        someone.open(laid.path)
    mara.button("Rematch, same table").click()
    expect(mara.page).not_to_have_url(re.compile(laid.table))
    expect(jonas.text("Mara will eine Revanche.")).to_be_visible()
    jonas.link("Bin dabei").tap()
    mara.heading("Everyone chooses")
    jonas.heading("Alle wählen")
    assert mara.place == jonas.place
    assert Hand(mara).step()
    assert Hand(jonas).step()


def test_the_next_sheet(server: Server, person: People) -> None:
    mara = person("Mara")
    ended(server, mara, "dizzle/1")
    mara.button(re.compile("^Next sheet: ")).click()
    mara.heading("Your turn")
    expect(mara.page.get_by_role("banner")).to_contain_text("Three keys")


def test_a_watcher_sees_the_end(server: Server, person: People) -> None:
    mara, jonas, kim = person("Mara"), person("Jonas"), person("Kim", lang="de")
    laid = ahead.lay(server, "traexx/1", ["Mara", "Jonas"])
    ahead.brought(laid, lambda view: "Card 15" in ahead.clock(view))
    hands = sit_down(laid, mara, jonas)
    kim.open(laid.path)
    expect(kim.text("Du schaust zu.")).to_be_visible()
    play_on(*hands)
    ranking = kim.page.get_by_role("region", name="Rangliste")
    expect(ranking.get_by_role("listitem")).to_have_count(2)
    expect(ranking.get_by_role("img", name="Sieg")).to_be_visible()
