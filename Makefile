# Everything is set up when it is needed; set-up writes to standard error only, so that standard output is the engine's.

PYTHON ?= python3
PYTEST_ARGS ?= -m "not slow" -n auto --dist worksteal
FUZZ ?= 100
MINUTES ?= 10
VENV := .venv
PY := $(VENV)/bin/python
ENGINE := $(VENV)/bin/lionleap
SETUP := $(VENV)/.setup
DEV := $(VENV)/.dev
KERNELS := $(VENV)/.kernels
SOURCES := $(wildcard engine/*.py eval/*.py search/*.py variants/*.py variants/*.ini)

.DEFAULT_GOAL := $(if $(EXE),executable,help)
.PHONY: help run setup test test-slow check perft perft-speed bench bench-check executable dist fuzz soak clean

help: ## show this list
	@echo 'make run     set up where needed, then start the engine on standard input and output'
	@echo 'make test    set up where needed, then run the tests (PYTEST_ARGS="-k words" chooses)'
	@echo 'make test-slow   all tests, also those of many minutes: hundreds of games against other programs'
	@echo 'make setup   only set up: leaves $(ENGINE)'
	@echo 'make check   ruff, mypy --strict'
	@echo 'make perft   legal moves counted for every game of the catalogue: right, wrong or refused'
	@echo 'make perft-speed   legal moves counted per second (PEER=path compares with a UCI engine)'
	@echo 'make bench   the search signature: nodes and nodes per second'
	@echo 'make bench-check   compare the node counts of every game with bench/signature.toml'
	@echo 'make EXE=name      one file that starts this version from any folder, as OpenBench wants it'
	@echo 'make fuzz    the fuzzers for long: FUZZ=n times as many inputs as in make test'
	@echo 'make soak MINUTES=n   traffic of all games over one process; its memory into soak.tsv'
	@echo 'make dist    a wheel with compiled kernels in dist/, tried in an empty environment'
	@echo 'make clean   remove what was built'

$(SETUP): pyproject.toml
	@echo 'lionleap: setting up $(VENV), once ...' >&2
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)' </dev/null >&2
	@test -x $(PY) || $(PYTHON) -m venv $(VENV) </dev/null >&2
	@$(PY) -m pip install --quiet --editable . </dev/null >&2
	@touch $@

$(DEV): $(SETUP)
	@echo 'lionleap: installing the tools for tests, once ...' >&2
	@$(PY) -m pip install --quiet --editable '.[dev]' </dev/null >&2
	@touch $@

$(KERNELS): $(SETUP) $(SOURCES)
	@$(ENGINE) compile </dev/null >&2
	@touch $@

setup: $(KERNELS) ## the virtual environment and the compiled kernels

run: $(KERNELS)
	@exec $(ENGINE)

test: $(KERNELS) $(DEV)
	$(PY) -m pytest $(PYTEST_ARGS)

test-slow: $(KERNELS) $(DEV)
	$(PY) -m pytest

check: $(DEV)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

perft: $(KERNELS)
	@$(PY) -m bench.truth

perft-speed: $(KERNELS) $(DEV)
	$(PY) -m bench.perft $(if $(PEER),--peer "$(PEER)")

bench: $(KERNELS)
	@$(ENGINE) bench

bench-check: $(KERNELS)
	@$(PY) -m bench.signature --check

executable:
	@$(PYTHON) -m bench.executable "$(EXE)"

fuzz: $(KERNELS) $(DEV)
	LIONLEAP_FUZZ=$(FUZZ) $(PY) -m pytest -q -n auto --dist worksteal tests/fuzz

soak: $(KERNELS) $(DEV)
	$(PY) -m bench.soak --minutes $(MINUTES) --log soak.tsv

dist: $(SETUP)
	@$(PY) -m bench.wheel

clean:
	rm -rf $(VENV) .numba_cache .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
