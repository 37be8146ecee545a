# Krapao. `make help` lists the targets. Each target installs what it needs, from the lock files.

SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PORT         ?= 8080
SANDBOX_PORT ?= 8090
DATA_DIR     ?= ./var
export PORT SANDBOX_PORT DATA_DIR

MODULES  := node_modules/.package-lock.json
# `make run` installs only the packages that building the app needs ("build"). Every other target also installs the
# packages that checks and tests need ("all").
PACKAGES ?= $(if $(filter-out run,$(or $(MAKECMDGOALS),help)),all,build)
export PACKAGES
INSTALLED := $(shell cat node_modules/.installed 2>/dev/null)
APP      := backend/webapp/dist/index.html
LAOS_APP := bin/laos-app/index.html
# The variant of the app that is built: LAOS=1 selects the Laos variant. After a change of the variant, the app is built
# again.
VARIANT := $(if $(filter 1 t T true True TRUE,$(LAOS)),laos,thai)
BUILT   := bin/app-variant
APP_SRC := $(shell find pwa public manifest -type f -not -name '*.test.*' -not -path 'pwa/node_modules/*' -not -path 'pwa/e2e/*' -not -path 'pwa/test/*' 2>/dev/null)
TOOL    := go tool -modfile=tools/go.mod
STEP    := tools/step

# Without symbols for debuggers the binaries link faster. A panic still shows its lines.
# Vet runs in `make check`. The go command does not repeat passed tests of unchanged code; `make test-one` and
# `make flaky` repeat them anyway.
GOTEST  := go test -vet=off -ldflags='-s -w' -timeout 30m
TESTDB  := go run ./backend/cmd/wallet testdb --

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- run -------------------------------------------------------------------

.PHONY: run
run: binaries ## Install, build and run everything, and print the addresses; LAOS=1 runs the Laos variant
	@exec ./bin/wallet dev

# `make dev` has its own database, so `make run` may run at the same time.
.PHONY: dev
dev: export DATA_DIR := $(if $(filter file,$(origin DATA_DIR)),./var/dev,$(DATA_DIR))
dev: $(MODULES) ## Run everything for development: Vite with hot reload, and a server that restarts when Go or SQL changes
	@exec node tools/dev/dev.mjs

# ---- test ------------------------------------------------------------------

.PHONY: test
test: binaries ## Test Go on real PostgreSQL, components, and journeys in Chromium; then list the slowest tests
	@rm -rf bin/test && mkdir -p bin/test
	@# Two at a time, journeys last. With all at once on two cores, calls exceed their timeouts.
	@$(MAKE) -k -j2 test-go test-budget test-unit test-journeys; status=$$?; node tools/test/times.mjs; exit $$status

.PHONY: test-fast
test-fast: $(MODULES) ## Test the Go packages and components that changed since BASE (default main)
	@node tools/test/fast.mjs

.PHONY: test-one
test-one: $(MODULES) ## Run one test of any level: T=file, folder or part of a test's name
	@node tools/test/one.mjs "$(T)"

.PHONY: flaky
flaky: $(MODULES) ## Repeat tests while two busy loops run: N=20 T=file, folder or name; results in bin/flaky.json
	@N="$(N)" T="$(T)" node tools/test/flaky.mjs

.PHONY: check
check: $(MODULES) tools/openapi/node_modules/.package-lock.json ## Check formatting, vet, lint, types, generated files and the OpenAPI document
	@$(MAKE) -k -j4 check-go check-format check-types check-lint check-generated

.PHONY: check-go check-format check-types check-lint check-generated
check-go:
	@$(STEP) "vet" go vet ./...
	@$(STEP) "staticcheck" $(TOOL) staticcheck ./...
check-format:
	@$(STEP) "format of Go" bash -c 'out="$$($(TOOL) gofumpt -l backend sql)"; test -z "$$out" || { echo "not formatted: $$out"; exit 1; }'
	@$(STEP) "format of TypeScript and CSS" npm run --silent format:check
check-types:
	@$(STEP) "types" npm run --silent typecheck
