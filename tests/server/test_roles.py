"""Who may say what: every role with every command, before, during and after a game."""

from __future__ import annotations

from typing import Any

import pytest

from kritzel.server.table import commands, log
from kritzel.server.table.refusals import SENTENCES, Refused
from tests.server.rooms import (
    ANA,
    BEN,
    EVE,
    Driver,
    chairs,
    created,
    laid,
    luck_of,
    new_id,
    ready,
    running,
)

NOBODY = ""
ROLES = {"owner": ANA, "player": BEN, "watcher": EVE, "stranger": NOBODY}


def open_table() -> Driver:
    driver = Driver(created("traexx/1", (*chairs(2), log.Chair("open"))))
    driver.say(ANA, commands.Invite(2, "hash"))
    return driver


def opening() -> Driver:
    driver = laid("traexx/1", 2)
    for player in (ANA, BEN):
        driver.say(player, ready(driver.room, player))
    return driver


def over() -> Driver:
    driver = running("traexx/1", 2)
    driver.say(ANA, commands.Stop(new_id()))
    return driver


def real() -> Driver:
    return running("traexx/1", 2, real=True)


def all_commands(driver: Driver) -> dict[str, Any]:
    """One of each, about Ben's seat where it is about a seat."""
    card = next(iter(driver.view(ANA).entry.cards)) if driver.view(ANA).entry else "rroyg"
    return {
        "ready": _ready(driver),
        "open": commands.Open(new_id(), luck_of(BEN), 1),
        "mix": commands.Mix(new_id(), 1),
        "free": commands.Free(new_id(), 1),
        "allow": commands.Allow(new_id(), hints=True),
        "begin": commands.Begin(new_id(), "1"),
        "move": commands.Move(new_id(), 1, "done", 10**9),
        "undo": commands.Undo(new_id(), 1, "done"),
        "roll": commands.Roll(new_id(), card, 10**9),
        "correct": commands.Correct(new_id(), 1, 10**9),
        "consent": commands.Consent(new_id(), 1, agree=True),
        "standin": commands.StandIn(new_id(), 1, "random"),
        "back": commands.Back(new_id(), 1),
        "fill": commands.Fill(new_id(), 2, "random"),
        "stop": commands.Stop(new_id()),
        "invite": commands.Invite(2, "other"),
        "sit": commands.Sit("hash", "Somebody"),
        "again": commands.Again("table-of-rematch"),
        "arrive": commands.Arrive(),
    }


def _ready(driver: Driver) -> commands.Ready:
    if not driver.room.state.real_dice:
        return commands.Ready(new_id(), seal="a" * 64)
    return commands.Ready(new_id(), "a" * 32)


OK = "ok"
LOOKING = (
    "ready:not_seated fill:not_owner invite:not_owner arrive:ok move:not_seated undo:not_seated "
    "roll:not_seated standin:not_seated back:not_seated stop:not_seated again:not_seated "
    "begin:not_owner correct:not_seated consent:not_seated open:not_seated mix:not_seated free:not_owner "
    "allow:not_seated"
)
MATRIX = {
    open_table: {
        "owner": "ready:ok fill:ok invite:ok sit:ok arrive:ok move:not_your_seat undo:not_your_seat "
        "roll:not_running standin:not_running back:not_your_seat stop:not_running again:not_over "
        "begin:ok correct:not_your_seat consent:not_your_seat open:not_sealed mix:not_waiting free:ok "
        "allow:ok",
        "player": "ready:ok fill:not_owner invite:not_owner sit:ok arrive:ok move:not_running "
        "undo:not_running roll:not_running standin:not_running back:not_running "
        "stop:not_owner again:not_over begin:not_owner correct:not_running consent:not_running "
        "open:not_sealed mix:not_waiting free:ok allow:ok",
        "watcher": f"{LOOKING} sit:ok",
        "stranger": f"{LOOKING} sit:invite_void",
    },
    opening: {
        "owner": "ready:ready_already fill:not_your_seat invite:not_your_seat sit:invite_void arrive:ok "
        "begin:mixing open:other_seed mix:ok free:ok allow:ok",
        "player": "ready:ready_already fill:not_owner invite:not_owner sit:invite_void arrive:ok "
        "begin:not_owner open:ok mix:ok free:ok allow:ok",
        "watcher": f"{LOOKING} sit:invite_void",
        "stranger": f"{LOOKING} sit:invite_void",
    },
    real: {
        "owner": "ready:ready_already fill:not_your_seat invite:not_your_seat sit:invite_void arrive:ok "
        "move:not_your_seat undo:not_your_seat roll:ok standin:not_away back:not_your_seat "
        "stop:ok again:not_over begin:running correct:not_your_seat consent:not_your_seat "
        "open:not_sealed mix:not_waiting free:running allow:ok",
        "player": "ready:ready_already fill:not_owner invite:not_owner sit:invite_void arrive:ok "
        "move:illegal undo:cannot_undo roll:ok standin:ok back:no_bot stop:not_owner again:not_over "
        "begin:not_owner correct:cannot_undo consent:not_asked "
        "open:not_sealed mix:not_waiting free:running allow:ok",
        "watcher": f"{LOOKING} sit:invite_void",
        "stranger": f"{LOOKING} sit:invite_void",
    },
    over: {
        "owner": "ready:ready_already fill:not_your_seat invite:not_your_seat sit:invite_void arrive:ok "
        "move:not_your_seat undo:not_your_seat roll:not_running standin:not_running back:not_your_seat "
        "stop:not_running again:ok begin:running correct:not_your_seat consent:not_your_seat "
        "open:other_seed mix:not_waiting free:running allow:not_running",
        "player": "ready:ready_already fill:not_owner invite:not_owner sit:invite_void arrive:ok "
        "move:not_running undo:not_running roll:not_running standin:not_running back:not_running "
        "stop:not_owner again:ok "
        "begin:not_owner correct:not_running consent:not_running open:ok mix:not_waiting free:running "
        "allow:not_running",
        "watcher": f"{LOOKING} sit:invite_void",
        "stranger": f"{LOOKING} sit:invite_void",
    },
}
CASES = [
    pytest.param(make, role, *said.split(":"), id=f"{make.__name__}-{role}-{said}")
    for make, roles in MATRIX.items()
    for role, line in roles.items()
    for said in line.split()
]


@pytest.mark.parametrize(("make", "role", "command", "answer"), CASES)
def test_role_and_command(make: Any, role: str, command: str, answer: str) -> None:
    driver = make()
    before = len(driver.rows)
    try:
        driver.say(ROLES[role], all_commands(driver)[command])
        said = OK
    except Refused as no:
        said = no.code
        assert len(driver.rows) == before, "a refused command changes nothing"
    assert said == answer


def test_every_command_is_in_the_matrix() -> None:
    listed = set(all_commands(running("traexx/1", 2)))
    assert {said.split(":")[0] for line in MATRIX[real].values() for said in line.split()} == listed
    socket = {kind.__name__.lower() for kind in commands.Command.__args__}
    assert socket <= listed


def test_every_refusal_has_words_in_both_languages() -> None:
    assert all(text.de and text.en and text.de != text.en for text in SENTENCES.values())
