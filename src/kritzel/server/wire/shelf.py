"""What lies on the shelf, as it travels: games, sheets, bots, rulebooks. Words only, no rule."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.rulebook import Chapter
from kritzel.server.wire.answers import Answered
from kritzel.server.wire.parts import Words
from kritzel.server.wire.protocol import Lang
from kritzel.server.wire.scenes import Scene


class SheetInfo(Answered, frozen=True):
    """A sheet: its `name` for requests, `title` and `blurb` for people.

    `icon` in its `tint`: what is typical of it. `bots`: who can be chosen there by name, the weakest first.
    """

    name: str
    title: Words
    blurb: Words
    icon: str
    tint: str
    bots: tuple[str, ...]


class GameInfo(Answered, frozen=True):
    """A game: what it is `about`, how many `minutes` it takes, the colour of its `pad`, how many can play.

    `seats`: these numbers of them. `together`: nobody begins. `taught`: there is a first game.
    """

    slug: str
    title: Words
    about: Words
    minutes: int
    pad: str
    seats: tuple[int, ...]
    together: bool
    taught: bool
    sheets: tuple[SheetInfo, ...]


class BotInfo(Answered, frozen=True):
    """A bot: its `name` for requests, its `title` and a sentence (`words`) for people.

    `level`: its place among all; `usual`: the one to begin with; `outside`: none of ours, so nobody knows how
    strong it is; `ratings`: by the name of a sheet.
    """

    name: str
    level: int
    title: Words
    words: Words
    usual: bool
    outside: bool
    ratings: dict[str, int]


class Shelf(Answered, frozen=True):
    """All games with their sheets, and all bots."""

    games: tuple[GameInfo, ...]
    bots: tuple[BotInfo, ...]


class Waiting(Answered, frozen=True):
    """A `bot` is not compiled yet for this `game`: until then it is played for by another (`instead`)."""

    bot: str
    game: str
    instead: str


class Warming(Answered, frozen=True):
    """How far compiling for the bots is: `done` of `of` things; who waits for that."""

    done: int
    of: int
    waiting: tuple[Waiting, ...]


class Meaning(Answered, frozen=True):
    """What something on a sheet means, in one sentence (`words`) by a `clause`. The first that fits counts.

    `kind` is `mark`, `icon`, `fill`, `cell` (`number`: one with a number; `any`), `tag`, `box` (the key, or
    its part before the dot) or `token` (a state in the tray); `name` says which.
    """

    kind: str
    name: str
    clause: str
    words: Words


class Example(Answered, frozen=True):
    """A worked example of `clauses`: a `position` as the `seat` sees it, and a `move` that is about it.

    `breaks` is the clause that the move breaks, `cell` where it is, `words` what it means. Where there is no
    move, those are empty.
    """

    id: str
    clauses: tuple[str, ...]
    position: str
    seat: Seat
    move: str
    breaks: str
    caption: str
    scene: Scene
    cell: str
    words: Words | None


class Rulebook(Answered, frozen=True):
    """The rules of a game in one language: `chapters` of clauses, what their `tags` are called, `examples`.

    `pad` is the colour of its pad; `taught`: there is a first game.
    """

    game: str
    lang: Lang
    title: str
    chapters: tuple[Chapter, ...]
    pad: str
    taught: bool
    tags: dict[str, str]
    examples: tuple[Example, ...]
