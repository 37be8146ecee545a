// Package statement keeps the member's history: one line for each thing that
// happened, or is about to happen, to their money. A line is written in the
// transaction that moves its money, and names that transfer.
//
// # A line
//
//	(nothing) ---> PENDING ---> ... ---> SUCCESS (names the final transfer)
//	    \             \
//	     \             +---------------> FAILED (a note says why)
//	      +--> SUCCESS or FAILED at once
//
// Only a line in progress changes, by ChangeTx or ChangeBatch, and none goes: triggers
// refuse it to everybody else as well. Each change keeps an event with its time in the
// same statement (statement_event, append-only): gathered, approved, sent, halfway, or one
// of the three ends. How a line began is told by the line itself, at its createdAt:
// announced (a bank transfer that the member is about to make) or asked where it was in
// progress, else its end. Where a time was not kept, as of some lines from before there
// were events, no event is told; none is made up.
//
// # A line's page
//
// Detail answers a line with its events. What only the domain knows that a line belongs
// to (who acts next while it waits, the slip that it came of) that domain adds as an
// Owner, in the same snapshot; without its word it is the house that acts next.
// Another member's line and one that is not there are the same NO_DATA.
//
// # A reference
//
// Reference is what a member reads out to support: the first 48 bits of the line's id in
// Crockford's base 32, in two groups of five ("01K8T-3QM7C"). It is no secret and opens
// nothing by itself. Of ids in order of time (version 7: withdrawals, transfers) it is
// their millisecond, of others 48 random bits, so two lines may share one, and a search
// answers all. ByReference reads it back as a range of ids, by the primary key; small
// letters, spaces, no dash, and O, I and L for 0 and 1 are taken. The app derives it in
// the same way without a signal (pwa/src/data/domains/statement/reference.ts).
//
// # Filters and totals
//
// A page may be of one kind (bonus has finish_bonus with it) and of one month of Bangkok,
// from its first midnight up to the next month's. With either it carries the totals of all
// lines that fit: in is what deposits and bonuses brought, out what withdrawals took, of
// SUCCESS lines alone. A transfer between wallet and games is neither, nor is a correction
// (a transfer, too) or a bonus's end. Page, count and totals are one snapshot, and one
// index answers all three (statement_line_page).
//
// # What a crash leaves
//
//	before the caller's  nothing: line, event, transfer and sync version are its one
//	  commit             transaction
//	after it             all of them; a second change finds the line settled (ErrSettled)
package statement
