"""Whether the dice of a finished game are the promised ones: the proof that a record carries, and its check.

Reads records of both schemes and says which one it was. Nothing in here rolls for a table. Strangers send
records: every letter is looked at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kritzel.game import Chance, Event, Outcome, Seat, Text
from kritzel.mechanics.cards import Draw
from kritzel.mechanics.dice import Roll
from kritzel.record import Revealed, Table, read
from kritzel.server.table import dice, seals
from kritzel.server.table.seals import Luck
from kritzel.server.wire.endings import DrawShape, RollShape, Shape

NOTE = "# dice "
SCHEMES = (dice.SCHEME, seals.SCHEME)
NOTED = {
    dice.SCHEME: ("scheme", "table", "commit", "seed", "players"),
    seals.SCHEME: ("scheme", "table", "round", "commit", "seed", "players", "seals", "lots"),
}
"""What the comments of a record say, by scheme."""
HEX = re.compile("[0-9a-f]{64}")
SHORT = re.compile("[0-9]{1,6}")
CHAIRED = re.compile("([0-7]):([0-9a-f]{64})")


class Proof(NamedTuple):
    """All that is needed to check the dice of a finished game, besides its record.

    `commit` is what the table promised, `seed` what it opened, `players` are the seeds of the people: in the
    order of their seats (DICE-1), or of the chairs they sealed for (`chairs`, with their `seals`; DICE-2).
    `lots`: the chair of each seat, where lots were drawn. `round`: how often the dice were mixed.
    """

    table: str
    commit: str
    seed: str
    players: tuple[str, ...]
    scheme: str = dice.SCHEME
    round: int = seals.FIRST
    chairs: tuple[Seat, ...] = ()
    seals: tuple[str, ...] = ()
    lots: tuple[Seat, ...] = ()

    @property
    def people(self) -> tuple[Luck, ...]:
        """What each device gave, by chair (DICE-2)."""
        return tuple([Luck(*each) for each in zip(self.chairs, self.seals, self.players, strict=True)])


class NotProven(ValueError):
    """The dice of a record are not the promised ones: what is wrong (`code`), in words that name it."""

    def __init__(self, code: str, words: Text) -> None:
        super().__init__(words.en)
        self.code, self.words = code, words


class Checked(NamedTuple):
    """What was checked and found true: by which scheme, so many draws, so many seals, in which round."""

    scheme: str
    draws: int
    seals: int
    round: int


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
NO_LOTS = Text("Die Plätze sind nicht die ausgelosten.", "The seats are not those that were drawn by lot.")
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
    secret = bytes.fromhex(proof.seed)
    if _promise(proof, secret) != proof.commit:
        raise NotProven("promise", NO_PROMISE)
    for luck in proof.people if proof.scheme == seals.SCHEME else ():
        if seals.seal(proof.table, proof.round, proof.commit, luck.chair, luck.seed) != luck.seal:
            raise NotProven("seal", NO_SEAL.filled(chair=luck.chair))
    key = key_of(proof)
    if proof.lots and proof.lots != seals.lots(key, len(table.names)):
        raise NotProven("lots", NO_LOTS)
    return Checked(proof.scheme, _draws_checked(table, proof, key), len(proof.seals), proof.round)


def _draws_checked(table: Table, proof: Proof, key: bytes) -> int:
    before: Counter[str] = Counter()
    for site, chance, event in draws(table):
        if drawn(proof.scheme, key, site, before[chance.purpose], chance) != event.outcome:
            said = NO_DRAW.filled(site=site, purpose=event.purpose, text=event.text)
            raise NotProven("draw", said)
        before[chance.purpose] += 1
    return before.total()


def key_of(proof: Proof) -> bytes:
    """The key of all draws."""
    secret = bytes.fromhex(proof.seed)
    if proof.scheme == seals.SCHEME:
        return seals.key(proof.table, proof.round, secret, proof.people)
    return dice.key(proof.table, secret, proof.players)


def drawn(scheme: str, key: bytes, site: int, nth: int, chance: Chance) -> Outcome:
    """One draw again: DICE-1 goes by its site in the record, DICE-2 by the nth of its purpose."""
    return seals.draw(key, nth, chance) if scheme == seals.SCHEME else dice.draw(key, site, chance)


def _promise(proof: Proof, secret: bytes) -> str:
    if proof.scheme == seals.SCHEME:
        return seals.promise(proof.table, proof.round, secret)
    return dice.promise(proof.table, secret)


def draws(table: Table) -> Iterator[tuple[int, Chance, Revealed]]:
    """Every draw of a game: its site, what was awaited there, and what came."""
    for site, (event, state) in enumerate(zip(table.events, table.states, strict=False)):
        if isinstance(event, Revealed):
            pending = table.game.pending(state)
            assert isinstance(pending, Chance), "an outcome stands where chance was awaited"
            yield site, pending, event


# As comments of a record -----------------------------------------------------------------------
def notes(proof: Proof) -> str:
    """The proof as comments at the end of a record."""
    noted = {"scheme": proof.scheme, "table": proof.table, "commit": proof.commit, "seed": proof.seed}
    if proof.scheme == seals.SCHEME:
        noted |= {
            "round": str(proof.round),
            "players": " ".join(f"{luck.chair}:{luck.seed}" for luck in proof.people) or "-",
            "seals": " ".join(f"{luck.chair}:{luck.seal}" for luck in proof.people) or "-",
            "lots": " ".join(map(str, proof.lots)) or "-",
        }
    else:
        noted["players"] = " ".join(player or "-" for player in proof.players) or "-"
    return "".join(f"{NOTE}{name}: {noted[name]}\n" for name in NOTED[proof.scheme])


def proof_of(record: str) -> Proof:
    """The proof that stands in the comments of a record. NotProven where there is none that can be read."""
    found: dict[str, str] = {}
    for name, value in _noted(record):
        if found.setdefault(name, value) != value:
            raise NotProven("missing", NO_PROOF)
    scheme = found.get("scheme", "")
    if scheme not in SCHEMES or not found.keys() >= set(NOTED[scheme]) or not HEX.fullmatch(found["seed"]):
        raise NotProven("missing", NO_PROOF)
    if scheme == dice.SCHEME:
        players = tuple([player for player in found["players"].split() if player != "-"])
        return Proof(found["table"], found["commit"], found["seed"], players)
    return _sealed_proof(found)


def _sealed_proof(found: dict[str, str]) -> Proof:
    seeds, sealed = _by_chair(found["players"]), _by_chair(found["seals"])
    chairs = tuple(seeds)
    lots = found["lots"].split() if found["lots"] != "-" else []
    if chairs != tuple(sealed) or chairs != tuple(sorted(chairs)):
        raise NotProven("missing", NO_PROOF)
    if not all(map(SHORT.fullmatch, (found["round"], *lots))):
        raise NotProven("missing", NO_PROOF)
    return Proof(
        found["table"],
        found["commit"],
        found["seed"],
        tuple(seeds.values()),
        seals.SCHEME,
        int(found["round"]),
        chairs,
        tuple(sealed.values()),
        tuple(map(int, lots)),
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


def _noted(record: str) -> Iterator[tuple[str, str]]:
    """What the comments say, by name. Strangers send them: every letter is looked at once, by no pattern."""
    for line in record.split("\n"):
        if line.startswith(NOTE):
            name, _, value = line.removeprefix(NOTE).partition(":")
            yield name, value.strip(" ")


def shape(event: Event) -> Shape:
    """An event as data, so that a page can draw from it without knowing a rule."""
    if isinstance(event, Roll):
        return RollShape(event.dice, tuple(event.faces))
    return DrawShape(tuple(event.left) if isinstance(event, Draw) else ())
