# Tablée: `make play` to play, `make quick` and `make test` to check. Nothing to install by hand but Python 3.11+, git and make.
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
# Two more than cores: browser and server tests wait for a third of their time.
TESTERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')
PYTEST = $(BIN)/python -m pytest --numprocesses $(TESTERS) --dist worksteal
# Hundreds of processes load the same modules, so keep their bytecode.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup play quick test test-long pythons ladder faults nonsense lint lint-style lint-types lint-imports lint-scripts compile bench wheel sbom docs lock clean

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 16

setup: .venv/.ready ## install what playing needs into .venv

play: setup ## start the server and open the page (ARGS="--port 8123 --host 0.0.0.0")
	@$(BIN)/tablee play $(ARGS)

quick: .venv/.ready-dev ## check an uncommitted change: style, types and the tests that it can touch
	@$(BIN)/python tests/quick.py

test: .venv/.ready-dev ## check everything but what takes minutes: style, types, rules, server, a real browser
	@$(BIN)/python tests/install_programs.py
	@$(MAKE) --no-print-directory --jobs $(TESTERS) lint compile
	$(PYTEST) -m "not long" $(ARGS)

test-long: .venv/.ready-dev compile docs ## check what takes minutes: wheels, learners, Firefox, proxies, faults, nonsense, the ladder
	@$(BIN)/python tests/install_programs.py --all
	$(PYTEST) -m long --ignore tests/faults $(ARGS)
	$(PYTEST) -m long tests/faults $(ARGS) # apart: a browser drops its requests whenever a network comes or goes
	$(BIN)/python -m tests.faults --kills 20 --minutes 5
	$(BIN)/python -m tests.server.nonsense --requests 10000 --minutes 8 --seed 1
	$(BIN)/tablee ladder --short --games 2

pythons: .venv/.ready-dev ## test a built wheel with Python 3.11, 3.12 and 3.13, as far as installed (minutes each)
	$(BIN)/python -m tests.adapters.wheel $(ARGS)

ladder: .venv/.ready-dev ## measure all levels of bots (a night; ARGS="--short" for minutes, --record to resume)
	$(BIN)/tablee ladder $(ARGS)

faults: .venv/.ready-dev compile ## kill servers and PostgreSQL 1,000 times under load and check that nothing is lost (ARGS="--kills 20 --minutes 5")
	$(BIN)/python -m tests.faults $(ARGS)

nonsense: .venv/.ready-dev compile ## send 100,000 requests and messages of typed nonsense to a server on each database (ARGS="--requests 10000")
	$(BIN)/python -m tests.server.nonsense $(ARGS)

lint: lint-style lint-types lint-imports lint-scripts ## check style, types (also of scripts) and import rules

lint-style: .venv/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-types: .venv/.ready-dev
	$(BIN)/mypy

lint-imports: .venv/.ready-dev
	$(BIN)/lint-imports --no-cache

lint-scripts: .venv/.ready-dev
	$(BIN)/python tests/check_scripts.py

compile: .venv/.ready
	@$(BIN)/tablee compile

bench: .venv/.ready-dev ## measure the engine, its peers and the server
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/routes.py
	$(BIN)/python benchmarks/openspiel.py
	$(BIN)/python benchmarks/learners.py
	$(BIN)/python benchmarks/bots.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/servers.py

wheel: .venv/.ready ## build a wheel with the machine code of all games into dist (for this Python and platform)
	$(BIN)/python deploy/platform_wheel.py dist

sbom: .venv/.ready ## write the bill of materials (CycloneDX) to build/sbom.json
	$(BIN)/python deploy/bill_of_materials.py build/sbom.json

docs: .venv/.ready-docs ## build the documentation site into build/docs; fail on any warning or broken link
	$(BIN)/python -m sphinx -q -W --keep-going -c docs -b html . build/docs
	$(BIN)/python tests/check_site.py build/docs

lock: ## pin versions and hashes again (needs uv)
	uv pip compile -q --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	  --extra server --extra postgres --extra setup pyproject.toml -o requirements.txt
	uv pip compile -q --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	  --extra server --extra postgres --extra setup --extra gymnasium --extra pettingzoo --extra openspiel \
	  --extra data --extra mcp --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	uv pip compile -q --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	  --extra docs -c requirements.txt -c requirements-dev.txt pyproject.toml -o requirements-docs.txt

clean: ## remove .venv
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tablée needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 …"; exit 1; }
	$(PYTHON) -m venv .venv

# Bytecode is written when a module is first used: three quarters of what is installed never is.
.venv/.ready: .venv/bin/python requirements.txt pyproject.toml
	@echo "Installing Tablée into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -c "import tablee.server.web.app, tablee.server.web.launch"
	@touch $@

.venv/.ready-dev: .venv/.ready requirements-dev.txt
	@echo "Installing what the tests need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

.venv/.ready-docs: .venv/.ready requirements-docs.txt
	@echo "Installing what the documentation needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.txt
	@touch $@
