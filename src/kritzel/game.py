"""THE CONTRACT. What every game answers, and the words it answers in. Knows no game.

A game has five parts (`Game`, at the end of this file): facts, rules, notation, words and drawing.
Rules never draw: they name a chance event and accept an outcome. Several seats may decide at the same time;
what they choose stays theirs until the last of them is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from kritzel.layout import Layout, Picture, laid_out
from kritzel.scene import Scene
from kritzel.text import LANGUAGES as LANGUAGES
from kritzel.text import About as About
from kritzel.text import Because as Because
from kritzel.text import Clock as Clock
from kritzel.text import Description as Description
from kritzel.text import Explained as Explained
from kritzel.text import Happening as Happening
from kritzel.text import Seat as Seat
from kritzel.text import Text as Text
from kritzel.text import Touch as Touch

Outcome: TypeAlias = tuple[int, ...]
"""What chance brought, as the event lists it: the faces of equal dice in ascending order, or one card."""

Below: TypeAlias = Callable[[int], int]
"""A source of luck: below(n) is a fair number from 0 to n-1."""


class IllegalMove(Explained, ValueError):
    """A move the rules refuse: the clause it breaks and a sentence a player understands.

    `about`: a seat that the sentence names in its gap `{who}`; people count seats from 1.
    """

    def __init__(self, clause: str, sentence: Text, about: Seat = 0) -> None:
        self.clause = clause
        self._gap, self._about = sentence, about
        super().__init__(self.named(()))

    def __str__(self) -> str:
        return f"{self.sentence.en} [{self.clause}]"

    def named(self, names: Sequence[str]) -> Text:
        """The sentence with the name of the seat, where names are known."""
        nth = self._about
        who = (
            Text(names[nth], names[nth]) if nth < len(names) else Text(f"Platz {nth + 1}", f"seat {nth + 1}")
        )
        return Text(*[self._gap.say(lang).replace("{who}", who.say(lang)) for lang in LANGUAGES])


class IllegalOutcome(Explained, ValueError):
    """An outcome that the awaited chance event cannot have."""


class NotationError(Explained, ValueError):
    """A text that is no move, outcome or position of this game; says what was expected."""


class SetupError(Explained, ValueError):
    """A table that cannot be laid: too many seats, boards that do not fit."""


class Event(Protocol):
    """A chance event: a roll or a draw (see `mechanics.dice` and `mechanics.cards`)."""

    def outcomes(self) -> Iterable[tuple[Outcome, Fraction]]:
        """Every possible outcome once, with its exact weight; the weights sum to 1."""

    def __contains__(self, outcome: object, /) -> bool:
        """Whether this outcome is possible."""

    def sample(self, below: Below) -> Outcome:
        """One outcome, drawn with the exact weights."""

    def normal(self, outcome: Iterable[int]) -> Outcome:
        """What people read off, as this event lists it: equal dice in ascending order, others as they are."""

    def text(self, outcome: Outcome) -> str:
        """The outcome as a word of the notation."""

    def parse(self, text: str) -> Outcome:
        """An outcome from its text. Raises ValueError."""

    def tray(self, outcome: Outcome) -> Sequence[str]:
        """The faces as they lie in a tray: `4`, or `r4` on a red die."""


class Chance(NamedTuple):
    """The table waits for luck: what for (`purpose`, a word of the glossary) and which event.

    `place` is where the draw belongs: the number of the pass, round, turn or card, from 1. Together with
    the purpose and its number there it names one draw, so that the same luck comes there whatever people
    did before. 0: what the clock of the game says (`Game.place`).
    """

    purpose: str
    event: Event
    place: int = 0


class Decision(NamedTuple):
    """The table waits for people: all seats that may act now.

    A decision that follows another one at once, and asks some of its seats again, says another `purpose`.
    Otherwise it counts as part of the first: what was chosen there could be taken back after it was shown.
    """

    seats: tuple[Seat, ...]
    purpose: str = ""


class Place(NamedTuple):
    """The final place of a seat, from 1 (shared places are equal), and what decided it.

    `by` is `points`, the key of the tie-break that set it apart from equal points, or `shared`.
    """

    seat: Seat
    place: int
    points: int
    by: str


def ranking(totals: Sequence[int], fewest: bool = False) -> tuple[Place, ...]:
    """Where the seats end: most points win, or the fewest; who has equally many shares a place."""
    best = sorted(totals, reverse=not fewest)
    places = [
        Place(seat, 1 + best.index(points), points, "points" if totals.count(points) == 1 else "shared")
        for seat, points in enumerate(totals)
    ]
    return tuple(sorted(places, key=lambda place: (place.place, place.seat)))


class Over(NamedTuple):
    """The game has ended: why (a word of the glossary), by which clause, and how the seats rank.

    `solo_rank` is the rank of a solo player, 1 being the best; 0 with several seats.
    """

    reason: str
    clause: str
    ranking: tuple[Place, ...]
    solo_rank: int = 0


class Ranks(NamedTuple):
    """What points are worth alone: the least points of each rank but the last, best first.

    Fewer points than all of them give the last rank. `clause` is where it says so.
    """

    clause: str
    least: tuple[int, ...]


Pending: TypeAlias = Chance | Decision | Over


class Line(NamedTuple):
    """One line of the score pad: what it counts, the clause, the points and how many of how many.

    `at_end`: it is counted when the game is over; until then it only says how many are still missing.
    """

    key: str
    clause: str
    points: int
    have: int
    of: int
    at_end: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """The score pad of one seat: points as a breakdown; the total is its sum."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """All lines added up."""
        return sum([line.points for line in self.lines])

    @property
    def won(self) -> int:
        """What people have won so far: the total without the lines that are counted at the end."""
        return sum([line.points for line in self.lines if not line.at_end])

    def __getitem__(self, key: str) -> int:
        """The points of one line, 0 where this sheet has no such line."""
        return sum(line.points for line in self.lines if line.key == key)


class Defect(NamedTuple):
    """Something wrong with a sheet, where (line of the file, 0 = the whole) and how bad."""

    line: int
    text: Text
    fatal: bool


class SheetError(ValueError):
    """A sheet text that cannot be played, with everything that is wrong with it."""

    def __init__(self, name: str, defects: Sequence[Defect]) -> None:
        self.name = name
        self.defects = tuple(defects)
        super().__init__("\n".join(f"{name}:{d.line}: {d.text.en}" for d in self.defects))


class Sheet(Protocol):
    """What every game's sheet tells about itself; everything else is the game's own."""

    @property
    def game(self) -> str:
        """The slug of its game."""

    @property
    def id(self) -> str:
        """Its short name within the game."""

    @property
    def version(self) -> int:
        """Raised with every change; records name it."""

    @property
    def title(self) -> Text:
        """Its name for people."""

    @property
    def blurb(self) -> Text:
        """A sentence about it."""

    @property
    def source(self) -> str:
        """The text it was read from."""


class State(Protocol):
    """What lies on the table; everything else is the game's own."""

    @property
    def sheet(self) -> Any:
        """The sheet all seats play on."""


