# Every target is a few commands that a person can type. `make help` lists them.
GO      ?= go
SOAK    ?= 3m
QUALITY ?= 9
MODULES = dist/app.wasm dist/kit.wasm dist/kit-import.wasm
GOFLAGS_WASM = -trimpath -ldflags='-s -w -buildid='
# Without inlining a module is a tenth smaller. What reads and sorts a table keeps it, for which it is three times as fast, and the runtime.
INLINED = runtime internal/runtime/... slices sort cmp $(addprefix github.com/vitrine-go/vitrine/artifactkit/,protocol internal/... kind/table kind/internal/...)
SMALL   = -gcflags=all=-l $(foreach p,$(INLINED),-gcflags=$(p)=)
WASM    = GOOS=js GOARCH=wasm $(GO) build $(GOFLAGS_WASM)

.PHONY: help run build wasm gen test test-setup test-go test-wasm test-e2e hosts parity parity-mutant fuzz attack attack-full soak api bench lint shots size npm release release-twice deps audit clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## build everything and serve the page with a live sample
	dist/vitrine serve --demo

build: gen wasm ## dist/vitrine with the page inside, dist/static with it as files, the modules for JS apps
	$(GO) build -trimpath -ldflags='-s -w' -o dist/vitrine .
	rm -rf dist/static
	dist/vitrine site -o dist/static

wasm: ## the page's module and those for JS apps
	mkdir -p dist web/gen
	$(WASM) -o dist/app.wasm ./wasm/pwa
	GOEXPERIMENT=nogreenteagc $(WASM) $(SMALL) -o dist/kit.wasm ./wasm/kit
	GOEXPERIMENT=nogreenteagc $(WASM) $(SMALL) -o dist/kit-import.wasm ./wasm/kit-import
	$(GO) run ./internal/gen/strip $(MODULES)
	$(GO) run ./internal/gen/compress -quality $(QUALITY) $(MODULES)
	rm -f web/gen/app.wasm
	cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" dist/app.wasm.br dist/app.wasm.gz web/gen/

gen: ## the registry of kinds and formats, the stylesheet
	$(GO) run ./internal/gen

test: test-setup build npm test-go test-wasm parity parity-mutant test-e2e ## set up what the tests need and run them all

test-setup: ## Chromium, R and the Node packages, through the package managers
	sh scripts/test-setup.sh

# What only computes is tested as it is: the race detector would find nothing and make it up to ten times slower.
COMPUTE := ./artifactkit/... ./internal/attack ./internal/gen/... ./internal/redact ./internal/repocheck
SHARED := ./artifactkit/card ./artifactkit/kind/table
# It would sleep a second at the end of every process, and some tests start dozens.
RACE := GORACE=atexit_sleep_ms=10

test-go: ## vet, generated files, all Go tests, with the race detector where goroutines meet
	$(GO) run ./internal/gen -check
	$(GO) vet ./...
	GOOS=js GOARCH=wasm $(GO) vet ./artifactkit/... ./app/... ./wasm/...
	VITRINE_NEED_R=1 VITRINE_NEED_NBFORMAT=1 VITRINE_NEED_NGINX=1 $(GO) test $(COMPUTE)
	$(GO) test -run 'FlatMemory|Conformance/a_blob_comes_back_whole' ./internal/cli ./live/store/...
	$(RACE) VITRINE_NEED_R=1 VITRINE_NEED_NBFORMAT=1 VITRINE_NEED_NGINX=1 $(GO) test -race $(SHARED) $$($(GO) list ./... | grep -vxF "$$($(GO) list $(COMPUTE))")

test-wasm: ## the core's tests as WebAssembly under Node
	GOOS=js GOARCH=wasm $(GO) test -exec="$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" ./artifactkit/internal/vectest ./artifactkit/protocol ./artifactkit/markup/...

test-e2e: ## the page's journeys in Chromium
	cd e2e && npm test

hosts: ## Next.js with a chat on the AI SDK, fallbacks for two chat libraries: built as their READMEs say (a minute; not in make test)
	cd e2e/apps && npm ci --no-audit --no-fund && node --test apps.test.mjs

parity: ## the same vectors in every runtime: one digest
	node e2e/parity/parity.mjs

parity-mutant: ## break the escaper: every runtime must notice
	node e2e/parity/parity.mjs --mutant

fuzz: ## every fuzz target for a minute each
	sh scripts/fuzz.sh 60s

attack: ## a quarter of the hostile texts, in a part of the places, against the native hosts and in Chromium
	$(GO) test ./internal/attack -count=1 -v -run 'Results|Transcripts|Frames|JSON|Lookalikes|Mutant'
	cd e2e && node --test hostile.test.mjs

attack-full: ## every hostile text in every place, and every mutant
	VITRINE_ATTACK=full $(GO) test ./internal/attack -count=1 -timeout 1h
	cd e2e && VITRINE_ATTACK=full node --test hostile.test.mjs

soak: ## kill, stall, cut and restart for minutes (SOAK=10m): what is lost, doubled, missing
	VITRINE_TEST_SOAK=$(SOAK) $(GO) test ./internal/soak -count=1 -v -timeout 24h

api: ## what the public Go packages declare, into docs/api; a change wants a line in CHANGELOG.md
	$(GO) run ./internal/gen/api

bench: build npm ## ours beside encoding/json, and in a page beside the libraries it would use instead, into docs/BENCHMARKS.md
	$(GO) run ./bench -write
	cd bench/browser && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund
	node bench/browser/run.mjs --write

lint: ## golangci-lint as .golangci.yml says, for the server's side and for the browser's
	GOBIN=$(CURDIR)/dist/tools $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.5.0
	dist/tools/golangci-lint run
	GOOS=js GOARCH=wasm dist/tools/golangci-lint run ./artifactkit/... ./app/... ./wasm/...

shots: ## docs/shots: the pictures of the README, out of the built command in Chromium; look at them
	node e2e/readme.mjs

size: ## bytes of the modules, raw, gzip, brotli, packed as for a release
	$(GO) run ./internal/gen/compress -quality 11 $(MODULES)
	$(GO) run ./internal/gen/size $(MODULES)

npm: ## dist/npm, the package for JS apps, ready for npm pack; after make build
	$(GO) run ./artifactkit/internal/vectors -out dist/vectors.json
	$(GO) run ./internal/gen/npm dist/npm

release: ## dist/release: archives for six systems, the JS package, the page as files, lists of parts, checksums
	$(GO) run ./internal/gen/release

release-twice: ## build the release twice, the second time from nothing, and compare every byte
	$(GO) run ./internal/gen/release -twice

deps: ## docs/DEPENDENCIES.md: what is inside which binary, after a commit
	$(GO) run ./internal/gen/release -deps docs/DEPENDENCIES.md

audit: ## known vulnerabilities in what is built and in what the tests install
	sh scripts/audit.sh

clean: ## remove what was built
	rm -rf dist web/gen/*
