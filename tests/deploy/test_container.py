"""The image and the compose file, as far as they can be tried without a container engine: step by step.

`KRITZEL_DEPLOY=1 pytest tests/deploy` also runs the steps of the build (it downloads all packages).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from kritzel.server.settings import Settings
from tests.deploy.proxying import free_port
from tests.patience import until
from tests.server.serving import Server
from tools import pages
from tools.proxies import ROOT

pytestmark = pytest.mark.slow

DEPLOY = ROOT / "deploy"
Step = tuple[str, str]


def steps() -> list[Step]:
    """The instructions of the Containerfile: the word, and what comes after it."""
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def last_stage() -> list[Step]:
    every = steps()
    begin = max(n for n, (word, _) in enumerate(every) if word == "FROM")
    return every[begin:]


def of(word: str) -> str:
    """What the last stage says with this word, which it says once."""
    [found] = [rest for each, rest in last_stage() if each == word]
    return found


def environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in of("ENV").split())


def test_only_what_is_needed_is_in_the_last_stage() -> None:
    known = {
        "ARG",
        "FROM",
        "RUN",
        "COPY",
        "ENV",
        "USER",
        "VOLUME",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
        "ENTRYPOINT",
    }
    assert {word for word, _ in steps()} == known
    assert next(rest for word, rest in steps() if word == "FROM").endswith(" AS build")
    assert of("COPY") == "--from=build /opt/kritzel /opt/kritzel"
    assert not re.search(r"apt|pip|npm", of("RUN"))


def test_it_runs_as_somebody_without_rights() -> None:
    words = [word for word, _ in last_stage()]
    assert of("USER") == "kritzel"
    assert words.index("RUN") < words.index("USER") < words.index("ENTRYPOINT")
    assert re.search(r"useradd --system --uid 10001 .* kritzel\b", of("RUN"))
    written = [of(name) for name in ("VOLUME",)]
    assert json.loads(written[0]) == ["/data", "/cache"]
    assert all(path in of("RUN") for path in json.loads(written[0]))


def test_the_settings_are_ours(tmp_path: Path) -> None:
    said = environment()
    chosen = Settings.from_environment(said)
    assert (chosen.host, chosen.port) == ("0.0.0.0", int(of("EXPOSE")))
    assert chosen.data.parent == Path("/data")
    assert said["KRITZEL_CACHE"] == "/cache"
    known = (ROOT / "docs" / "server.md").read_text("utf-8") + (ROOT / "docs" / "testing.md").read_text(
        "utf-8"
    )
    assert [name for name in said if name.startswith("KRITZEL_") and name not in known] == []


def test_the_health_check_says_whether_tables_can_be_written(tmp_path: Path) -> None:
    command = json.loads(of("HEALTHCHECK").partition("CMD ")[2])
    assert command[0] == "python"
    with Server(tmp_path) as server:
        env = os.environ | {"KRITZEL_PORT": str(server.port)}
        asked = [sys.executable, *command[1:]]
        assert subprocess.run(asked, env=env, check=False).returncode == 0
        server.stop()
        assert subprocess.run(asked, env=env, check=False, capture_output=True).returncode != 0


def test_it_starts_what_is_installed() -> None:
    assert json.loads(of("ENTRYPOINT")) == ["kritzel", "serve"]
    assert environment()["PATH"].startswith("/opt/kritzel/bin:")
    assert next(rest for word, rest in steps() if word == "RUN") == "/source/deploy/install.sh /opt/kritzel"


# What the build sees ---------------------------------------------------------------------------
def sent(path: str) -> bool:
    """Whether a file reaches the build, by .dockerignore: the last line that fits decides."""
    found = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!").removeprefix("**/")
        parts = path.split("/")
        starts = ["/".join(parts[: n + 1]) for n in range(len(parts))]
        ends = parts if "**/" in line else []
        if any(fnmatch(each, pattern) for each in (*starts, *ends)):
            found = line.startswith("!")
    return found


def tracked() -> list[str]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("git is not there: nobody knows what belongs to the sources")
    told = subprocess.run(
        [git, "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return told.splitlines()


def test_the_build_gets_what_it_needs_and_no_more() -> None:
    files = [path for path in tracked() if sent(path)]
    assert {path for path in tracked() if path.startswith(("src/", "web/", "requirements/"))} <= set(files)
    for needed in (
        "pyproject.toml",
        "hatch_build.py",
        "README.md",
        "LICENSE",
        "deploy/install.sh",
        "tools/pages.py",
    ):
        assert needed in files
    assert [path for path in files if path.startswith(("tests/", "docs/", "bench/", ".git"))] == []
    assert not sent("src/kritzel/server/pages/index.html")
    assert not sent("web/node_modules/vite/package.json")
    assert not sent("src/kritzel/__pycache__/game.pyc")


def test_the_pages_are_built_from_what_the_build_gets() -> None:
    """A build without the repository: whatever tools/pages.py reads has to be sent."""
    text = Path(pages.__file__).read_text("utf-8") + (ROOT / "hatch_build.py").read_text("utf-8")
    named = re.findall(r'"((?:src|web|tools|requirements)/[\w./-]+)"', text)
    assert [
        path for path in named if not sent(path) and "pages" not in path and "node_modules" not in path
    ] == []


def installing(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [str(DEPLOY / "install.sh"), *words]
    return subprocess.run(command, env=os.environ | env, capture_output=True, text=True, check=False)


def test_the_steps_of_the_build_refuse_what_makes_no_sense(tmp_path: Path) -> None:
    assert installing().returncode == 2
    told = installing(str(tmp_path))
    assert (told.returncode, "there already" in told.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_nothing_comes_from_outside_without_its_hash() -> None:
    """Also not what builds the package: pip alone would take the newest of it."""
    lines = (DEPLOY / "install.sh").read_text("utf-8").splitlines()
    fetching = [line for line in lines if re.search(r"pip\b.* (install|wheel) ", line)]
    sure = ("--require-hashes", "--no-build-isolation", "--no-index")
    assert len(fetching) == 4
    assert [
        line for line in fetching if "--no-deps" not in line or not any(each in line for each in sure)
    ] == []


@pytest.mark.skipif(
    not os.environ.get("KRITZEL_DEPLOY"), reason="downloads everything: KRITZEL_DEPLOY=1 runs it"
)
def test_the_steps_of_the_build_build(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for path in tracked():
        if sent(path) and (ROOT / path).is_file():
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, source / path)
    command = [str(source / "deploy" / "install.sh"), str(tmp_path / "kritzel")]
    done = subprocess.run(
        command, env=os.environ | {"PYTHON": sys.executable}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("kritzel ")
    package = next((tmp_path / "kritzel" / "lib").glob("python3*/site-packages/kritzel"))
    assert (package / "server" / "pages" / "index.html").exists()
    assert not [each for each in ("wheel", "build") if (tmp_path / "kritzel" / each).exists()]
    starts_and_is_well(tmp_path)


def starts_and_is_well(folder: Path) -> None:
    """What was installed, begun as the image begins it, asked as the image is asked."""
    here = {"KRITZEL_HOST": "127.0.0.1", "KRITZEL_PORT": str(free_port())}
    here |= {"KRITZEL_DATA": str(folder / "data" / "tables.db"), "KRITZEL_CACHE": str(folder / "cache")}
    env = os.environ | environment() | here | {"PATH": f"{folder}/kritzel/bin:{os.environ['PATH']}"}
    asked = json.loads(of("HEALTHCHECK").partition("CMD ")[2])
    begun = shutil.which(json.loads(of("ENTRYPOINT"))[0], path=env["PATH"]) or ""
    with subprocess.Popen([begun, "serve"], env=env, stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: process.poll() is not None or not _called(asked, env))
            assert process.poll() is None, "it does not start"
        finally:
            process.terminate()


def _called(command: list[str], env: dict[str, str]) -> int:
    return subprocess.run(command, env=env, capture_output=True, check=False).returncode


# The compose file ------------------------------------------------------------------------------
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_the_compose_file_names_what_is_there() -> None:
    services, whole = compose()["services"], compose()
    kritzel, caddy = services["kritzel"], services["caddy"]
    assert (DEPLOY / kritzel["build"]["context"] / kritzel["build"]["dockerfile"]).is_file()
    named = [volume.partition(":")[0] for each in services.values() for volume in each["volumes"]]
    assert {name for name in named if not name.startswith(".")} == set(whole["volumes"])
    assert [name for name in named if name.startswith(".") and not (DEPLOY / name).is_file()] == []
    assert {volume.split(":")[1] for volume in kritzel["volumes"]} == set(json.loads(of("VOLUME")))
    assert caddy["environment"]["KRITZEL_UPSTREAM"] == f"kritzel:{of('EXPOSE')}"
    assert caddy["depends_on"]["kritzel"]["condition"] == "service_healthy"


def test_base_images_are_pinned_by_digest(tmp_path: Path) -> None:
    """The script writes what compose and the Containerfile take; a stand-in for docker tells the digests."""
    digest = f"sha256:{'ab' * 32}"
    docker, folder = tmp_path / "docker", tmp_path / "deploy"
    docker.write_text(f"#!/bin/sh\necho {digest}\n", "utf-8")
    docker.chmod(0o755)
    folder.mkdir()
    shutil.copy(DEPLOY / "pin-images.sh", folder)
    subprocess.run([folder / "pin-images.sh"], env=os.environ | {"DOCKER": str(docker)}, check=True)
    pinned = dict(line.split("=", 1) for line in (folder / ".env").read_text("utf-8").splitlines())
    whole = (DEPLOY / "compose.yaml").read_text("utf-8") + (DEPLOY / "compose.postgres.yaml").read_text(
        "utf-8"
    )
    taken = dict(re.findall(r"\$\{(\w+_IMAGE):-([^}]+)\}", whole))
    assert pinned == {name: f"{image}@{digest}" for name, image in taken.items()}
    assert ("ARG", f"PYTHON_IMAGE={taken['PYTHON_IMAGE']}") in steps()
    assert {rest.split()[0] for word, rest in steps() if word == "FROM"} == {"${PYTHON_IMAGE}"}
    docker.write_text("#!/bin/sh\necho manifest unknown\n", "utf-8")
    failed = subprocess.run([folder / "pin-images.sh"], env=os.environ | {"DOCKER": str(docker)}, check=False)
    assert failed.returncode != 0


def test_with_postgres_the_same_server_gets_a_database() -> None:
    more: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.postgres.yaml").read_text("utf-8"))
    kritzel, database = more["services"]["kritzel"], more["services"]["database"]
    said = re.sub(r"\$\{[^}]*\}", "secret", kritzel["environment"]["KRITZEL_DATABASE"])
    chosen = Settings.from_environment({"KRITZEL_DATABASE": said, "KRITZEL_NAME": "kritzel-1"})
    assert chosen.database == "postgresql://kritzel:secret@database/kritzel"
    own = database["environment"]
    assert (own["POSTGRES_USER"], own["POSTGRES_DB"]) == ("kritzel", "kritzel")
    assert kritzel["depends_on"]["database"]["condition"] == "service_healthy"
    assert database["healthcheck"]["test"][1] == "pg_isready"
    assert "ports" not in database
    assert database["networks"] == compose()["services"]["kritzel"]["networks"]
    pinned = (ROOT / "requirements" / "server.txt").read_text("utf-8")
    assert all(f"\n{name}==" in f"\n{pinned}" for name in ("psycopg", "apsw", "numba"))


def test_the_server_of_the_compose_file_is_shut_in() -> None:
    kritzel = compose()["services"]["kritzel"]
    assert (kritzel["read_only"], kritzel["cap_drop"]) == (True, ["ALL"])
    assert "no-new-privileges:true" in kritzel["security_opt"]
    assert "ports" not in kritzel, "only the proxy is reached from outside"
    assert kritzel["mem_limit"], "bots cannot take all memory of the machine"
    assert kritzel["pids_limit"] >= 256


def test_the_settings_of_the_compose_file_are_ours() -> None:
    whole = compose()
    said = whole["services"]["kritzel"]["environment"]
    env = {
        name: re.sub(r"\$\{\w+:-?(\??[^}]*)\}", lambda m: "kritzel.example" if m[1][0] == "?" else m[1], text)
        for name, text in said.items()
    }
    chosen = Settings.from_environment(env)
    assert chosen.origins == ("https://kritzel.example",)
    assert list(chosen.proxies) == [each["subnet"] for each in whole["networks"]["inside"]["ipam"]["config"]]
    assert chosen.metrics == "off"
    shipped = (DEPLOY / "proxy" / "Caddyfile").read_text("utf-8")
    assert all(f"{{${name}:" in shipped for name in whole["services"]["caddy"]["environment"])
