"""Bots from outside: by `package.module:Bot`, or brought by a package. What is wrong is said, and where."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kritzel import bots
from kritzel.bots import NotABot, OutsideBot, View, faults, outside
from kritzel.bots.faults import GIVEN_UP, ILLEGAL, LATE, RAISED, BotFailed, Faults, sentence
from kritzel.bots.outside import Watch
from kritzel.game import Setup, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import UnknownName
from tests.bots.outsiders import LAST
from tests.patience import LONGEST, until

HERE = "tests.bots.outsiders"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody is enrolled, and nobody stays."""
    monkeypatch.setattr(bots, "ENROLLED", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    outside.packages.cache_clear()
    outside._load_package.cache_clear()
    outside.load.cache_clear()


def why_not(text: str) -> Text:
    with pytest.raises(NotABot) as error:
        bots.enrol(text)
    assert error.value.sentence.de != error.value.sentence.en
    return error.value.sentence


def view(name: str = "traexx/1") -> tuple[View, list[object]]:
    game, sheet = catalogue.find(name)
    state = game.rules.start(Setup(sheet, 2))
    state = game.rules.reveal(state, game.rules.pending(state).event.sample(Random(1).randrange))  # type: ignore[union-attr]
    return View.of(game, state, 0), list(game.rules.moves(state, 0))


# Who plays -------------------------------------------------------------------------------------
@pytest.mark.parametrize("what", ["Last", "LAST"])
def test_a_class_or_an_object_plays_by_where_it_is(what: str) -> None:
    bot = bots.enrol(f"{HERE}:{what}")
    assert isinstance(bot, OutsideBot)
    assert (bot.name, bot.origin, bot.level) == (f"{HERE}:{what}", "module", 2)
    assert (bot.title.de, bot.character.en) == ("Letzter", "Always takes the last move.")
    seen, moves = view()
    assert bots.ask(bot, seen, moves, Random(1)) == (LAST.choose(seen, moves, Random(1), 1.0), None)
    assert bots.bot(bot.name) is bots.enrol(bot.name) is bot


def test_a_name_of_ones_own() -> None:
    assert bots.enrol(f"karl={HERE}:Last").name == "karl"
    assert bots.ready("karl").name == "karl"
    assert "'karl' is taken already" in why_not(f"karl={HERE}:OnlyTraexx").en
    assert "'greedy' is taken already" in why_not(f"greedy={HERE}:Last").en
    assert "„du“ heißt schon jemand" in why_not(f"du={HERE}:Last").de


def test_a_bot_may_play_some_games_only() -> None:
    bots.enrol(f"karl={HERE}:OnlyTraexx")
    assert bots.ready("karl", catalogue.game("traexx")).name == "karl"
    with pytest.raises(NotABot, match="karl plays traexx only"):
        bots.ready("karl", catalogue.game("dizzle"))
    assert "karl" in bots.ladder(*catalogue.find("traexx/1"))
    assert "karl" not in bots.ladder(*catalogue.find("dizzle/1"))


def test_a_name_alone_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes over the network is a name: no module is imported and no program started for it."""
    (tmp_path / "trap.py").write_text("raise SystemExit('sprung')\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("trap:Bot", "x=trap:Bot", "program:touch sprung", "trap", ""):
        assert bots.known(name) is None
        with pytest.raises(UnknownName, match="There is no bot"):
            bots.ready(name)
    assert "trap" not in sys.modules
    assert not (tmp_path / "sprung").exists()


# What can be wrong -----------------------------------------------------------------------------
def test_what_is_wrong_is_said_and_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "doors_broken.py").write_text("x = 1\ny = x / 0\n", "utf-8")
    (tmp_path / "doors_syntax.py").write_text("def choose(:\n", "utf-8")
    (tmp_path / "doors_quits.py").write_text("import sys\nsys.exit(3)\n", "utf-8")
    (tmp_path / "doors_needy.py").write_text("import nowhere_to_be_found\n", "utf-8")
    said = {
        "no_such_module:Bot": "there is no module 'no_such_module', neither in",
        "tests.nothing.here:Bot": "there is no module 'tests.nothing'",
        f"{HERE}:Nope": "there is no 'Nope' in",
        f"{HERE}:NOBODY": "no method choose(view, moves, rng, budget)",
        f"{HERE}:Fussy": "cannot be loaded: TypeError",
        "doors_broken:Bot": f"cannot be loaded: {tmp_path / 'doors_broken.py'}:2: ZeroDivisionError",
        "doors_syntax:Bot": f"cannot be loaded: {tmp_path / 'doors_syntax.py'}:1: SyntaxError",
        "doors_quits:Bot": f"cannot be loaded: {tmp_path / 'doors_quits.py'}:2: SystemExit",
        "doors_needy:Bot": "doors_needy.py:1: ModuleNotFoundError: No module named 'nowhere_to_be_found'",
        "os.path;x:y": "expected package.module:Bot or program:./bot",
        ":Bot": "expected package.module:Bot or program:./bot",
    }
    assert {text: part in why_not(text).en for text, part in said.items()} == dict.fromkeys(said, True)
    assert (
        "Bots in it: Last, OnlyTraexx, Stumbles, Talks, Nosy, Sleeps, Broods, Fussy, LAST"
        in why_not(f"{HERE}:Nope").en
    )


def test_what_it_does_wrong_at_the_table_is_counted_and_another_one_moves() -> None:
    bot, (seen, moves), luck, faults = bots.enrol(f"{HERE}:Stumbles"), view(), Random(5), Faults()
    for _ in range(40):
        move, fault = bots.ask(bot, seen, moves, luck)
        assert move in moves
        faults.note(0, fault)
    stood_in = faults.of(0)
    assert stood_in is not None
    assert (stood_in["bot"], stood_in["moves"]) == ("random", 40)
    raised, illegal = sorted(stood_in["why"], key=lambda each: str(each["kind"]), reverse=True)
    assert (raised["kind"], illegal["kind"]) == (RAISED, ILLEGAL)
    assert raised["moves"] + illegal["moves"] == 40
    assert "outsiders.py" in raised["said"]
    assert "KeyError: 'where was I'" in raised["said"]
    assert illegal["said"] == "'a1 and b2 at once'"
    said = sentence("karl", stood_in)
    assert said.en.startswith("karl: random moved 40 times in its place: ")
    assert "× Fehler im Bot (" in said.de
    assert faults.of(1) is None


# A class that thinks for too long --------------------------------------------------------------
def late(what: str, times: int) -> list[tuple[str, str]]:
    """Why somebody else moved, so many times; each time a legal move."""
    bot, (seen, moves) = bots.enrol(f"{HERE}:{what}"), view()
    found = []
    for _ in range(times):
        move, fault = bots.ask(bot, seen, moves, Random(1), 0.0)
        assert move in moves
        assert fault is not None
        found.append((fault.kind, fault.said))
    return found


def test_a_class_that_waits_for_ever_is_too_late_and_then_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "GRACE_S", 0.1)
    first, *still, over = late("Sleeps", 1 + faults.MOST_FAILURES)
    assert first == (LATE, "0.1 s")
    assert still == [(LATE, "still thinking of an earlier move")] * (faults.MOST_FAILURES - 1)
    assert over == (GIVEN_UP, str(faults.MOST_FAILURES))


def test_a_class_that_thinks_on_and_on_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "GRACE_S", 0.1)
    before = set(threading.enumerate())
    assert late("Broods", 1) == [(LATE, "0.1 s")]
    until(lambda: set(threading.enumerate()) <= before)
    assert late("Broods", 1) == [(LATE, "0.1 s")], "it is asked anew"


def test_one_good_answer_makes_up_for_late_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, moves = view()
    slow = threading.Event()
    watch = Watch(lambda view, moves, rng, budget: slow.wait())
    for _ in range(3):
        slow.clear()
        monkeypatch.setattr(faults, "GRACE_S", 0.01)
        with pytest.raises(BotFailed):
            watch(seen, moves, Random(1), 0.0)
        slow.set()
        monkeypatch.setattr(faults, "GRACE_S", LONGEST)
        until(lambda: watch._thread is None or not watch._thread.is_alive())
        assert watch(seen, moves, Random(1), 0.0) is True


def test_what_it_prints_and_raises_is_as_without_a_watch(capsys: pytest.CaptureFixture[str]) -> None:
    bot, (seen, moves) = bots.enrol(f"{HERE}:Talks"), view()
    _, fault = bots.ask(bot, seen, moves, Random(1))
    assert fault is not None
    assert "outsiders.py" in fault.said
    assert "SystemExit" in fault.said
    said = capsys.readouterr()
    assert (said.out, said.err[:10]) == ("", "I think of")


# Between processes -----------------------------------------------------------------------------
def test_a_fault_survives_the_way_between_processes() -> None:
    import pickle

    fault = pickle.loads(pickle.dumps(BotFailed(ILLEGAL, "'x'")))
    assert (fault.kind, fault.said) == (ILLEGAL, "'x'")


# Packages --------------------------------------------------------------------------------------
def installed(folder: Path, **named: str) -> None:
    """A package that brings these bots, as an installer leaves it."""
    about = folder / "kritzel_hoarders-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: kritzel-hoarders\nVersion: 1.2\n", "utf-8")
    lines = [f"{name} = {value}\n" for name, value in named.items()]
    (about / "entry_points.txt").write_text("".join(["[kritzel.bots]\n", *lines]), "utf-8")
    sys.path.insert(0, str(folder))
    outside.packages.cache_clear()


def test_a_package_brings_bots_by_name(tmp_path: Path) -> None:
    installed(tmp_path, hoarder=f"{HERE}:Last", broken="no_such_module:Bot", random=f"{HERE}:Last")
    bot = bots.ready("hoarder")
    assert isinstance(bot, OutsideBot)
    assert (bot.origin, bot.where, bot.level) == ("package", "kritzel-hoarders 1.2", 2)
    assert "hoarder" in bots.ladder(*catalogue.find("dizzle/1"))
    assert not isinstance(bots.bot("random"), OutsideBot), "ours stay who they are"
    with pytest.raises(
        NotABot, match=r"broken \(kritzel-hoarders 1.2, no_such_module:Bot\): there is no module"
    ):
        bots.bot("broken")
    assert [each.name for each in bots.outsiders()] == ["hoarder"]


def test_a_bot_of_a_package_is_imported_when_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "doors_lazy.py").write_text("from tests.bots.outsiders import Last\n", "utf-8")
    installed(tmp_path, lazy="doors_lazy:Last")
    assert "lazy" in bots.packages()
    assert "doors_lazy" not in sys.modules
    assert bots.enrol("lazy").name == "lazy"
    assert "doors_lazy" in sys.modules
