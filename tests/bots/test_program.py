"""Bots that are programs: the line protocol (docs/write-a-bot.md), and all that can go wrong on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kritzel import bots
from kritzel.bots import faults, program
from kritzel.bots.faults import CRASHED, GARBAGE, GIVEN_UP, ILLEGAL, LATE, BotFailed
from kritzel.bots.outside import NotABot, load
from kritzel.bots.program import Program, command
from kritzel.game import Chance, Over, Setup
from kritzel.games import catalogue
from tests.bots.test_outside import view
from tests.patience import LONGEST, until

ROOT = Path(__file__).parent.parent.parent
BEE = str(ROOT / "examples" / "busy_bee.py")
RUDE = str(Path(__file__).with_name("rude.py"))


def rude(how: str, first: int = 1) -> Program:
    return Program(command(f"{RUDE} {how} {first}"))


def asked(who: Program, times: int = 1) -> list[str]:
    """What became of questions: `fine`, or the kind of fault."""
    seen, moves = view()
    return [_outcome(who, seen, moves) for _ in range(times)]


def _outcome(who: Program, seen: Any, moves: list[Any]) -> str:
    try:
        return "fine" if who.choose(seen, moves, Random(1), 0.0) in moves else "?"
    except BotFailed as fault:
        return fault.kind


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is slow, not wrong; whoever hangs is found by those tests that look for it."""
    monkeypatch.setattr(faults, "GRACE_S", LONGEST)
    monkeypatch.setattr(program, "HELLO_WITHIN_S", LONGEST)
    monkeypatch.setattr(program, "GOODBYE_S", LONGEST)


# Fine ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["dizzle/1", "border/1", "traexx/1"])
def test_the_example_plays_every_game_to_its_end(name: str) -> None:
    game, sheet = catalogue.find(name)
    state, luck, bee = game.rules.start(Setup(sheet, 2)), Random(3), load(f"program:{BEE}")
    with bots.running():
        while not isinstance(pending := game.rules.pending(state), Over):
            if isinstance(pending, Chance):
                state = game.rules.reveal(state, pending.event.sample(luck.randrange))
                continue
            seat = pending.seats[0]
            moves = game.rules.moves(state, seat)
            state = game.rules.play(
                state, seat, bee.choose(bots.View.of(game, state, seat), moves, luck, 1.0)
            )
    assert (bee.title.en, bee.origin, bee.level) == ("Busy Bee", "program", 0)


def test_what_is_said_is_what_the_page_tells(tmp_path: Path) -> None:
    """A program that writes down what it hears."""
    heard = tmp_path / "heard.jsonl"
    who = Program(_scribe(tmp_path, heard))
    seen, moves = view()
    for _ in range(2):
        who.choose(seen, moves, Random(1), 0.5)
    who.end()
    hello, game, first, second, bye = [json.loads(line) for line in heard.read_text("utf-8").splitlines()]
    assert (hello["t"], hello["protocol"]) == ("hello", 1)
    assert (game["t"], game["game"], game["sheet"], game["seats"]) == ("game", "traexx", "traexx/1", 2)
    assert game["text"] == catalogue.find("traexx/1")[1].source
    assert (first["t"], first["id"], first["seat"], first["budget_ms"]) == ("move", 1, 0, 500)
    assert first["position"] == seen.game.notation.position_text(seen.state)
    assert first["moves"] == [seen.game.notation.move_text(seen.state.sheet, move) for move in moves]
    assert second == first | {"id": 2}, "the same luck makes the same question"
    assert bye == {"t": "bye"}
    page = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
    named = {*hello, *game, *first, *bye, "name", "games", "move"}
    assert sorted(field for field in named if f"`{field}`" not in page) == []


def _scribe(folder: Path, heard: Path) -> list[str]:
    script = folder / "scribe.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        f"    open({str(heard)!r}, 'a', encoding='utf-8').write(line)\n"
        "    told = json.loads(line)\n"
        "    if told['t'] == 'hello': print(json.dumps({'t': 'hello', 'protocol': 1}), flush=True)\n"
        "    if told['t'] == 'move':\n"
        "        said = {'t': 'move', 'id': told['id'], 'move': told['moves'][0]}\n"
        "        print(json.dumps(said), flush=True)\n",
        "utf-8",
    )
    return [sys.executable, str(script)]


# Not so fine -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ("crash", CRASHED),
        ("die", CRASHED),
        ("illegal", ILLEGAL),
        ("number", ILLEGAL),
        ("garbage", GARBAGE),
        ("list", GARBAGE),
        ("flood", GARBAGE),
    ],
)
def test_after_a_fault_the_next_question_is_a_new_chance(how: str, kind: str) -> None:
    who = rude(how, 2)
    assert asked(who, 2) == ["fine", kind]
    if kind != ILLEGAL:
        assert who._process is None, "it is started anew"
    who.end()


