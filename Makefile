# The checks of the project. CI calls only these targets (see .ci/run).
GO    ?= go
BIN   := $(CURDIR)/.bin
LINT  := $(BIN)/golangci-lint
LINT_VERSION := v2.12.0
FUZZTIME ?= 20s

.PHONY: build test check fmt-check vet lint race generate-check fuzz bench bench-ipc bench-ipc-short soak stats clean

build: ## the program, into ./genplanx
	CGO_ENABLED=0 $(GO) build -o genplanx ./cmd/genplanx

test: ## the README's test command
	$(GO) test ./...

check: fmt-check vet lint race ## all that must hold before a commit, besides test

fmt-check:
	@bad=$$(git ls-files '*.go' | xargs gofmt -l); if [ -n "$$bad" ]; then echo "not gofmt-ed:"; echo "$$bad"; exit 1; fi

vet:
	$(GO) vet ./...

lint: $(LINT)
	$(LINT) run ./...

$(LINT):
	GOBIN=$(BIN) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)

race: ## the concurrent packages under the race detector, which needs a C compiler
	@if command -v gcc >/dev/null 2>&1; then CGO_ENABLED=1 $(GO) test -race ./planner -run 'Exhaustive|Race' -tasks 1000 && CGO_ENABLED=1 $(GO) test -race ./monitor/... ./actions/data/... ./compiler/llm/...; \
	else echo "skipped: race tests, no gcc"; fi

fuzz: ## every fuzz target for FUZZTIME each
	@$(GO) list ./... | while read p; do \
	  for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p || exit 1; done; done

bench: ## all benchmarks, with allocations
	$(GO) test -run '^$$' -bench . -benchmem ./...

SUITE ?= ../shared/ipc/reference.csv
RESULTS ?= .bench/ipc.csv
PLAN_FLAGS ?=

bench-ipc: build ## the planner on a suite (SUITE=list.csv), 30 s and 4 GiB a task; goes on where it was
	$(GO) run ./cmd/bench-ipc --suite "$(SUITE)" --results "$(RESULTS)" --flags "$(PLAN_FLAGS)"

SHORT_LIMIT ?= 15s

bench-ipc-short: build ## every fourth task of it, in ten minutes at most
	rm -f .bench/short.csv
	$(GO) run ./cmd/bench-ipc --suite "$(SUITE)" --results .bench/short.csv --every 4 --limit $(SHORT_LIMIT) --flags "$(PLAN_FLAGS)"

SOAK_TASKS ?= 1000000

soak: ## the planner against exhaustive search on a million random tasks, for hours
	$(GO) test ./planner -run 'Exhaustive' -timeout 0 -tasks $(SOAK_TASKS)

stats: ## sizes of files and functions: targets to look at, not to game
	@git ls-files '*.go' | grep -v _test.go | xargs wc -l | grep -v total | awk '{print $$1}' | sort -n | \
	  awk '{a[NR]=$$1; s+=$$1} END {printf "files %d, lines %d, median %d, p95 %d, max %d\n", NR, s, a[int((NR+1)/2)], a[int(NR*0.95)], a[NR]}'
	@git ls-files '*.go' | grep -v _test.go | xargs awk 'FNR==1{s=0} /^func /{s=FNR} /^}/{if(s) print FNR-s+1; s=0}' | sort -n | \
	  awk '{a[NR]=$$1} END {printf "functions %d, median %d, p95 %d, max %d\n", NR, a[int((NR+1)/2)], a[int(NR*0.95)], a[NR]}'
	@git ls-files '*_test.go' '*.txtar' | xargs wc -l | tail -1 | awk '{print "test lines", $$1}'

clean:
	rm -rf genplanx $(BIN)
