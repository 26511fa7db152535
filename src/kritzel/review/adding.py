"""From the parts of a review to the whole: steps, sums that add up, moments, the curve. Works nothing out
anew.

result = start + luck + own + others: own and others by rollouts, luck is what is left. So nothing is left
over, and the list of throws says beside it how much of the luck it accounts for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import TYPE_CHECKING

from kritzel.game import Over, Seat, State, Text
from kritzel.review.bare import shares
from kritzel.review.helping import BOT, HINT
from kritzel.review.labels import BETTER, FORCED, SAME, Measured, Verdict, luck_mark, thresholds, verdict
from kritzel.review.plan import REPLAYS, SUMS_WITH_COMPANY, Part
from kritzel.review.reasons import reason_for
from kritzel.review.story import Node, Step, Thrown, told
from kritzel.review.told import (
    POINTS,
    WIN,
    Alternative,
    CurvePoint,
    LuckStep,
    MoveStep,
    Reason,
    Review,
    SameLuck,
    SeatReview,
    Sum,
    Told,
)
from kritzel.review.yardstick import HUNDRED, TYPICAL
from kritzel.sheetfile import digest

if TYPE_CHECKING:
    from kritzel.review.working import Context

VERSION = 3
"""Raised when a review says something else than before."""
MOMENTS = 3
FIND_ALONE, FIND_WIN = 0.15, 3.0
"""A find is so much better than the reference player's move: a share of the spread alone, win-%
with company."""
MOSTLY = 0.8
"""Luck is called the same where such a share of it came from the record."""
NO_START = Text(
    "Für diesen Tisch sind keine {n} Partien des Maßstabs gespeichert: Die Teile der Summe bleiben offen.",
    "No {n} games of the yardstick are stored for this table: the parts of the sum stay open.",
)
FEW = Text(
    "Mit Mitspielern sind {n} Durchspiele je Zug zu wenig für eine Summe ({need} reichen).",
    "With company {n} rollouts a move are too few for a sum ({need} are enough).",
)


def added_up(context: Context, parts: dict[str, Part], complete: bool) -> Review:
    """The review of the parts that are there."""
    return Adding(context, parts, complete).review()


class Adding:
    """One review on its way together."""

    def __init__(self, context: Context, parts: dict[str, Part], complete: bool) -> None:
        self._context = context
        self._parts = parts
        self._complete = complete
        self._story, self._yardstick = context.story, context.yardstick
        self._table, self._game = context.story.table, context.story.game
        self._helped = dict(context.asked.helped)
        self.seats = range(context.story.seats)
        self.unit = WIN if self._yardstick.company else POINTS
        start = context.start
        alone = start.points[0].sd if start else self._yardstick.sigma
        self.spread = self._yardstick.sigma if self.unit == WIN else alone

    def review(self) -> Review:
        """All of it."""
        asked, table = self._context.asked, self._table
        steps = tuple(step for nth, node in enumerate(self._story.nodes) for step in self._step(nth, node))
        notes = tuple(self._notes())
        return Review(
            version=VERSION,
            game=self._game.slug,
            sheet=table.sheet.id,
            sheet_hash=digest(table.sheet.source),
            rules=self._game.rules.version,
            depth=asked.plan.depth,
            seed=asked.seed,
            unit=self.unit,
            reference=self._yardstick.reference,
            rollouts=asked.plan.rollouts,
            spread=self.spread,
            complete=self._complete,
            sums=not notes and self._complete,
            notes=notes,
            seats=tuple(self._seat(seat, steps, not notes and self._complete) for seat in self.seats),
            steps=steps,
            curve=tuple(self._curve()),
        )

    def _notes(self) -> Iterator[Text]:
        """Why the parts of results cannot be told."""
        from kritzel.review.starts import ENOUGH

        plan = self._context.asked.plan
        if self._context.start is None:
            yield NO_START.filled(n=ENOUGH)
        if self.unit == WIN and (plan.hurry or plan.rollouts < SUMS_WITH_COMPANY):
            yield FEW.filled(n=plan.rollouts, need=SUMS_WITH_COMPANY)

    # Steps -------------------------------------------------------------------------------------------
    def _step(self, nth: int, node: Node) -> list[LuckStep | MoveStep]:
        if isinstance(node, Thrown):
            found = self._luck(nth, node)
            return [found] if found else []
        part = self._parts.get(f"move:{nth}")
        return [self._move(node, part)] if part else []

    def _luck(self, nth: int, node: Thrown) -> LuckStep | None:
        weighed, rolled = self._parts.get(f"luck:{nth}"), self._parts.get(f"value:{nth}")
        part = rolled or weighed
        if not part:
            return None
        luck = [value - mean for value, mean in zip(part["value"], part["mean"], strict=True)]
        seat = weighed["seat"] if weighed else luck.index(max(luck, key=abs))
        odds = weighed if weighed and agree(weighed, rolled, seat) else None
        sd = odds["sd"] if odds else None
        return LuckStep(
            event=node.event,
            seat=seat,
            purpose=node.chance.purpose,
            outcome=self._game.notation.outcome_text(node.before, node.outcome),
            words=self._game.words.say_outcome(node.before, node.outcome).words,
            luck=tuple(luck),
            se=rolled["se"][seat] if rolled else 0.0,
            sd=sd,
            as_good=odds["as_good"] if odds else None,
            as_bad=odds["as_bad"] if odds else None,
            mark=luck_mark(luck[seat], sd),
            now=self._game.words.clock(node.before).now,
        )

    def _move(self, node: Step, part: Part) -> MoveStep:
        played = told(self._game, self._table.sheet, node.moves)
        same = part["same"]
        none = tuple(0.0 for _ in self.seats)
        loss = Measured(*part.get("loss", (0.0, 0.0)))
        called = Verdict(FORCED if part["options"] == 1 else SAME, "") if same else self._called(part)
        best = None if same or not part["best"] else part["best"]
        wrong = called.label not in (FORCED, SAME) and best is not None
        ahead = self._ahead(part)
        return MoveStep(
            events=node.events,
            seat=node.seat,
            played=played,
            reference=None if same else self._told(part["reference"]),
            best=self._told(best) if wrong and best else None,
            options=part["options"],
            loss=max(loss.mean, 0.0),
            se=loss.se,
            sure=called.sure,
            certainty=called.certainty,
            label=called.label,
            effect=none if same else tuple(each[0] for each in part["effect"]),
            effect_se=none if same else tuple(each[1] for each in part["effect"]),
            points=none if same else self._points(part),
            rollouts=0 if same else part["rollouts"],
            alternatives=() if same else tuple(self._alternatives(part["alternatives"])),
            ahead=ahead,
            reason=self._reason(node, part["best"], loss.mean)
            if wrong and called.certainty != "close"
            else self._why_ahead(node, ahead),
            now=self._game.words.clock(node.before).now,
            help=next((self._helped[event] for event in node.events if event in self._helped), ""),
        )

    def _called(self, part: Part) -> Verdict:
        loss, chose, own = (Measured(*part[name]) for name in ("loss", "chose", "own"))
        return verdict(loss, chose, own, thresholds(self.unit, self.spread), part["judged"])

    def _points(self, part: Part) -> tuple[float, ...] | None:
        return tuple(each[0] for each in part["points"]) if part["points"] else None

    def _told(self, texts: Sequence[str]) -> Told:
        sheet = self._table.sheet
        return told(self._game, sheet, [self._game.notation.parse_move(sheet, text) for text in texts])

    def _alternatives(self, parts: Sequence[Part]) -> Iterator[Alternative]:
        for each in parts:
            gain, se = each["gain"]
            yield Alternative(self._told(each["moves"]), gain, se, each["n"])

    def _ahead(self, part: Part) -> Alternative | None:
        """The second best, where the step surely was better."""
        if "ahead" not in part or not Measured(*part["ahead"]["gain"]).beyond(2):
            return None
        return next(self._alternatives([part["ahead"]]))

    def _reason(self, node: Step, best: Sequence[str], loss: float) -> Reason | None:
        return self._why(node, self._after(node, best), node.after, loss)

    def _why_ahead(self, node: Step, ahead: Alternative | None) -> Reason | None:
        if ahead is None:
            return None
        return self._why(node, node.after, self._after(node, ahead.move.moves), ahead.gain)

    def _after(self, node: Step, moves: Sequence[str]) -> State:
        """The table after other moves."""
        after: State = node.before
        for text in moves:
            after = self._game.rules.play(
                after, node.seat, self._game.notation.parse_move(self._table.sheet, text)
            )
        return after

    def _why(self, node: Step, better: State, other: State, gain: float) -> Reason | None:
        near_even = TYPICAL * self._yardstick.sigma / HUNDRED
        points = gain * (1.0 if self.unit == POINTS else near_even)
        return reason_for(self._game, node.before, node.seat, better, other, points, self._table.names)

    # Seats -------------------------------------------------------------------------------------------
    def _seat(self, seat: Seat, steps: Sequence[LuckStep | MoveStep], sums: bool) -> SeatReview:
        moves = [step for step in steps if isinstance(step, MoveStep)]
        decided = [step for step in moves if step.seat == seat and step.options > 1]
        mine = [step for step in decided if not step.help]
        over = self._table.pending
        assert isinstance(over, Over), "only finished games are reviewed"
        luck = [step.luck[seat] for step in steps if isinstance(step, LuckStep)]
        return SeatReview(
            seat=seat,
            name=self._table.names[seat],
            place=next(place.place for place in over.ranking if place.seat == seat),
            sum=self._sum(seat, moves, sums),
            points=self._sum_of_points(seat, moves, sums),
            explained=fsum(luck) if luck and self._complete else None,
            moves=len(mine),
            same=sum(step.label == SAME for step in mine),
            sure=sum(step.sure and step.best is not None for step in mine),
            moments=self._moments(seat, steps),
            find=self._find(seat, steps),
            same_luck=self._same_luck(seat),
            hinted=sum(step.help == HINT for step in decided),
            stood_in=sum(step.help == BOT for step in decided),
        )

    def _sum(self, seat: Seat, moves: Sequence[MoveStep], sums: bool) -> Sum:
        points = [float(total) for total in self._table.totals]
        company = self.unit == WIN
        result = HUNDRED * shares(points, self._yardstick.sigma)[seat] if company else points[seat]
        start = self._context.start
        if not start:
            return Sum(None, None, None, None, result, None, None)
        mean = HUNDRED * start.shares[seat].mean if company else start.points[seat].mean
        if not sums:
            return Sum(mean, None, None, None, result, None, None)
        own = fsum(step.effect[seat] for step in moves if _is_own(step, seat))
        others = fsum(step.effect[seat] for step in moves if not _is_own(step, seat))
        spread = start.shares[seat].sd * HUNDRED if company else start.points[seat].sd
        error = sqrt(fsum(step.effect_se[seat] ** 2 for step in moves) + start.error(spread) ** 2)
        return parts_of(mean, own, others, result, error)

    def _sum_of_points(self, seat: Seat, moves: Sequence[MoveStep], sums: bool) -> Sum:
        result, start = float(self._table.totals[seat]), self._context.start
        if not start:
            return Sum(None, None, None, None, result, None, None)
        mean = start.points[seat].mean
        told = [step for step in moves if step.points is not None]
        if not sums or len(told) < len(moves):
            return Sum(mean, None, None, None, result, None, None)
        own = fsum(step.points[seat] for step in told if step.points and _is_own(step, seat))
        others = fsum(step.points[seat] for step in told if step.points and not _is_own(step, seat))
        return parts_of(mean, own, others, result, None)

    def _moments(self, seat: Seat, steps: Sequence[LuckStep | MoveStep]) -> tuple[int, ...]:
        """Where most was to be had, one in a pass, round or card; what is too close to call is none."""
        least = thresholds(self.unit, self.spread)[-1][0]
        found = [
            (step.certainty != "sure", -step.loss, nth, step.now)
            for nth, step in enumerate(steps)
            if isinstance(step, MoveStep)
            and step.seat == seat
            and step.best
            and step.help != BOT
            and step.certainty in ("sure", "likely")
            if step.loss >= least
        ]
        chosen, seen = list[int](), set[int]()
        for _, _, nth, now in sorted(found):
            if now not in seen and len(chosen) < MOMENTS:
                seen.add(now)
                chosen.append(nth)
        return tuple(chosen)

    def _find(self, seat: Seat, steps: Sequence[LuckStep | MoveStep]) -> int | None:
        """The step that surely did most: better than the reference player's, or than the second best."""
        least = FIND_WIN if self.unit == WIN else FIND_ALONE * self.spread
        mine = [(nth, step) for nth, step in enumerate(steps) if isinstance(step, MoveStep)]
        found = [(_gained(step), nth) for nth, step in mine if _is_own(step, seat) and _gained(step) >= least]
        return max(found)[1] if found else None

    def _same_luck(self, seat: Seat) -> SameLuck | None:
        """What the reference player gets of this luck, if enough of it could be the same."""
        part = self._parts.get("replay:0")
        if not part or not part["ended"]:
            return None
        games, exact = len(part["points"]), part["replayed"] == part["events"]
        if not exact and (games < REPLAYS or part["replayed"] < MOSTLY * part["events"]):
            return None
        return SameLuck(fsum(points[seat] for points in part["points"]) / games, games, exact)

    # The curve ---------------------------------------------------------------------------------------
    def _curve(self) -> Iterator[CurvePoint]:
        """What the game was worth before and after each chance event, and in the end."""
        for nth, node in enumerate(self._story.nodes):
            if isinstance(node, Thrown):
                part = self._parts.get(f"value:{nth}") or self._parts.get(f"luck:{nth}")
                if part:
                    yield CurvePoint(node.event, tuple(part["mean"]))
                    yield CurvePoint(node.event + 1, tuple(part["value"]))
        yield CurvePoint(len(self._table.events), tuple(self._ends()))

    def _ends(self) -> list[float]:
        """How it ended: somebody has won then, by however little."""
        over = self._table.pending
        if not isinstance(over, Over) or self.unit == POINTS:
            return [float(total) for total in self._table.totals]
        winners = {place.seat for place in over.ranking if place.place == 1}
        return [HUNDRED / len(winners) if seat in winners else 0.0 for seat in self.seats]


def _is_own(step: MoveStep, seat: Seat) -> bool:
    """Whether the seat made this move without help."""
    return step.seat == seat and not step.help


def _gained(step: MoveStep) -> float:
    """How much a step surely was better than what else might have been done; 0 where that is not sure."""
    better = step.effect[step.seat] if step.label == BETTER else 0.0
    return max(better, step.ahead.gain if step.ahead else 0.0)


def agree(weighed: Part, rolled: Part | None, seat: Seat) -> bool:
    """Whether the net's odds fit what rollouts say of the same event: they must not point another way."""
    if rolled is None:
        return True
    by_net, by_rollouts = (part["value"][seat] - part["mean"][seat] for part in (weighed, rolled))
    return bool(by_net * by_rollouts > 0 and abs(by_rollouts) > 2 * rolled["se"][seat])


def parts_of(start: float, own: float, others: float, result: float, error: float | None) -> Sum:
    """What is left is luck."""
    luck = result - start - own - others
    return Sum(start, luck, own, others, result, result - luck, error)
