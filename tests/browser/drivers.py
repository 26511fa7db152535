"""Firefox and WebKit, driven by the standards: WebDriver BiDi for the one, WebDriver for the other.

Only what a journey needs: go somewhere, look, touch, press a key, another size. Both take the same actions
and scripts, so a journey is written once.
"""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

import httpx
import psutil
from websockets.sync.client import connect

from tests.patience import LONGEST, LONGEST_MS, until
from tools import engines

Json = dict[str, Any]
SCREEN = "1400x1300x24"
ROOT = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
"""WebKit's own walls do not work for root; it sees nothing but our pages."""
TOLD = """() => {
  if (window.troubles) return;
  window.troubles = [];
  const later = "ResizeObserver loop completed with undelivered notifications.";
  addEventListener("error", ({ message }) => message === later || troubles.push(String(message)));
  addEventListener("unhandledrejection", (event) => troubles.push(String(event.reason)));
  const plain = console.error;
  console.error = (...words) => (troubles.push(words.join(" ")), plain(...words));
}"""
"""From now on what goes wrong on the page is written down there. That a size changed while sizes were told,
and is told with the next picture, is no trouble: a heading in smaller letters leaves the sheet more room."""


class Driver(Protocol):
    """A browser with one page."""

    def goto(self, url: str) -> None: ...
    def call(self, script: str, argument: Any) -> Any: ...
    def act(self, actions: list[Json]) -> None: ...
    def resize(self, width: int, height: int) -> None: ...
    def cookie(self, name: str, value: str) -> None: ...
    def picture(self, path: Path) -> None: ...
    def close(self) -> None: ...


