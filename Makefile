# Every target sets up what it needs; a second run finds it done.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CPP := $(wildcard $(foreach room,src src/game src/play src/proof tests benches,engine/$(room)/*.cpp engine/$(room)/*.hpp) bindings/*.cpp bindings/*.hpp)
WASM := web/wasm/barragoon.wasm
NPM := npm --prefix web --silent
NPM_READY := web/node_modules/.ready
PAGE := src/barragoon/server/page/index.html
PAGE_SOURCES := web/index.html web/vite.config.ts web/offline_plugin.ts web/svelte.config.js docs/theory/openings.json \
	$(shell find web/src web/public -type f)
HAS_NODE := $(shell command -v npm)
# Whoever has nothing left to do takes over what waits for others; tests that share a fixture mostly stay together.
PYTEST := $(BIN)/pytest -n logical --dist worksteal --durations 12
CHROMIUM ?= $(firstword $(shell command -v chromium chromium-browser google-chrome chrome))

.PHONY: help setup play terminal test test-slow server-postgres server-faults server-slow sanitize gate coverage lint format bench pictures docs wheels clean
.PHONY: wasm page web-test web-test-slow web-e2e web-lint web-format

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 17

# CI sets ON.
WARNINGS_AS_ERRORS ?= OFF
setup: $(READY) ## make the virtual environment in .venv

