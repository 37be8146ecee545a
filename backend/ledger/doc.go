// Package ledger is the money core and the only writer of money. PostgreSQL is
// the only authority on balances; nothing is kept in memory.
//
// A transfer moves one amount between two accounts of one currency, so it
// cannot be unbalanced. Transfers are append-only. A member's balance is a
// column that the same statement updates and a check keeps from going below
// zero; a house account's balance is folded later from its transfers, so that
// no row is shared by everybody's money.
//
// # A hold
//
//	          Hold                 Settle
//	member ----------> suspense ------------> where the money goes
//	   ^                   |
//	   +-------------------+
//	           Void
//
// Held is a transfer to a suspense account. Settling or voiding it is a
// transfer that names it in resolves_id, which is unique: of any number of
// settlements and voids at once, exactly one happens, and the rest are told
// ErrResolved, or get the first one's answer where their key is the same.
// Holds never expire by time: only somebody who knows the outcome ends them.
//
// # What a crash leaves
//
//	before commit   nothing: no transfer, balances as they were
//	after commit,   the transfer. The caller repeats with the same key and gets
//	before answer   the first one's answer (ErrKeyReused if the content differs)
//	fold, any time  house balances as before or after; never a transfer twice,
//	                since rows and mark move in one statement
//
// A unique or check violation aborts the transaction it happens in. Post looks
// the key up afterwards, in a new transaction, before it believes a violation:
// a repeat of a transfer that emptied the wallet must hear "done", not "not
// enough money". PostTx joins the caller's transaction; its caller rolls back
// and asks Explain.
package ledger
