"""THE CONTRACT. What every game answers, and the words it answers in. Knows no game.

A game is a set of pure functions over immutable states. Rules never draw: they name a chance
event and accept an outcome. Several seats may decide at the same time; what they choose stays
theirs until the last of them is done.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from kritzel.scene import Scene

Seat: TypeAlias = int
"""A place at the table, 0 .. n-1, clockwise."""

Outcome: TypeAlias = tuple[int, ...]
"""What chance brought: the faces of a roll in ascending order, or the one card drawn."""

Below: TypeAlias = Callable[[int], int]
"""A source of luck: below(n) is a fair number from 0 to n-1."""

LANGUAGES = ("de", "en")


class Text(NamedTuple):
    """A sentence in both of the house's languages."""

    de: str
    en: str

    def say(self, lang: str) -> str:
        """The sentence in one language: `de` or `en`."""
        return self.de if lang == "de" else self.en


class IllegalMove(ValueError):
    """A move the rules refuse: the clause it breaks and a sentence a player understands.

    `about`: a seat that the sentence names in its gap `{who}`; people count seats from 1.
    """

    def __init__(self, clause: str, sentence: Text, about: Seat = 0) -> None:
        self.clause = clause
        self._gap, self._about = sentence, about
        self.sentence = self.named(())
        super().__init__(f"{self.sentence.en} [{clause}]")

    def named(self, names: Sequence[str]) -> Text:
        """The sentence with the name of the seat, where names are known."""
        nth = self._about
        who = (
            Text(names[nth], names[nth]) if nth < len(names) else Text(f"Platz {nth + 1}", f"seat {nth + 1}")
        )
        return Text(*[self._gap.say(lang).replace("{who}", who.say(lang)) for lang in LANGUAGES])


class IllegalOutcome(ValueError):
    """An outcome that the awaited chance event cannot have."""


class NotationError(ValueError):
    """A text that is no move, outcome or position of this game; says what was expected."""


class Event(Protocol):
    """Something left to chance: a roll or a draw (see `mechanics.dice` and `mechanics.cards`)."""

    def outcomes(self) -> Iterable[tuple[Outcome, Fraction]]:
        """Every possible outcome once, with its exact weight; the weights sum to 1."""

    def __contains__(self, outcome: object, /) -> bool:
        """Whether this outcome is possible."""

    def sample(self, below: Below) -> Outcome:
        """One outcome, drawn with the exact weights."""


class Chance(NamedTuple):
    """The table waits for luck: what for (`purpose`, a word of the glossary) and which event."""

    purpose: str
    event: Event


class Decision(NamedTuple):
    """The table waits for people: all seats that may act now."""

    seats: tuple[Seat, ...]


class Place(NamedTuple):
    """Where a seat ended: `place` from 1 (shared places are equal), and what put it there.

    `by` is `points`, the key of the tie-break that set it apart from equal points, or `shared`.
    """

    seat: Seat
    place: int
    points: int
    by: str


class Over(NamedTuple):
    """The game has ended: why (a word of the glossary), by which clause, and how the seats rank.

    `solo_rank` is the title somebody who played alone has earned, 1 being the best; 0 with company.
    """

    reason: str
    clause: str
    ranking: tuple[Place, ...]
    solo_rank: int = 0


class Ranks(NamedTuple):
    """What points are worth alone: the least points of each rank but the last, best first.

    Whoever has fewer than all of them has the last rank. `clause` is where it says so.
    """

    clause: str
    least: tuple[int, ...]


class About(NamedTuple):
    """What something on a sheet means, in one sentence by a clause.

    `kind` and `name` say what it is about: a `mark`, `icon` or `fill` of a cell, a `cell` (`number`: with
    one; `any`), a `tag`, a `box` of the score strip (its key, or the part before the dot), a `token` of the
    tray (its state).
    """

    kind: str
    name: str
    clause: str
    text: Text


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


class Happening(NamedTuple):
    """Something that came to a seat by itself: what (`kind`, a word of the glossary), where, by which clause.

    The words do not name the seat: its name stands before them. `yours` is the same for the seat itself,
    where that is said in another way. In the gap `{by}` of both belong the names of the seats `by`.
    """

    seat: Seat
    kind: str
    clause: str
    cell: str
    words: Text
    yours: Text | None = None
    by: tuple[Seat, ...] = ()

    def named(self, names: Sequence[str]) -> Happening:
        """The same with the names of those who did it."""
        yours = self.yours and self._filled(self.yours, names)
        return self._replace(words=self._filled(self.words, names), yours=yours)

    def _filled(self, said: Text, names: Sequence[str]) -> Text:
        *some, last = [names[seat] for seat in self.by] or [""]
        both = [f"{', '.join(some)} {word} {last}" if some else last for word in ("und", "and")]
        return Text(*[text.replace("{by}", who) for text, who in zip(said, both, strict=True)])


class Clock(NamedTuple):
    """How far something has come, in words and as a number: pass `now` of `of` (0: nobody knows how many)."""

    words: Text
    now: int
    of: int


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