$(READY): pyproject.toml requirements-dev.txt CMakeLists.txt $(wildcard engine/* engine/src/* engine/src/*/* bindings/*)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Barragoon needs Python 3.11 or newer; set PYTHON=... to name one."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@command -v $${CXX:-c++} >/dev/null || \
		{ echo "Barragoon's engine needs a C++20 compiler, such as g++ 12; set CXX=... to name one."; exit 1; }
	@echo "Setting up $(VENV) and building the engine (a minute or two the first time) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c requirements-dev.txt \
		-C cmake.define.BARRAGOON_WARNINGS_AS_ERRORS=$(WARNINGS_AS_ERRORS) -e '.[dev]'
	@touch $(READY)

terminal: $(READY) ## play in this terminal, against the computer or for two
	@$(BIN)/barragoon play

test: $(READY) ## run all tests but the slow ones
	@$(PYTEST) -m 'not slow'
	@$(MAKE) --no-print-directory web-test

test-slow: $(READY) ## run the deep perft counts and long searches; web-test-slow has the page's
	@$(PYTEST) -m slow --ignore=tests/server

# Without the tests that "make test" runs on PostgreSQL already, and those that know no store or only the SQLite file.
NOT_AGAIN := admin admin_input append_race attendance cluster cluster_load draining encoding faults flags game_copy \
	game_lists live_game mailbox messages migrations nginx old_database playing postgres_store roll shared_cache \
	sqlite_store store systemd waiting
server-postgres: $(READY) ## run the server's tests on PostgreSQL
	@TEST_STORE=postgresql $(PYTEST) -m 'not slow' tests/server $(NOT_AGAIN:%=--ignore=tests/server/test_%.py)

FAULTS ?= 10
server-faults: $(READY) ## kill, freeze and fail over a cluster as often as docs/testing.md says; takes long
	@FAULTS=$(FAULTS) $(BIN)/pytest -s -m slow tests/server/test_faults.py

server-slow: $(READY) ## crash the server, cut its power and send it nonsense for a long while
	@$(PYTEST) -m slow tests/server --ignore=tests/server/test_faults.py

sanitize: $(READY) ## look for memory errors, undefined behaviour and races in the engine
	@nice engine/tests/sanitize build/sanitized $(BIN)/python

GAMES ?= 10000
gate: $(READY) ## play 10,000 very fast games in which nothing may go wrong
	@$(BIN)/python tests/engine/gate.py $(GAMES)

# The tests of the rules, records and pictures alone have to reach them.
coverage: $(READY) ## show that the tests reach every line of the rules
	@$(PYTEST) -q -m 'not slow' tests/rules tests/records tests/pictures src/barragoon \
		--cov --cov-report=term-missing:skip-covered --cov-fail-under=100

lint: $(READY) ## check style, types, layers and words
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python tools/check_words.py
	@$(BIN)/clang-format --dry-run -Werror $(CPP)
	@$(MAKE) --no-print-directory web-lint

format: $(READY) ## lay out the code
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(CPP)
	@$(MAKE) --no-print-directory web-format

bench: $(READY) ## measure speed beside python-chess
	@$(BIN)/python benches/run.py

wheels: $(READY) $(PAGE) ## build the source distribution and wheels into dist/, and try them in empty environments
	@$(BIN)/python tools/make_wheels.py

wasm: $(WASM) ## compile the engine for the page

# No exceptions and no threads; the engine throws nothing. Warnings are those of g++, whose -Wconversion leaves signs
# alone. The stack is for proofs that go a hundred turns deep; zig's own would be 16 MB of every page's memory.
# What a search or a proof runs through is compiled to be fast, everything else to be small: pages wait for it.
WASM_SOURCES := $(filter-out engine/src/play/%,$(wildcard engine/src/*.cpp engine/src/*/*.cpp)) bindings/wasm_module.cpp
WASM_SMALL := $(addprefix engine/src/proof/,judge.cpp refuter.cpp solve_each.cpp solver.cpp winning_line.cpp)
WASM_FAST := $(filter-out $(WASM_SMALL),$(wildcard engine/src/proof/*.cpp)) $(addprefix engine/src/,candidates.cpp \
	dead_search.cpp dead_quick.cpp evaluate.cpp generate.cpp position.cpp quiescence.cpp search.cpp)
WASM_OBJECTS := $(WASM_SOURCES:%.cpp=build/wasm/%.o)
WASM_COMPILER := $(BIN)/python -m ziglang c++ -target wasm32-wasi -mexec-model=reactor
WASM_FLAGS := -std=c++20 -msimd128 -fno-exceptions -fno-rtti -fno-threadsafe-statics -DNDEBUG -DBARRAGOON_ISA=plain \
	-Iengine/src -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror

$(WASM_OBJECTS): build/wasm/%.o: %.cpp $(wildcard engine/src/*.hpp engine/src/*/*.hpp) Makefile | $(READY)
	@test -e $(WASM) || echo "Compiling $< to WebAssembly ..."
	@mkdir -p $(@D)
	@$(WASM_COMPILER) $(WASM_FLAGS) $(if $(filter $<,$(WASM_FAST)),-O3,-Oz) -c $< -o $@

$(WASM): $(WASM_OBJECTS)
	@mkdir -p $(@D)
	@$(WASM_COMPILER) -O3 -Wl,--strip-all -Wl,-z,stack-size=4194304 $^ -o $@

ifdef HAS_NODE

$(NPM_READY): web/package.json web/package-lock.json
	@echo "Installing what the page is built and checked with into web/node_modules ..."
	@npm --prefix web ci --loglevel=error
	@touch $@

play: $(READY) $(PAGE) ## open the page: against the computer, for two, or over the net
	@$(BIN)/barragoon serve

page: $(PAGE) ## build the page into the package, from where the server serves it

$(PAGE): $(WASM) $(NPM_READY) $(PAGE_SOURCES)
	@echo "Building the page ..."
	@$(NPM) run page -- --logLevel error

web-test: $(READY) $(WASM) $(NPM_READY) ## run the tests of web/ alone
	@$(NPM) run build
	@$(NPM) run test

web-test-slow: $(READY) $(WASM) $(NPM_READY) ## ask the page's engine the same as Python's, a hundred thousand times
	@$(NPM) run build
	@$(NPM) run test:slow

web-e2e: $(READY) $(PAGE) ## play the built page in a real browser against the real server
ifeq ($(CHROMIUM),)
	@echo "Left out: web-e2e needs Chromium or Chrome, which this machine lacks; set CHROMIUM=... to name one."
else
	@CHROMIUM=$(CHROMIUM) $(NPM) run test:e2e
endif

web-lint: $(NPM_READY)
	@$(NPM) run types
	@$(NPM) run lint

web-format: $(NPM_READY)
	@$(NPM) run format

else

play: $(READY)
	@echo "The page needs Node 20.19 or newer with npm, which this machine lacks. Here is the game in the terminal."
	@$(BIN)/barragoon play

page web-test web-test-slow web-e2e web-lint web-format:
	@echo "Left out: $@ needs Node 20.19 or newer with npm, which this machine lacks."

endif

pictures: $(READY) ## draw the pictures of the docs again
	@$(BIN)/python docs/make_pictures.py

docs: $(READY) ## build the documentation site into build/site, and check its links
	@$(BIN)/python tools/build_site.py

clean: ## remove everything that was generated
	rm -rf $(VENV) build dist src/barragoon/server/page web/build web/wasm web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
