"""What requests about people, tables and the server are answered with. Words only, no rule."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from kritzel.game import Outcome, Seat
from kritzel.layout import Layout
from kritzel.rulebook import Chapter
from kritzel.server.table.commands import Lang
from kritzel.server.table.dice import DeviceSeed
from kritzel.server.table.document import MessagePart, Option, Words
from kritzel.server.table.story import LogEntry
from kritzel.server.table.view import SheetView
from kritzel.server.wire.protocol import Welcome


class Problem(MessagePart, frozen=True):
    """Why a request was refused: a `code` for programs, `words` for people."""

    code: str
    words: Words


class Nothing(MessagePart, frozen=True):
    """It is done; there is nothing to say."""


class RetentionDays(MessagePart, frozen=True):
    """After how many unused days something is deleted; 0: never.

    `guests` are those without a table, `devices` what carries a guest, `tables` those without a move.
    """

    guests: int
    devices: int
    tables: int


# Tables ----------------------------------------------------------------------------------------
class SeatLink(MessagePart, frozen=True):
    """The secret of the link to a seat (`token`)."""

    seat: int
    token: str


class TableCreated(MessagePart, frozen=True):
    """The name of a new `table`, and a link for each seat that is for a friend."""

    table: str
    invites: tuple[SeatLink, ...]


class TableRef(MessagePart, frozen=True):
    """The name of the `table` that it led to."""

    table: str


class LogPage(MessagePart, frozen=True):
    """Entries of your log from before what you know: those numbered from `since + 1` on."""

    since: int
    log: tuple[LogEntry, ...]


class ReplayStep(MessagePart, frozen=True):
    """The table after `at` of its `of` `events` (outcomes and moves in notation).

    `table` is as a spectator saw it, with its position and without its log.
    """

    at: int
    of: int
    events: tuple[str, ...]
    table: Welcome


# The server ------------------------------------------------------------------------------------
class NetworkStatus(MessagePart, frozen=True):
    """Whether the way in can be switched from here (`possible`), is `open`, and the `address` people open."""

    possible: bool = False
    open: bool = False
    address: str = ""


class Health(MessagePart, frozen=True):
    """Tables can be written."""

    ok: bool = True


class ServerInfo(MessagePart, frozen=True):
    """What a server says of itself; far from home only its version, and whom to ask (`contact`).

    `home` is the folder of its program, `edition` the state of that, `data` its file of tables, `process` its
    number on the machine, `bots` those from outside that it was started with.
    """

    version: str
    home: str = ""
    edition: str = ""
    data: str = ""
    address: str = ""
    process: int = 0
    bots: tuple[str, ...] = ()
    contact: str = ""

    def same(self, other: ServerInfo) -> bool:
        """Whether both are the same program in the same state, with the same tables and bots."""
        mine, theirs = ((each.home, each.edition, each.data, each.bots) for each in (self, other))
        return bool(self.home) and mine == theirs


# Hints ----------------------------------------------------------------------------------------
Verdict: TypeAlias = Literal["move", "even", "only"]


class Hint(MessagePart, frozen=True):
    """Advice for a `seat`, all three steps at once; a page shows them one after the other.

    `verdict`: there is a best `move`; or many are as good as equal (`even`), or there is `only` one: then
    nothing else follows, and nothing is counted. `around`: a few cells of the sheet, where to look; `cells`:
    those of the whole step, in the order in which they are played; `faces`: what of the tray it needs. `move`
    is its first small move, `then` are those after it that are about a cell; `words` say the whole step, and
    `why` it is better than the next best, where that can be proven. `taken`: how many hints the seat has
    taken so far, with this one.
    """

    seat: int
    verdict: Verdict
    taken: int
    around: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    faces: str = ""
    move: Option | None = None
    then: tuple[Option, ...] = ()
    words: Words | None = None
    why: Words | None = None


# Lessons --------------------------------------------------------------------------------------
class StandEvent(MessagePart, frozen=True):
    """What happens without the learner: its entry (`told`), and the number of the stand after it (`to`)."""

    told: LogEntry
    to: int


class StandView(MessagePart, frozen=True):
    """A table on the way: what is legal, what is wanted. `sheets` is a merge patch of the step's sheets.

    `options` are its legal moves. `wanted` leads from moves to the numbers of stands, `happens` is what comes
    without one. Where nothing is wanted and nothing happens, the step ends.
    """

    position: str
    sheets: dict[str, Any]
    options: tuple[Option, ...]
    wanted: dict[str, int]
    happens: StandEvent | None


class StepView(MessagePart, frozen=True):
    """One step in one language: its `text`, a `hint`, `praise` at its end, the `clauses` it is about.

    `sheets` is a merge patch of the lesson's sheets. It begins at the first of its `stands`.
    """

    id: str
    clauses: tuple[str, ...]
    text: str
    hint: str
    praise: str
    sheets: dict[str, Any]
    stands: tuple[StandView, ...]


class LessonView(MessagePart, frozen=True):
    """A first game in one language, learned on this `seat`; `names` are by seat.

    `document` is the address of what never changes about the sheet, `sheets` are those of all seats at first.
    """

    game: str
    title: Words
    sheet: str
    seat: int
    names: tuple[str, ...]
    document: str
    sheets: dict[str, SheetView]
    steps: tuple[StepView, ...]


# Games ----------------------------------------------------------------------------------------
class SheetInfo(MessagePart, frozen=True):
    """A sheet: its `name` for requests, `title` and `blurb` for people.

    `icon` in its `tint`: what is typical of it. `bots`: who can be chosen there by name, the weakest first.
    """

    name: str
    title: Words
    blurb: Words
    icon: str
    tint: str
    bots: tuple[str, ...]


class GameInfo(MessagePart, frozen=True):
    """A game: what it is `about`, how many `minutes` it takes, the colour of its `pad`, how many can play.

    `seats`: these numbers of them. `together`: all begin at once. `taught`: there is a first game.
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


