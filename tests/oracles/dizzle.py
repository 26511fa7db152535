"""A second Dizzle, written from the rule texts alone: slow, plain, and without a line of the engine.

It knows sheets as dicts of (column, row), keeps its own table, and speaks notation only: outcomes and
moves go in as texts, legal moves come out as texts. It answers what is awaited, who may do what, and
what every seat has scored. It explains nothing and trusts what it is given.
"""

from __future__ import annotations

from collections import Counter

from tests.oracles.dizzle_paper import (
    PIECES,
    Blank,
    Pad,
    Paper,
    Spot,
    closed_routes,
    name,
    pad,
    spot_of,
    total,
)

POOL = {1: 8, 2: 7, 3: 10, 4: 13}
PASSES = {1: 10, 2: 12, 3: 12, 4: 12}


class Oracle:
    """The table, from the first roll to the end."""

    def __init__(self, text: str, seats: int) -> None:
        self.blank = Blank(text)
        self.seats = range(seats)
        self.papers = [Paper(set(self.blank.crossed), dict(self.blank.printed)) for _ in self.seats]
        for paper in self.papers:
            paper.crosses |= set(paper.rails)  # D38
        self.number_of_pass = 0
        self.phase = ""
        self.turn = 0
        self.pool: list[int] = []
        self.flow = 0
        self.reason = ""
        self.seen: Counter[str] = Counter()
        self.pads: list[Pad] = []
        self.next_pass()

    # What the table waits for --------------------------------------------------------------------
    def awaits(self) -> str:
        """`roll 7` (purpose and number of dice), `seats 0 2`, or `over full_sheet`."""
        if self.phase in ("volcano", "roll", "reroll", "remove"):
            dice = {"volcano": 1, "roll": POOL[len(self.seats)], "reroll": len(self.pool), "remove": 2}
            return f"{self.phase} {dice[self.phase]}"
        if self.phase == "over":
            return f"over {self.reason}"
        return "seats " + " ".join(str(seat) for seat in self.seats if self.moves(seat))

    def moves(self, seat: int) -> set[str]:
        paper = self.papers[seat]
        if self.phase in ("place", "rerolled"):
            return self.turn_moves(paper) if seat == self.turn else set()
        if self.phase == "flow" and not paper.picks:
            return {f"lava {name(spot)}" for spot in self.lava_spots(paper)}
        if self.phase == "planets" and len(paper.picks) < paper.owed:
            return {f"planet {name(spot)}" for spot in self.planets_left(paper) if spot not in paper.picks}
        if self.phase == "rails":
            bare = [spot for spot in paper.dice if spot not in paper.picks]
            return {f"rail {name(spot)} {piece}" for spot in bare for piece in PIECES}
        return set()

    def turn_moves(self, paper: Paper) -> set[str]:
        """D5, D10-D13."""
        takes = {
            f"{self.blank.number[spot]}{name(spot)}"
            for spot in self.open_spots(paper)
            if self.blank.number[spot] in self.pool
        }
        if takes:
            return takes
        if self.phase == "place":
            return {"reroll", "out"}
        return {f"back {name(spot)}" for spot in paper.dice}

    # Where dice and lava may go ------------------------------------------------------------------
    def is_free(self, paper: Paper, spot: Spot) -> bool:
        """D6, D24, D36."""
        if spot not in self.blank.number or spot in paper.lava or spot in paper.lost:
            return False
        if spot in paper.crosses or spot in paper.dice:
            return False
        symbol = self.blank.symbol[spot]
        return symbol[:1] != "l" or self.has_key(paper, symbol[1])

    def has_key(self, paper: Paper, colour: str) -> bool:
        return any(self.blank.symbol[spot] == "k" + colour for spot in paper.crosses)

    def free_beside(self, paper: Paper, spots: set[Spot]) -> set[Spot]:
        beside = {other for spot in spots for other in self.blank.near[spot]}
        return {spot for spot in beside if self.is_free(paper, spot)}

    def open_spots(self, paper: Paper) -> set[Spot]:
        """D7 without dice, D8 beside dice, D9 enclosed."""
        beside_dice = self.free_beside(paper, paper.dice)
        if beside_dice:
            return beside_dice
        return self.free_beside(paper, paper.crosses)

    def lava_spots(self, paper: Paper) -> set[Spot]:
        """D35, D36."""
        found = set()
        for spot, number in self.blank.number.items():
            blocked = spot in paper.crosses or spot in paper.lava or spot in paper.lost
            hot = any(s in paper.lava or self.blank.symbol[s] == "v" for s in self.blank.near[spot])
            if number == self.flow and hot and not blocked:
                found.add(spot)
        return found

    def planets_left(self, paper: Paper) -> set[Spot]:
        return {spot for spot in self.blank.planets if spot not in paper.crosses and spot not in paper.lava}

    # Chance speaks -------------------------------------------------------------------------------
    def reveal(self, text: str) -> None:
        if self.phase == "volcano":
            self.flow, self.phase = int(text), "flow"
            choices = [len(self.lava_spots(paper)) for paper in self.papers]
            self.note("lava: a seat has no cell", 0 in choices)
            self.note("lava: a seat has a choice", max(choices) > 1)
            if not any(choices):
                self.phase = "roll"
        elif self.phase == "remove":
            self.take_away(text)
        else:
            rerolled = self.phase == "reroll"
            self.pool = [int(digit) for digit in text]
            self.phase = "place"
            if rerolled:
                self.after_reroll()
            else:
                self.begin_turn()

    def after_reroll(self) -> None:
        """D12, D13."""
        paper = self.papers[self.turn]
        fits = any(self.blank.number[spot] in self.pool for spot in self.open_spots(paper))
        self.note("re-roll helped", fits)
        self.note("re-roll failed", not fits)
        self.phase = "rerolled"
        if not fits and not paper.dice:
            self.note("re-roll failed without a die to return")
            self.end_turn()

    def take_away(self, text: str) -> None:
        """D33."""
        before = list(self.pool)
        for digit in text:
            if int(digit) in self.pool:
                self.pool.remove(int(digit))
        self.note("solo: doubles removed two", text[0] == text[1] and len(before) - len(self.pool) == 2)
        self.note("solo: pool emptied by removal", not self.pool)
        self.end_turn()

    # Seats speak ---------------------------------------------------------------------------------
    def play(self, seat: int, text: str) -> None:
        paper = self.papers[seat]
        word, *rest = text.split()
        if word == "reroll":
            self.phase = "reroll"
        elif word == "out":
            paper.out = True
            self.end_turn()
        elif word == "back":
            paper.dice.remove(spot_of(rest[0]))
            self.pool.append(self.blank.number[spot_of(rest[0])])
            self.note("die returned")
            self.note("all dice returned", not paper.dice)
            self.end_turn()
        elif word in ("lava", "planet", "rail"):
            paper.picks[spot_of(rest[0])] = rest[-1]
            if not any(self.moves(other) for other in self.seats):
                self.all_have_chosen()
        else:
            self.take(paper, int(text[0]), spot_of(text[1:]))

    def take(self, paper: Paper, number: int, spot: Spot) -> None:
        self.note("jump", bool(paper.dice) and not self.free_beside(paper, paper.dice))
        self.note("die on an opened lock", self.blank.symbol[spot][:1] == "l")
        self.note("solo: removal after a re-roll", self.phase == "rerolled" and len(self.seats) == 1)
        self.pool.remove(number)
        paper.dice.add(spot)
        if len(self.seats) == 1 and self.pool:
            self.phase = "remove"
        else:
            self.end_turn()

    # The course of a pass ------------------------------------------------------------------------
    def next_pass(self) -> None:
        self.number_of_pass += 1
        self.turn = (self.number_of_pass - 1) % len(self.seats)
        for paper in self.papers:
            paper.out = False
        self.phase = "volcano" if self.blank.volcanoes else "roll"

    def begin_turn(self) -> None:
        """D16."""
        self.phase = "place"
        paper = self.papers[self.turn]
        if not self.open_spots(paper):
            self.note("dropped out by itself")
            paper.out = True
            self.end_turn()

    def end_turn(self) -> None:
        """D17, D18."""
        others_out = all(self.papers[seat].out for seat in self.seats if seat != self.turn)
        last_turn = len(self.seats) > 1 and others_out
        self.note("last turn of the last seat", last_turn and not self.papers[self.turn].out)
        if last_turn or not self.pool or all(paper.out for paper in self.papers):
            self.end_pass()
            return
        self.turn = (self.turn + 1) % len(self.seats)
        while self.papers[self.turn].out:
            self.turn = (self.turn + 1) % len(self.seats)
        self.begin_turn()

    def end_pass(self) -> None:
        """D19, D37."""
        if self.blank.rail_sheet and any(paper.dice for paper in self.papers):
            self.phase = "rails"
        else:
            self.cross_dice()

    def cross_dice(self) -> None:
        """D19-D22."""
        for paper in self.papers:
            paper.fresh, paper.dice = paper.dice, set()
            paper.crosses |= paper.fresh
        self.pads = []
        self.explode()
        self.raise_flags()
        self.launch()

    def explode(self) -> None:
        """D20."""
        for bomb in self.blank.having("b"):
            crossing = [paper for paper in self.papers if bomb in paper.fresh]
            self.note("bomb crossed by two", len(crossing) > 1)
            for paper in self.papers:
                if crossing and bomb not in paper.crosses and bomb not in paper.lava:
                    paper.lost.add(bomb)
                    self.note("bomb exploded")

    def raise_flags(self) -> None:
        """D21."""
        for spot in self.blank.having("f"):
            flag = self.blank.symbol[spot][1:]
            reached = sum(flag in paper.flags for paper in self.papers)
            left = self.blank.points["flags"][int(flag) - 1][reached:]
            crossing = [paper for paper in self.papers if spot in paper.fresh]
            for paper in crossing:
                paper.flags[flag] = left[0] if left else 0
            self.note("flag shared", len(crossing) > 1)
            self.note("flag reached later", reached > 0 and bool(crossing))

    def launch(self) -> None:
        """D22."""
        for paper in self.papers:
            rockets = sum(self.blank.symbol[spot] == "r" for spot in paper.fresh)
            paper.owed = min(rockets, len(self.planets_left(paper)))
            self.note("rocket", rockets > 0)
            self.note("rocket without planet", rockets > paper.owed)
        self.phase = "planets"
        if not any(paper.owed for paper in self.papers):
            self.close_pass()

    def all_have_chosen(self) -> None:
        """D23: only now do the choices count."""
        ended, self.pads = self.phase, []
        for paper in self.papers:
            picks, paper.picks, paper.owed = paper.picks, {}, 0
            if ended == "flow":
                paper.lava |= set(picks)
            elif ended == "planets":
                paper.crosses |= set(picks)
            else:
                paper.rails.update(picks)
                lengths = [len(route) for route in closed_routes(paper.rails)]
                self.note("closed route", len(lengths) > 0)
                self.note("two closed routes", len(lengths) > 1)
                self.note("two longest closed routes", lengths.count(max(lengths, default=0)) > 1)
        if ended == "flow":
            self.phase = "roll"
        elif ended == "planets":
            self.close_pass()
        else:
            self.cross_dice()

    def close_pass(self) -> None:
        """D25: a sheet full in the last pass ends nothing early."""
        if self.number_of_pass == PASSES[len(self.seats)]:
            self.phase, self.reason = "over", "last_round"
        elif any(self.is_full(paper) for paper in self.papers):
            self.phase, self.reason = "over", "full_sheet"
        else:
            self.next_pass()
        if self.reason:
            self.note(self.reason)

    def is_full(self, paper: Paper) -> bool:
        """D25: all cells; exploded ones, lava and volcanoes are none any more, bare planets still are."""
        gone = paper.crosses | paper.lost | paper.lava | set(self.blank.volcanoes)
        left = [spot for spot in self.blank.symbol if spot not in gone]
        bare = [spot for spot in left if spot not in self.blank.number]
        self.note("only a bare planet left", left == bare != [])
        return not left

    def note(self, event: str, happened: bool = True) -> None:
        """Count that an event was met, so that a run can tell what it has tested."""
        self.seen[event] += happened

    # The score -----------------------------------------------------------------------------------
    def scores(self) -> list[Pad]:
        """Per seat: clause and points of every line. Counted anew only after something was settled."""
        if not self.pads:
            self.pads = [pad(self.blank, paper, len(self.seats) == 1) for paper in self.papers]
        return self.pads

    def places(self) -> list[int]:
        """D32: the place of every seat."""
        merits = [
            (-total(scored), len(paper.crosses))
            for scored, paper in zip(self.scores(), self.papers, strict=True)
        ]
        return [1 + sum(other < merit for other in merits) for merit in merits]
