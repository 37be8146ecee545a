# Krapao. `make help` lists what there is.
# Everything a target needs it installs by itself, from the lock files.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PORT         ?= 8080
SANDBOX_PORT ?= 8090
DATA_DIR     ?= ./var
export PORT SANDBOX_PORT DATA_DIR

# Drawing and reading pictures is arithmetic on one core: the race detector
# would only make it ten times slower there.
QUIET   := image/... compress/... golang.org/x/image/... github.com/makiuchi-d/gozxing/... github.com/boombuler/barcode/... \
	krapao/backend/sandbox/slippic krapao/backend/cashier/slipread
RACE    := $(if $(shell command -v cc 2>/dev/null),-race $(QUIET:%=-gcflags=%=-race=false))
# The detector costs three times the time. It watches the packages whose own code
# shares memory between goroutines, and the whole house under the tests of these;
# what only talks to the database races there, where the detector sees nothing.
RACED   := $(addprefix krapao/backend/,ledger games% wallet% platform/% content home chat push provider/% sandbox% server% cashier/withdrawal)
# A package's tests wait for their database more than they reckon.
AT_ONCE := $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
# Nobody debugs these binaries: they are linked without what debuggers read. A
# panic shows its lines all the same. Patience, for a machine that others use as well.
GOTEST  := go test -ldflags='-s -w' -timeout 30m -p $(AT_ONCE)
MODULES := node_modules/.package-lock.json
APP     := backend/webapp/dist/index.html
LAOS_APP := bin/laos-app/index.html
# Which app is built: LAOS=1 asks for the Laos variant's. The other one is built anew.
VARIANT := $(if $(filter 1 t T true True TRUE,$(LAOS)),laos,thai)
BUILT   := bin/app-variant
APP_SRC := $(shell find pwa public manifest -type f -not -name '*.test.*' -not -path 'pwa/e2e/*' -not -path 'pwa/test/*' 2>/dev/null)
TOOL    := go tool -modfile=tools/go.mod

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: binaries ## Install, build and run everything, with LAOS=1 the Laos variant; prints the addresses
	@exec ./bin/wallet dev

.PHONY: test
test: test-go test-unit test-e2e ## All tests: Go on real PostgreSQL (and a short bad day), vitest, journeys in Chromium

.PHONY: check
check: $(MODULES) tools/openapi/node_modules/.package-lock.json ## Formatting, vet, lint, types, generated files up to date, the OpenAPI document
	@out="$$($(TOOL) gofumpt -l backend sql)"; test -z "$$out" || { echo "not formatted: $$out"; exit 1; }
	go vet ./...
	$(TOOL) staticcheck ./...
	npm run --silent format:check
	npm run --silent typecheck
	npm run --silent lint
	./tools/up-to-date
	@cd tools/openapi && out="$$(npm run --silent lint 2>&1)" || { echo "$$out"; exit 1; }

.PHONY: format
format: $(MODULES) ## Format Go, TypeScript and CSS
	$(TOOL) gofumpt -w backend sql
	npm run --silent format

.PHONY: generate
generate: $(MODULES) tools/openapi/node_modules/.package-lock.json ## Write the generated files anew: queries, API types, docs
	tools/queries
	tools/queries-sum > sql/generated.sum
	$(MAKE) --no-print-directory generate-api

.PHONY: bench
bench: binaries ## Measure speed and memory; one table, and bench.json
	go run ./backend/cmd/bench
	npm run --silent bench

.PHONY: lighthouse
lighthouse: binaries tools/lighthouse/node_modules/.package-lock.json ## Lighthouse over every screen, beside an empty page: ROUNDS, SCREENS
	npx playwright test --config tools/lighthouse/config.ts

.PHONY: chaos
SEED ?= 1
MEMBERS ?= 200
FOR ?= 60s
chaos: binaries ## Compare the wallet's book with the outside's after a bad day: SEED, MEMBERS, FOR, DAY (see bin/chaos -h)
	@go build -o bin/ ./backend/cmd/chaos
	bin/chaos -seed $(SEED) -members $(MEMBERS) -for $(FOR) $(DAY)