class BotInfo(MessagePart, frozen=True):
    """A bot: its `name` for requests, its `title` and a sentence (`words`) for people.

    `level`: its place among all; `usual`: the one to begin with; `outside`: from another package, of unknown
    strength; `ratings`: by the name of a sheet.
    """

    name: str
    level: int
    title: Words
    words: Words
    usual: bool
    outside: bool
    ratings: dict[str, int]


class Shelf(MessagePart, frozen=True):
    """All games with their sheets, and all bots."""

    games: tuple[GameInfo, ...]
    bots: tuple[BotInfo, ...]


class BotWaiting(MessagePart, frozen=True):
    """A `bot` is not compiled yet for this `game`: until then it is played for by another (`instead`)."""

    bot: str
    game: str
    instead: str


class CompileProgress(MessagePart, frozen=True):
    """How far compiling for the bots is: `done` of `of` things; who waits for that."""

    done: int
    of: int
    waiting: tuple[BotWaiting, ...]


class Meaning(MessagePart, frozen=True):
    """What something on a sheet means, in one sentence (`words`) by a `clause`. The first that fits counts.

    `kind` is `mark`, `icon`, `fill`, `cell` (`number`: one with a number; `any`), `tag`, `box` (the key, or
    its part before the dot) or `token` (a state in the tray); `name` says which.
    """

    kind: str
    name: str
    clause: str
    words: Words


class ExampleView(MessagePart, frozen=True):
    """A worked example of `clauses`: a `position` as the `seat` sees it, and a `move` that is about it.

    The `board` of its `sheet` is one of the rulebook's `layouts`. `breaks` is the clause that the move
    breaks, `cell` where it is, `words` what it means. Without a move these are empty.
    """

    id: str
    clauses: tuple[str, ...]
    position: str
    seat: Seat
    move: str
    breaks: str
    caption: str
    sheet: SheetView
    cell: str
    words: Words | None


