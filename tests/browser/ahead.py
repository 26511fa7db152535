"""Tables brought some way by messages, so that people at browsers can begin where it gets interesting.

The moves are chosen by what can be chosen alone: the same luck leads to the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.browser.people import Person
from tests.browser.serving import Server
from tests.server.clients import Guest, Page

Json = dict[str, Any]
LIKED = ("stop", "cross", "extend", "take")
"""Kinds of moves that bring a game forward; whatever else is possible comes after them."""


class Laid(NamedTuple):
    """A table and who sits at it, each with the cookie of their device."""

    table: str
    guests: tuple[Guest, ...]

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    def view(self, seat: int = 0) -> Json:
        """The table as somebody sees it now."""
        found: Json = self.guests[self.whose(seat)].look(f"/api/tables/{self.table}")
        return found

    def whose(self, seat: int) -> int:
        """Which guest has a seat: the first friends have one each, the last of them all that are left."""
        return min(seat, len(self.guests) - 1)

    def handed_to(self, *people: Person) -> None:
        """These people are the guests: they have their cookies from now on."""
        for guest, person in zip(self.guests, people, strict=True):
            cookies = [
                {"name": name, "value": value, "url": person.server.url}
                for name, value in guest.http.cookies.items()
            ]
            person.context.add_cookies(cookies)  # type: ignore[arg-type]
            person.remember_name()


def clock(view: Json) -> str:
    """Which pass, round or card it is, in words; nothing while no game runs."""
    now = view["waiting"]["clock"]
    return now["words"]["en"] if now else ""


def lay(server: Server, sheet: str, names: Sequence[str], rivals: Sequence[str] = (), **more: Any) -> Laid:
    """A table for these people, and for these bots after them; the first has laid it."""
    owner, *friends = [server.guest(name) for name in names]
    laid = owner.lay(sheet, "me", *("friend" for _ in friends), *rivals, **more)
    for friend, invite in zip(friends, laid["invites"], strict=True):
        friend.join(laid["table"], invite["token"])
    return Laid(laid["table"], (owner, *friends))


def begun(server: Server, sheet: str, names: Sequence[str], **more: Any) -> Laid:
    return brought(lay(server, sheet, names, **more), lambda view: True)


def ended(server: Server, sheet: str, names: Sequence[str], **more: Any) -> Laid:
    return brought(lay(server, sheet, names, **more), lambda view: bool(view["phase"] == "over"))


def brought(laid: Laid, far_enough: Callable[[Json], bool], liked: Sequence[str] = LIKED) -> Laid:
    """Begin and play until the first player's view is far enough. Everybody leaves the table then."""
    pages = begin(laid)
    play(laid, pages, far_enough, liked)
    for page in pages:
        page.close()
    return laid


def begin(laid: Laid) -> list[Page]:
    """Everybody sits down and is ready, with luck that is always the same; a game that runs goes on."""
    open_yet = laid.view()["phase"] == "open"
    pages = [guest.sit(laid.table) for guest in laid.guests]
    for seat, page in enumerate(pages if open_yet else ()):
        assert page.ready(f"{seat:064x}")["t"] == "ack"
    return pages


def play(
    laid: Laid, pages: Sequence[Page], far_enough: Callable[[Json], bool], liked: Sequence[str] = LIKED
) -> None:
    """One move after the other, until the first player's view is far enough."""
    while not far_enough(view := laid.view()):
        assert view["phase"] == "running", "it ended before it was far enough"
        seat = view["waiting"]["seats"][0]
        _move(laid, pages[laid.whose(seat)], seat, liked)


def _move(laid: Laid, page: Page, seat: int, liked: Sequence[str]) -> None:
    view = laid.view(seat)
    hand = next(hand for hand in view["hands"] if hand["seat"] == seat)
    answer = page.move(seat, chosen(hand, liked), version=view["version"])
    assert answer["t"] == "ack", answer


def chosen(hand: Json, liked: Sequence[str] = LIKED) -> str:
    """A move of a hand in notation: of the kind that is liked most, by luck that depends on nothing else."""
    options = hand["options"]
    kinds = [kind for kind in liked if any(option["kind"] == kind for option in options)]
    of_kind = [option["text"] for option in options if not kinds or option["kind"] == kinds[0]]
    luck = Random(f"{hand['seat']}|{' '.join(of_kind)}")
    return str(luck.choice(of_kind))
