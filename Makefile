# make demo   see what everyway does, from a fresh clone and a bare Python 3.11 or newer
# make test   every check; what a change must pass
#
# Everything is installed into .venv, once; PYTHON=... says which Python to make it from.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq --constraint requirements-lock.txt
# How many tests run at a time, and what else to tell pytest: make test PYTEST="-k queens"
JOBS ?= 2
PYTEST ?=
BENCH ?=

# The commands as a user has them, without what a person's own settings would change.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PYTHON
export CHROMIUM

.PHONY: help demo test lint types layers docs pytest slow browser screenshots bench format lock clean

help:
	@echo "make demo    see what everyway does"
	@echo "make test    every check: style, types, layers, documentation, tests"
	@echo "make lint    style, types and layers alone"
	@echo "make docs    the documentation, into build/docs"
	@echo "make slow    the tests that take long"
	@echo "make browser the tests of the page in a real browser (CHROMIUM=PATH says which)"
	@echo "make screenshots  the pictures of the page in docs/images"
	@echo "make bench   the benchmarks, beside what one would use instead (BENCH=NAME for one)"
	@echo "make format  bring the code into the usual form"
	@echo "make lock    choose the newest versions of everything anew"
	@echo "make clean   remove all that make has made"

demo: $(VENV)/run.stamp
	@bash tools/demo.sh

test: lint docs pytest

lint: layers types $(VENV)/dev.stamp
	ruff check
	ruff format --check

types: $(VENV)/dev.stamp
	mypy

layers: $(VENV)/dev.stamp
	lint-imports --no-cache

docs: $(VENV)/dev.stamp
	sphinx-build -W --keep-going -q -b html docs build/docs
	@echo "documentation: build/docs/index.html"

# Runs the tests, the examples in docstrings and those in the documentation.
pytest: $(VENV)/dev.stamp
	python -m pytest -n $(JOBS) $(PYTEST)

slow: $(VENV)/dev.stamp
	HYPOTHESIS_PROFILE=thorough python -m pytest -m slow --override-ini faulthandler_timeout=0 $(PYTEST)

# The assignment stands on a line of its own: make stops if no browser is found.
browser: $(VENV)/browser.stamp
	@CHROMIUM=$$(bash tools/find_browser.sh --install); export CHROMIUM; \
	python -m pytest -m browser -n $(JOBS) tests/browser $(PYTEST)

screenshots: $(VENV)/browser.stamp
	@CHROMIUM=$$(bash tools/find_browser.sh --install); export CHROMIUM; \
	python tools/screenshots.py

bench: $(VENV)/dev.stamp
	for file in benchmarks/$(or $(BENCH),*).py; do \
		[ "$$file" = benchmarks/side_by_side.py ] || python "$$file"; done

format: $(VENV)/dev.stamp
	ruff check --fix
	ruff format

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests docs tools benchmarks -name __pycache__ -prune -exec rm -rf {} +

# --- the environment ---

$(VENV)/made.stamp:
	@bash tools/make_venv.sh $(VENV)
	@touch $@

# Both are editable installs: what changes in src needs no new one.
$(VENV)/run.stamp: $(VENV)/made.stamp pyproject.toml requirements-lock.txt
	@echo "installing everyway into $(VENV) (a minute, the first time)"
	@$(PIP) --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp
	@echo "installing the tools for development into $(VENV)"
	@$(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/browser.stamp: $(VENV)/dev.stamp
	@echo "installing what drives a browser into $(VENV)"
	@$(PIP) --editable '.[browser]'
	@touch $@

# Written from a new environment, so that nothing gets in which pyproject.toml does not ask for.
lock:
	@rm -rf build/lock
	@bash tools/make_venv.sh build/lock
	@build/lock/bin/python -m pip --disable-pip-version-check install -qq '.[dev,browser]'
	@{ echo "# The versions that make installs, exactly; written by make lock."; \
	   build/lock/bin/python -m pip freeze --exclude everyway; } > build/lock/requirements.txt
	@mv build/lock/requirements.txt requirements-lock.txt
	@rm -rf build/lock
	@echo "wrote requirements-lock.txt"
