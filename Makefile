# The two commands that matter are `make run` and `make test`; `make help` lists the others.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# See Package.swift; the same for all targets, so that none builds anew what another has built.
export TESTABLE_RELEASE := 1

BUILD := swift build -c release
BIN = $(shell $(BUILD) --show-bin-path)

.PHONY: help
help: ## Show the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

.PHONY: prerequisites
prerequisites: ## Install the system packages that are missing, or say which
	@.ci/prerequisites

.PHONY: build
build: prerequisites ## Build everything (release; programs need no Swift toolchain to run)
	@$(BUILD)

# SwiftPM builds one product at a time, or all of them.
.PHONY: build-run
build-run: prerequisites
	@$(BUILD) --product reference-adapter
	@$(BUILD) --product assay

.PHONY: build-second-opinions
build-second-opinions: prerequisites
	@$(BUILD) --product second-opinions

.PHONY: run
run: build-run ## Test the built-in reference, with a real profile, and show the report's path
	@"$(BIN)"/assay run --reference --profile Corpus/profiles/mail-and-vpn.mobileconfig \
	  --profile Corpus/profiles/encrypted.mobileconfig

# Tests that run programs mostly wait for them, and those of the library in Python for a pipe: beside the others they take hardly any time of
# their own.
END_TO_END := ^EndToEndTests\.

# Tests start some thousand adapters in Python. What stands first on the path may be a script that looks for
# the interpreter, and takes ten times as long as the interpreter: so the interpreter itself stands first.
.PHONY: test
test: prerequisites ## Run all tests
	@interpreter=$$(python3 -c 'import sys; print(sys.executable)'); \
	export PATH="$$(dirname "$$interpreter"):$$PATH"; \
	$(BUILD) --build-tests; \
	logs=$$(mktemp -d); trap 'rm -r "$$logs"' EXIT; status=0; \
	swift test -c release --skip-build --ignore-lock --filter '$(END_TO_END)' >"$$logs/end-to-end" 2>&1 & end_to_end=$$!; \
	python3 -m unittest discover --start-directory Tests/Adapters/IndependentImplementation/tests \
	  --top-level-directory Tests/Adapters/IndependentImplementation >"$$logs/python" 2>&1 & python=$$!; \
	swift test -c release --skip-build --ignore-lock --skip '$(END_TO_END)' || status=$$?; \
	wait $$end_to_end || status=$$?; \
	wait $$python || status=$$?; \
	cat "$$logs/end-to-end" "$$logs/python"; \
	exit $$status

.PHONY: round-trips
round-trips: build-second-opinions ## Exchange 10,000 random values each way with plistlib and libplist
	@SECOND_OPINIONS="$(BIN)/second-opinions" python3 -m unittest discover \
	  --start-directory Tests/Programs/SecondOpinions/tests --top-level-directory Tests/Programs/SecondOpinions
	@python3 Tests/Programs/SecondOpinions/round_trips.py --program "$(BIN)/second-opinions"

.PHONY: differential
INPUTS ?= 1000000
SEED ?= 1
differential: build-second-opinions ## Compare our verdicts with other implementations on INPUTS inputs
	@python3 Tests/Programs/SecondOpinions/differential.py --program "$(BIN)/second-opinions" \
	  --count $(INPUTS) --seed $(SEED)

.PHONY: claims
SEEDS ?= 1000
claims: build-second-opinions ## Hold the claim of each form against the strict reader, SEEDS requests each
	@"$(BIN)"/second-opinions claims --seeds $(SEEDS)

.PHONY: documentation
documentation: build ## Build the site of all pages and the symbols of the reference library, and check all links
	@.ci/documentation "$(BIN)/Modules"

.PHONY: lint
lint: ## Check the format of all Swift files
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests

.PHONY: format
format: ## Format all Swift files
	@swift format --in-place --recursive --parallel Package.swift Sources Tests

.PHONY: selftest
selftest: build ## Prove the suites on faulty implementations, and print which requirement finds each
	@"$(BIN)"/assay selftest

