# Nodarium. `make play` and `make test` set up everything they need in .venv; `make help` lists all targets.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help
PAGE := src/nodarium/server/built/index.html
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web

help:  ## list the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

play: .venv/play build page  ## play in the browser: builds the page, starts the server, opens it; PORT=… chooses a port
	@$(BIN)/nodarium serve --open $(if $(PORT),--port $(PORT))

terminal: .venv/play build  ## play in the terminal; GAME=… says which game
	@$(BIN)/nodarium play $(GAME)

test: check debian  ## check everything and run all tests, compiled and plain
	$(BIN)/python -m pytest -q -n auto
	NODARIUM_PURE=1 $(BIN)/python -m pytest -q -n auto -m "not slow"

check: .venv/dev build page  ## lint, format and type checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(NPM) run --silent check
	$(NPM) run --silent test

debian:
	@for package in postgresql chromium; do dpkg --status $$package > /dev/null 2>&1 || { \
	  echo "installing $$package from Debian's packages"; \
	  { apt-get install --quiet --yes --no-install-recommends $$package || { apt-get update --quiet && \
	    apt-get install --quiet --yes --no-install-recommends $$package; }; } > /dev/null 2>&1 || \
	  echo "$$package cannot be installed here: tests that need it do not run"; }; done

page: $(PAGE)  ## build the page, if something of it has changed

game: build  ## create a new game in src/nodarium/games; NAME=… names it
	@$(BIN)/python -m tools.new_game "$(NAME)"
	@$(MAKE) --no-print-directory build

bench: .venv/bench build  ## measure against peers; writes build/bench.json
	$(BIN)/python -m bench

load: .venv/dev build  ## measure the server against boardgame.io, hold it, kill it; writes build/bench-server.json
	$(BIN)/python -m bench.server

build: .venv/play  ## compile what has changed
	@$(BIN)/python setup.py --quiet build_ext --inplace

lock: .venv/dev  ## rewrite the lock files from pyproject.toml
	$(BIN)/python -m pip install --quiet uv
	for group in build dev bench; do \
	  $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header \
	    pyproject.toml --extra lab --extra server --group $$group --output-file locks/$$group.txt; done
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header \
	  --group page --output-file locks/page.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header \
	  pyproject.toml --extra server --output-file locks/server.txt

clean:  ## remove what was built, .venv too
	rm -rf .venv build dist web/node_modules src/nodarium/server/built .hypothesis .mypy_cache .pytest_cache .ruff_cache src/nodarium.egg-info src/nodarium/built.json \
	  bench/server/drive/node_modules
	find src tests bench -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} +

.venv/made:
	@echo "setting up .venv"
	@$(PYTHON) -m venv .venv
	@touch $@

# What each group of targets needs, from its lock file. The package itself is installed as a link to src/.
.venv/play: .venv/made locks/build.txt pyproject.toml
	@echo "installing what Nodarium needs"
	@$(BIN)/python -m pip install --quiet --require-hashes --requirement locks/build.txt
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev: .venv/play locks/dev.txt
	@echo "installing what the checks and tests need"
	@$(BIN)/python -m pip install --quiet --require-hashes --requirement locks/dev.txt
	@touch $@

# Node, if the machine has none that is new enough, and what the page is made with.
.venv/node: .venv/made locks/page.txt
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b > 18) ? 0 : 1)' 2> /dev/null \
	  || $(BIN)/python -m pip install --quiet --require-hashes --requirement locks/page.txt
	@touch $@

web/node_modules/made: .venv/node web/package.json web/package-lock.json
	@echo "installing what the page is made with"
	@$(NPM) ci --silent
	@touch $@

$(PAGE): web/node_modules/made $(shell find web/src web/public -type f) $(wildcard web/*.*)
	@echo "building the page"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

.venv/bench: .venv/play locks/bench.txt
	@echo "installing the peers to measure against"
	@$(BIN)/python -m pip install --quiet --require-hashes --requirement locks/bench.txt
	@touch $@

.PHONY: help play terminal page test check debian game bench load build lock clean
