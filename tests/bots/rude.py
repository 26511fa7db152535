"""A program that misbehaves as it is told to: `rude.py HOW [FIRST]`, from its FIRST-th question on (1)."""

from __future__ import annotations

import json
import os
import resource
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


def leave_somebody_behind() -> int:
    """Start a process that has left this one's session and lost its parent; its number."""
    reading, writing = os.pipe()
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.write(writing, str(os.getpid()).encode())
            os.closerange(0, 10)
            wait_for_ever()
        os._exit(0)
    os.wait()
    return int(os.read(reading, 20))


def about_itself() -> dict[str, Any]:
    """What it sees of the world it was started into."""
    named = ("RLIMIT_DATA", "RLIMIT_CPU", "RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_CORE")
    limits = {name: resource.getrlimit(getattr(resource, name))[0] for name in named}
    return {"env": dict(os.environ), "limits": limits, "session": os.getsid(0)}


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
    "hungry": lambda fine: say(**fine | {"much": len(bytearray(1 << 30))}),
    "mixed": lambda fine: say(**fine | {"move": "z99"}) if fine["id"] % 2 else sys.exit("out of ideas"),
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
        told = about_itself() if HOW == "nosy" else {}
        told |= {"left": leave_somebody_behind()} if HOW == "forks" else {}
        say(t="hello", protocol=2 if HOW == "modern" else 1, name="Rude", **told)
        if HOW == "rambling":
            for _ in range(1000):
                say(t="info", depth=3)
    elif told["t"] == "move":
        move(told)
if HOW == "clingy":  # nobody asks any more, and it stays
    wait_for_ever()