def test_one_that_hangs_is_too_late_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    who = rude("hang", 2)
    assert asked(who) == ["fine"]
    assert who._process is not None
    process = who._process
    monkeypatch.setattr(faults, "GRACE_S", 0.1)
    assert asked(who) == [LATE]
    assert process._process.poll() is not None


def test_an_answer_nobody_asked_for_is_no_answer() -> None:
    who = rude("twice")
    assert asked(who, 2) == ["fine", GARBAGE]
    who.end()


def test_one_that_talks_on_and_on_is_not_listened_to() -> None:
    who = rude("rambling")
    assert asked(who) == [GARBAGE]
    who.end()


def test_one_that_fails_again_and_again_is_given_up() -> None:
    who = rude("crash")
    assert asked(who, 7) == [CRASHED] * faults.MOST_FAILURES + [GIVEN_UP] * 2
    assert who._process is None


def test_one_that_fails_in_turns_is_given_up() -> None:
    """A move that is not in the list does not make five crashes good."""
    who = rude("mixed")
    assert asked(who, 7) == [ILLEGAL, CRASHED, ILLEGAL, CRASHED, ILLEGAL, CRASHED, ILLEGAL]
    assert asked(who, 5) == [CRASHED, ILLEGAL, CRASHED, GIVEN_UP, GIVEN_UP]
    assert who._process is None


def test_last_words_are_told() -> None:
    seen, moves = view()
    with pytest.raises(BotFailed) as error:
        rude("crash").choose(seen, moves, Random(1), 0.0)
    assert error.value.said == "exit 1: out of ideas"


def test_nothing_is_left_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "GOODBYE_S", 0.1)
    who = rude("clingy")
    with bots.running():
        with bots.running():
            assert asked(who) == ["fine"]
        assert who._process is not None, "somebody else still needs it"
        process = who._process
    assert who._process is None
    until(lambda: not _alive(process.pid))


# Bounds ----------------------------------------------------------------------------------------
def test_a_program_sees_no_secret_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRITZEL_DATABASE", "postgresql://kritzel:secret@host/kritzel")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("LC_TIME", "de_DE.UTF-8")
    env = rude("nosy").introduction()["env"]
    assert "secret" not in json.dumps(env)
    assert not [name for name in env if name.startswith("KRITZEL")]
    assert (env["PATH"], env["LC_TIME"]) == (os.environ["PATH"], "de_DE.UTF-8")
    assert env["HOME"] == env["TMPDIR"] != os.environ.get("HOME")
    until(lambda: not Path(env["HOME"]).exists())


def test_a_program_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRITZEL_BOT_MEMORY", "300")
    told = rude("nosy").introduction()
    limits = told["limits"]
    assert (limits["RLIMIT_DATA"], limits["RLIMIT_CORE"]) == (300 << 20, 0)
    assert 0 < limits["RLIMIT_NOFILE"] <= 256
    assert 0 < limits["RLIMIT_NPROC"] < 100_000
    assert told["session"] != os.getsid(0)


def test_one_that_eats_memory_is_ended_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRITZEL_BOT_MEMORY", "300")
    who = rude("hungry", 2)
    assert asked(who, 2) == ["fine", CRASHED]
    who.end()


def test_what_a_program_has_started_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what has left its session and lost its parent."""
    left = rude("forks").introduction()["left"]
    until(lambda: not _alive(left))


def test_what_a_program_has_started_ends_with_whoever_asked_it(tmp_path: Path) -> None:
    """Kritzel is killed, and nobody can say goodbye."""
    script = (
        "import os, signal\n"
        "from kritzel.bots.program import Program, command\n"
        f"who = Program(command({f'{RUDE} forks'!r}))\n"
        "print(who._greet(who._start())['left'], who._process.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    told = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=False)
    pids = [int(each) for each in told.stdout.split()]
    assert len(pids) == 2
    until(lambda: not any(map(_alive, pids)))


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# Never begun -----------------------------------------------------------------------------------
def test_a_program_that_cannot_begin_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain").write_text("no program", "utf-8")
    said = {
        "program:": "it does not say which program",
        "program:./nobody": "./nobody does not exist",
        "program:./plain": "./plain is not executable",
        "program:'": "this is no command line (No closing quotation)",
        f"program:{sys.executable} -c 'raise SystemExit(\"broke\")'": "(crashed: exit 1: broke)",
        f"program:{sys.executable} -c 'print(\"id name Fish\")'": "(not understood: id name Fish)",
        f"program:{RUDE} modern": 'protocol 1 (not understood: {"t": "hello", "protocol": 2',
    }
    for text, part in said.items():
        with pytest.raises(NotABot) as error:
            load(text)
        assert part in error.value.sentence.en, text
        assert error.value.sentence.de != error.value.sentence.en


def test_a_program_that_says_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "HELLO_WITHIN_S", 0.1)
    monkeypatch.setattr(program, "GOODBYE_S", 0.1)
    with pytest.raises(NotABot, match=r"does not say hello with protocol 1 \(too late: 0.1 s\)"):
        load(f"program:{RUDE} mute")
