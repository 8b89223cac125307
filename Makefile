# make setup   create the virtual environment and install the project (editable)
# make demo    setup, then start a server, load a sample graph and answer three questions
# make test    setup, then all tests except the slow ones
# make test-unit, make test-all: tests that need no server or model; all tests, slow ones included
# Variables: PYTHON (3.11 or newer), CONSTRAINTS (a pip constraints file), PYTEST_ARGS.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CONSTRAINTS ?=
PIP_INSTALL := $(BIN)/python -m pip install --disable-pip-version-check -q $(if $(CONSTRAINTS),-c $(CONSTRAINTS))
# Compiled on a processor with AMX, llama.cpp gets tile instructions that crash it with "illegal instruction"
# (ggml-org/llama.cpp, pull request 26954). Compilers for other processors do not know these options.
WITHOUT_AMX := -mno-amx-tile -mno-amx-int8 -mno-amx-bf16
WITHOUT_AMX := $(shell $(CC) $(WITHOUT_AMX) -fsyntax-only -x c /dev/null 2>/dev/null && echo $(WITHOUT_AMX))
export CFLAGS += $(WITHOUT_AMX)
export CXXFLAGS += $(WITHOUT_AMX)
TYPES := build/types/kgqa_neo4j
# Keeps the order set by the tests themselves, slowest first.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
DEMO := $(BIN)/kgqa --workspace .kgqa/demo

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev demo test test-unit test-all lint audit docs clean

help:
	@sed -n 's/^# //p' $(firstword $(MAKEFILE_LIST)) | head -5

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml setup.py $(CONSTRAINTS) | $(BIN)/python
	@echo "Installing; the first time takes some minutes (models, a Java runtime, llama.cpp)."
	$(PIP_INSTALL) -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml setup.py $(CONSTRAINTS) | $(BIN)/python
	@echo "Installing; the first time takes some minutes (models, a Java runtime, llama.cpp)."
	$(PIP_INSTALL) -e '.[dev]'
	@touch $@ $(VENV)/.installed

setup: $(VENV)/.installed

setup-dev: $(VENV)/.installed-dev

demo: setup
	$(DEMO) db start
	$(DEMO) load metaqa $$($(BIN)/python -m kgqa_neo4j.sample)
	@$(BIN)/python -m kgqa_neo4j.sample --questions | while IFS= read -r question; do \
		echo; echo "\$$ kgqa ask \"$$question\""; $(DEMO) ask "$$question" || exit 1; done
	@question=$$($(BIN)/python -m kgqa_neo4j.sample --questions | sed -n 1p); echo; \
		echo "\$$ kgqa ask \"$$question\" --method adaptive    # a published method, with the packaged language model"; \
		$(DEMO) ask "$$question" --method adaptive
	@$(BIN)/python -m kgqa_neo4j.sample --next

test: setup-dev
	$(PYTEST) -m "not slow" $(PYTEST_ARGS)

test-unit: setup-dev
	$(PYTEST) -m "not server and not model and not process and not slow" $(PYTEST_ARGS)

test-all: setup-dev
	$(PYTEST) --durations 40 --durations-min 8 $(PYTEST_ARGS)

# The package as installed, with `loaders` and `cypher` inside, for tools that read folders instead of importing.
.PHONY: $(TYPES)
$(TYPES):
	@rm -rf $@ && mkdir -p $@
	@ln -s $(addprefix $(CURDIR)/,$(wildcard kgqa_neo4j/*) loaders cypher) $@

lint: setup-dev $(TYPES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd build/types && $(CURDIR)/$(BIN)/lint-imports --config $(CURDIR)/pyproject.toml
	MYPYPATH=build/types $(BIN)/mypy

audit: setup-dev
	$(BIN)/python -m pip_audit -r requirements.lock --require-hashes --disable-pip --progress-spinner off

docs: setup
	$(BIN)/python -m kgqa_neo4j.cli.reference > docs/commands.md

clean:
	-$(BIN)/kgqa db stop --all
	rm -rf $(VENV) .kgqa build dist *.egg-info
