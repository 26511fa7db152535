"""The state of a table: what its log folds to. The same code folds a stored log, a new event and a trial.

Knows no rule (the games do) and no I/O. `go_on` takes the step that follows without a command: the game
begins when all are ready, and the table rolls its own dice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kritzel.game import Chance, Decision, Happening, Outcome, Over, Score, Seat, Setup, State, Text
from kritzel.games import catalogue
from kritzel.record import Played, Revealed, Table
from kritzel.record.table import PAST_OTHERS
from kritzel.server.table import dice, dice_proof, log
from kritzel.server.table.document import SheetDocument, sheet_document
from kritzel.server.table.hints import HintTaken
from kritzel.server.table.log import Doubt, Phase
from kritzel.server.table.seating import Seating
from kritzel.server.table.story import StoryLine, story_line


class Derived:
    """What follows from the state of a game, computed at first use and cached."""

    def __init__(self, table: Table) -> None:
        self.game = table.game
        self.state, self.pending, self.running = table.moment
        self.ended = isinstance(self.pending, Over)
        self.deciding = self.pending.seats if isinstance(self.pending, Decision) else ()
        self._secret = self.game.rules.secret(self.state)
        self._seen: dict[Seat | None, Any] = {}
        self._hides: dict[Seat, bool] = {}

    @property
    def public(self) -> Any:
        return self.view(None)

    @cached_property
    def pads(self) -> tuple[Score, ...]:
        return self.game.rules.score(self.public)

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The points of each seat as people see them: what is counted at the end is counted then."""
        return tuple([pad.total if self.ended else pad.won for pad in self.pads])

    def view(self, seat: Seat | None) -> Any:
        if not self._secret:
            return self.state
        if seat not in self._seen:
            self._seen[seat] = self.game.rules.view(self.state, seat)
        return self._seen[seat]

    def hides(self, seat: Seat) -> bool:
        if not self._secret:
            return False
        if seat not in self._hides:
            self._hides[seat] = bool(self.view(seat) != self.public)
        return self._hides[seat]

    def same(self, before: State, state: State) -> bool:
        """Whether a state looks as one did before: where others choose in secret, it often does."""
        return before is state or (self._secret and bool(before == state))


