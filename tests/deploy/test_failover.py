"""One of two servers behind each shipped proxy file is killed, restarted and stopped while people play.

Tables move again on the other server, nothing acknowledged is lost or doubled, new people come in. How many
seconds it takes is measured by `python -m bench.recovery failover`.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.deploy.failover import FAULTS, PROXIES, Pair
from tests.patience import LONGEST, until
from tests.server.history import faults
from tests.server.playing import BROKEN, Crowd
from tests.server.postgres import needed

pytestmark = [pytest.mark.slow, needed]
PATIENCE_S = 3.0
"""A page gives up a silent socket after this time. A shorter one costs attempts, a longer one costs time."""
ALIVE = "1.5"
NEWCOMERS = 6


def comes_in(url: str) -> bool:
    """Whether a new guest gets a session and a table."""
    try:
        with httpx.Client(base_url=url, headers={"origin": url}, timeout=LONGEST) as http:
            if http.post("/api/session", json={"name": "Ben"}).status_code != 201:
                return False
            seats = [{"kind": "me"}, {"kind": "here"}]
            return http.post("/api/tables", json={"sheet": "traexx/1", "seats": seats}).status_code == 201
    except BROKEN:
        return False


@pytest.mark.parametrize("proxy", list(PROXIES))
def test_tables_move_again_on_the_other_server(tmp_path: Path, proxy: str) -> None:
    with ExitStack() as stack:
        pair, luck = Pair(tmp_path, proxy, stack, ALIVE), Random(1)
        crowd = Crowd([pair.url], 5, luck, PATIENCE_S)
        crowd.begin()
        crowd.everybody_moves()
        for strike in FAULTS.values():
            for server in pair.servers:
                end = strike(server)
                crowd.everybody_moves()
                for _ in range(NEWCOMERS):
                    until(lambda: comes_in(pair.url))
                end()
                crowd.everybody_moves()
        crowd.end()
        assert faults(crowd.histories, *pair.place.written()) == []
        for server in pair.servers:
            assert "Traceback" not in server.log, server.log
    if proxy == "nginx":
        log = (tmp_path / "error.log").read_text("utf-8")
        assert "no live upstreams" not in log, "a healthy server was left out"
