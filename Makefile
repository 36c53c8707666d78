# Every target sets up what it needs; a second run finds it done.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CPP := $(wildcard $(foreach room,src tests benches,engine/$(room)/*.cpp engine/$(room)/*.hpp) bindings/*.cpp)

.PHONY: help setup play test test-slow sanitize gate coverage lint format bench pictures clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(READY) ## make the virtual environment in .venv

$(READY): pyproject.toml requirements-dev.txt CMakeLists.txt $(wildcard engine/* engine/src/* bindings/*)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Barragoon needs Python 3.11 or newer; set PYTHON=... to name one."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@command -v $${CXX:-c++} >/dev/null || \
		{ echo "Barragoon's engine needs a C++20 compiler, such as g++ 12; set CXX=... to name one."; exit 1; }
	@echo "Setting up $(VENV) and building the engine (a minute or two the first time) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements-dev.txt -e '.[dev]'
	@touch $(READY)

play: $(READY) ## play a game for two in this terminal
	@$(BIN)/barragoon play

test: $(READY) ## run all tests but the slow ones
	@$(BIN)/pytest -n auto -m 'not slow'

test-slow: $(READY) ## run the deep perft counts and long searches
	@$(BIN)/pytest -n auto -m slow

sanitize: ## look for memory errors, undefined behaviour and races in the engine
	@PYTHON=$(PYTHON) nice engine/tests/sanitize build/sanitized

GAMES ?= 10000
gate: $(READY) ## play 10,000 very fast games in which nothing may go wrong
	@$(BIN)/python tests/engine/gate.py $(GAMES)

coverage: $(READY) ## show that the tests reach every line of the rules
	@$(BIN)/pytest -q -n auto -m 'not slow' --cov --cov-report=term-missing:skip-covered --cov-fail-under=100

lint: $(READY) ## check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/clang-format --dry-run -Werror $(CPP)

format: $(READY) ## lay out the code
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(CPP)

bench: $(READY) ## measure speed beside python-chess
	@$(BIN)/python benches/run.py

pictures: $(READY) ## draw the pictures of the docs again
	@$(BIN)/python docs/make_pictures.py

clean: ## remove everything that was generated
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
