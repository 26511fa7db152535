"""A program that misbehaves as it is told to: `rude.py HOW [FIRST]`, from its FIRST-th question on (1)."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

HOW, FIRST = sys.argv[1], int((sys.argv[2:] or ["1"])[0])


def say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def wait_for_ever() -> None:
    threading.Event().wait()


def twice(fine: dict[str, Any]) -> None:
    say(**fine)
    say(**fine)


WAYS: dict[str, Callable[[dict[str, Any]], object]] = {
    "hang": lambda fine: wait_for_ever(),
    "crash": lambda fine: sys.exit("out of ideas"),
    "die": lambda fine: os._exit(9),
    "illegal": lambda fine: say(**fine | {"move": "z99"}),
    "number": lambda fine: say(**fine | {"move": 7}),
    "garbage": lambda fine: print("I think: \x00 e4", flush=True),
    "list": lambda fine: print("[1, 2]", flush=True),
    "flood": lambda fine: print("x" * 2_000_000, flush=True),
    "twice": twice,
}


def move(asked: dict[str, Any]) -> None:
    fine = {"t": "move", "id": asked["id"], "move": asked["moves"][0]}
    way = WAYS.get(HOW) if asked["id"] >= FIRST else None
    way(fine) if way else say(**fine)


for line in sys.stdin:
    told = json.loads(line)
    if told["t"] == "hello":
        if HOW == "mute":
            wait_for_ever()
        say(t="hello", protocol=2 if HOW == "modern" else 1, name="Rude")
        if HOW == "rambling":
            for _ in range(1000):
                say(t="info", depth=3)
    elif told["t"] == "move":
        move(told)
if HOW == "clingy":  # nobody asks any more, and it stays
    wait_for_ever()
