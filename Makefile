# Two commands matter: `make play` and `make test`. The rest is for those who work on Sanssouci.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
SOURCES = $(shell git ls-files src 2>/dev/null || find src -type f ! -name '*.pyc')
PIP = $(BIN)/pip --disable-pip-version-check -q
N ?= 2000
WORKERS ?= 2
MINUTES ?= inf
# neighbours stay together, so that a server which many tests share is started once and not by every worker
# what takes longest is named at the end
SHARED = --dist worksteal --durations=20 --durations-min=4
# a test that waits leaves its processor to another one; those of the browser wait most
MORE = -n $(shell expr $(WORKERS) + 1)
TWICE = -n $(shell expr $(WORKERS) '*' 2)
# what tools share with the tests
TEST_HELPERS = src:tests:tests/friedrich:tests/kept:tests/browser:tests/voice:tools

# Programs that `make test` had to fetch lie here.
export PATH := $(abspath $(VENV))/programs:$(PATH)
# The tests of the pages ask Python for its sentences.
export SANSSOUCI_PYTHON := $(abspath $(BIN))/python

.PHONY: play test everything lint pages test-compiled test-pure test-browser test-extras fuzz mutants bench bench-table bench-env soak siege screenshots clean help

help:
	@echo "make play         open the table in the browser (installs everything on the first run)"
	@echo "make test         everything: rules, properties, server, pages, browser"
	@echo "make fuzz N=2000  play N whole games from seeds and check every state"
	@echo "make mutants      change the rules one spot at a time: do the tests notice?"
	@echo "make bench        speed of the engine;  bench-table: of the table (PROCESSES=2: of several);  bench-env: of the research environments"
	@echo "make soak         the long tests;  siege: kills and strangers for hours;  screenshots: pictures of the table"

play: $(VENV)/.play
	$(BIN)/sanssouci play --upgrade

# The environment. mypy[mypyc] compiles the engine; without a C compiler it installs as plain Python. What others wrote
# comes by its hashes (locks/, written by tools/make_locks.py from constraints*.txt); our own package brings nothing along.
$(VENV)/.base: pyproject.toml locks/build.txt locks/play.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes -r locks/build.txt -r locks/play.txt
	@touch $@

# What an earlier build left (pages of another name) must not come along; object files stay.
$(VENV)/.play: $(VENV)/.base $(SOURCES) setup.py
	@rm -rf build/lib*
	$(PIP) install --no-deps --no-build-isolation .
	@touch $@

# What checks and tests need beside the package: nothing of it waits for the compiler.
$(VENV)/.tools: $(VENV)/.base locks/test.txt
	$(PIP) install --require-hashes -r locks/test.txt
	@touch $@

$(VENV)/.test: $(VENV)/.play $(VENV)/.tools
	@touch $@

# The programs that the tests start are brought first; then nothing may be left out: a skipped test fails.
test:
	$(PYTHON) tools/setup_tests.py packages
	$(MAKE) $(VENV)/.tools
	$(BIN)/python tools/setup_tests.py wheels --into $(VENV)/programs
	SANSSOUCI_COMPLETE=1 $(MAKE) everything
	@echo "make test: everything passed"

# The compiler takes one processor; beside it goes all that needs nothing compiled, three at a time: npm waits a good deal.
everything:
	$(MAKE) $(VENV)/.tools
	$(MAKE) -j3 --output-sync=target $(VENV)/.test lint pages test-pure
	$(MAKE) test-compiled test-browser

lint: $(VENV)/.tools
	$(BIN)/ruff check src tests tools setup.py
	$(BIN)/ruff format --check src tests tools setup.py
	$(BIN)/mypy --strict src/sanssouci
	MYPYPATH=$(TEST_HELPERS) $(BIN)/mypy --strict --follow-imports=silent $(wildcard tools/*.py)
	@for tests in $(wildcard tests/*/); do ls $$tests*.py >/dev/null 2>&1 || continue; \
	  MYPYPATH=$(TEST_HELPERS):$$tests $(BIN)/mypy --strict --follow-imports=silent $$tests || exit 1; done

test-compiled: $(VENV)/.test
	SANSSOUCI_EXPECT=compiled $(BIN)/pytest $(SHARED) $(MORE) --ignore=tests/browser --ignore-glob='tests/italian_wars/*_browser.py' tests

test-pure: $(VENV)/.tools
	SANSSOUCI_EXPECT=pure PYTHONPATH=src $(BIN)/pytest $(SHARED) -n $(WORKERS) tests/friedrich

test-browser: $(VENV)/.test
	$(BIN)/pytest $(SHARED) $(TWICE) tests/browser
	$(BIN)/pytest $(SHARED) $(TWICE) tests/italian_wars/*_browser.py

# The pages are kept built in the repository; they must be what the sources give.
pages:
	@sh tools/check_pages.sh

# TorchRL's and RLlib's wrappers: gigabytes, so in an environment of their own and not in `make test`. Then PettingZoo's
# own tests once more with its release before.
EXTRAS ?= .venv-extras
test-extras: $(VENV)/.test
	$(PYTHON) -m venv $(EXTRAS)
	$(EXTRAS)/bin/pip --disable-pip-version-check -q install -c constraints.txt -c constraints-learn.txt torchrl "ray[rllib]" pettingzoo pytest
	SANSSOUCI_PURE=1 $(EXTRAS)/bin/pip --disable-pip-version-check -q install -c constraints.txt -c constraints-learn.txt .
	RAY_USAGE_STATS_ENABLED=0 $(EXTRAS)/bin/pytest -q tools/extras
	$(PIP) install --no-deps --target $(EXTRAS)/older pettingzoo==1.26.1
	PYTHONPATH=$(EXTRAS)/older $(BIN)/pytest tests/env/test_pettingzoo.py

fuzz: $(VENV)/.test
	$(BIN)/python tools/fuzz.py --games $(N)

# Long: goes on where it stopped; `make mutants MINUTES=60` stops after an hour.
mutants: $(VENV)/.test
	$(BIN)/python tools/mutants.py --minutes $(MINUTES)

bench: $(VENV)/.test
	$(BIN)/python tools/bench.py

bench-table: $(VENV)/.test
	$(BIN)/python tools/bench_table.py $(if $(PROCESSES),--processes $(PROCESSES))
	$(BIN)/python tools/bench_page.py

bench-env: $(VENV)/.test
	$(BIN)/python tools/bench_env.py

soak: $(VENV)/.test
	SANSSOUCI_SOAK=1 $(BIN)/pytest tests/table tests/browser
	$(BIN)/python tools/fuzz.py --games 20000

# Long: goes on where it stopped; `make siege MINUTES=60` stops after an hour.
siege: $(VENV)/.test
	$(BIN)/python tools/siege.py --minutes $(MINUTES)

screenshots: $(VENV)/.test
	$(BIN)/python tools/screenshots.py

clean:
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info
