"""From the parts of a review to the whole: steps, sums that add up, moments, the curve. Computes no values.

result = start + luck + own + others: own and others by rollouts, luck is what is left. So nothing is left
over, and the list of throws says beside it how much of the luck it accounts for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import TYPE_CHECKING, TypeVar

from kritzel.game import Over, Seat, State, Text
from kritzel.review.cache import Part
from kritzel.review.history import ChanceNode, MoveNode, describe_moves
from kritzel.review.labels import (
    BETTER,
    CLOSE,
    FORCED,
    LIKELY,
    SAME,
    SURE,
    WORDS,
    luck_mark,
    reason_for,
    thresholds,
    verdict,
)
from kritzel.review.luck import EventLuck, LuckReplay
from kritzel.review.models import (
    BOT,
    HINT,
    POINTS,
    WIN,
    Alternative,
    CurvePoint,
    LuckStep,
    MoveStep,
    MoveText,
    Reason,
    Review,
    SameLuck,
    SeatReview,
    Sum,
)
from kritzel.review.moves import Candidate, MoveFigures
from kritzel.review.plan import REPLAYS, SUMS_WITH_COMPANY
from kritzel.review.yardstick import ENOUGH, HUNDRED, TYPICAL, Mean, win_shares
from kritzel.sheetfile import digest

if TYPE_CHECKING:
    from kritzel.review.pipeline import ReviewContext

VERSION = 3
"""Raised when the meaning of a review changes."""
MAX_MOMENTS = 3
FIND_ALONE, FIND_WIN = 0.15, 3.0
"""The least gain of a find: as a share of the spread alone, in win-% with company."""
MOSTLY = 0.8
"""Luck is called the same where at least this share of it came from the record."""
NO_START = Text(
    "Für diesen Tisch sind keine {n} Partien des Maßstabs gespeichert: Die Teile der Summe bleiben offen.",
    "No {n} games of the yardstick are stored for this table: the parts of the sum stay open.",
)
FEW = Text(
    "Mit Mitspielern sind {n} Durchspiele je Zug zu wenig für eine Summe ({need} reichen).",
    "With company {n} rollouts a move are too few for a sum ({need} are enough).",
)

Kind = TypeVar("Kind")


def assemble(context: ReviewContext, parts: dict[str, Part], complete: bool) -> Review:
    """The review of the parts that there are."""
    return _Assembly(context, parts, complete).review()


class _Assembly:
    def __init__(self, context: ReviewContext, parts: dict[str, Part], complete: bool) -> None:
        self._task, self._history, self._yardstick = context.task, context.history, context.yardstick
        self._start = context.start
        self._parts = parts
        self._complete = complete
        self._table, self._game = context.history.table, context.history.game
        self._helped = dict(context.task.helped)
        self._seats = range(context.history.seats)
        self._unit = WIN if self._yardstick.company else POINTS
        alone = self._start is not None and self._unit == POINTS
        self._spread = self._start.points[0].sd if alone and self._start else self._yardstick.sigma
        self._labels = thresholds(self._unit, self._spread)
        self._notes = tuple(self._reasons_for_no_sums())
        self._sums = not self._notes and complete

    def review(self) -> Review:
        plan, sheet = self._task.plan, self._table.sheet
        steps = tuple(self._steps())
        return Review(
            version=VERSION,
            game=self._game.slug,
            sheet=sheet.id,
            sheet_hash=digest(sheet.source),
            rules=self._game.rules.version,
            depth=plan.depth,
            seed=self._task.seed,
            unit=self._unit,
            rollouts=plan.rollouts,
            spread=self._spread,
            complete=self._complete,
            sums=self._sums,
            notes=self._notes,
            reference=self._yardstick.reference,
            seats=tuple(self._seat(seat, steps) for seat in self._seats),
            steps=steps,
            curve=tuple(self._curve()),
        )

    def _reasons_for_no_sums(self) -> Iterator[Text]:
        plan = self._task.plan
        if self._start is None:
            yield NO_START.filled(n=ENOUGH)
        if self._unit == WIN and (plan.hurry or plan.rollouts < SUMS_WITH_COMPANY):
            yield FEW.filled(n=plan.rollouts, need=SUMS_WITH_COMPANY)

    def _part(self, kind: type[Kind], key: str) -> Kind | None:
        found = self._parts.get(key)
        return found if isinstance(found, kind) else None

    # Steps -------------------------------------------------------------------------------------------
    def _steps(self) -> Iterator[LuckStep | MoveStep]:
        for nth, node in enumerate(self._history.nodes):
            if isinstance(node, ChanceNode):
                by_net = self._part(EventLuck, f"luck:{nth}")
                by_rollouts = self._part(EventLuck, f"value:{nth}")
                if by_net or by_rollouts:
                    yield self._luck_step(node, by_net, by_rollouts)
            elif figures := self._part(MoveFigures, f"move:{nth}"):
                yield self._move_step(node, figures)

    def _luck_step(
        self, node: ChanceNode, by_net: EventLuck | None, by_rollouts: EventLuck | None
    ) -> LuckStep:
        part = by_rollouts or by_net
        assert part is not None, "the luck of an event is known one way or the other"
        luck = _gains(part)
        odds = by_net.odds if by_net else None
        seat = odds.seat if odds else luck.index(max(luck, key=abs))
        if by_net and by_rollouts and not agree(by_net, by_rollouts, seat):
            odds = None
        sd = odds.sd if odds else None
        return LuckStep(
            events=(node.event,),
            seat=seat,
            now=self._game.words.clock(node.before).now,
            purpose=node.chance.purpose,
            outcome=self._game.notation.outcome_text(node.before, node.outcome),
            words=self._game.words.say_outcome(node.before, node.outcome).words,
            luck=tuple(luck),
            se=part.se[seat],
            sd=sd,
            as_good=odds.as_good if odds else None,
            as_bad=odds.as_bad if odds else None,
            mark=luck_mark(luck[seat], sd),
        )

    def _move_step(self, node: MoveNode, found: MoveFigures) -> MoveStep:
        if found.same:
            label, certainty = (FORCED if found.options == 1 else SAME), ""
        else:
            label, certainty = verdict(found.loss, found.chose, found.own, self._labels, found.judged)
        none = tuple(0.0 for _ in self._seats)
        ahead = found.ahead if found.ahead and found.ahead.gain.beyond(2) else None
        points = None if found.points is None else tuple(each.mean for each in found.points)
        reason = None
        if found.best and certainty != CLOSE:
            reason = self._reason(node, self._after(node, found.best), node.after, found.loss.mean)
        elif ahead:
            reason = self._reason(node, node.after, self._after(node, ahead.moves), ahead.gain.mean)
        return MoveStep(
            events=node.events,
            seat=node.seat,
            now=self._game.words.clock(node.before).now,
            played=describe_moves(self._game, self._table.sheet, node.moves),
            best=self._text(found.best) if found.best else None,
            reference=None if found.same else self._text(found.reference),
            help=next((self._helped[event] for event in node.events if event in self._helped), ""),
            options=found.options,
            loss=max(found.loss.mean, 0.0),
            se=found.loss.se,
            sure=certainty == SURE,
            certainty=certainty,
            label=label,
            words=WORDS[label],
            effect=none if found.same else tuple(each.mean for each in found.effect),
            effect_se=none if found.same else tuple(each.se for each in found.effect),
            points=none if found.same else points,
            rollouts=found.rollouts,
            alternatives=tuple(map(self._alternative, found.alternatives)),
            ahead=self._alternative(ahead) if ahead else None,
            reason=reason,
        )

    def _alternative(self, found: Candidate) -> Alternative:
        return Alternative(self._text(found.moves), found.gain.mean, found.gain.se, found.rollouts)

    def _text(self, moves: Sequence[str]) -> MoveText:
        sheet = self._table.sheet
        parsed = [self._game.notation.parse_move(sheet, text) for text in moves]
        return describe_moves(self._game, sheet, parsed)

    def _after(self, node: MoveNode, moves: Sequence[str]) -> State:
        after: State = node.before
        for text in moves:
            move = self._game.notation.parse_move(self._table.sheet, text)
            after = self._game.rules.play(after, node.seat, move)
        return after

    def _reason(self, node: MoveNode, better: State, other: State, gain: float) -> Reason | None:
        near_even = TYPICAL * self._yardstick.sigma / HUNDRED
        points = gain * (1.0 if self._unit == POINTS else near_even)
        return reason_for(self._game, node.before, node.seat, better, other, points, self._table.names)

    # Seats -------------------------------------------------------------------------------------------
    def _seat(self, seat: Seat, steps: Sequence[LuckStep | MoveStep]) -> SeatReview:
        moves = [step for step in steps if isinstance(step, MoveStep)]
        decided = [step for step in moves if step.seat == seat and step.options > 1]
        mine = [step for step in decided if not step.help]
        luck = [step.luck[seat] for step in steps if isinstance(step, LuckStep)]
        return SeatReview(
            seat=seat,
            name=self._table.names[seat],
            place=next(place.place for place in self._over.ranking if place.seat == seat),
            sum=self._sum(seat, moves),
            explained=fsum(luck) if luck and self._complete else None,
            points=self._sum_of_points(seat, moves),
            moves=len(mine),
            same=sum(step.label == SAME for step in mine),
            sure=sum(step.sure and step.best is not None for step in mine),
            moments=self._moments(seat, steps),
            find=self._find(seat, steps),
            same_luck=self._same_luck(seat),
            hinted=sum(step.help == HINT for step in decided),
            stood_in=sum(step.help == BOT for step in decided),
        )

    @property
    def _over(self) -> Over:
        over = self._table.pending
        assert isinstance(over, Over), "only finished games are reviewed"
        return over

    def _sum(self, seat: Seat, moves: Sequence[MoveStep]) -> Sum:
        points, start = [float(total) for total in self._table.totals], self._start
        if self._unit == POINTS:
            result, expected = points[seat], start.points[seat] if start else None
        else:
            result = HUNDRED * win_shares(points, self._yardstick.sigma)[seat]
            expected = Mean(*(HUNDRED * each for each in start.shares[seat])) if start else None
        if not (start and expected and self._sums):
            return _sum(seat, result, expected, moves, None, None)
        error = sqrt(fsum(step.effect_se[seat] ** 2 for step in moves) + start.error(expected.sd) ** 2)
        return _sum(seat, result, expected, moves, [step.effect for step in moves], error)

    def _sum_of_points(self, seat: Seat, moves: Sequence[MoveStep]) -> Sum:
        effects = [step.points for step in moves if step.points is not None]
        whole = self._sums and len(effects) == len(moves)
        expected = self._start.points[seat] if self._start else None
        return _sum(seat, float(self._table.totals[seat]), expected, moves, effects if whole else None, None)

    def _moments(self, seat: Seat, steps: Sequence[LuckStep | MoveStep]) -> tuple[int, ...]:
        """Where most was to be had, one in a pass, round or card; what is too close to call is none."""
        least = self._labels[-1][0]
        found = [
            (step.certainty != SURE, -step.loss, nth, step.now)
            for nth, step in enumerate(steps)
            if isinstance(step, MoveStep)
            and step.seat == seat
            and step.best
            and step.help != BOT
            and step.certainty in (SURE, LIKELY)
            and step.loss >= least
        ]
        chosen = dict[int, int]()
        for _, _, nth, now in sorted(found):
            chosen.setdefault(now, nth)
        return tuple(chosen.values())[:MAX_MOMENTS]

    def _find(self, seat: Seat, steps: Sequence[LuckStep | MoveStep]) -> int | None:
        least = FIND_WIN if self._unit == WIN else FIND_ALONE * self._spread
        mine = [(nth, step) for nth, step in enumerate(steps) if isinstance(step, MoveStep)]
        found = [(_gain(step), nth) for nth, step in mine if _is_own(step, seat) and _gain(step) >= least]
        return max(found)[1] if found else None

    def _same_luck(self, seat: Seat) -> SameLuck | None:
        """What the reference player gets of this luck, if enough of it could be the same."""
        replay = self._part(LuckReplay, "replay:0")
        if not replay or not replay.ended:
            return None
        games = len(replay.points)
        if not replay.exact and (games < REPLAYS or replay.replayed < MOSTLY * replay.events):
            return None
        return SameLuck(fsum(points[seat] for points in replay.points) / games, games, replay.exact)

    # The curve ---------------------------------------------------------------------------------------
    def _curve(self) -> Iterator[CurvePoint]:
        """What the game was worth before and after each chance event, and in the end."""
        for nth, node in enumerate(self._history.nodes):
            if isinstance(node, ChanceNode):
                part = self._part(EventLuck, f"value:{nth}") or self._part(EventLuck, f"luck:{nth}")
                if part:
                    yield CurvePoint(node.event, tuple(part.mean))
                    yield CurvePoint(node.event + 1, tuple(part.value))
        yield CurvePoint(len(self._table.events), tuple(self._ends()))

    def _ends(self) -> list[float]:
        """Points alone; with company who won, however close it was."""
        if self._unit == POINTS:
            return [float(total) for total in self._table.totals]
        winners = {place.seat for place in self._over.ranking if place.place == 1}
        return [HUNDRED / len(winners) if seat in winners else 0.0 for seat in self._seats]


def _is_own(step: MoveStep, seat: Seat) -> bool:
    return step.seat == seat and not step.help


def _gain(step: MoveStep) -> float:
    """How much a step surely was better than what else might have been done; 0 where that is not sure."""
    better = step.effect[step.seat] if step.label == BETTER else 0.0
    return max(better, step.ahead.gain if step.ahead else 0.0)


def _gains(luck: EventLuck) -> list[float]:
    return [value - mean for value, mean in zip(luck.value, luck.mean, strict=True)]


def agree(by_net: EventLuck, by_rollouts: EventLuck, seat: Seat) -> bool:
    """Whether the net's odds fit what rollouts say of the same event: they must not point another way."""
    net, rollouts = _gains(by_net)[seat], _gains(by_rollouts)[seat]
    return net * rollouts > 0 and abs(rollouts) > 2 * by_rollouts.se[seat]


def _sum(
    seat: Seat,
    result: float,
    start: Mean | None,
    moves: Sequence[MoveStep],
    effects: Sequence[tuple[float, ...]] | None,
    error: float | None,
) -> Sum:
    """What is left is luck. Without a start value or effects the parts stay open."""
    if start is None or effects is None:
        return Sum(start.mean if start else None, None, None, None, result, None, None)
    steps = list(zip(moves, effects, strict=True))
    own = fsum(effect[seat] for step, effect in steps if _is_own(step, seat))
    others = fsum(effect[seat] for step, effect in steps if not _is_own(step, seat))
    luck = result - start.mean - own - others
    return Sum(start.mean, luck, own, others, result, result - luck, error)
