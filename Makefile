# The one task runner. `make run` and `make test` set themselves up; PYTHON names another interpreter.
PYTHON ?= python3
PY := .venv/bin/python
ROOMS := config rules beacon league drivers franchises
# Tests run in as many processes as there are cores, the longest first (tests/longest_first.py); 0 is this one alone.
WORKERS ?= auto
PYTEST := $(PY) -m pytest -n $(WORKERS)

.DEFAULT_GOAL := help
.PHONY: help setup run scaled test quick nightly check types style rules where mutate machine trials overhttp fuzz bench draw replay examples tour lock have-python runtime dev

help: ## What there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

have-python:
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { echo "There is no $(PYTHON) here: install Python 3.11 or newer, or name one, as in make run PYTHON=python3.12." >&2; exit 1; }

runtime: have-python
	@"$(PYTHON)" tools/setup.py

dev: have-python
	@"$(PYTHON)" tools/setup.py --dev

setup: dev ## Build .venv with all that running, testing and checking need

run: runtime ## Serve the site on localhost, with example leagues in it
	@$(PY) manage.py serve $(ARGS)

scaled: runtime ## Serve the site in several processes, on the PostgreSQL of DATABASE_URL and the Redis of REDIS_URL
	@$(PY) manage.py scaled $(ARGS)

test: dev ## The suite; PostgreSQL, Redis and the browser where they are there
	@$(PYTEST) -m "caught or not nightly" $(ARGS)

quick: dev ## The suite without browser, servers and long plays, on SQLite
	@env -u DATABASE_URL -u REDIS_URL $(PYTEST) -q -m "not browser and not postgres and not redis and not long and (caught or not nightly)" $(ARGS)

nightly: ## All there is to try, for hours: the suite whole on both databases, long random play, every mutant
	@bash .ci/nightly $(ARGS)

check: types style ## Style, types, floors, templates, migrations

types: dev
	$(PY) -m mypy

style: dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	.venv/bin/lint-imports --no-logo
	$(PY) -m djlint --lint --quiet templates
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) manage.py check --fail-level WARNING

rules: dev ## Which rules are tested, partial, recorded with a reason, untested
	@$(PY) -m tools.rule_coverage $(ARGS)

where: dev ## Which code and tests are about a rule, or where a name is: ID=DM-C-100, WORD=settle_match
	@$(PY) -m tools.where --id "$(ID)" --word "$(WORD)" $(ARGS)

mutate: dev ## Break the printed tables one figure at a time and see the tests notice
	@$(PY) -m tools.mutate $(ARGS)

machine: dev ## Play leagues at random, 10,000 steps, and see that what always holds does
	@$(PY) -m tests.machine $(ARGS)

trials: dev ## Play a thousand matches of each ruleset by lot, and see that what always holds does
	@$(PY) -m tests.trials $(ARGS)

overhttp: dev ## Play two seasons through the API alone, to the same facts and state as on the command line
	@$(PY) -m pytest -q tests/api/two_seasons_over_http.py $(ARGS)

fuzz: dev ## Try every operation of the API with many made-up requests, as everybody who may ask
	@$(PY) -m pytest -q -n 0 tests/api/fuzz_operations.py $(ARGS)

bench: dev ## Measure against floors of our own
	@$(PY) -m benchmarks $(ARGS)

draw: dev ## Draw the grounds of the books that have changed, to docs/tracks
	@$(PY) -m tools.draw $(ARGS)

replay: dev ## Draw the moving picture of the README from a match of an example league
	@$(PY) -m tools.replay_animation $(ARGS)

examples: dev ## Play the example leagues anew from their folders, and write their archives where they changed
	@$(PY) -m tools.examples $(ARGS)

tour: dev ## Take screenshots of every page, to var/tour
	@$(PY) -m tools.tour $(ARGS)

# Pinned for every platform and every Python from 3.11 on. Needs uv; the files name no index.
lock: ## Pin the newest versions the ranges of pyproject.toml allow
	@command -v uv >/dev/null 2>&1 || { echo "make lock needs uv: https://docs.astral.sh/uv/" >&2; exit 1; }
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --upgrade --quiet -o requirements.txt
	uv pip compile pyproject.toml --group dev --constraint requirements.txt --universal --python-version 3.11 --generate-hashes --no-header --upgrade --quiet -o requirements-dev.txt
