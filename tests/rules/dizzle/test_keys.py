"""D24: keys and locks."""

from __future__ import annotations

from tests.rules.dizzle.drawing import at, sheet

LOCKS = sheet("""
grid = '''
x    3kc  4lc  .    6kc
2kt  5    6lt  1    2ls
.    .    .    3ks  4
'''
""")


def test_d24_a_closed_lock_takes_no_die() -> None:
    table = at(LOCKS, "pass=2 place turn=0 pool=1234455 | x=b2 | -")
    assert table.moves(0) == {"3b1", "2a2"}
    assert table.refused(0, "6c2") == "D24"


def test_d24_the_lock_is_named_before_a_wrong_number() -> None:
    assert at(LOCKS, "pass=2 place turn=0 pool=1234455 | x=b2 | -").refused(0, "5c2") == "D24"


def test_d24_a_key_crossed_in_an_earlier_pass_opens() -> None:
    table = at(LOCKS, "pass=2 place turn=0 pool=1244556 | x=b1 | -")
    assert table.moves(0) == {"4c1", "2a2", "5b2"}


def test_d24_a_key_under_a_die_opens_nothing() -> None:
    table = at(LOCKS, "pass=1 place turn=0 pool=124456 | dice=b1 | -")
    assert table.moves(0) == {"5b2"}
    assert table.refused(0, "4c1") == "D24"


def test_d24_key_and_lock_in_the_same_pass_never_but_in_the_next() -> None:
    table = at(LOCKS, "pass=1 place turn=1 pool=444444 | dice=b1 out | -").play(1, "out")
    table.reveal("1444444").play(1, "reroll").reveal("2444444").play(1, "2a2")
    assert table.moves(0) == {"4c1"}


def test_d24_a_key_opens_its_own_colour_only() -> None:
    table = at(LOCKS, "pass=2 place turn=0 pool=2244456 | x=b1b2 | -")
    assert table.moves(0) == {"4c1", "2a2"}
    assert table.refused(0, "6c2") == "D24"


def test_d24_of_several_keys_of_a_colour_any_one_opens() -> None:
    table = at(LOCKS, "pass=2 place turn=0 pool=1144455 | x=b2c2e1a2 | -")
    assert table.moves(0) == {"1d2", "4c1"}


def test_d24_one_key_opens_every_lock_of_its_colour() -> None:
    double = sheet("grid = '''\n1lc x 2lc\n. 3kc .\n'''\n")
    assert at(double, "pass=2 place turn=0 pool=1122233 | x=b2 | -").moves(0) == {"1a1", "2c1"}


def test_d24_the_key_of_another_seat_opens_nothing() -> None:
    table = at(LOCKS, "pass=2 place turn=0 pool=1244556 | - | x=b1")
    assert table.refused(0, "4c1") == "D24"


def test_d24_an_open_lock_needs_a_neighbour_as_every_cell_does() -> None:
    table = at(LOCKS, "pass=2 place turn=0 pool=1222456 | x=d3 | -")
    assert "2e2" not in table.moves(0)
    assert table.refused(0, "2e2") == "D7"
