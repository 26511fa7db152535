"""A card as text: which kinds are still in the pack."""

from __future__ import annotations

import pytest

from kritzel.mechanics.cards import Draw

PACK = Draw((2, 0, 1))


def test_a_card_is_the_number_of_its_kind() -> None:
    assert PACK.text((2,)) == "2"
    assert PACK.parse("2") == (2,)
    assert PACK.tray((0,)) == ["0"]


@pytest.mark.parametrize("typed", ["1", "3", "x"])
def test_a_card_that_is_not_in_the_pack_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=typed):
        PACK.parse(typed)
