"""Let Lighthouse judge the pages as on a phone, and say what it found.

    python -m tools.lighthouse [FOLDER] [PAGE ...]

Without pages: home, a running table, a rulebook, a lesson. With a folder (`-` for none) the whole reports lie
there as JSON. Lighthouse is fetched by npm into its own cache; the pages do not depend on it. Performance is
judged for a simulated slow phone on a slow network, but still needs a quiet machine: the load is told beside
it. What is loaded (bytes, requests) and what shifts does not depend on it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.building import built
from tests.server.serving import Server
from tools import browser
from tools.pages import environment

PACKAGE = "lighthouse@13.5.0"
GOAL = 95
KINDS = {"performance": "perf", "accessibility": "a11y", "best-practices": "best", "seo": "seo"}
TIMES = {"first-contentful-paint": "FCP", "largest-contentful-paint": "LCP", "total-blocking-time": "TBT"}
WHERE = {"home": "/", "rulebook": "/rules/dizzle", "lesson": "/learn/dizzle"}
Json = dict[str, Any]


def main(folder: Path | None, wanted: list[str]) -> None:
    with TemporaryDirectory() as place, Server(Path(place), KRITZEL_PAGES=str(built(Path(place)))) as server:
        for name, path, cookie in pages(server):
            if not wanted or name in wanted:
                report = judged(server.url + path, cookie, Path(place))
                if folder is not None:
                    folder.mkdir(parents=True, exist_ok=True)
                    (folder / f"{name}.json").write_text(json.dumps(report), "utf-8")
                tell(name, report)


def pages(server: Server) -> Iterator[tuple[str, str, str]]:
    """The pages with their addresses, and the cookie of the guest."""
    for name, path in WHERE.items():
        yield name, path, ""
    mara = server.guest("Mara")
    table = mara.lay("dizzle/1", "me")["table"]
    mara.sit(table).ready()
    yield "table", f"/t/{table}", "; ".join(f"{name}={value}" for name, value in mara.http.cookies.items())


def judged(address: str, cookie: str, place: Path) -> Json:
    """What Lighthouse says about a page."""
    env, out = environment() | {"CHROME_PATH": browser.find()}, place / "report.json"
    command = [
        "npm",
        "exec",
        "--yes",
        "--loglevel=error",
        f"--package={PACKAGE}",
        "--",
        "lighthouse",
        address,
    ]
    command += [
        "--form-factor=mobile",
        "--throttling-method=simulate",
        "--output=json",
        f"--output-path={out}",
    ]
    command += ["--quiet", f"--chrome-flags=--headless=new {' '.join(browser.flags())}"]
    command += [f"--only-categories={','.join(KINDS)}"]
    command += [f"--extra-headers={json.dumps({'cookie': cookie})}"] if cookie else []
    command[0] = shutil.which("npm", path=env["PATH"]) or "npm"
    done = subprocess.run(command, env=env, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"Lighthouse failed for {address}:\n{done.stderr[-2000:]}")
    found: Json = json.loads(out.read_text("utf-8"))
    return found


# Telling ---------------------------------------------------------------------------------------
def tell(name: str, report: Json) -> None:
    points = {kind: round(100 * (report["categories"][kind]["score"] or 0)) for kind in KINDS}
    scores = "  ".join(f"{KINDS[kind]} {point:3}" for kind, point in points.items())
    times = "  ".join(f"{short} {report['audits'][audit]['displayValue']}" for audit, short in TIMES.items())
    print(f"{name:9} {scores}   {times}  CLS {report['audits']['cumulative-layout-shift']['displayValue']}")
    print(f"{'':9} {loaded(report)}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    for kind, point in points.items():
        if point < GOAL:
            print(f"{'':9} {KINDS[kind]}: {', '.join(complaints(report, kind))}", flush=True)


def loaded(report: Json) -> str:
    """What came over the wire."""
    items = report["audits"]["network-requests"]["details"]["items"]
    return f"{sum(item['transferSize'] for item in items) / 1024:.0f} KiB in {len(items)} requests"


def complaints(report: Json, kind: str) -> Iterator[str]:
    """What costs points, dearest first."""
    parts = report["categories"][kind]["auditRefs"]
    lost = {part["id"]: part["weight"] * (1 - _score(report, part["id"])) for part in parts}
    yield from (name for name in sorted(lost, key=lambda name: -lost[name]) if lost[name] > 0)


def _score(report: Json, audit: str) -> float:
    score = report["audits"][audit]["score"]
    return 1.0 if score is None else float(score)


if __name__ == "__main__":
    first, *rest = [*sys.argv[1:], "-"][:1] + sys.argv[2:]
    main(None if first == "-" else Path(first), rest)
