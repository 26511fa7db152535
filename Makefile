# make play and make test carry a new user; make test-all is for releases. Everything is set up inside .venv.
PYTHON ?= python3
BIN := .venv/bin
# Warnings of pip are for those who install by hand; errors are shown.
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
# Tests start hundreds of Pythons: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

SPREAD := -n auto --dist worksteal
# What compiles the same stays together on one worker, which tests/conftest.py deals out: nothing is compiled twice.
TOGETHER := -n auto --dist loadscope
# These cover the rules to the last branch. Nothing else is traced: it makes tests four times as slow.
WALKS := tests/conformance/test_contract.py tests/conformance/test_together.py
TRACED := $(addprefix tests/,rules games record mechanics golden drawing) $(filter-out $(WALKS),$(wildcard tests/conformance/test_*.py))

# A journey that fails beside another is tried once more alone; what fails again is red.
ALONE := $(BIN)/pytest -n 0 --last-failed

PAGES := src/kritzel/server/pages/index.html
WEB := $(shell find web -name node_modules -prune -o -type f -print) src/kritzel/drawing/icons.svg

.PHONY: play test test-all types looks ring browser bench made clean
play: .venv/run.stamp $(PAGES)  ## LAN=1 lets other devices in your network join
	@$(BIN)/kritzel serve --open $(if $(LAN),--lan)

test:  ## what everybody runs before every change; docs/testing.md
	@$(MAKE) --no-print-directory -j3 types looks ring

types: .venv/dev.stamp
	$(BIN)/mypy
looks: .venv/dev.stamp $(PAGES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python tools/pages.py check
ring: .venv/dev.stamp $(PAGES)
	$(BIN)/pytest $(SPREAD) --cov --cov-report= $(TRACED)
	$(BIN)/python tools/coverage_gate.py
	$(BIN)/pytest $(TOGETHER) -m "not slow" tests $(TRACED:%=--ignore=%) --ignore=tests/browser
	$(BIN)/pytest $(SPREAD) -m "not slow" tests/browser || $(ALONE) -m "not slow" tests/browser

test-all: .venv/dev.stamp $(PAGES)  ## everything that make test leaves out; CI runs both
	@$(BIN)/python tools/engines.py
	@$(BIN)/python tools/proxies.py > /dev/null
	KRITZEL_KILLS=40 $(BIN)/pytest $(TOGETHER) -m slow tests --ignore=tests/browser
	KRITZEL_ORACLE_GAMES=1000 KRITZEL_TWIN_GAMES=200 $(BIN)/pytest $(TOGETHER) tests/oracles tests/fast -m "not slow"
	KRITZEL_PATIENCE=240 $(BIN)/pytest $(SPREAD) -m slow tests/browser || $(ALONE) -m slow tests/browser

browser: .venv/dev.stamp $(PAGES)  ## all browser tests
	@$(BIN)/python tools/engines.py
	$(BIN)/pytest $(SPREAD) tests/browser

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Kritzel needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Could not make a virtual environment. On Debian or Ubuntu: apt install python3-venv"; exit 2; }

.venv/run.stamp: requirements/build.txt requirements/run.txt pyproject.toml | .venv/bin/python
	@echo "Setting Kritzel up (once) ..."
	@$(PIP) install --no-deps --require-hashes -r requirements/build.txt -r requirements/run.txt
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/run.stamp
	@$(PIP) install --no-deps --require-hashes -r requirements/dev.txt
	@$(BIN)/python tools/browser.py > /dev/null
	@touch $@

$(PAGES): $(WEB) | .venv/run.stamp
	@$(BIN)/python tools/pages.py
	@touch $@

bench: .venv/run.stamp  ## decisions per CPU second
	$(BIN)/python bench/engine.py

made: .venv/dev.stamp  ## everything in the repository that a program makes
	$(BIN)/python tools/dizzle_sheets.py
	$(BIN)/python tools/border_sheet.py
	$(BIN)/python tools/traexx_board.py
	$(BIN)/python tools/golden.py
	$(BIN)/python tools/rulebook_pictures.py
	$(BIN)/python tools/clause_index.py
	$(BIN)/python tools/environments_page.py
	$(BIN)/python -m tools.protocol_page
	$(BIN)/python -m tools.walk
	$(BIN)/python -m tests.server.planting --page
	$(BIN)/python tools/pages.py types

clean:
	rm -rf src/kritzel/server/pages web/node_modules
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
