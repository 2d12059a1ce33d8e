# Everything one does with this project. `make help` lists it.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -qq
NOKOSU := $(VENV)/bin/nokosu
PYTEST := $(PY) -m pytest -q -n $(or $(JOBS),2)

PLAY_EXTRAS := server web
DEV_EXTRAS := dev wasm portable ray browser gymnasium openspiel pettingzoo $(PLAY_EXTRAS)
KERNEL_SOURCES := $(wildcard src/nokosu/kernel/*/*.cpp src/nokosu/kernel/*/*.hpp)
CATALOGUES := $(wildcard src/nokosu/locale/*/LC_MESSAGES/*.po)
# Where these folders' tests run, every branch of core, editions and record must be taken.
COVERAGE_TESTS := $(wildcard tests/core tests/editions tests/record tests/table)
TYPED := src tests tools $(wildcard bench examples)
OTHER_TESTS := tests --ignore=tests/train $(addprefix --ignore=,$(COVERAGE_TESTS))
GAME_TESTS := core editions record table hidden perft reference playthroughs bots arena cli tui wire

.PHONY: help release release-files image setup kernel play test test-train train-example suites compiler check format coverage test-no-kernel bench ladder nightly differential chaos \
	mutation playthroughs archive locale dist lock audit clean web web-check site play-terminal system-packages screenshots docs notebooks

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

# The packages of some extras of pyproject.toml, without the package itself.
define install_extras
$(PY) -c 'import sys, tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
  print(*(line for name in sys.argv[1:] for line in extras[name]), sep="\n")' $(1) > $(VENV)/extras.txt && \
$(PIP) install -c constraints.txt -r $(VENV)/extras.txt
endef

# --- environments -----------------------------------------------------------------------------------------------

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Python 3.11 or newer is needed: install it, or say where it is: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing: sudo apt install python3-venv"; exit 1; }
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Changes when a C++ compiler or Python's headers come or go, so that the kernel is built as soon as it can be.
$(VENV)/.compiler: compiler | $(VENV)/.made
	@{ command -v $${CXX:-g++} || true; $(PY) -c 'import sysconfig as s; from pathlib import Path as P; \
	  print(*P(s.get_path("include")).glob("Python.h"))'; } > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

compiler:

# What playing needs: the package in place, its few dependencies, and the kernel where there is a compiler.
$(VENV)/.package: $(VENV)/.made $(VENV)/.compiler pyproject.toml setup.py constraints.txt tools/catalogues.py $(KERNEL_SOURCES)
	@echo "installing nokosu"
	@$(PIP) install -c constraints.txt setuptools babel
	@$(PIP) install -c constraints.txt --no-build-isolation -e .
	@touch $@

# What the tables in the browser need besides: the server, and Node to build the web client.
$(VENV)/.server: $(VENV)/.package
	@echo "installing the server"
	@$(call install_extras,$(PLAY_EXTRAS))
	@touch $@

# Zig, for the kernel in the browser: large, so `make play` installs it only where there is no compiler.
$(VENV)/.wasm: $(VENV)/.server
	@echo "installing the compiler for the kernel in the browser"
	@$(call install_extras,wasm)
	@touch $@

# The same file run by wasmtime, for the server's own tables.
$(VENV)/.portable: $(VENV)/.wasm
	@$(call install_extras,portable)
	@touch $@

kernel: $(VENV)/.wasm ## the server's kernel by Zig, for a machine without a compiler or Python's headers: takes minutes
	@echo "compiling the kernel"
	@$(PY) -m tools.release.cross --here

# What developing needs besides.
$(VENV)/.dev: $(VENV)/.made pyproject.toml constraints.txt Makefile
	@echo "installing development tools"
	@$(call install_extras,$(DEV_EXTRAS))
	@touch $@

$(VENV)/.catalogues: $(VENV)/.package $(CATALOGUES) tools/catalogues.py
	@$(PY) -m tools.catalogues
	@touch $@

setup: $(VENV)/.package $(VENV)/.dev $(VENV)/.catalogues ## make or renew .venv with everything for development
	@$(PY) -m tools.web

web: $(VENV)/.server $(VENV)/.catalogues ## build the web client into the package
	@$(PY) -m tools.web

web-check: setup ## types and small tests of the web client
	$(PY) -m tools.web check
	$(PY) -m tools.web test

# Without a compiler or Python's headers, Zig compiles the kernel for the browser, and wasmtime runs that file at the
# server, until `make kernel`: every opponent is there.
NO_COMPILER := $(shell command -v $${CXX:-g++} >/dev/null && $(PYTHON) -c 'import sys, sysconfig as s; from pathlib import Path as P; \
  sys.exit(not P(s.get_path("include"), "Python.h").exists())' 2>/dev/null || echo yes)
play: $(if $(NO_COMPILER),$(VENV)/.portable) web ## tables in the browser, against bots or with friends: starts the server and opens the page
	@$(NOKOSU) serve --open

PORT ?= 8080
site: $(VENV)/.wasm ## the game as a site without a server, into build/site-files: builds and serves it at PORT=8080
	@$(MAKE) web
	@rm -rf build/site-files
	@$(NOKOSU) site build build/site-files
	@$(PY) -m tools.web compress build/site-files
	@$(NOKOSU) site serve build/site-files --port $(PORT)

play-terminal: $(VENV)/.package $(VENV)/.catalogues ## a match against bots in this terminal
	@$(NOKOSU) play

# --- tests ------------------------------------------------------------------------------------------------------

check: setup ## format, lint, types, imports, prose
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy $(TYPED)
	$(VENV)/bin/lint-imports
	$(PY) -m tools.prose --docstrings

format: setup ## format and mend what ruff can mend
	$(VENV)/bin/ruff format
	$(VENV)/bin/ruff check --fix

coverage: setup ## the tests of core, editions and record: every branch taken
	@if [ -n "$(COVERAGE_TESTS)" ]; then \
	  $(PYTEST) $(COVERAGE_TESTS) --cov --cov-fail-under=100 --cov-report=term-missing:skip-covered; fi

system-packages: $(VENV)/.made ## what the tests need from the system: a C++ compiler, PostgreSQL, Chromium
	@PYTHON=$(PY) tools/system-packages.sh

# First of all, so that the kernel is built with a compiler that has just been installed.
test: $(VENV)/.made ## all of it: what every change has to pass
	@PYTHON=$(PY) tools/system-packages.sh --or-leave-out > $(VENV)/left-out
	@$(MAKE) suites LEFT_OUT="$$(cat $(VENV)/left-out)"

# LEFT_OUT names what this machine lacks: kernel, postgresql, browser.
# Three processes on two cores: many of these tests wait for servers.
# The browser's driver keeps an event loop running in its process, so those tests have processes of their own.
suites: check web-check coverage
	NOKOSU_LEFT_OUT="$(LEFT_OUT)" $(PYTEST) -n $(or $(JOBS),3) $(OTHER_TESTS) --ignore=tests/browser
	$(if $(filter browser,$(LEFT_OUT)),,$(PYTEST) tests/browser)
	@[ -n "$$(git status --porcelain 2>/dev/null || echo no)" ] || git rev-parse 'HEAD^{tree}' > $(VENV)/tested

# PyTorch's CPU build: large, and nothing else needs it.
$(VENV)/.train: $(VENV)/.dev
	@echo "installing PyTorch"
	@$(call install_extras,train)
	@touch $@

test-train: setup $(VENV)/.train ## training: a small network learns on the processor; installs PyTorch
	$(PY) -m pytest -q -n 0 -s tests/train

# What the training examples need: PyTorch and sb3-contrib.
$(VENV)/.examples: $(VENV)/.dev
	@echo "installing sb3-contrib"
	@$(call install_extras,examples)
	@touch $@

train-example: setup $(VENV)/.examples ## MaskablePPO learns against greedy for five minutes; installs PyTorch
	$(PY) examples/sb3_ppo.py --minutes 5

test-no-kernel: setup ## the game's tests with the kernel hidden
	NOKOSU_NO_KERNEL=1 $(PYTEST) $(addprefix tests/,$(GAME_TESTS))

nightly: setup ## long runs: all tests with many more examples, Firefox, matches on a device, hundreds of kills, a million positions
	HYPOTHESIS_PROFILE=nightly $(MAKE) test
	@FIREFOX=1 PYTHON=$(PY) tools/system-packages.sh
	$(PY) -m tests.browser.firefox
	$(PY) -m tests.local.differential --matches 250
	$(PY) -m tests.local.differential --matches 1 --planted
	$(PY) -m tests.browser.site_match
	$(MAKE) notebooks
	$(MAKE) train-example
	$(MAKE) docs
	$(PY) -m tests.abuse.planted
	$(PY) -m tests.fuzz --minutes 10
	@PROXIES=1 PYTHON=$(PY) tools/system-packages.sh
	$(PY) -m tests.abuse.real_proxies
	$(PY) -m tests.abuse.against_nginx
	$(PY) -m tests.next_versions || echo "the newest uvicorn, websockets or h11 breaks what is said above"
	$(MAKE) chaos KILLS=200
	@RELEASE=1 PYTHON=$(PY) tools/system-packages.sh
	$(PY) -m tests.release.deploy
	$(PY) -m tests.release.upgrade
	$(PY) -m tests.release.bare
	$(MAKE) release-files
	$(PY) -m tests.release.image
	$(PY) -m tests.release.reproducible --with .
	$(PY) bench/positions.py --positions 1000000
	$(PY) bench/stupid.py --check

ROUNDS ?= 200000
differential: setup ## core against kernel, ROUNDS=… rounds over all editions and player counts
	$(PY) -m tests.kernel.differential --rounds $(ROUNDS)

KILLS ?= 100
DATABASE ?= both
chaos: system-packages setup ## kill -9 under load, KILLS=… times, DATABASE=sqlite, postgresql or both; then the control
	$(PY) -m tests.chaos --kills $(KILLS) --database $(DATABASE)
	$(PY) -m tests.chaos --kills 5 --database sqlite --control

mutation: setup ## change the rules in small ways and see that a test notices
	$(VENV)/bin/mutmut run
	$(VENV)/bin/mutmut results
	$(PY) -m tools.mutation

playthroughs: setup ## write the golden files of tests/playthroughs anew
	$(PY) -m tests.playthroughs.regenerate

archive: setup ## write the records of tests/record/archive that are missing; released ones stay
	$(PY) -m tests.record.regenerate

# --- the rest ---------------------------------------------------------------------------------------------------

ladder: setup ## bots against bots at full length, into docs/benchmarks/arena.md; takes up an interrupted run
	$(PY) bench/ladder.py

# What comparing needs besides: OpenSpiel and a plotting library.
$(VENV)/.bench: $(VENV)/.dev
	@echo "installing what the kernel is compared with"
	@$(call install_extras,bench)
	@touch $@

bench: setup $(VENV)/.bench ## measure the core, and the kernel and its search beside their peers
	@for script in bench/core.py bench/engine.py bench/search.py; do $(PY) $$script || exit 1; done

# What the documentation site needs: Sphinx, a parser for Markdown, a theme.
$(VENV)/.docs: $(VENV)/.package
	@echo "installing Sphinx"
	@$(call install_extras,docs)
	@touch $@

docs: $(VENV)/.docs $(VENV)/.catalogues ## build the documentation site into the package; the server offers it at /docs
	@rm -rf src/nokosu/server/docs
	@$(PY) -m sphinx -E -W --keep-going -q -b html -d build/doctrees docs src/nokosu/server/docs
	@echo "the documentation is in src/nokosu/server/docs/index.html"

# What running notebooks needs: Jupyter's kernel and its client.
$(VENV)/.notebook: $(VENV)/.dev
	@echo "installing the notebook tools"
	@$(call install_extras,notebook)
	@touch $@

notebooks: setup $(VENV)/.notebook ## run the notebooks of examples/, into build/notebooks, and the programs beside python-chess
	$(PY) -m tools.notebooks
	$(PYTEST) -n 0 tests/docs/test_python_chess.py

screenshots: system-packages setup ## pictures of every page, phone and desktop, light and dark, into build/screenshots
	$(PY) -m tests.browser.screenshots

locale: setup ## collect message ids, renew every .po file, compile
	$(PY) -m tools.catalogues --renew

# The wheel is built from the sdist, so that nothing the sdist lacks can hide; its tests see a copy of tests/ and no src/.
dist: setup docs $(VENV)/supply/.made ## sdist, wheel and bill of materials, and the quick tests against the installed wheel
	rm -rf build dist src/*.egg-info
	$(PY) -m build --no-isolation
	$(VENV)/supply/bin/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml -o dist/nokosu.cdx.json
	@set -e; scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT; \
	cp -r tests examples pyproject.toml "$$scratch"; \
	$(PYTHON) -m venv "$$scratch/venv"; \
	"$$scratch/venv/bin/python" -m pip --disable-pip-version-check -qq install -c constraints.txt \
	  "$$(echo dist/*.whl)[server]" pytest hypothesis anyio; \
	cd "$$scratch" && venv/bin/python -m pytest -q -m quick \
	  $$(grep -rl --include='test_*.py' 'mark\.quick' tests); \
	echo "the quick tests pass against the installed wheel"

VERSION ?=
release: setup $(VENV)/supply/.made ## VERSION=1.0.0: test, date the changelog, build everything into dist/, try each file, tag; uploads nothing
	@[ -n "$(VERSION)" ] || { echo "which version? make release VERSION=1.0.0"; exit 2; }
	@$(PY) -m tools.release $(VERSION)

release-files: setup $(VENV)/supply/.made ## the files of the version that is checked out, into dist/: to compare with those of a release
	@$(PY) -m tools.release --files

BASE ?= docker.io/library/debian:bookworm-slim
image: $(VENV)/.made ## a container image from the wheel in dist/; BASE=… for another base
	@tools/image.sh $(BASE)

# Tools that look after what we depend on have many dependencies, so they get a separate environment.
$(VENV)/supply/.made: $(VENV)/.made pyproject.toml constraints.txt
	@echo "installing the supply chain tools"
	@$(PYTHON) -m venv $(VENV)/supply
	@$(VENV)/supply/bin/python -m pip --disable-pip-version-check -qq install -c constraints.txt \
	  $$($(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["supply"])')
	@touch $@

lock: $(VENV)/supply/.made ## renew requirements.lock: what a server installs, with hashes
	$(VENV)/supply/bin/uv pip compile -q pyproject.toml --extra server -c constraints.txt --generate-hashes --universal \
	  --no-annotate --custom-compile-command "make lock" -o requirements.lock

# Where the databases of advisories are that were downloaded: PyPI.zip and npm.zip, osv.dev's exports.
ADVISORIES ?= $(if $(wildcard build/advisories/*.zip),build/advisories)
audit: $(VENV)/supply/.made $(VENV)/.dev ## known vulnerabilities in what we depend on; ADVISORIES=DIR looks in downloaded databases
	@$(PY) -m tools.audit $(VENV)/supply/bin/pip-audit $(ADVISORIES)

clean: ## remove what was built, the environment too
	rm -rf $(VENV) build dist mutants .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  .import_linter_cache src/*.egg-info src/nokosu/kernel/*.so \
	  src/nokosu/server/static src/nokosu/server/docs docs/api web/node_modules web/dist web/src/generated
	find src tests tools bench -name __pycache__ -prune -exec rm -rf {} +
	find src -name '*.mo' -delete
