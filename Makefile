# Every target sets up what it needs in .venv; the machine needs only Python >= 3.11.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test bench lint types notebooks train clean

help: ## Show what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "needs Python >= 3.11; set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The base install: what a user gets who asks for no extra.
$(VENV)/.base: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# Everything a developer needs. instructor pins an older jiter than openai wants, so it comes without its dependencies.
$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group dev --editable '.[all]'
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps instructor
	@touch $(VENV)/.base $@

run: $(VENV)/.base ## Provoke real failures on this machine and watch them being classified
	$(BIN)/python -m classifier demo $(ARGS)

test: $(VENV)/.dev ## Run the tests (ARGS="-k name" to choose)
	$(BIN)/pytest $(ARGS)

bench: $(VENV)/.dev ## Measure speed as ratios in one run
	$(BIN)/pytest tests/benchmarks -m benchmark -s --timeout 600 $(ARGS)

lint: $(VENV)/.dev ## Check style
	$(BIN)/ruff check classifier tests
	$(BIN)/ruff format --check classifier tests

types: $(VENV)/.dev ## Check types
	$(BIN)/mypy

notebooks: $(VENV)/.dev ## Execute the notebooks
	$(BIN)/pytest --nbmake notebooks $(ARGS)

train: $(VENV)/.dev ## Train the text model anew from data/
	$(BIN)/nexus-classifier train --data data --out models/tfidf --precision 0.925 $(ARGS)

clean: ## Remove what the targets made
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis reports .coverage htmlcov .joblib-cache
