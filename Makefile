# What a developer and CI can do here. CI runs these targets and nothing a developer cannot.

GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
# Without paths of this machine in them, packages that were compiled in one clone serve every other.
# nodynamic: picture encoders are those in the program, never libraries that the machine happens to have. nomsgpack: gin without
# MessagePack, which nobody asks for and which takes half a minute to compile. grpcnotrace: grpc without pages of traces, whose templates
# would keep every exported method in the program (docs/dependencies.md).
export GOFLAGS := -trimpath -tags=nodynamic,nomsgpack,grpcnotrace
# build, check, lint and test compile alike, so that each package is compiled once. Only the race detector needs cgo and flags of its own.
export CGO_ENABLED := 0
export RACE := -race $(patsubst %,-gcflags=%=-race=false,$(shell grep -v '^#' scripts/norace.txt))
LDFLAGS := -s -w -X tradelog/cmd/tradelog/cli.Version=$(VERSION)

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show what can be made
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Find PostgreSQL server programs, or install them
	@scripts/postgres.sh

.PHONY: build
build: ## Build bin/tradelog, and bin/tradelog-relay, which has the clients of brokers
	@$(GO) build -ldflags '$(LDFLAGS)' -o bin/ ./cmd/...

.PHONY: bin/tradelog
bin/tradelog:
	@$(GO) build -ldflags '$(LDFLAGS)' -o bin/ ./cmd/tradelog

.PHONY: run
run: setup bin/tradelog ## Start a shop with demo data on 127.0.0.1:8080; Ctrl-C stops it
	@exec bin/tradelog serve --demo

.PHONY: clients
clients: setup bin/tradelog ## Make dist/: packages of the client libraries for npm, pip, Composer and Go
	@scripts/clients.sh dist

.PHONY: programs
programs: ## Find Node and the programs of others that the tests use, or install them
	@for project in test/conformance/*/package.json; do scripts/node.sh --project "$${project%/*}" >/dev/null || exit 1; done
	@scripts/node.sh --project clients/typescript >/dev/null
	@scripts/chromium.sh >/dev/null
	@scripts/soap-clients.sh
	@scripts/python.sh
	@scripts/php.sh
	@scripts/xmllint.sh
	@scripts/en16931.sh

# Compilers and tests collect garbage when they need the memory, which few do.
bin/tradelog build test check lint: export GOGC := off
bin/tradelog build test check lint: export GOMEMLIMIT := 1GiB
test-all test-faults: export GOGC := 400
# Each binary of the race detector would wait a second for late reports before it ends.
test-all test-faults: export GORACE := atexit_sleep_ms=100
# lint vets. Binaries without debugging information are linked a third faster.
GO_TEST = $(GO) test -vet=off -ldflags=-w -timeout 60m $(AT_ONCE)
# A test of a shop waits for its database now and then. Four at once in a package keep two cores busy.
test check: AT_ONCE = -parallel 4

.PHONY: test
test: setup ## Test every package with Go and PostgreSQL alone (ten minutes at first, then what changed)
	@$(GO_TEST) ./...

.PHONY: test-all
test-all: export TRADELOG_TEST := all
test-all: export CGO_ENABLED := 1
test-all: setup programs ## Test everything with the race detector: faults, clients of others, browsers, brokers, deploy, former versions
	@scripts/poppler.sh
	@scripts/pgbouncer.sh
	@scripts/checkers.sh
	@scripts/brokers.sh
	@cd deploy && $(GO) vet ./... && $(GO) test -vet=off ./...
	@$(GO_TEST) $(RACE) ./...

.PHONY: test-faults
test-faults: export TRADELOG_TEST := faults
test-faults: export CGO_ENABLED := 1
test-faults: setup ## Kill, stop and cut off running shops, and look at what is left
	@$(GO_TEST) $(RACE) -count=1 ./test/faults

.PHONY: check
check: setup ## Test one package and what is below it: make check PKG=test/sales
	@test -n '$(PKG)' || { echo 'Say which package: make check PKG=test/sales'; exit 2; }
	@$(GO_TEST) ./$(PKG)/...

.PHONY: pictures
pictures: setup programs bin/tradelog ## Make the pictures of the README of a shop with demo data
	@scripts/pictures.sh

.PHONY: lint
lint: ## Check formatting, vet, and what generated files and documents say
	@scripts/lint.sh

.PHONY: format
format: ## Format the Go files, with lines of at most 140 bytes
	@scripts/format.sh

.PHONY: bench
bench: setup bin/tradelog ## Measure everything beside baselines; writes cmd/tradelog/bench/RESULTS.md (takes about half an hour)
	@bin/tradelog bench suite

.PHONY: generate
generate: ## Renew golden files and generated documents
	@UPDATE_GOLDEN=1 $(GO) test ./app ./clients/generator ./domain/letter ./domain/order ./test/transports -run 'Golden|Generated' -count=1
