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
// ErrResolved. Holds never expire by time: only somebody who knows the outcome
// ends them.
//
// # Keys
//
// Each transfer has a key, which is unique for ever: the same money never moves
// twice. A violation ends the transaction that it happens in, so the ledger never
// tells a repeat from a first call: whoever calls has done so before, by a key of
// its own whose answer is kept (wallet.Do), or by a row that is claimed once (a
// transfer told by the bank, a gift, a QR order).
//
// # What a crash leaves
//
//	before commit   nothing: no transfer, balances as they were
//	after commit,   the transfer. The caller repeats with the same key and gets
//	before answer   the answer that was kept in the same transaction
//	fold, any time  house balances as before or after; never a transfer twice,
//	                since rows and mark move in one statement
package ledger