check-lint:
	@$(STEP) "lint" npm run --silent lint
	@$(STEP) "plain English" node tools/plain-english.mjs
check-generated:
	@$(STEP) "generated files" tools/up-to-date
	@$(STEP) "stored names" node tools/stored-names.mjs
	@$(STEP) "names in documents" node tools/docs-names.mjs
	@$(STEP) "OpenAPI document" npm run --silent --prefix tools/openapi lint

.PHONY: format
format: $(MODULES) ## Format Go, TypeScript and CSS
	$(TOOL) gofumpt -w backend sql
	npm run --silent format

# ---- the slow set ----------------------------------------------------------
# Eight slices of about six minutes. .ci/run runs one slice per commit. Every target of this file is in a slice.

SLICES := 1 2 3 4 5 6 7 8
.PHONY: test-slow $(SLICES:%=slow-%) slow-machine
test-slow: ## Run the slow tests: all, or SLICE=k/8; ALL=1 adds the tests that depend on the machine's speed and fonts
	@for k in $(if $(SLICE),$(firstword $(subst /, ,$(SLICE))),$(SLICES)); do $(MAKE) slow-$$k || exit 1; done
	@$(if $(ALL),$(MAKE) slow-machine)

# The race detector triples the time. It runs for packages whose own code shares memory between goroutines. It cannot
# see races inside the database. The QUIET packages, which compute pictures on one core, are built without it.
# With CHECK_CHANGED, each check of the ledger also checks only the members who changed (package proof).
QUIET := image/... compress/... golang.org/x/image/... github.com/makiuchi-d/gozxing/... github.com/boombuler/barcode/... \
	krapao/backend/sandbox/slippic krapao/backend/cashier/slipread
RACE  := -race $(QUIET:%=-gcflags=%=-race=false)
raced  = CHECK_CHANGED=1 $(TESTDB) $(GOTEST) -count=1 $(RACE) $(addprefix ./backend/,$(1))

slow-1: $(MODULES)
	$(call raced,ledger/... wallet/... games/... content)
slow-2: $(MODULES)
	$(call raced,server/... home)
slow-3: $(MODULES)
	$(call raced,platform/... provider/... sandbox/... chat push cashier/withdrawal)
slow-4: ## Run the simulations with their full counts
	tools/simulations
slow-5: binaries laos-app
	npm run --silent test:e2e -- --project=slow
slow-6: binaries
	$(MAKE) webkit
	$(TESTDB) $(GOTEST) -count=1 ./backend/cmd/chaos
	$(MAKE) chaos FOR=20s MEMBERS=30 DAY='-failovers 1'
	$(MAKE) chaos FOR=15s MEMBERS=60 DAY='-false-provider any -pause 3s'
	$(MAKE) siege SMOKE=1
	$(MAKE) failover SMOKE=1
slow-7: binaries
	$(MAKE) bench SMOKE=1
	$(MAKE) seed-large bench-large DATA_DIR=bin/large MEMBERS=2000 LINES=10 PLAYS=3
	rm -rf bin/large
	$(MAKE) mutants MUTANTS=4 GOAL=0 MUTANTS_IN="backend/cashier/match pwa/src/data/engine/commands"
	$(MAKE) generate format coverage lao-check
	git diff --exit-code --stat
slow-8:
	tools/targets
slow-machine: binaries
	go run ./backend/cmd/bench -guard
	npm run --silent test:e2e -- --project=machine pwa/e2e/machine/
	$(MAKE) lighthouse ROUNDS=1 SCREENS=login
	$(MAKE) visual look
	tools/targets pictures

# ---- measure and simulate --------------------------------------------------

.PHONY: bench
bench: binaries ## Measure speed and memory: one table, and bench.json. SMOKE=1: one round each with the smallest load
	go run ./backend/cmd/bench $(if $(SMOKE),-smoke)
	$(if $(SMOKE),SMOKE=1) npm run --silent bench

.PHONY: figures
figures: ## Measure the guarded parts of the server ROUNDS times, write the medians into docs/figures.md, and accept the ratios as the baseline
	go run ./backend/cmd/bench $(if $(SMOKE),-smoke) -rounds $(or $(ROUNDS),3) -figures docs/figures.md -accept

