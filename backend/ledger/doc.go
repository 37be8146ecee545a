// Package ledger is the money core and the only writer of money. PostgreSQL is the only authority on
// balances; no balance is stored in memory.
//
// A transfer moves one amount between two accounts of one currency, so it cannot be unbalanced. Transfers are
// append-only. A member's balance is a column that the same statement updates; a check constraint
// forbids a balance below zero. A house account's balance is updated later from its transfers
// (job ledger.fold), so that members' transfers share no row.
//
// # A hold
//
//	          Hold                 Settle
//	member ----------> suspense ------------> the destination
//	   ^                   |
//	   +-------------------+
//	           Void
//
// A hold is a transfer to a suspense account. Its settlement or void is a transfer that names the hold in
// resolves_id, which is unique. Of any number of concurrent settlements and voids exactly one succeeds, and
// the others fail with ErrResolved. Holds never expire by time: only a caller that knows the outcome ends
// them.
//
// # Keys
//
// Each transfer has a key that is unique forever: the same money never moves twice. A reused key
// aborts its transaction, so the ledger cannot return the first call's result to a repeat. Its callers
// detect a repeat before they post. Some use a key of their own, under which the response is stored
// (wallet.RunCommand). Others use a row that is claimed once (a bank transfer, a gift, a QR order).
//
// # What a crash leaves
//
//	before commit   nothing: no transfer, and unchanged balances
//	after commit,   the transfer. The caller repeats with the same key and gets
//	before response the response that was stored in the same transaction
//	ledger.fold,    house balances from before or after it; never a transfer twice,
//	any time        since one statement updates the rows and the mark
package ledger