.PHONY: siege
siege: binaries ## Measure what members feel while strangers attack
	@go build -o bin/ ./backend/cmd/chaos
	bin/chaos -siege

# What mutation testing goes over: folders and files, Go packages and TypeScript alike.
MUTANTS_IN ?= backend/ledger backend/wallet backend/cashier/match backend/cashier/withdrawal \
	pwa/src/data/outbox pwa/src/data/commands
MUTANTS ?= 300
.PHONY: mutants
mutants: export MUTANTS_IN := $(MUTANTS_IN)
mutants: export MUTANTS := $(MUTANTS)
mutants: export SEED := $(SEED)
mutants: $(MODULES) tools/mutants/node_modules/.package-lock.json ## Change code in drawn places and see whether tests notice: SEED, MUTANTS, MUTANTS_IN
	@mkdir -p bin
	node tools/mutants/run.mjs

.PHONY: screens
screens: binaries ## Take pictures of every screen into screens/, keep those of docs/screens and the visual set anew
	npm run --silent screens
	@for kept in docs/screens/*.png; do cp "screens/$${kept##*/}" docs/screens/; done
	VISUAL=keep npm run --silent visual

.PHONY: visual
visual: binaries ## Take pictures of every screen, and compare 36 in three languages and two themes with those kept
	npm run --silent screens
	npm run --silent visual

.PHONY: look
look: binaries ## Look at every screen in five sizes, three text sizes and three languages
	LOOK=whole npm run --silent look

.PHONY: browsers
browsers: binaries ## A few journeys in Firefox, and a member's whole way in WebKit
	npm run --silent test:firefox
	npm run --silent test:webkit

.PHONY: clips
clips: binaries ## Film the how-to clips in public/howto anew
	npm run --silent clips

.PHONY: install-pictures
install-pictures: binaries ## Draw the icons and starting pictures anew, and take the screenshots of the install sheet
	node manifest/make-icons.mjs
	npm run --silent screenshots

# ---- the parts -------------------------------------------------------------

.PHONY: binaries test-go test-unit test-e2e generate-api
binaries: $(APP)
	@mkdir -p bin
	@echo "  building the server and the sandbox"
	@go build -o bin/ ./backend/cmd/wallet ./backend/cmd/sandbox

$(MODULES): package.json package-lock.json
	@echo "  installing the app's packages"
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

tools/%/node_modules/.package-lock.json: tools/%/package.json tools/%/package-lock.json
	@cd tools/$* && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

ifneq ($(shell cat $(BUILT) 2>/dev/null),$(VARIANT))
$(APP): another-variant
endif
.PHONY: another-variant

$(APP): $(MODULES) $(APP_SRC)
	@echo "  building the app ($(VARIANT))"
	@VITE_LAOS=$(if $(filter laos,$(VARIANT)),true) npm run --silent build
	@mkdir -p $(dir $(BUILT)) && echo $(VARIANT) > $(BUILT)
	@touch $@

# The Laos variant's app beside the other, for its journey: see APP_DIR.
.PHONY: laos-app
laos-app: $(LAOS_APP)

$(LAOS_APP): $(MODULES) $(APP_SRC)
	@echo "  building the app (laos)"
	@APP_OUT=$(@D) VITE_LAOS=true npm run --silent build
	@touch $@

test-go: $(MODULES)
	go run ./backend/cmd/wallet testdb -- $(GOTEST) $(filter-out $(RACED),$(shell go list ./...))
	go run ./backend/cmd/wallet testdb -- $(GOTEST) $(RACE) $(filter $(RACED),$(shell go list ./...))

test-unit: $(MODULES)
	npm run --silent test:unit

test-e2e: binaries laos-app
	npm run --silent test:e2e

generate-api: tools/openapi/node_modules/.package-lock.json
	@mkdir -p bin docs
	go run ./backend/cmd/wallet openapi > bin/openapi.json
	cd tools/openapi && npm run --silent generate
	go run ./backend/cmd/wallet errors > docs/errors.md
	node tools/spec-coverage.mjs
	node tools/words.mjs
