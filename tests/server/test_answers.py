"""Commands that were carried out are known again, whatever their ids and however many there are."""

from __future__ import annotations

from random import Random

from kritzel.server.table import answers
from kritzel.server.table.answers import Answers


def test_every_command_is_found_again_and_no_other() -> None:
    luck, found = Random(1), Answers()
    kept = {f"{luck.getrandbits(128):032x}": (f"{luck.getrandbits(48):012x}", n) for n in range(1, 600)}
    kept |= {"": ("", 600), "ü" * 40: ("0" * 12, 2**31)}
    for name, (digest, version) in kept.items():
        assert found.find(name) is None
        found.add(name, digest, version)
    assert {name: found.find(name) for name in kept} == kept


def test_bytes_that_look_like_an_id_elsewhere_are_no_id() -> None:
    found = Answers()
    found._lines += b"0123456789" + answers._name("later") + bytes(answers.LINE - 2 * answers.NAME)
    assert found.find("later") is None
    found.add("later", "ab" * 6, 7)
    assert found.find("later") == ("ab" * 6, 7)
