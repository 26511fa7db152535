"""Caddy and nginx with the files of `deploy/proxy`, on ports of this machine, with a certificate of a day."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.patience import LONGEST, until
from tools import proxies

DEPLOY = proxies.ROOT / "deploy"


def program(name: str) -> str:
    """The program, or the test is left out, and says how to have it."""
    path = proxies.found(name)
    if not path:
        pytest.skip(f"{name} is not there: python tools/proxies.py sets it up on Debian")
    return path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost, signed by itself."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not there: no certificate to try the proxies with")
    key, made = folder / "privkey.pem", folder / "fullchain.pem"
    command = [
        openssl,
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
    ]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    return made, key


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """The file as it is shipped, but for what differs here; each of that has to be in it."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(folder: Path, port: int, *servers: int, tls: bool = True) -> Iterator[None]:
    """nginx with the file for one server or with that for two."""
    program("nginx")
    made, key = certificate(folder)
    one = len(servers) == 1
    shipped = (DEPLOY / "proxy" / ("nginx.conf" if one else "nginx-two.conf")).read_text("utf-8")
    names = ["127.0.0.1:8321"] if one else ["10.0.0.1:8321", "10.0.0.2:8321"]
    site = changed(
        shipped,
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("    listen [::]:80;\n", ""),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port}{' ssl http2' if tls else ''};"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("server_name kritzel.example", "server_name localhost"),
        *((name, f"127.0.0.1:{server}") for name, server in zip(names, servers, strict=True)),
        ("/etc/letsencrypt/live/kritzel.example/fullchain.pem", str(made)),
        ("/etc/letsencrypt/live/kritzel.example/privkey.pem", str(key)),
    )
    with running_nginx(folder, port, site):
        yield


@contextmanager
def running_nginx(folder: Path, port: int, site: str) -> Iterator[None]:
    """nginx with these lines of its part for http."""
    path = program("nginx")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    whole += f"http {{\naccess_log off;\n{temporary}{site}}}\n"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    command = [path, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    with _running(command, port, dict(os.environ)):
        yield


@contextmanager
def caddy(folder: Path, port: int, *servers: int, tls: bool = True) -> Iterator[None]:
    """Caddy with the file for one server or with that for two."""
    program("caddy")
    made, key = certificate(folder)
    shipped = (DEPLOY / "proxy" / ("Caddyfile" if len(servers) == 1 else "Caddyfile.two")).read_text("utf-8")
    secret = f"\ttls {made} {key}\n" if tls else ""
    site = changed(shipped, ("\t# Not for strangers", f"{secret}\t# Not for strangers"))
    upstream = " ".join(f"127.0.0.1:{server}" for server in servers)
    said = {"KRITZEL_SITE": f"http{'s' * tls}://localhost:{port}", "KRITZEL_UPSTREAM": upstream}
    with running_caddy(folder, port, site, said):
        yield


@contextmanager
def running_caddy(folder: Path, port: int, site: str, said: Mapping[str, str] = {}) -> Iterator[None]:
    """Caddy with this site; `said` are variables in it."""
    path, own = program("caddy"), "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(own + site, "utf-8")
    env = os.environ | said | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    config = ["--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    checked = subprocess.run(
        [path, "validate", *config], env=env, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    with _running([path, "run", *config], port, env):
        yield


@contextmanager
def _running(command: list[str], port: int, env: dict[str, str]) -> Iterator[None]:
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: _answers(port) or process.poll() is not None)
            assert process.poll() is None, "it does not start"
            yield
        finally:
            process.terminate()
            process.wait(LONGEST)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def trusting() -> ssl.SSLContext:
    """Believes any certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Echo(BaseHTTPRequestHandler):
    """Answers with the headers it was sent, and where."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        sent = {name.lower(): text for name, text in self.headers.items()}
        told = json.dumps(sent | {"port": self.connection.getsockname()[1]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def echo() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:  # else its thread asks a closed socket for ever
            server.shutdown()
