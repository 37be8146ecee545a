// Package backend is the member wallet's server. This page is its map.
//
// # The way of a slip
//
//	phone: camera or gallery -> Dexie (outbox, blob and row in one transaction)
//	   -> drain (page or service worker) -> POST /api/wallet/slip
//	cashier: picture to the store; slip row and job in one transaction
//	   -> job: read the mini QR -> ask the verifier -> the rules
//	   -> claim, ledger transfer, statement line, slip: one transaction
//	phone: GET /api/sync -> Dexie -> screen
//
// Everything else goes the same way: a screen writes through the outbox or a
// keyed POST; a domain moves money in one transaction; jobs talk to the outside;
// sync brings the news back.
//
// Money comes in by four ways (slip, the bank's own word, QR code, gift link) and
// all end in cashier.TakeTx, which credits it once or holds it to be given back.
// It goes out by one: held at once, sent by a job under a name that never
// changes, settled or voided by the company's own word. Between the wallet and the
// games it goes the same way, by companies of seven formats (provider/game). What is
// played there they tell by feed and push, and it counts once (games/play): towards
// what is to be played before a withdrawal, the end of a bonus, refunds and invite
// bonuses (rewards), which come from a house account of their kind. Whatever
// no machine can know waits in one queue for a cashier.
//
// A message takes the same way: outbox, POST, a row with the next number of its
// conversation; then a hint over the bus to the sockets of both sides, and a
// push for whoever is away. Hints may be lost, rows may not: whoever comes back
// asks for what follows the last number it has.
//
// # Who may know whom
//
// The product has a strict order, so the house has floors, and every arrow goes
// down:
//
//	cmd
//	server                              puts the house together
//	home  desk                          what the app loads at once | what waits for a person, and its acts
//	bank  qr  giftlink  withdrawal      the ways of money (in cashier)       chat
//	cashier                             credit, returns, corrections
//	rewards                             bonus, turnover, accrual (invites, refunds), spin (coins, wheel, coupons)
//	games                               accounts in games, money in and out of them, ways in; what is played, and explains their balances
//	wallet                              what a money command is; reconcile
//	identity  care  staff               members, their account and passkeys | their limits and breaks | operators, their log, acts of two people
//	person                              which accounts seem to be one person's
//	statement                           the member's history
//	ledger  content  push  provider     sandbox (reached over HTTP only)
//	platform                            knows no domain
//
// imports_test.go holds it, for Go's imports and for the tables that each domain's
// SQL reads and writes. A domain writes its own tables only, through the queries
// that sqlc seals in its internal/db. Money moves in one way: package wallet says
// which. A function field is left only where news goes up (a hint after a commit).
//
// What no rule can decide a domain offers as an item: a staff.Kind lists it with
// facts, with the comparisons that the rules made and with its acts; package desk
// makes one queue and one call of them.
//
// # The ground floor
//
//	apperr    the error catalogue and the one error value
//	web       the edge: callers, keyed answers (Once), limits of size, the app's files
//	pg        pool, transactions, migrations, sync versions, NO_DATA for a missing row
//	contract  validates answers against the OpenAPI document, for tests
//	jobs      work that talks to the outside or comes with the clock; workers of
//	          its own for each company, so that one which hangs holds up no other
//	money     whole hundredths, exact on the wire
//	plain     one spelling for all texts that are drawn alike
//	typed     what people type and paste: phones, accounts, codes, gift links
//	bus       notifications between instances (NATS; within the process where there is one)
//	ws        sockets that no peer can make expensive
//	guest     the id of a browser that is not signed in, a secret kept as a hash
//	intake    the one way by which strangers' files come in: counted, typed, bounded
//	media     judges and cleans those files by their structure, decoding nothing
//	confine   decodes them, in a child process with a budget of CPU and memory
//	blob      uploaded files in a folder or a bucket, compared with their SHA-256 when they are read
//	limit     rate limits, counted in PostgreSQL
//	metrics   what is counted for Prometheus
//	logs      one line a minute for what an outage of the database makes everybody log
//	signed    the plain signed form of calls between servers that share a key
//	pgcopy    all rows into a stream, and back into a fresh database
//	thaiqr    QR texts of slips and payments
//	password  Argon2id
//	fairqueue how many calls run and wait; round-robin by origin
//	pgembed   a PostgreSQL of our own; pgtest gives each test a database
//	freeport  ports for servers that start by themselves
//	simtest   flags and seeds of the tests' random simulations
//
// In cashier stand besides: slipread reads a slip's QR from a picture, match tells
// whose a transfer may be. wallet/reconcile compares our ledger with a provider's
// records and stores the differences.
//
// A domain's files: doc.go (states, crash table), one file a use case with its
// handler beside it, routes.go and jobs.go as its doors, internal/db generated.
package backend
