"""Routes: chains of pieces whose ends meet."""

from __future__ import annotations

import random

from kritzel.mechanics.routes import PIECES, Route, routes

STRIDE = 10


def found(*pieces: tuple[int, str]) -> set[tuple[frozenset[int], bool]]:
    return {(frozenset(route.cells), route.closed) for route in routes(dict(pieces), STRIDE)}


def test_no_pieces_no_routes() -> None:
    assert routes({}, STRIDE) == ()


def test_a_single_piece_is_an_open_route() -> None:
    assert routes({5: "NS"}, STRIDE) == (Route((5,), False),)


def test_ends_that_meet_make_one_route_in_order() -> None:
    assert routes({1: "EW", 2: "EW", 3: "SW"}, STRIDE) == (Route((1, 2, 3), False),)


def test_pieces_side_by_side_that_do_not_meet_stay_apart() -> None:
    assert found((1, "NS"), (2, "NS")) == {(frozenset({1}), False), (frozenset({2}), False)}


def test_one_end_alone_does_not_meet() -> None:
    assert found((1, "EW"), (2, "NS")) == {(frozenset({1}), False), (frozenset({2}), False)}


def test_the_smallest_loop() -> None:
    assert found((0, "SE"), (1, "SW"), (10, "NE"), (11, "NW")) == {(frozenset({0, 1, 10, 11}), True)}


def test_a_loop_with_straights_and_an_open_route_beside_it() -> None:
    loop = {0: "SE", 1: "EW", 2: "SW", 10: "NS", 12: "NS", 20: "NE", 21: "EW", 22: "NW"}
    inside = {11: "NS"}
    assert found(*(loop | inside).items()) == {(frozenset(loop), True), (frozenset(inside), False)}


def test_two_loops() -> None:
    first = {0: "SE", 1: "SW", 10: "NE", 11: "NW"}
    second = {cell + 2: piece for cell, piece in first.items()}
    assert found(*(first | second).items()) == {(frozenset(first), True), (frozenset(second), True)}


def test_every_piece_is_on_exactly_one_route() -> None:
    rng = random.Random(8)
    for _ in range(200):
        cells = rng.sample([row * STRIDE + column for row in range(5) for column in range(5)], 15)
        pieces = {cell: rng.choice(PIECES) for cell in cells}
        on_routes = sorted(cell for route in routes(pieces, STRIDE) for cell in route.cells)
        assert on_routes == sorted(cells)
