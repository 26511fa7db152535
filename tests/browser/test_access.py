"""For everybody: axe finds nothing serious on any page, on paper and on the board; keys alone are enough."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import ahead
from tests.browser.hands import Hand, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]
SERIOUS = ("serious", "critical")
PLAIN = "[document.documentElement, document.body].forEach((each) => each.style.backgroundImage = 'none')"
"""Contrast cannot be measured on the dots of the desk; without them it can."""
SETTLED = """async () => {
  await document.fonts.ready;
  const ends = (each) => each.effect.getComputedTiming().endTime < Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((each) => each.finished));
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
}"""
"""Nor while something still fades in."""

AXE = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
"""What axe looks for; whoever speaks to the page must be able to say what stands there."""


def serious(page: Page) -> list[str]:
    """What axe finds serious or critical, with the first place of each."""
    page.evaluate(PLAIN)
    page.evaluate(SETTLED)
    found = Axe().run(page, options=AXE).response["violations"]
    return [
        f"{page.url} {each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


@pytest.mark.slow
def test_axe_notices(person: People) -> None:
    """The check itself is checked: a button without a name, and grey words on grey."""
    mara = person("Mara").open("/nowhere")
    page = mara.page
    page.get_by_role("main").evaluate("main => main.append(document.createElement('button'))")
    page.get_by_role("heading", level=1).evaluate("heading => heading.style.color = '#d9cfba'")
    assert [problem.split()[1] for problem in serious(page)] == ["button-name:", "color-contrast:"]


@pytest.mark.parametrize(
    "dark", [pytest.param(False, id="paper", marks=pytest.mark.slow), pytest.param(True, id="board")]
)
def test_axe_on_every_page(dark: bool, server: Server, person: People) -> None:
    mara = person("Mara", phone=not dark, dark=dark, lang="de" if dark else "en").forgives("status of 401")
    found = [problem for page in every_page(server, mara) for problem in serious(page)]
    assert not found, "\n".join(found)


def every_page(server: Server, mara: Person) -> Iterator[Page]:
    """Open one page after the other, each with something on it."""
    ended = ahead.ended(server, "traexx/1", ["Mara"])
    ended.handed_to(mara)
    guest = ended.guests[0]
    lobby = f"/t/{guest.lay('border/1', 'me', 'friend')['table']}"
    plain = ["/", "/verify", f"/verify/{ended.table}", "/device", "/nowhere", "/t/0123456789abcdef"]
    reading = ["/rules/dizzle", "/rules/traexx", "/learn/border", "/learn/traexx"]
    for path in [*plain, *reading, ended.path, lobby]:
        mara.open(path)
        expect(mara.page.get_by_role("heading", level=1)).to_be_visible()
        expect(mara.page.get_by_role("main")).to_be_visible()
        yield mara.page


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["dizzle/1", "dizzle/7", "border/1", "traexx/1"])
def test_axe_on_every_table(sheet: str, server: Server, person: People) -> None:
    laid = ahead.lay(server, sheet, ["Mara", "Jonas"])
    ahead.brought(laid, lambda view: view["version"] > 16)
    mara, jonas = person("Mara", phone=True), person("Jonas", dark=True, lang="de")
    sit_down(laid, mara, jonas)
    found = serious(mara.page) + serious(jonas.page)
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_axe_on_slips_and_notes(server: Server, person: People) -> None:
    """A refusal with its clause, the menu, the scores."""
    mara = person("Mara", phone=True)
    (hand,) = sit_down(ahead.begun(server, "dizzle/1", ["Mara"]), mara)
    hand.cell("e3").tap()
    mara.note("crossed")
    found = serious(mara.page)
    for button, title in (("Menu", "Menu"), ("Scores", "Scores")):
        mara.button(button).tap()
        expect(mara.page.get_by_role("dialog", name=title)).to_be_visible()
        found += serious(mara.page)
        mara.page.keyboard.press("Escape")
    assert not found, "\n".join(found)


# Keys ----------------------------------------------------------------------------------------------
def press(person: Person, *keys: str) -> None:
    for key in keys:
        person.page.keyboard.press(key)


def tab_to(person: Person, name: str) -> None:
    """Walk with Tab until something of this name has the focus."""
    named = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    for _ in range(80):
        press(person, "Tab")
        if re.search(name, str(person.page.evaluate(named))):
            return
    raise AssertionError(f"Tab never comes to {name}")


@pytest.mark.slow
def test_a_whole_game_with_keys_alone(person: People) -> None:
    """From the first page to the last card of Träxx, without a mouse."""
    mara = person("Mara").open()
    expect(mara.button(re.compile("^Solo now"))).to_be_visible()
    mara.page.get_by_role("radio", name="Dizzle").focus()
    press(mara, "ArrowDown", "ArrowDown")
    expect(mara.page.get_by_role("radio", name="Träxx")).to_be_checked()
    tab_to(mara, "^Solo now")
    press(mara, "Enter")
    expect(mara.page.get_by_role("grid")).to_be_visible()
    hand = Hand(mara)
    expect(mara.page.locator(":focus")).to_have_role("gridcell")
    while (now := hand.signs()).playing:
        if now.legal:
            press(mara, "n", "Enter")
            hand.wait(now)
            if hand.signs().legal.keys() == now.legal.keys() and not hand.signs().sending:
                press(mara, "Enter")  # both ends reach it: the first time was a preview
                hand.wait(now)
        else:
            press(mara, "Control+Enter")
            hand.wait(now)
    expect(mara.page.locator(":focus")).to_have_role("heading")
    expect(mara.page.get_by_role("table", name=re.compile("Score pads"))).to_be_visible()


@pytest.mark.slow
def test_a_pass_of_dizzle_with_keys_alone(server: Server, person: People) -> None:
    mara = person("Mara")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"], real_dice=True)
    (hand,) = sit_down(laid._replace(guests=laid.guests[:1]), mara)
    hand.tap_in("1134566")
    press(mara, "4", "n")
    expect(mara.page.locator(":focus")).to_have_accessible_name(re.compile("^e4, 4.*a die fits"))
    press(mara, "ArrowUp")
    expect(mara.page.locator(":focus")).to_have_accessible_name(re.compile("^e3"))
    press(mara, "?")
    mara.note(re.compile("e3|cross"))
    press(mara, "Escape", "1", "n", "Enter")
    expect(hand.button("Place 1 on g7")).to_be_visible()
    press(mara, "Backspace")
    expect(hand.button("Place 1 on g7")).to_be_hidden()
    press(mara, "Enter", "Enter")
    expect(hand.cell("g7")).to_have_accessible_name(re.compile("your die"))
    press(mara, "Backspace")
    expect(hand.cell("g7")).to_have_accessible_name(re.compile("a die fits"))
    press(mara, "s")
    expect(mara.page.get_by_role("dialog", name="Scores")).to_be_visible()
    press(mara, "Escape")
    expect(mara.page.get_by_role("dialog", name="Scores")).to_be_hidden()
    press(mara, "p")
    expect(mara.page.get_by_role("dialog", name="Jonas's sheet")).to_be_visible()


def test_what_happens_is_spoken(server: Server, person: People) -> None:
    """Turns and others' moves politely, a refusal at once."""
    mara, jonas = person("Mara"), person("Jonas")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"])
    first, second = sit_down(laid, mara, jonas)
    name = next(iter(first.choices()))
    first.choose(name)
    spoken = jonas.page.locator("[aria-live]")
    expect(spoken.filter(has_text=f"on {name}")).not_to_have_count(0)
    expect(jonas.page.locator("[aria-live=assertive]").filter(has_text="Your turn")).not_to_have_count(0)
    impossible = next(
        cell
        for cell in jonas.page.get_by_role("gridcell").all()
        if "start cross" in str(cell.get_attribute("aria-label"))
    )
    impossible.click()
    expect(jonas.page.locator("[aria-live=assertive]").filter(has_text="crossed")).not_to_have_count(0)
    assert second.step()
