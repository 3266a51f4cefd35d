# make demo   the main job on built-in data
# make test   every check and test
# make test-long   the random tests with many more examples, and damaged files by the hundred thousand
# make lint   style, types and import rules
# make bench  side by side with the peers
# make docs   the documentation as pages in site/
# make wheel  the package in dist/: the same bytes from the same commit
# make sbom   what the package and its tests are made of, as CycloneDX JSON in dist/
# Each sets up what it needs in .venv; PYTHON chooses the interpreter (3.11 or later).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EDITABLE := build/editable
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings=build-dir=$(EDITABLE)
NATIVE := $(shell find cpp bindings -type f) CMakeLists.txt pyproject.toml
CMAKE := PATH="$(CURDIR)/$(BIN):$$PATH" cmake

.PHONY: demo test test-long lint cpp-test cpp-sanitize cpp-thread-sanitize chromium images bench docs stub fuzz-core wheel lock sbom clean

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

# Malformed calls of everything in the native core, under the address and undefined-behaviour sanitizers.
FUZZ_CASES ?= 100000
FUZZ_SEED ?= 0
fuzz-core: $(VENV)/dev
	$(CMAKE) -S . -B build/fuzz -G Ninja -DSHOAL_SANITIZE=address -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python
	$(CMAKE) --build build/fuzz --target _core
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	  $(BIN)/python -m tests.fuzz_core $(FUZZ_CASES) $(FUZZ_SEED) --core build/fuzz/bindings/_core.*.so

# The pictures in docs/images; the public files lie beside the project.
images: $(VENV)/dev chromium
	$(BIN)/python docs/make_images.py

bench: $(VENV)/dev
	$(BIN)/python benchmarks/mining.py
	$(BIN)/python benchmarks/generalized.py
	$(BIN)/python benchmarks/threads.py
	$(BIN)/python benchmarks/whole_run.py --profile
	$(BIN)/python benchmarks/tables.py
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/persons.py
	$(BIN)/python benchmarks/scale.py

docs: $(VENV)/docs
	$(BIN)/zensical build --strict

# The committed stub of the native module; a test compares it with the module.
stub: $(VENV)/dev
	$(BIN)/python -m nanobind.stubgen -m shoal._core -o src/shoal/_core.pyi

# Times in the wheel are that of the commit; the compiler's flags leave out where it was built.
wheel: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct)
wheel: $(VENV)/dev
	$(BIN)/python -m build --wheel --outdir dist

# Versions and hashes of what builds and tests the package; no addresses of where they come from.
LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(VENV)/lock/bin/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe \
  --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options
lock: $(VENV)/lock/bin/pip-compile
	$(LOCK) --only-build-deps --all-build-deps --output-file requirements/build.txt pyproject.toml
	$(LOCK) --extra dev --output-file requirements/test.txt pyproject.toml

sbom: $(VENV)/lock/bin/cyclonedx-py
	mkdir -p dist
	$(VENV)/lock/bin/cyclonedx-py requirements requirements/test.txt --pyproject pyproject.toml --mc-type library \
	  --output-reproducible --output-format JSON --output-file dist/shoal.cdx.json

# Apart from what they describe.
$(VENV)/lock/bin/%: | $(VENV)/bin/python
	$(PYTHON) -m venv $(VENV)/lock
	$(VENV)/lock/bin/python -m pip install --quiet --disable-pip-version-check "pip-tools>=7.5,<8" "cyclonedx-bom>=7,<8"

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/runtime: $(NATIVE) | $(VENV)/bin/python
	$(INSTALL) --editable .
	touch $@

# What builds it stays in one place, so that a change compiles only what it touches.
$(VENV)/dev: $(NATIVE) verifier/pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "scikit-build-core>=1.1,<2" "nanobind>=3.1,<4" "ninja>=1.11,<2"
	$(INSTALL) --no-build-isolation --config-settings=cmake.define.SHOAL_TESTS=ON --editable ".[dev]"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ./verifier
	touch $@ $(VENV)/runtime

$(VENV)/docs: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) --editable ".[docs]"
	touch $@ $(VENV)/runtime

clean:
	rm -rf $(VENV) build dist demo site .cache