# seed-large and bench-large use their own database. `make run DATA_DIR=var/large` opens it, too.
.PHONY: seed-large bench-large
seed-large bench-large: export DATA_DIR := $(if $(filter file,$(origin DATA_DIR)),./var/large,$(DATA_DIR))
seed-large: MEMBERS = 100000
seed-large: binaries ## Fill a database in var/large with members and their histories: MEMBERS, LINES (a multiple of 5), PLAYS; STATS=file stores the planner's statistics
	go run ./backend/cmd/large seed -dir $(DATA_DIR) -members $(MEMBERS) -lines $(or $(LINES),50) -plays $(or $(PLAYS),20) $(if $(STATS),-stats $(STATS))
bench-large: binaries ## Measure every list, page and search on the database of seed-large, and on one of 100 members in the same run
	go run ./backend/cmd/large bench -dir $(DATA_DIR)

.PHONY: lighthouse
lighthouse: binaries tools/lighthouse/node_modules/.package-lock.json ## Run Lighthouse on every screen, and on an empty page for comparison: ROUNDS, SCREENS
	npx playwright test --config tools/lighthouse/config.ts

SEED    ?= 1
MEMBERS ?= 200
FOR     ?= 60s
.PHONY: chaos
chaos: binaries ## Compare the ledger with the providers' records after simulated failures: SEED, MEMBERS, FOR, DAY (see bin/chaos -h)
	@go build -o bin/ ./backend/cmd/chaos
	bin/chaos -seed $(SEED) -members $(MEMBERS) -for $(FOR) $(DAY)

.PHONY: siege
siege: binaries ## Measure members' response times during an attack. SMOKE=1: one small round
	@go build -o bin/ ./backend/cmd/chaos
	bin/chaos -siege $(if $(SMOKE),-smoke)

comma := ,
KILLS ?= $(if $(SMOKE),2,20)
RUNS  ?= $(if $(SMOKE),synchronous$(comma)behind-withdrawals/withdraw-all,default)
.PHONY: failover
failover: binaries ## Kill a primary, promote its standby, and check that no money is lost: SEED, RUNS (all, default or names), KILLS; SMOKE=1: two kills
	@go build -o bin/ ./backend/cmd/failover
	bin/failover -seed $(SEED) -runs $(RUNS) -kills $(KILLS) $(FAILOVER)

# The folders and files that mutation testing changes, in Go and in TypeScript.
MUTANTS_IN ?= backend/ledger backend/wallet backend/cashier/match backend/cashier/withdrawal \
	pwa/src/data/engine/outbox pwa/src/data/engine/commands
MUTANTS ?= 300
.PHONY: mutants
mutants: export MUTANTS_IN := $(MUTANTS_IN)
mutants: export MUTANTS := $(MUTANTS)
mutants: export SEED := $(SEED)
mutants: $(MODULES) tools/mutants/node_modules/.package-lock.json ## Change code in random places, and check whether tests fail: SEED, MUTANTS, MUTANTS_IN
	@mkdir -p bin
	node tools/mutants/run.mjs

# ---- look ------------------------------------------------------------------

.PHONY: screens
screens: binaries ## Take pictures of every screen into screens/, and update docs/screens and the visual set
	npm run --silent screens
	@for kept in docs/screens/*.png; do cp "screens/$${kept##*/}" docs/screens/; done
	VISUAL=keep npm run --silent visual

.PHONY: visual
visual: binaries ## Compare 36 screens in three languages and two themes with their stored pictures
	npm run --silent screens
	npm run --silent visual

.PHONY: look
look: binaries ## Check the layout of every screen in five sizes, three text sizes and three languages; LOOK=fold: only what is visible without scrolling at 360 by 640
	LOOK=$(or $(LOOK),whole) npm run --silent look

.PHONY: webkit
webkit: binaries ## Test a member's whole journey in WebKit, as on an iPhone
	npm run --silent test:webkit

