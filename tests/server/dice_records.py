"""Makes the records and the test vectors of the dice: `python -m tests.server.dice_records`.

One game of each kind, played at random, as a server gives it out (`files/dice-*.txt`), and the same laid open
for the page's own check (`web/src/verify/vectors.json`).
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from kritzel.server.bots.questions import BotAnswer
from kritzel.server.table import commands, dice, dice_proof, log
from kritzel.server.table.dice import DeviceSeed
from kritzel.server.web.api import records
from tests.server.rooms import ANA, Driver, chairs, created, new_id, ready

FILES = Path(__file__).parent / "files"
VECTORS = Path(__file__).parents[2] / "web" / "src" / "verify" / "vectors.json"
BOT = log.Chair("bot", "Random", bot="random")
GAMES = {
    "dice-dizzle": ("dizzle/1", chairs(3), "lots"),
    "dice-border": ("border/1", chairs(2), "1"),
    "dice-traexx": ("traexx/1", (*chairs(2), BOT), "lots"),
}
MIXED = "dice-border"
"""The game whose dice are mixed a second time."""
TABLE, ROUND, SECRET = "table-0123456789", 3, bytes(range(32))
SEEDS = {0: "a" * 64, 2: "b" * 64, 5: "c" * 64}
NAMES = ("Ana", "Bot", "Ben", "Bot 2", "Bot 3", "Käthe", "Bot 4", "Bot 5")


def record(name: str) -> str:
    """A whole game with its proof."""
    sheet, places, begins = GAMES[name]
    driver = Driver(replace(created(sheet, places), begins=begins))
    if name == MIXED:
        for player in driver.room.state.seating.people:
            driver.say(player, ready(driver.room, player))
        driver.say(ANA, commands.Mix(new_id(), 1))
    driver.begin()
    luck = Random(name)
    while driver.room.state.phase == "running":
        step(driver, luck)
    proof = driver.room.state.proof
    assert proof is not None
    return str(driver.table.record()) + dice_proof.notes(proof)


def step(driver: Driver, luck: Random) -> None:
    """One random move of any seat that may act."""
    seat = luck.choice(driver.table.deciding)
    move = luck.choice(driver.table.moves(seat))
    if driver.player(seat):
        driver.move(seat, move)
    else:
        driver.say("", commands.BotMove(seat, "random", BotAnswer(move, "random")))


def key_vector() -> dict[str, object]:
    """Every formula once, as in docs/dice.md."""
    promise = dice.promise(TABLE, ROUND, SECRET)
    people = [
        DeviceSeed(chair, dice.seal(TABLE, ROUND, promise, chair, seed), seed)
        for chair, seed in SEEDS.items()
    ]
    names = dice.names_hash(TABLE, ROUND, promise, NAMES)
    key = dice.key(TABLE, ROUND, SECRET, "lots", names, people)
    return {
        "table": TABLE,
        "round": ROUND,
        "secret": SECRET.hex(),
        "promise": promise,
        "begins": "lots",
        "names": NAMES,
        "names_hash": names,
        "people": people,
        "key": key.hex(),
        "lots": dice.lots(key, len(NAMES)),
    }


def vectors() -> bytes:
    """All that the page's own check is tested with."""
    games = {name: records.dice_of_record((FILES / f"{name}.txt").read_text("utf-8")) for name in GAMES}
    whole = msgspec.json.decode(msgspec.json.encode({"key": key_vector(), **games}))
    return (json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def main() -> None:
    """Write all files."""
    for name in GAMES:
        (FILES / f"{name}.txt").write_text(record(name), "utf-8")
    VECTORS.write_bytes(vectors())


if __name__ == "__main__":
    main()