SheetT = TypeVar("SheetT", bound=Sheet)
StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT")
Gives = TypeVar("Gives", covariant=True)
Takes = TypeVar("Takes", contravariant=True)


@dataclass(frozen=True, slots=True)
class Setup(Generic[SheetT]):
    """How a table is laid: the sheet, how many seats, and who gets which board where they differ.

    `boards` names the board (The Border) or start (Träxx) of each seat, from 1; empty = 1, 2, 3, 4.
    """

    sheet: SheetT
    seats: int
    boards: tuple[int, ...] = ()


class ParseSheet(Protocol[Gives]):
    """A sheet from its text (docs/sheets.md). Raises SheetError naming every fatal defect."""

    def __call__(self, text: str, name: str = "sheet") -> Gives:
        """`name` is the file, for the errors."""


class Happened(Protocol[Takes]):
    """What followed from one move or outcome without a choice, as far as all seats may know it."""

    def __call__(self, before: Takes, after: Takes, outcome: Outcome = ()) -> Sequence[Happening]:
        """From the state before to the state after."""


def left_out(*_: Any) -> Any:
    """Placeholder of a function that a game leaves out, until `kritzel.defaults` replaces it."""
    raise NotImplementedError


PLACINGS = {"points": Text("nach Punkten", "by points"), "shared": Text("geteilt", "shared")}
"""What puts seats on their places in every game."""
GAINS = {"points_now": Text("Punkte sofort", "points at once")}
"""The reason that a review finds in every game."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Facts:
    """What is known of a game without playing it."""

    slug: str
    """Its name in addresses, records and commands: letters, digits and `_`."""
    title: Text
    about: Text
    """What one does in it, in a few words."""
    seat_counts: range
    minutes: int = 15
    """How long a game takes, about."""
    pad: str = "#5B6670"
    """The colour of its score pad, `#RRGGBB`."""
    fewest_win: bool = False
    """Whether the fewest points win."""
    together: bool = False
    """Whether all seats always play at the same time, so that no seat begins."""
    lines: Mapping[str, Text] = field(default_factory=dict)
    """The names of its score lines; several alike (`area.a`, `area.b`) share one with a gap: `Area {}`."""
    chances: Mapping[str, Text] = field(default_factory=dict)
    """What luck is for, by the purposes of chance: Roll, Card."""
    reasons: Mapping[str, Text] = field(default_factory=dict)
    """Why it ended, in a sentence."""
    gains: Mapping[str, Text] = field(default_factory=dict)
    """What a better move gains, in a word or two, by the keys of its reasons (`Because.key`)."""
    placings: Mapping[str, Text] = field(default_factory=dict)
    """What else than points put a seat on its place: its tie-breaks."""
    titles: tuple[Text, ...] = ()
    """The ranks of a solo player, best first."""
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What is typical of a sheet, by its id: an icon (docs/scene.md) and its tint."""

    def line(self, key: str) -> Text:
        """The name of a score line: `gems`, `area.a`, `number.2`."""
        kind, _, which = key.partition(".")
        named = self.lines.get(kind)
        return Text(*[name.format(which.upper()) for name in named]) if named else _as_it_stands(key)

    def chance(self, purpose: str) -> Text:
        """What luck is awaited for."""
        return self.chances.get(purpose) or _as_it_stands(purpose)

    def reason(self, key: str) -> Text:
        """Why the game ended, as a sentence."""
        return self.reasons.get(key) or _as_it_stands(key)

    def gain(self, key: str) -> Text:
        """What a better move gains for this reason."""
        return self.gains.get(key) or GAINS.get(key) or _as_it_stands(key)

    def placed_by(self, key: str) -> Text:
        """What put a seat on its place: points, a tie-break, or nothing (`shared`)."""
        return self.placings.get(key) or PLACINGS.get(key) or _as_it_stands(key)

    def rank(self, nth: int) -> Text:
        """The title of a solo rank, 1 being the best."""
        return self.titles[nth - 1] if 0 < nth <= len(self.titles) else Text(f"Rang {nth}", f"Rank {nth}")


