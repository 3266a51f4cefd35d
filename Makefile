# make demo   the main job on built-in data
# make test   every check and test
# make test-long   the random tests with many more examples, and damaged files by the hundred thousand
# make lint   style, types and import rules
# make bench  side by side with the peers
# make docs   the documentation as pages in site/
# Each sets up what it needs in .venv; PYTHON chooses the interpreter (3.11 or later).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EDITABLE := build/editable
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings=build-dir=$(EDITABLE)
NATIVE := $(shell find cpp bindings -type f) CMakeLists.txt pyproject.toml
CMAKE := PATH="$(CURDIR)/$(BIN):$$PATH" cmake

.PHONY: demo test test-long lint cpp-test cpp-sanitize cpp-thread-sanitize chromium images bench docs stub clean

demo: $(VENV)/runtime
	$(BIN)/shoal demo -o demo

test: lint cpp-test cpp-sanitize cpp-thread-sanitize chromium
	$(BIN)/pytest -n 2

test-long: $(VENV)/dev
	SHOAL_TEST_PROFILE=long $(BIN)/pytest -n 2
	$(BIN)/python tests/fuzz_readers.py 100000

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Installing for development builds these tests with the library that Python loads.
cpp-test: $(VENV)/dev
	$(EDITABLE)/cpp/shoal_tests

cpp-sanitize: $(VENV)/dev
	$(CMAKE) -S . -B build/sanitize -G Ninja -DSHOAL_PYTHON=OFF -DSHOAL_TESTS=ON -DSHOAL_SANITIZE=address
	$(CMAKE) --build build/sanitize
	build/sanitize/cpp/shoal_tests

# Only the tests that use threads: these have the word in their names.
cpp-thread-sanitize: $(VENV)/dev
	$(CMAKE) -S . -B build/thread-sanitize -G Ninja -DSHOAL_PYTHON=OFF -DSHOAL_TESTS=ON -DSHOAL_SANITIZE=thread
	$(CMAKE) --build build/thread-sanitize
	TSAN_OPTIONS=halt_on_error=1 build/thread-sanitize/cpp/shoal_tests threads

# The tests of the report open it in Debian's Chromium; without it they are skipped, and say so.
chromium:
	@test -x /usr/bin/chromium || ! command -v apt-get > /dev/null || \
	  (apt-get update -qq && apt-get install -y -qq chromium > /dev/null) || \
	  echo "no Chromium: the tests that need a browser are skipped"

# The pictures in docs/images; the public files lie beside the project.
images: $(VENV)/dev chromium
	$(BIN)/python docs/make_images.py

bench: $(VENV)/dev
	$(BIN)/python benchmarks/mining.py
	$(BIN)/python benchmarks/generalized.py
	$(BIN)/python benchmarks/threads.py
	$(BIN)/python benchmarks/whole_run.py --profile
	$(BIN)/python benchmarks/tables.py
	$(BIN)/python benchmarks/persons.py

docs: $(VENV)/docs
	$(BIN)/zensical build --strict

# The committed stub of the native module; a test compares it with the module.
stub: $(VENV)/dev
	$(BIN)/python -m nanobind.stubgen -m shoal._core -o src/shoal/_core.pyi

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/runtime: $(NATIVE) | $(VENV)/bin/python
	$(INSTALL) --editable .
	touch $@

$(VENV)/dev: $(NATIVE) verifier/pyproject.toml | $(VENV)/bin/python
	$(INSTALL) --config-settings=cmake.define.SHOAL_TESTS=ON --editable ".[dev]"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ./verifier
	touch $@ $(VENV)/runtime

$(VENV)/docs: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) --editable ".[docs]"
	touch $@ $(VENV)/runtime

clean:
	rm -rf $(VENV) build dist demo site .cache
