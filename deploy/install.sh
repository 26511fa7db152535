#!/bin/sh
# Installs Kritzel from this source tree into a virtual environment of its own: deploy/install.sh FOLDER
# The image (Containerfile) and a machine with systemd use the same steps. Everything is pinned by hash, also what builds it.
set -eu
[ $# -eq 1 ] || { echo "usage: deploy/install.sh FOLDER" >&2; exit 2; }
target=$1
source=$(cd "$(dirname "$0")/.." && pwd)
[ ! -e "$target" ] || { echo "$target is there already" >&2; exit 2; }
pip="-m pip --quiet --disable-pip-version-check"
${PYTHON:-python3} -m venv "$target"
"$target/bin/python" $pip install --no-deps --require-hashes -r "$source/requirements/server.txt"
# What builds it stays outside of what runs.
${PYTHON:-python3} -m venv "$target/build"
"$target/build/bin/python" $pip install --no-deps --require-hashes -r "$source/requirements/build.txt"
"$target/build/bin/python" $pip wheel --no-deps --no-build-isolation -w "$target/wheel" "$source"
"$target/bin/python" $pip install --no-deps --no-index "$target"/wheel/kritzel-*.whl
rm -r "$target/wheel" "$target/build"
"$target/bin/kritzel" --version