def _as_it_stands(key: str) -> Text:
    plain = key.replace("_", " ")
    return Text(plain, plain)


@dataclass(frozen=True, eq=False, kw_only=True)
class Rules(Generic[SheetT, StateT, MoveT]):
    """What is allowed and what it leads to: pure functions over immutable states."""

    start: Callable[[Setup[SheetT]], StateT]
    """The table before anything happened. Raises SetupError."""
    pending: Callable[[StateT], Pending]
    """What the table waits for."""
    moves: Callable[[StateT, Seat], Sequence[MoveT]]
    """All legal moves of the seat, each once; empty if it has nothing to decide now."""
    play: Callable[[StateT, Seat, MoveT], StateT]
    """The table after the move. Raises IllegalMove for everything that `moves` does not list."""
    reveal: Callable[[StateT, Outcome], StateT]
    """The table after chance spoke. Raises IllegalOutcome where none is awaited or it cannot be."""
    score: Callable[[StateT], tuple[Score, ...]]
    """The score pads of all seats as they stand, settled things only."""
    version: int = 1
    """Raised with every change of a rule; records name it."""
    view: Callable[[StateT, Seat | None], StateT] = lambda state, seat: state
    """What a seat (None: a spectator) may see: a state without the others' unsettled choices."""
    secret: Callable[[StateT], bool] = lambda state: True
    """Whether a choice made now may be hidden from others until it is settled. False saves looking for it."""
    blank: Callable[[SheetT], StateT] | None = None
    """The sheet before the game, to look at: all its boards. None: the start with the fewest seats."""
    boards: Callable[[SheetT], Sequence[Text]] = lambda sheet: ()
    """What the boards or starts of this sheet are called; empty where all seats have the same."""
    is_out: Callable[[StateT, Seat], bool] = lambda state, seat: False
    """Whether the seat sits out for now and is not asked; in most games no seat ever does."""
    ranks: Callable[[SheetT], Ranks | None] = lambda sheet: None
    """The ranks of a solo player on this sheet; None where there are none."""
    whole_move: Callable[[StateT, Seat, MoveT], bool] = lambda state, seat, move: False
    """Whether a small move is all that people call a move; else all that a seat does in a decision is one."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Notation(Generic[SheetT, StateT, MoveT]):
    """Texts in and out: sheets, moves, outcomes and positions (docs/notation.md)."""

    parse_sheet: ParseSheet[SheetT]
    defects: Callable[[SheetT], tuple[Defect, ...]] = lambda sheet: ()
    """What is playable but not good: unreachable cells, starved numbers, unequal segments, ..."""
    move_text: Callable[[SheetT, MoveT], str] = lambda sheet, move: str(move)
    """A move as text. By default moves are strings already."""
    parse_move: Callable[[SheetT, str], MoveT] = left_out
    """A text as move, legal or not. Raises NotationError. By default one of `every_move`."""
    outcome_text: Callable[[StateT, Outcome], str] = left_out
    """An outcome of the awaited event as text. By default as the event writes it."""
    parse_outcome: Callable[[StateT, str], Outcome] = left_out
    """A text as outcome of the awaited event. Raises NotationError. By default as the event reads it."""
    position_text: Callable[[StateT], str]
    """The whole table in one line."""
    parse_position: Callable[[SheetT, str], StateT]
    """The table from its line. Raises NotationError naming the part that is wrong."""
    touched: Callable[[StateT, Seat, Touch], str] = lambda state, seat, touch: touch.cell or touch.kind
    """What the seat means by touching this now, as a move in notation, legal or not: `play` says why not.
    By default a cell is written as its name and a button as its kind."""
    every_move: Callable[[SheetT], Sequence[MoveT]] | None = None
    """Every move there can be on a sheet, in a fixed order: environments and pages name them by number."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Words(Generic[SheetT, StateT, MoveT]):
    """What is said to people, in German and English."""

    say_move: Callable[[SheetT, MoveT], Description] = left_out
    """A move as data and in words, legal or not. By default "cross a3", or a button with the move's name."""
    say_outcome: Callable[[StateT, Outcome], Description] = left_out
    """An outcome of the awaited event, as data and in words. By default its purpose and faces."""
    clock: Callable[[StateT], Clock] = left_out
    """Where the game stands: which pass, round or card. By default nothing is said of it."""
    step: Callable[[StateT], Clock | None] = lambda state: None
    """Where the game stands within the pass, round or card: which throw of how many."""
    goal: Callable[[StateT, Seat], Clock | None] = lambda state, seat: None
    """How far the seat has come towards ending the game, where a seat can do that."""
    question: Callable[[StateT], Text] = lambda state: Text("", "")
    """What the seats are asked for that are to decide; empty where none is."""
    happened: Happened[StateT] = lambda before, after, outcome=(): ()
    """What followed from a move or an outcome without being chosen."""
    explain: Callable[[SheetT], Sequence[About]] = lambda sheet: ()
    """What can be asked about on this sheet; where several fit a thing, the first counts."""
    sentences: Callable[[SheetT, int], Sequence[Text]] = lambda sheet, seats: ()
    """What is said again and again at a table with this number of seats: a page gets it once."""
    why_better: Callable[[StateT, Seat, StateT, StateT], Sequence[Because]] = lambda *tables: ()
    """Why a seat's better move is better, as far as the rules prove it: the tables before, after the better
    move and after the one played. Nothing where no reason is clear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(Generic[SheetT, StateT]):
    """What a report counts on the tables of a game. Sets of cells are ints, bit by bit."""

    crossable: Callable[[SheetT], Mapping[int, str]]
    """The cells that can be crossed, by their number, with their names in pictures."""
    crossed: Callable[[StateT], Sequence[int]]
    """For each seat the cells it has crossed in the game; what was printed so does not count."""
    firsts: Callable[[SheetT], Mapping[str, int]] = lambda sheet: {}
    """The points for being first, by score line, where that is a line of its own."""
    about_firsts: Text | None = None
    """What these lines are, and what it means to be first, later or neither."""
    about_cells: Text | None = None
    """What the share of games in which a cell is crossed means, where the report's own words do not fit."""
    line: Callable[[SheetT, str], Text] | None = None
    """The name of a score line on this sheet, where it says more than that of the facts."""
    games: int = 1000
    """How many games tell something about a sheet in a minute or two."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Drawing(Generic[SheetT, StateT, MoveT]):
    """How a sheet looks, and what a report counts on it."""

    layouts: Callable[[SheetT], Sequence[Layout]]
    """All that is printed on the sheet, on each board where they differ; the same objects each time."""
    picture: Callable[[StateT, Seat, Sequence[MoveT]], Picture]
    """What stands on a seat's sheet now; its legal moves are handed in."""
    caption: Callable[[StateT, Seat, Sequence[MoveT]], Text] | None = None
    """A line above a drawn sheet: where the game stands. None: what the clock says."""
    board: Callable[[StateT, Seat], int] = lambda state, seat: 1
    """Which of the sheet's layouts a seat has, from 1."""
    counting: Counting[SheetT, StateT] | None = None
    """What a report counts; without it the pictures tell which cells are crossed."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Game(Generic[SheetT, StateT, MoveT]):
    """One game in five parts. Compiled code (`fast`, `bot`) is optional."""

    facts: Facts
    rules: Rules[SheetT, StateT, MoveT]
    notation: Notation[SheetT, StateT, MoveT]
    words: Words[SheetT, StateT, MoveT]
    drawing: Drawing[SheetT, StateT, MoveT]
    home: str
    """The package it lives in, as `GAME`; beside it lie `rulebook.*.md`, `sheets/` and `lessons.toml`."""
    fast: str = ""
    """The package of its compiled twin (`kritzel.fast.twin.Twin`); without one it is played by its rules."""
    bot: str = ""
    """The package of its compiled bots (`kritzel.fast.strategy.Strategy`), which stand on the twin."""

    def __post_init__(self) -> None:
        from kritzel import defaults

        object.__setattr__(self, "rules", defaults.rules(self))
        object.__setattr__(self, "notation", defaults.notation(self))
        object.__setattr__(self, "words", defaults.words(self))

    @property
    def slug(self) -> str:
        """Its name in addresses, records and commands."""
        return self.facts.slug

    @property
    def title(self) -> Text:
        """Its name for people."""
        return self.facts.title

    @property
    def seat_counts(self) -> range:
        """How many can play."""
        return self.facts.seat_counts

    def scene(self, state: StateT, seat: Seat, lang: str = "en") -> Scene:
        """A seat's sheet laid out for drawing: places, symbols, marks, texts."""
        moves = self.rules.moves(state, seat)
        printed = self.drawing.layouts(state.sheet)[self.drawing.board(state, seat) - 1]
        picture = self.drawing.picture(state, seat, moves)
        return laid_out(printed, picture, self.caption(state, seat, moves), lang)

    def caption(self, state: StateT, seat: Seat, moves: Sequence[MoveT]) -> Text:
        """The line above a drawn sheet."""
        if self.drawing.caption is None:
            return self.words.clock(state).words
        return self.drawing.caption(state, seat, moves)

    def blank(self, sheet: SheetT) -> StateT:
        """The sheet before the game, to look at."""
        if self.rules.blank is None:
            return self.rules.start(Setup(sheet, self.seat_counts[0]))
        return self.rules.blank(sheet)

    def expect_rules(self, version: int) -> None:
        """Raises LookupError where something was played by another version of the rules."""
        if version != self.rules.version:
            raise LookupError(f"{self.title.en} has no rules version {version}")

    def place(self, state: StateT, chance: Chance) -> int:
        """Where a draw belongs. Dice that can be checked, and the arena, key their luck by it."""
        return chance.place or self.words.clock(state).now

    def __repr__(self) -> str:
        return f"<{self.slug}, rules {self.rules.version}>"

    def __deepcopy__(self, memo: object) -> Game[SheetT, StateT, MoveT]:
        """There is only one of it."""
        return self

    def __reduce__(self) -> tuple[Callable[[str], AnyGame], tuple[str]]:
        """It travels to other processes by the name of its home."""
        return _at_home, (self.home,)


AnyGame: TypeAlias = Game[Any, Any, Any]


def _at_home(home: str) -> AnyGame:
    game: AnyGame = import_module(home).GAME
    return game
