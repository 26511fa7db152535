"""A bot for Kritzel as a program of its own: reads questions from stdin, answers on stdout, one JSON object
per line (docs/write-a-bot.md). It imports nothing of Kritzel: it could be written in any language.

    kritzel arena traexx/1 --bots bee=program:examples/busy_bee.py,random --games 100

Its idea fits every game: whoever says "done" or "pass" gets nothing more, so do anything else first.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

IDLE = ("done", "pass", "stop")


def choose(asked: dict[str, Any]) -> str:
    """Any move that does something. Its luck comes from the question, so that a game can be repeated."""
    moves = asked["moves"]
    busy = [move for move in moves if move not in IDLE]
    return str(Random(asked["seed"]).choice(busy or moves))


def answer(asked: dict[str, Any]) -> dict[str, Any] | None:
    """What to say to a message; None: nothing."""
    if asked["t"] == "hello":
        return {"t": "hello", "protocol": 1, "name": "Busy Bee"}
    if asked["t"] == "move":
        return {"t": "move", "id": asked["id"], "move": choose(asked)}
    return None  # "game" tells the sheet, which this bot does not look at; others may be new


def main() -> None:
    """Until the other side hangs up."""
    for line in sys.stdin:
        said = answer(json.loads(line))
        if said is not None:
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