class BlankSheet(MessagePart, frozen=True):
    """A sheet before the first move; `document` is the address of what never changes about it."""

    document: str
    sheet: SheetView


class Rulebook(MessagePart, frozen=True):
    """The rules of a game in one language: `chapters` of clauses, names of their `tags`, `examples`.

    `layouts`: what is printed on the sheets of the examples. `pad` is the colour of its pad; `taught`:
    there is a first game.
    """

    game: str
    lang: Lang
    title: str
    chapters: tuple[Chapter, ...]
    pad: str
    taught: bool
    tags: dict[str, str]
    layouts: tuple[Layout, ...]
    examples: tuple[ExampleView, ...]


# The timeline ----------------------------------------------------------------------------------
class Gain(MessagePart, frozen=True):
    """A line (`key`) of a seat's score pad that changed, by how many `points`."""

    seat: Seat
    key: str
    points: int


class TimelineEvent(MessagePart, frozen=True, omit_defaults=True):
    """One outcome or move: its `kind`, in notation (`text`), in `words`; what it brought (`gains`).

    A move has its `seat` and, where there is one, its `cell`; `hinted`: a hint was taken for it.
    """

    kind: str
    text: str
    words: str
    seat: Seat | None = None
    cell: str = ""
    gains: tuple[Gain, ...] = ()
    hinted: bool = False


class Stretch(MessagePart, frozen=True):
    """A pass or round begins before the event with this number (`at`); `words` say which."""

    at: int
    words: str


class Timeline(MessagePart, frozen=True):
    """A whole game at a glance: its events (`moments`), where passes or rounds begin (`clocks`).

    `totals` are those at the start.
    """

    moments: tuple[TimelineEvent, ...]
    clocks: tuple[Stretch, ...]
    totals: tuple[int, ...]


# The dice --------------------------------------------------------------------------------------
class RollShape(Struct, frozen=True, tag_field="kind", tag="roll"):
    """This number of `dice` with these `faces` was thrown."""

    dice: int
    faces: tuple[int, ...]


class ColouredShape(Struct, frozen=True, tag_field="kind", tag="coloured"):
    """Dice of these `colours`, a letter each, with these `faces` were thrown; equal colours lie in order."""

    colours: str
    faces: tuple[int, ...]


class DrawShape(Struct, frozen=True, tag_field="kind", tag="draw"):
    """A card was drawn; `left`: how many of each kind there were."""

    left: tuple[int, ...]


Shape: TypeAlias = RollShape | ColouredShape | DrawShape
"""What could come, as data: told apart by `kind`."""


class ProofDraw(MessagePart, frozen=True):
    """One draw: its `site`, its `purpose` (in `words`), what could come (`event`), what came (`outcome`).

    `place`: the pass, round, turn or card it belongs to. `names`: how the faces or kinds are written.
    """

    site: int
    place: int
    purpose: str
    words: Words
    event: Shape
    names: tuple[str, ...]
    outcome: Outcome


class Broken(MessagePart, frozen=True):
    """The first `line` of a record that cannot be true, and why, in `words`."""

    line: int
    words: Words


class OpenedDice(MessagePart, frozen=True):
    """Everything that is needed to check the dice of a game (docs/dice.md), and whose game it was.

    `round`: how often the dice were mixed. `people`: what each device gave, by chair. `begins`: `lots`, the
    chair that comes first, or nothing; `order`: the chair of each seat. `names` are by seat, `names_hash`
    binds them; `erased`: one of them was erased after the game. `broken` tells where a record stops making
    sense; the draws are those before it.
    """

    scheme: str
    table: str
    round: int
    commit: str
    seed: str
    people: tuple[DeviceSeed, ...]
    begins: str
    order: tuple[Seat, ...]
    names_hash: str
    erased: bool
    draws: tuple[ProofDraw, ...]
    game: str
    title: Words
    names: tuple[str, ...]
    broken: Broken | None = None
