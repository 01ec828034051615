# `make run` serves the site, `make test` runs the suite; the rest is for people who change it.
# HOST, PORT and DATA say where to serve and where to keep what players did; PYTHON makes the environment.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 5000
DATA ?= instance
export DATA

VENV := .venv
PY := $(VENV)/bin/python
RUNTIME := $(VENV)/installed-runtime
DEV := $(VENV)/installed-dev
ORACLE := $(VENV)/installed-oracle
# As many processes as cores; one that has nothing left takes over half of another's tests.
PYTEST := $(PY) -m pytest --numprocesses auto --dist worksteal

.PHONY: run test test-all test-long oracle lint bench translations clean

run: $(RUNTIME)
	@exec $(PY) -m trainer serve --host "$(HOST)" --port "$(PORT)" --data "$(DATA)"

test: $(DEV)
	$(PYTEST) -m "not slow"

# Every stated number, so that it holds `make test`.
test-all: $(DEV)
	$(PYTEST) -m "not long"

# What only a change of drills or bots can move: packs made again whole, half an hour on two cores.
test-long: $(DEV)
	$(PYTEST) -m long

# What tests compare with where it is installed; it is compiled here.
oracle: $(ORACLE)

lint: $(DEV)
	$(PY) -m ruff check .
	$(PY) -m mypy

bench: $(RUNTIME)
	$(PY) -m trainer bench

# Collects the texts of the source into every catalogue; new entries come out empty and fail the suite until translated.
translations: $(RUNTIME)
	$(PY) -m trainer translations

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results

$(PY):
	$(PYTHON) -m venv $(VENV)

# The stamps keep a second `make` from asking pip anything.
$(RUNTIME): requirements.txt | $(PY)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(DEV): requirements-dev.txt requirements.txt | $(PY)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(RUNTIME)

$(ORACLE): requirements-oracle.txt $(DEV)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-oracle.txt
	@touch $@
