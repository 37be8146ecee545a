// Package backend is the member wallet's server. This page is its map.
//
// # A slip, from phone to screen
//
//	phone: camera or gallery -> Dexie (outbox, blob and row in one transaction)
//	   -> drain (page or service worker) -> POST /api/wallet/slip
//	cashier: picture to the store; slip row and job in one transaction
//	   -> job: read the mini QR -> ask the verifier -> the rules
//	   -> claim, ledger transfer, statement line, slip: one transaction
//	phone: GET /api/sync -> Dexie -> screen
//
// Other features work in the same way. A screen writes through the outbox or by a POST with an idempotency
// key. A domain moves money in one transaction. Jobs call providers. Sync returns the changes.
//
// Money comes in by four payment methods (slip, the bank's report, QR code, gift link). All of them
// call cashier.ReceiveTx, which credits the money once or holds it to be returned. Money goes out by one
// method, the withdrawal. It is held at once, sent by a job under a reference that never changes, and
// settled or voided by the provider's own response. Transfers between the wallet and the games work the
// same way, with providers of seven formats (provider/game). Providers report plays by feed and push,
// and each play counts once (games/play): towards the turnover before a withdrawal, the end of a bonus,
// refunds and invite bonuses (rewards). Rewards are paid from a house account of their kind. An item that
// no rule can decide waits in one queue for a cashier.
//
// A chat message also uses the outbox and a POST, and becomes a row with the next number of its
// conversation. Then the bus carries a change notification to the sockets of both sides. A customer
// without an open app gets a push. Notifications may be lost, rows may not: an app that was offline
// fetches all messages after the last number it has.
//
// # Which package may import which
//
// The product has a strict order, so the packages are in layers. Every import goes down:
//
//	cmd
//	server                              assembles the server
//	proof                               checks the ledger and all domains' rows, for verify-ledger
//	home  desk                          what the app loads at once | items that wait for an operator, and their actions
//	bank  qr  giftlink  withdrawal      the payment methods (in cashier)     chat
//	cashier                             credit, returns, corrections
//	rewards                             bonus, turnover, accrual (invites, refunds), spin (coins, wheel, coupons)
//	games                               accounts in games, money in and out of them, launches; plays, and the balances that they explain
//	wallet                              money commands; reconcile
//	identity  care  staff               members, their account and passkeys | their limits and breaks | operators, their log, actions of two people
//	person                              which accounts seem to be one person's
//	statement                           the member's history
//	ledger  content  push  provider     sandbox (reached over HTTP only)
//	platform                            knows no domain
//
// imports_test.go checks this order, for Go's imports and for the tables that each domain's SQL reads
// and writes. A domain writes its own tables only, through the queries that sqlc generates in its
// internal/db. All money moves as package wallet describes. A function field is used only where a call
// must go to a higher layer (for example a change notification after a commit).
//
// Items that no rule can decide are listed by a domain's staff.Kind: with facts, with the comparisons
// by the rules, and with the actions. Package desk combines all kinds into one queue, and their actions
// into one call.
//
// # The lowest layer: platform
//
//	apperr    the error catalogue and the one error value
//	web       the HTTP edge: callers, keyed responses (Once), limits of size, the app's files
//	pg        pool, transactions, migrations, sync versions, NO_DATA for a missing row
//	contract  validates responses against the OpenAPI document, for tests
//	jobs      work that calls providers or runs by time; each provider has its own
//	          workers, so that a provider that hangs blocks no other
//	money     whole hundredths, exact in JSON
//	plain     one spelling for all texts that are drawn alike
//	typed     parses what users type and paste: phones, accounts, codes, gift links
//	bus       notifications between instances (NATS; within the process for a single instance)
//	ws        sockets that no peer can make expensive
//	guest     the id of a browser that is not signed in, a secret stored as a hash
//	intake    receives all files of strangers: counted, typed, bounded
//	media     checks and cleans those files by their structure, decoding nothing
//	confine   decodes them, in a child process with a budget of CPU and memory
//	blob      uploaded files in a folder or a bucket, compared with their SHA-256 when they are read
//	limit     rate limits, counted in PostgreSQL
//	metrics   counters for Prometheus
//	logs      one line a minute for an error that all calls log during an outage of the database
//	signed    the plain signed form of calls between servers that share a key
//	pgcopy    all rows into a stream, and back into a new database
//	thaiqr    QR texts of slips and payments
//	password  Argon2id
//	fairqueue how many calls run and wait; round-robin by origin
//	pgembed   a PostgreSQL of our own; pgtest gives each test a database
//	freeport  ports for servers that start by themselves
//	simtest   flags and seeds of the tests' random simulations
//	config    the settings from the environment
//	clock     days of Bangkok, and a clock that tests move
//	vault     encrypts small secrets under keys with ids
//
// In cashier there are also: slipread, which reads a slip's QR from a picture, and match, which finds
// the members to whom a transfer may belong. wallet/reconcile compares our ledger with a provider's records and stores
// the differences.
//
// The files of a domain are: doc.go (states, crash table), one file per use case with its handler,
// routes.go and jobs.go as its entry points, and the generated internal/db.
package backend
