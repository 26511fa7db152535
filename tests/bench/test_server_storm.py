"""A small storm: everybody comes back to a real server, is counted, and somebody moves."""

from __future__ import annotations

import pytest

from bench import server, server_storm
from bench.server_runs import Where

pytestmark = pytest.mark.slow


def test_a_small_storm_brings_everybody_back() -> None:
    found = server_storm.storm(Where(), "traexx/1", 6)
    assert (found.pages, len(found.back), found.turned_away) == (6, 6, {})
    assert len(found.acknowledged) == len(found.waits) > 0, "somebody is to move at the first table"
    assert min(found.back) < min(found.acknowledged)
    told = found.told()
    assert "traexx/1: 6 pages came back at once" in told
    assert "turned away and came again: nobody" in told


def test_who_is_alone_is_no_storm(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        server.main(["storm", "--pages", "1"])
    assert ended.value.code == 2
    assert "--pages: at least 2" in capsys.readouterr().err