class TableState(Struct, eq=False):
    """The state of one table. `seed` is the secret of its dice, empty where people roll.

    `commit` is what is promised of it now, in the `round` of mixing the dice. `origins` are the versions of
    the game's own events in the log. `draws` counts what the table drew, by place and purpose.
    """

    id: str
    seed: bytes
    created: log.Created
    seating: Seating
    table: Table
    begins: str
    now: Derived
    """What follows from the state."""
    commit: str
    document: SheetDocument
    round: int = dice.FIRST_ROUND
    began: bool = False
    stopped: bool = False
    rematch: str = ""
    origins: tuple[int, ...] = ()
    draws: Mapping[tuple[int, str], int] = {}
    doubt: Doubt | None = None
    order: tuple[Seat, ...] = ()
    """The chair of each seat, once the game has begun."""
    lots: tuple[Seat, ...] = ()
    names_hash: str = ""
    """It binds the names to the dice, once the game has begun."""
    hints: tuple[HintTaken, ...] = ()
    """All that were taken."""
    stood_in: frozenset[int] = frozenset()
    """The versions of moves that a bot made for a person."""
    _key: bytes = b""

    @staticmethod
    def new(table_id: str, seed: bytes, created: log.Created) -> TableState:
        game, sheet = catalogue.find(created.sheet, created.sheet_version)
        game.expect_rules(created.rules)
        table = Table.new(game, Setup(sheet, len(created.chairs)))
        seating = Seating.of(created)
        document = sheet_document(table.game, table.sheet, len(table.seats))
        begins, commit = created.begins, created.commit
        return TableState(table_id, seed, created, seating, table, begins, Derived(table), commit, document)

    def copy(self) -> TableState:
        return replace(self, table=self.table.until(len(self.table.events)))

    def until(self, events: int) -> TableState:
        table = self.table.until(events)
        return replace(self, table=table, now=Derived(table))

    # Looking -----------------------------------------------------------------------------------
    @property
    def real_dice(self) -> bool:
        return not self.created.commit

    @property
    def opening(self) -> bool:
        """Whether all have sealed, and the table waits for seals to be opened."""
        return not self.began and not self.real_dice and self.seating.gathered

    @property
    def phase(self) -> Phase:
        if self.stopped:
            return "stopped"
        if not self.began:
            return "open"
        return "over" if self.now.ended else "running"

    @property
    def deciding(self) -> tuple[Seat, ...]:
        return self.now.deciding if self.began and not self.stopped else ()

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat as people see them: what is counted at the end is counted then."""
        return tuple([pad.total for pad in self.now.pads]) if self.stopped else self.now.points

    @property
    def last_roll(self) -> Revealed | None:
        return next((each for each in reversed(self.table.events) if isinstance(each, Revealed)), None)

    @property
    def decided(self) -> bool:
        return bool(self.table.events) and isinstance(self.table.events[-1], Played)

    @property
    def unasked(self) -> tuple[Seat, ...]:
        """The seats of players who have not answered yet whether the last roll may be corrected."""
        agreed = self.doubt.agreed if self.doubt else frozenset(self.seating.playing)
        return tuple(seat for player, seat in self.seating.playing.items() if player not in agreed)

    @property
    def proof(self) -> dice_proof.Proof | None:
        """What proves the dice. None before the end, and with real dice."""
        if self.real_dice or self.phase not in ("over", "stopped"):
            return None
        return dice_proof.Proof(
            self.id,
            self.round,
            self.commit,
            self._secret(self.round).hex(),
            self.seating.luck,
            self.begins,
            self.order,
            self.names_hash,
            erased=self.names_hash != self._names_hash(dice_proof.by_chair(self.seating.names, self.order)),
        )

    def next_promise(self) -> str:
        """What is promised in the next round of mixing the dice."""
        return dice.promise(self.id, self.round + 1, self._secret(self.round + 1))

    def _secret(self, round_: int) -> bytes:
        return dice.secret(self.seed, self.id, round_)

    def _names_hash(self, names: Sequence[str]) -> str:
        return dice.names_hash(self.id, self.round, self.commit, names)

    # Undo --------------------------------------------------------------------------------------
    def undoable(self, seat: Seat) -> Played | Text:
        """The move that a seat may take back, or why there is none."""
        table = self.table
        nth, why = table.find_undo(seat)
        if why is not None:
            return why
        # While others choose in secret an older move stays: its undo would tell whether they have begun.
        if nth < table.running.begin and self._awaits_secrets():
            return PAST_OTHERS
        move = table.events[nth]
        assert isinstance(move, Played), "undo never goes past chance"
        return move

    def _awaits_secrets(self) -> bool:
        seats = self.now.deciding
        if len(seats) > 1:
            return True
        return self.table.game.rules.secret(self.table.state) and any(
            self._would_hide(seat) for seat in seats
        )

    def _would_hide(self, seat: Seat) -> bool:
        game, state = self.table.game, self.table.state
        after = game.rules.play(state, seat, game.rules.moves(state, seat)[0])
        return bool(game.rules.view(after, seat) != game.rules.view(after, None))

    # Going on ----------------------------------------------------------------------------------
    def go_on(self, version: int) -> tuple[log.TableEvent, StoryLine] | None:
        """Take the step that follows without a command: its event and its line, or None."""
        if self.stopped:
            return None
        if not self.began:
            event: log.TableEvent | None = self._beginning() if self.seating.complete else None
        elif self.doubt and not self.unasked:
            event = self.correct_roll(self.doubt.seat)
        elif isinstance(chance := self.now.pending, Chance) and not self.real_dice:
            return self._roll(version, chance)
        else:
            return None
        return (event, self.take(version, event)) if event else None

    def correct_roll(self, seat: Seat) -> log.TakenUp:
        assert self.last_roll is not None, "only a roll is corrected"
        return log.TakenUp(seat, self.last_roll.purpose, self.last_roll.text)

    def _roll(self, version: int, chance: Chance) -> tuple[log.Revealed, StoryLine]:
        before = self.now
        self.reveal(self._draw(chance))
        event = log.Revealed(chance.purpose, self.table.events[-1].text)
        return event, self._tell(version, event, before)

    def reveal(self, outcome: Outcome | str) -> None:
        """Add an outcome of chance. Raises NotationError or IllegalOutcome."""
        state, chance = self.table.state, self.now.pending
        self.table.reveal(outcome)
        self.now = Derived(self.table)
        self.doubt = None
        if isinstance(chance, Chance) and not self.real_dice:
            draw = self.table.game.place(state, chance), chance.purpose
            self.draws = {**self.draws, draw: self.draws.get(draw, 0) + 1}

    def mix_again(self, commit: str) -> None:
        """All seals are void; `commit` promises another secret."""
        self.seating = dataclasses.replace(self.seating, sealed={})
        self.commit, self.round = commit, self.round + 1

    def _draw(self, chance: Chance) -> Outcome:
        place = self.table.game.place(self.table.state, chance)
        return dice.draw(self._dice_key(), place, self.draws.get((place, chance.purpose), 0), chance)

    def _dice_key(self) -> bytes:
        """Before the game it is made from the names as they are then, afterwards from those it began with."""
        if not self._key:
            names = self.names_hash or self._names_hash(self.seating.names)
            secret = self._secret(self.round)
            self._key = dice.key(self.id, self.round, secret, self.begins, names, self.seating.luck)
        return self._key

    def _beginning(self) -> log.Began:
        """Who sits where when the game begins, and who is first, where that means something."""
        names = self.seating.names
        bound = "" if self.real_dice else self._names_hash(names)
        if len(names) == 1 or not self.begins:
            return log.Began(names=bound)
        order = dice.order(self._dice_key(), self.begins, len(names))
        first = "" if self.table.game.facts.together else names[order[0]]
        return log.Began(order, self.begins == dice.LOTS, first, bound)

    # Events ------------------------------------------------------------------------------------
    def apply(self, event: log.TableEvent) -> None:
        """Fold one event. Raises what the games raise; then nothing has changed."""
        event.apply(self)
        if self.now.state is not self.table.state:
            self.now = Derived(self.table)

    def take(self, version: int, event: log.TableEvent) -> StoryLine:
        """Apply the event with this version, and return its line."""
        if isinstance(event, log.Undone):
            return self._undo(event)
        before = self.now
        self.apply(event)
        return self._tell(version, event, before)

    def _undo(self, event: log.Undone) -> StoryLine:
        nth, _ = self.table.find_undo(event.seat)
        undoes, said = self.origins[nth], self.table.describe(nth)
        self.apply(event)
        self.origins = (*self.origins[:nth], *self.origins[nth + 1 :])
        return story_line(self.document, event, said, undoes=undoes)

    def _tell(self, version: int, event: log.TableEvent, before: Derived) -> StoryLine:
        if isinstance(event, log.TakenUp):
            left = len(self.table.events)
            moves = self.origins[left + 1 :]
            self.origins = self.origins[:left]
            return story_line(self.document, event, undoes=moves[0] if moves else 0)
        if not isinstance(event, log.Played | log.Revealed):
            return story_line(self.document, event)
        self.origins = (*self.origins, version)
        said, brought = self.table.describe(-1), self._brought(before.state)
        if isinstance(event, log.Revealed):
            return story_line(self.document, event, said, brought=brought)
        if event.bot and self.seating.places[event.seat].player:
            self.stood_in |= {version}
        settles = before.running.begin != self.now.running.begin
        hidden = before.running.shared or self.now.hides(event.seat)
        return story_line(self.document, event, said, hidden, settles, brought=brought)

    def _brought(self, before: State) -> tuple[Happening, ...]:
        last = self.table.events[-1]
        outcome = last.outcome if isinstance(last, Revealed) else ()
        came = self.table.game.words.happened(before, self.table.state, outcome)
        return tuple([each.named(self.table.names) for each in came])