.PHONY: fuzz-readers
fuzz-readers: prerequisites ## Run our readers under libFuzzer, ten minutes each
	@Tests/Programs/Fuzzers/run --seconds 600

.PHONY: fuzzed-faults
SECONDS_PER_FAULT ?= 60
RESULTS ?= .build/fuzzed-faults.jsonl
fuzzed-faults: build ## Fuzz each planted fault with one job until it is found, and print the table; goes on where it ended
	@python3 Tests/Programs/FuzzedFaults/fuzzed_faults.py --programs "$(BIN)" --results "$(RESULTS)" \
	  --seconds $(SECONDS_PER_FAULT)

COVERED := .build/covered
.PHONY: covered-adapter
covered-adapter: build ## Build assay and a faulty adapter that tells its coverage, in .build/covered/programs
	@mkdir -p $(COVERED)/programs
	@clang -O2 -c Sources/Adapters/AdapterTemplates/Files/c-kit/common/assay_coverage.c -o $(COVERED)/assay_coverage.o
	@$(BUILD) --build-path $(COVERED) --product faulty-adapter -Xlinker "$(CURDIR)/$(COVERED)/assay_coverage.o" \
	  -Xswiftc -Xfrontend -Xswiftc -sanitize=undefined -Xswiftc -Xfrontend -Xswiftc -sanitize-coverage=edge,trace-pc-guard
	@cp "$(BIN)/assay" $(COVERED)/release/faulty-adapter $(COVERED)/programs

.PHONY: peers
SECONDS_PER_BUG ?= 60
peers: build-run ## Run assay fuzz beside AFL++, libFuzzer and Hypothesis on planted bugs, and print the table; goes on where it ended
	@Tests/Programs/Peers/run --assay "$(BIN)/assay" --seconds $(SECONDS_PER_BUG)

.PHONY: sequences
sequences: build ## Measure how short the failures of planted faults become, suite by suite, and print the table
	@python3 Tests/Programs/Sequences/sequences.py --programs "$(BIN)"

.PHONY: bench
bench: build ## Measure the figures of the documentation and write its table
	@"$(BIN)"/assay-bench --output Sources/Programs/assay/Assay.docc/Benchmarks.md

.PHONY: figures
figures: build ## Write anew what the documentation shows of commands, and the command reference; read what has changed
	@.ci/commands "$(BIN)/assay"
	@Tests/Programs/DocumentedCommands/run --update "$(BIN)"

.PHONY: pages
pages: build ## Try the HTML pages in Chromium
	@.ci/prerequisites --with-browser
	@Tests/Running/ReportingTests/Browser/run "$(BIN)/assay"

.PHONY: pictures
pictures: build ## Make the pictures of the README anew
	@.ci/prerequisites --with-browser
	@Tests/Running/ReportingTests/Browser/run --pictures "$(BIN)/assay" Sources/Programs/assay/Assay.docc/Pictures

# Where programs, manual pages and completions go. DESTDIR is for packagers.
.PHONY: install
PREFIX ?= /usr/local
ROOT = $(DESTDIR)$(PREFIX)
install: build ## Install assay, its manual pages and completions under PREFIX (default /usr/local)
	install -d "$(ROOT)/bin"
	install -m 755 "$(BIN)/assay" "$(BIN)/reference-adapter" "$(BIN)/faulty-adapter" "$(ROOT)/bin"
	@.ci/install-help "$(BIN)/assay" "$(ROOT)"

.PHONY: deb
PACKAGES ?= .build/packages
deb: build ## Make a Debian package, for machines without a Swift toolchain (MAINTAINER names who answers for it)
	@.ci/debian-package "$(BIN)" "$(PACKAGES)"
	@if command -v lintian >/dev/null; then lintian --fail-on error,warning "$(PACKAGES)"/*.deb; fi

.PHONY: clean
clean: ## Remove what builds and runs have written
	rm -rf .build Tests/Programs/Fuzzers/.build
	find Reports -mindepth 1 ! -name README.md -delete
