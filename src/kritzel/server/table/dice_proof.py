"""Whether the dice of a finished game are the promised ones: the proof that a record carries, and its check.

Nothing in here rolls for a table. Strangers send records: every letter is looked at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kritzel.game import Chance, Seat, Text
from kritzel.record import Revealed, Table, read
from kritzel.server.table import dice
from kritzel.server.table.dice import DeviceSeed

NOTE = "# dice "
NOTED = ("scheme", "table", "round", "commit", "seed", "players", "seals", "begins", "order", "names")
"""What the comments of a record say."""
ERASED = "erased"
"""Stands behind the hash of the names if a name was erased after the game."""
HEX = re.compile("[0-9a-f]{64}")
SHORT = re.compile("[0-9]{1,6}")
CHAIR = re.compile("[0-7]")
CHAIRED = re.compile("([0-7]):([0-9a-f]{64})")


class Proof(NamedTuple):
    """All that is needed to check the dice of a finished game, besides its record.

    `round`: how often the dice were mixed. `commit` is what the table promised, `seed` what it opened,
    `people` what each device gave, by chair. `begins` says how it was settled who sits where, `order` is the
    chair of each seat. `names` is the hash of all names; `erased`: one of them was erased after the game.
    """

    table: str
    round: int
    commit: str
    seed: str
    people: tuple[DeviceSeed, ...]
    begins: str
    order: tuple[Seat, ...]
    names: str
    erased: bool = False


class NotProven(ValueError):
    """The dice of a record are not the promised ones: what is wrong (`code`), in words that name it."""

    def __init__(self, code: str, words: Text) -> None:
        super().__init__(words.en)
        self.code, self.words = code, words


class Checked(NamedTuple):
    """What was checked and found true: how many draws and seals, in which round; the names, unless erased."""

    scheme: str
    draws: int
    seals: int
    round: int
    names: bool


class Drawn(NamedTuple):
    """One draw of a game: which event of the record it is (`site`), where it belongs, and what came."""

    site: int
    place: int
    nth: int
    chance: Chance
    event: Revealed


NO_PROOF = Text(
    "Die Mitschrift trägt keinen Beweis ihrer Würfel.", "The record carries no proof of its dice."
)
NO_PROMISE = Text(
    "Das geöffnete Geheimnis ist nicht das versprochene.", "The opened secret is not the one promised."
)
NO_SEAL = Text(
    "Das Glück von Stuhl {chair} passt nicht zu seinem Siegel.",
    "The seed of chair {chair} does not fit its seal.",
)
NO_ORDER = Text("Die Plätze sind nicht die ausgelosten.", "The seats are not those that were drawn by lot.")
NO_NAMES = Text(
    "Die Namen sind nicht die, mit denen gespielt wurde.", "The names are not those the game was played with."
)
NO_DRAW = Text(
    "Ereignis {site}, {purpose}: {text} war nicht das, was die Würfel brachten.",
    "Event {site}, {purpose}: {text} was not what the dice brought.",
)


# Checking --------------------------------------------------------------------------------------
def verify(record: str) -> Checked:
    """What the proof of an exported record proves of its dice. NotProven, RecordError."""
    return check(read(record), proof_of(record))


def check(table: Table, proof: Proof) -> Checked:
    """Everything again. NotProven for the first thing that is not true."""
    if dice.promise(proof.table, proof.round, bytes.fromhex(proof.seed)) != proof.commit:
        raise NotProven("promise", NO_PROMISE)
    for luck in proof.people:
        if dice.seal(proof.table, proof.round, proof.commit, luck.chair, luck.seed) != luck.seal:
            raise NotProven("seal", NO_SEAL.filled(chair=luck.chair))
    key = key_of(proof)
    if proof.order != dice.order(key, proof.begins, len(table.names)):
        raise NotProven("order", NO_ORDER)
    names = dice.names_hash(proof.table, proof.round, proof.commit, by_chair(table.names, proof.order))
    if not proof.erased and proof.names != names:
        raise NotProven("names", NO_NAMES)
    made = 0
    for site, place, nth, chance, event in draws(table):
        if dice.draw(key, place, nth, chance) != event.outcome:
            raise NotProven("draw", NO_DRAW.filled(site=site, purpose=event.purpose, text=event.text))
        made += 1
    return Checked(dice.SCHEME, made, len(proof.people), proof.round, not proof.erased)


def key_of(proof: Proof) -> bytes:
    secret = bytes.fromhex(proof.seed)
    return dice.key(proof.table, proof.round, secret, proof.begins, proof.names, proof.people)


def by_chair(names: Sequence[str], order: Sequence[Seat]) -> tuple[str, ...]:
    """The names of the seats, by the chairs their people sat on before the game."""
    return tuple([name for _, name in sorted(zip(order, names, strict=True))])


def draws(table: Table) -> Iterator[Drawn]:
    before: Counter[tuple[int, str]] = Counter()
    for site, (event, state) in enumerate(zip(table.events, table.states, strict=False)):
        if isinstance(event, Revealed):
            pending = table.game.rules.pending(state)
            assert isinstance(pending, Chance), "an outcome stands where chance was awaited"
            place = table.game.place(state, pending)
            yield Drawn(site, place, before[place, pending.purpose], pending, event)
            before[place, pending.purpose] += 1


# As comments of a record -----------------------------------------------------------------------
def notes(proof: Proof) -> str:
    """The proof as comments at the end of a record."""
    noted = {
        "scheme": dice.SCHEME,
        "table": proof.table,
        "round": str(proof.round),
        "commit": proof.commit,
        "seed": proof.seed,
        "players": " ".join(f"{luck.chair}:{luck.seed}" for luck in proof.people) or "-",
        "seals": " ".join(f"{luck.chair}:{luck.seal}" for luck in proof.people) or "-",
        "begins": proof.begins or "-",
        "order": " ".join(map(str, proof.order)),
        "names": f"{proof.names} {ERASED}" if proof.erased else proof.names,
    }
    return "".join(f"{NOTE}{name}: {noted[name]}\n" for name in NOTED)


def proof_of(record: str) -> Proof:
    """The proof that stands in the comments of a record. NotProven where there is none that can be read."""
    found: dict[str, str] = {}
    for name, value in _comments(record):
        if found.setdefault(name, value) != value:
            raise NotProven("missing", NO_PROOF)
    if not found.keys() >= set(NOTED) or found["scheme"] != dice.SCHEME:
        raise NotProven("missing", NO_PROOF)
    seeds, sealed = _by_chair(found["players"]), _by_chair(found["seals"])
    begins, order = found["begins"].replace("-", ""), found["order"].split()
    names, _, erased = found["names"].partition(" ")
    if not (
        list(seeds) == list(sealed) == sorted(seeds)
        and HEX.fullmatch(found["seed"])
        and HEX.fullmatch(names)
        and SHORT.fullmatch(found["round"])
        and (begins in ("", dice.LOTS) or CHAIR.fullmatch(begins))
        and sorted(order) == [str(chair) for chair in range(len(order))]
        and erased in ("", ERASED)
    ):
        raise NotProven("missing", NO_PROOF)
    return Proof(
        found["table"],
        int(found["round"]),
        found["commit"],
        found["seed"],
        tuple([DeviceSeed(chair, sealed[chair], seed) for chair, seed in seeds.items()]),
        begins,
        tuple(map(int, order)),
        names,
        bool(erased),
    )


def _by_chair(noted: str) -> dict[Seat, str]:
    """`0:SEED 2:SEED`, each chair once. NotProven."""
    found: dict[Seat, str] = {}
    for each in noted.split() if noted != "-" else ():
        match = CHAIRED.fullmatch(each)
        if match is None or int(match[1]) in found:
            raise NotProven("missing", NO_PROOF)
        found[int(match[1])] = match[2]
    return found


def _comments(record: str) -> Iterator[tuple[str, str]]:
    """What the comments say, by name. Strangers send them: every letter is looked at once, by no pattern."""
    for line in record.split("\n"):
        if line.startswith(NOTE):
            name, _, value = line.removeprefix(NOTE).partition(":")
            yield name, value.strip(" ")
