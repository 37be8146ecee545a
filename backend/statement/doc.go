// Package statement stores a member's history: one statement line for each change of their money, done or
// still to come. A line is written in the transaction that moves its money, and names that transfer. These
// comments call a statement line a line.
//
// # A line
//
//	(nothing) ---> PENDING ---> ... ---> SUCCESS (names the final transfer)
//	    \             \
//	     \             +---------------> FAILED (a note has the reason)
//	      +--> SUCCESS or FAILED at once
//
// Only a PENDING line changes, by ChangeTx or ChangeBatch, and no line is deleted: triggers refuse everything
// else. The statement that changes a line also stores an event with its time (statement_event, append-only):
// gathered, approved, sent, halfway, or one of the three outcomes. How a line began follows from the line
// itself, at its createdAt. It began as announced (a bank transfer that the member is about to make), as
// asked if it was in progress, or else with its outcome. Some lines are older than events: for a time that
// was not stored, no event is returned.
//
// # The page of a line
//
// Detail returns a line with its events. Each domain that writes lines is a LineOwner, and adds its own
// data in the same snapshot: who acts next, and the line's slip. Unless a LineOwner sets WaitsFor, it is
// ByServer. A missing line and another member's line return the same NO_DATA.
//
// # A reference
//
// Reference returns the short name that a member reads out to support: the first 48 bits of the line's id in
// Crockford's base 32, in two groups of five ("01K8T-3QM7C"). It is not a secret and gives no access. These
// bits are the millisecond in time-ordered ids (version 7: withdrawals, transfers), and random in others. So
// two lines may share a reference, and a search returns all of them. FindByReference turns a reference back into
// a range of ids, and searches by the primary key. It accepts small letters, spaces, no dash, and O, I and L for
// 0 and 1. The app computes the same reference without a network
// (pwa/src/data/domains/statement/reference.ts).
//
// # Filters and totals
//
// A page may be of one kind (bonus includes finish_bonus) and of one month in Bangkok time, from its first
// midnight up to the next month's. With either filter the page carries the totals of all lines that match.
// "in" is the sum of deposits and bonuses, and "out" is the sum of withdrawals, over SUCCESS lines only. A
// transfer between wallet and games is in neither; nor is a correction (also a transfer) or a bonus's end.
// Page, count and totals are read in one snapshot by one index (statement_line_page).
//
// # What a crash leaves
//
//	before the caller's  nothing: line, event, transfer and sync version are in that
//	  commit             one transaction
//	after it             all of them; a second change finds the line settled (ErrSettled)
package statement