class Page:
    """What the hands of the browser tests need of a page."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.mouse = SimpleNamespace(click=self._click)

    def open(self, url: str) -> None:
        self.driver.goto(url)
        self.evaluate(TOLD)

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """The answer of a function; of its promise, if it promises one."""
        return self.driver.call(script.strip().removesuffix(";"), argument)

    def press(self, key: str) -> None:
        strokes = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.driver.act([{"type": "key", "id": "keys", "actions": strokes}])

    def _click(self, x: float, y: float) -> None:
        move: Json = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.driver.act([mouse | {"actions": [move, down, up]}])


class Firefox:
    """Firefox, by WebDriver BiDi: JSON over a socket that it opens itself."""

    def __init__(self, folder: Path, settings: Json) -> None:
        self._stack, self._said = ExitStack(), 0
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        (folder / "user.js").write_text("\n".join(lines), "utf-8")
        command = [engines.firefox(), "--headless", "--remote-debugging-port", "0", "--no-remote"]
        self._process = _started([*command, "--profile", str(folder)], self._stack, "stderr")
        address = _told(self._process.stderr, r"BiDi listening on (ws://\S+)")
        self._line = self._stack.enter_context(connect(f"{address}/session", max_size=None, proxy=None))
        self._tell("session.new", capabilities={})
        self._context = self._tell("browsingContext.getTree")["contexts"][0]["context"]

    def goto(self, url: str) -> None:
        self._here("browsingContext.navigate", url=url, wait="complete")

    def call(self, script: str, argument: Any) -> Any:
        told = f"async (text) => JSON.stringify((await ({script})(JSON.parse(text))) ?? null)"
        given = [{"type": "string", "value": json.dumps(argument)}]
        target = {"context": self._context}
        answer = self._tell(
            "script.callFunction",
            functionDeclaration=told,
            arguments=given,
            target=target,
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def act(self, actions: list[Json]) -> None:
        self._here("input.performActions", actions=actions)

    def resize(self, width: int, height: int) -> None:
        self._here("browsingContext.setViewport", viewport={"width": width, "height": height})

    def cookie(self, name: str, value: str) -> None:
        there = {"name": name, "value": {"type": "string", "value": value}, "domain": "127.0.0.1"}
        self._tell("storage.setCookie", cookie=there)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._here("browsingContext.captureScreenshot")["data"]))

    def close(self) -> None:
        self._stack.close()

    def _here(self, method: str, **params: Any) -> Json:
        return self._tell(method, context=self._context, **params)

    def _tell(self, method: str, **params: Any) -> Json:
        self._said += 1
        self._line.send(json.dumps({"id": self._said, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv(timeout=LONGEST))).get("id") != self._said:
            pass  # events nobody asked for
        assert answer["type"] == "success", answer
        found: Json = answer["result"]
        return found


class WebKit:
    """WebKitGTK's own small browser, by WebDriver, on a screen nobody sees."""

    def __init__(self, folder: Path, settings: Json) -> None:
        self._stack = ExitStack()
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"]
        shown = _started(screen, self._stack, "stdout")
        display = _told(shown.stdout, r"(\d+)")
        quiet = {"DISPLAY": f":{display}", "HOME": str(folder), **ROOT}
        command = ["WebKitWebDriver", "--port=0", "--host=127.0.0.1"]
        base = f"http://127.0.0.1:{_port(_started(command, self._stack, '', quiet | settings))}"
        self._http = self._stack.enter_context(httpx.Client(base_url=base, timeout=LONGEST, trust_env=False))
        browser = {"binary": engines.webkit(), "args": ["--automation"]}
        patient = {"script": int(LONGEST_MS), "pageLoad": int(LONGEST_MS)}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": browser, "timeouts": patient}}}
        made = _good(self._http.post("/session", json=wanted))
        self._session = f"/session/{made['sessionId']}"
        self._stack.callback(lambda: self._http.delete(self._session))

    def goto(self, url: str) -> None:
        self._tell("/url", url=url)

    def call(self, script: str, argument: Any) -> Any:
        told = f"""const done = arguments[1];
        Promise.resolve(({script})(JSON.parse(arguments[0])))
          .then((good) => [good ?? null], (bad) => [null, String(bad)])
          .then((answer) => done(JSON.stringify(answer)));"""
        answer = json.loads(self._tell("/execute/async", script=told, args=[json.dumps(argument)]))
        assert len(answer) == 1, answer
        return answer[0]

    def act(self, actions: list[Json]) -> None:
        self._tell("/actions", actions=actions)

    def resize(self, width: int, height: int) -> None:
        """The page gets this size; its window has a bar, and is never narrower than that (447 pixels)."""
        self._tell("/window/rect", width=width, height=height)
        bar = height - self.call("() => innerHeight", None)
        self._tell("/window/rect", width=width, height=height + bar)

    def cookie(self, name: str, value: str) -> None:
        self._tell("/cookie", cookie={"name": name, "value": value})

    def picture(self, path: Path) -> None:
        shot = self._http.get(f"{self._session}/screenshot").json()["value"]
        path.write_bytes(base64.b64decode(shot))

    def close(self) -> None:
        self._stack.close()

    def _tell(self, path: str, **params: Any) -> Any:
        return _good(self._http.post(self._session + path, json=params))


def _good(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()["value"]


def _started(
    command: list[str], stack: ExitStack, heard: str, env: dict[str, str] | None = None
) -> subprocess.Popen[str]:
    """A program that is ended with the stack, and what it says on one of its lines."""
    lines: Json = {
        name: subprocess.PIPE if name == heard else subprocess.DEVNULL for name in ("stdout", "stderr")
    }
    process = subprocess.Popen(command, text=True, env=os.environ | (env or {}), **lines)
    stack.callback(_ended, process)
    return process


def _ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for line in (process.stdout, process.stderr):
        if line:
            line.close()


def _port(process: subprocess.Popen[str]) -> int:
    """The port that the system gave to a program."""
    until(lambda: _listening(process))
    return _listening(process)[0]


def _listening(process: subprocess.Popen[str]) -> list[int]:
    found = psutil.Process(process.pid).net_connections("tcp4")
    return [each.laddr.port for each in found if each.status == psutil.CONN_LISTEN]


def _told(lines: Any, pattern: str) -> str:
    """What a program says about itself when it is ready."""
    for line in lines:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError(f"it ended without a word like {pattern}")
