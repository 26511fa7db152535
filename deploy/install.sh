#!/bin/sh
# Installs Kritzel from this source tree into a virtual environment of its own: deploy/install.sh FOLDER
# The image (Containerfile) and a machine with systemd use the same steps. Everything is pinned by hash.
set -eu
[ $# -eq 1 ] || { echo "usage: deploy/install.sh FOLDER" >&2; exit 2; }
target=$1
source=$(cd "$(dirname "$0")/.." && pwd)
[ ! -e "$target" ] || { echo "$target is there already" >&2; exit 2; }
${PYTHON:-python3} -m venv "$target"
"$target/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$source/requirements/server.txt"
"$target/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps -w "$target/wheel" "$source"
"$target/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index "$target"/wheel/kritzel-*.whl
rm -r "$target/wheel"
"$target/bin/kritzel" --version