@dataclass(frozen=True, slots=True)
class Setup(Generic[SheetT]):
    """How a table is laid: the sheet, how many seats, and who gets which board where they differ.

    `boards` names the board (The Border) or start (Träxx) of each seat, from 1; empty = 1, 2, 3, 4.
    """

    sheet: SheetT
    seats: int
    boards: tuple[int, ...] = ()


class Game(ABC, Generic[SheetT, StateT, MoveT]):
    """One game: the seven answers, its sheets, its notation and its picture."""

    slug: ClassVar[str]
    title: ClassVar[Text]
    rules_version: ClassVar[int]
    seat_counts: ClassVar[range]
    together: ClassVar[bool] = False
    """Whether nobody begins: all seats always play at the same time."""

    def under(self, rules: int) -> Game[SheetT, StateT, MoveT]:
        """The game by the rules of this version, so that old records replay. LookupError if unknown."""
        for game in (self, *self.older()):
            if game.rules_version == rules:
                return game
        raise LookupError(f"{self.title.en} has no rules version {rules}")

    def older(self) -> Sequence[Game[SheetT, StateT, MoveT]]:
        """The game by each older version of its rules; most have none."""
        return ()

    # The seven answers -------------------------------------------------------------------------
    @abstractmethod
    def start(self, setup: Setup[SheetT]) -> StateT:
        """The table before anything happened. ValueError for a seat count or boards that do not fit."""

    @abstractmethod
    def pending(self, state: StateT) -> Pending:
        """What the table waits for."""

    @abstractmethod
    def moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """All legal moves of the seat, each once; empty if it has nothing to decide now."""

    @abstractmethod
    def play(self, state: StateT, seat: Seat, move: MoveT) -> StateT:
        """The table after the move. Raises IllegalMove for everything that `moves` does not list."""

    @abstractmethod
    def reveal(self, state: StateT, outcome: Outcome) -> StateT:
        """The table after chance spoke. Raises IllegalOutcome where none is awaited or it cannot be."""

    @abstractmethod
    def score(self, state: StateT) -> tuple[Score, ...]:
        """The score pads of all seats as they stand, settled things only."""

    @abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> StateT:
        """What a seat (None: a spectator) may see: a state without the others' unsettled choices."""

    @abstractmethod
    def blank(self, sheet: SheetT) -> StateT:
        """The sheet before the game, to look at: all its boards, even where too few to play with."""

    # What is told ------------------------------------------------------------------------------
    @abstractmethod
    def clock(self, state: StateT) -> Clock:
        """Where the game stands: which pass, round or card. Every table, replay and terminal says it so."""

    @abstractmethod
    def question(self, state: StateT) -> Text:
        """What the seats are asked for that are to decide; empty where nobody is."""

    def step(self, state: StateT) -> Clock | None:
        """Where the game stands within the pass, round or card: which throw of how many."""
        return None

    def goal(self, state: StateT, seat: Seat) -> Clock | None:
        """How far the seat has come towards ending the game, where a seat can do that."""
        return None

    def is_out(self, state: StateT, seat: Seat) -> bool:
        """Whether the seat sits out for now and is not asked; in most games nobody ever does."""
        return False

    @abstractmethod
    def explain(self, sheet: SheetT) -> Sequence[About]:
        """What can be asked about on this sheet; where several fit a thing, the first counts."""

    def ranks(self, sheet: SheetT) -> Ranks | None:
        """The ranks of somebody who plays alone on this sheet; None where nobody does or there are none."""
        return None

    @abstractmethod
    def happened(self, before: StateT, after: StateT, outcome: Outcome = ()) -> Sequence[Happening]:
        """What came by itself with one move, or with this outcome, as far as everybody may know it."""

    # Sheets ------------------------------------------------------------------------------------
    @abstractmethod
    def parse_sheet(self, text: str, name: str = "sheet") -> SheetT:
        """A sheet from its text (docs/sheets.md). Raises SheetError naming every fatal defect."""

    @abstractmethod
    def defects(self, sheet: SheetT) -> tuple[Defect, ...]:
        """What is playable but not good: unreachable cells, starved numbers, unequal segments, ..."""

    # Notation (docs/notation.md) ---------------------------------------------------------------
    @abstractmethod
    def move_text(self, sheet: SheetT, move: MoveT) -> str:
        """A move as text."""

    @abstractmethod
    def parse_move(self, sheet: SheetT, text: str) -> MoveT:
        """A text as move, legal or not. Raises NotationError."""

    @abstractmethod
    def outcome_text(self, state: StateT, outcome: Outcome) -> str:
        """An outcome of the awaited event as text."""

    @abstractmethod
    def parse_outcome(self, state: StateT, text: str) -> Outcome:
        """A text as outcome of the awaited event. Raises NotationError."""

    @abstractmethod
    def position_text(self, state: StateT) -> str:
        """The whole table in one line."""

    @abstractmethod
    def parse_position(self, sheet: SheetT, text: str) -> StateT:
        """The table from its line. Raises NotationError naming the part that is wrong."""

    # Picture -----------------------------------------------------------------------------------
    @abstractmethod
    def scene(self, state: StateT, seat: Seat, lang: str = "en") -> Scene:
        """The seat's sheet laid out for drawing: places, symbols, marks, texts."""