.PHONY: clips
clips: binaries ## Film the how-to clips in public/howto
	npm run --silent clips

.PHONY: install-pictures
install-pictures: binaries ## Draw the icons and splash pictures, and take the screenshots of the install sheet
	node manifest/make-icons.mjs
	npm run --silent screenshots

# ---- generate --------------------------------------------------------------

.PHONY: generate
generate: $(MODULES) ## Write the generated files: queries, API types, docs, the server's list of pages
	tools/queries
	tools/queries-sum > sql/generated.sum
	$(MAKE) generate-api

.PHONY: coverage
coverage: ## Write bin/spec-coverage.md: each statement of the specification with the tests that show it
	@node tools/spec-coverage.mjs

.PHONY: lao-check
lao-check: ## Write bin/lao-check.md: the texts that a native reader of Lao should check
	@node tools/lao-check.mjs

# ---- helper targets --------------------------------------------------------

# The app is built while the server's packages compile. Only linking needs both.
.PHONY: binaries go-packages test-budget test-go test-unit test-journeys generate-api laos-app another-variant more-packages
binaries:
	@mkdir -p bin
	@$(MAKE) -s $(if $(findstring jobserver,$(MAKEFLAGS)),,-j2) $(APP) go-packages
	@$(STEP) "linking the server and the sandbox" go build -o bin/ ./backend/cmd/wallet ./backend/cmd/sandbox

# GOGC=400 saves a seventh of a build with empty caches, because a compiler runs only for seconds.
go-packages:
	@GOGC=400 $(STEP) "compiling the server" go list -export -deps -f '' ./backend/server ./backend/sandbox

# If only the packages of the build are installed, a target that needs all of them installs again.
ifeq ($(PACKAGES) $(INSTALLED),all build)
$(MODULES): more-packages
endif

$(MODULES): package.json package-lock.json
	@$(STEP) "installing the app's packages" npm ci $(if $(filter all,$(PACKAGES) $(INSTALLED)),,--omit=dev) --no-audit --no-fund --loglevel=error
	@echo $(or $(filter all,$(INSTALLED)),$(PACKAGES)) > $(@D)/.installed
	@touch $@

tools/%/node_modules/.package-lock.json: tools/%/package.json tools/%/package-lock.json
	@cd tools/$* && ../step "installing the packages of tools/$*" npm ci --no-audit --no-fund --loglevel=error
	@touch $@

ifneq ($(shell cat $(BUILT) 2>/dev/null),$(VARIANT))
$(APP): another-variant
endif

$(APP): $(MODULES) $(APP_SRC)
	@VITE_LAOS=$(if $(filter laos,$(VARIANT)),true) $(STEP) "building the app ($(VARIANT))" npm run --silent build
	@mkdir -p $(dir $(BUILT)) && echo $(VARIANT) > $(BUILT)
	@touch $@

# Builds the Laos variant's app into another folder, for its journeys: see APP_DIR.
laos-app: $(LAOS_APP)

$(LAOS_APP): $(MODULES) $(APP_SRC)
	@APP_OUT=$(@D) VITE_LAOS=true $(STEP) "building the app (laos)" npm run --silent build
	@touch $@

test-go: $(MODULES)
	@mkdir -p bin/test
	@$(TESTDB) $(TOOL) gotestsum --format pkgname --format-hide-empty-pkg --hide-summary=skipped --jsonfile bin/test/go.jsonl \
		--raw-command -- $(GOTEST) -json $$(go list ./... | grep -v /cmd/chaos)

# Checks the number of bytes that a first visit loads, and that a phone stores.
test-budget: binaries
	@node tools/app-budget.mjs

test-unit: $(MODULES)
	@npm run --silent test:unit

test-journeys: binaries
	@npm run --silent test:e2e -- --project=journeys

generate-api: tools/openapi/node_modules/.package-lock.json
	@mkdir -p bin docs
	go run ./backend/cmd/wallet openapi > bin/openapi.json
	cd tools/openapi && npm run --silent generate
	go run ./backend/cmd/wallet errors > docs/errors.md
	node tools/words.mjs
	node tools/member-pages.mjs
