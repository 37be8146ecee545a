// Package reconcile compares our ledger with each provider's own records, in both
// directions, and stores every difference as an item for a cashier.
//
// Compare is one comparison. The domain says what an entry of the provider's and a row
// of its own say of a payment, how to read the provider's lists, and how to ask it about
// a row. It may resolve some differences itself.
//
// # The steps
//
//	read      each list to its end, before anything is compared. A page that fails is
//	          requested again, three times in all
//	listed    each name of the lists against our row of that name. The rows are read
//	          after the lists, so they are never older than the provider's word. If ours
//	          is PAID and the list's word is PENDING, REVIEW or NOTHING, the provider is
//	          asked for its word of now
//	unlisted  each of our rows from the run's period that no list named: the provider is
//	          asked about it. One that answers no such questions has not got the payment,
//	          if all of its lists were read
//	close     open items that were not found again end as AGREED, if nothing is unknown
//
// A failure ends its own entry, page or list, and no more. What was not found out is
// counted (Unknown), and a provider without a list apart (Blind): nobody can say what our
// ledger lost of it. A provider that leaves ten questions in a row without an answer is
// asked no more, and our remaining rows are unknown.
//
//	the provider's list                       what becomes of it
//	has an entry again, or a page             the first one counts
//	has one again that was open before        the later one counts: PENDING, REVIEW and
//	                                          NOTHING may become anything
//	has one again, otherwise                  unknown, as if neither were listed
//	has an entry that cannot be read          unknown, as if it were not listed
//	leads back to an earlier page, has more   unknown; what was read is compared
//	  than 100,000 pages or 1,000,000 names,
//	  or fails
//	ends early                                our rows are asked about, or become items
//
// # What a difference becomes
//
// Our row is PAID if its money moved for good, FAILED if it never will, PENDING while
// that is open, REVIEW while a cashier has it, NOTHING if no money of ours was in it. At a
// star the domain may resolve the payment (Resolve); else the reason becomes an item.
//
//	             the provider says
//	our row      PAID           PENDING        REVIEW         RETURNED     FAILED     NOTHING
//	(none)       LOST *         LOST *         LOST *
//	NOTHING      FAILED_HERE *  FAILED_HERE *  FAILED_HERE *
//	PENDING      *              *              *              *            *
//	REVIEW       *              *              *              *            *          *
//	PAID                        NOT_THERE *    NOT_THERE *    NOT_THERE *  NOT_THERE  NOT_THERE
//	FAILED       FAILED_HERE *  FAILED_HERE *  FAILED_HERE *
//
// If both have money in it and the currencies differ, or the amounts as far as both are
// sure of them, the reason is AMOUNT, and nobody resolves it.
//
//	LOST         only the provider has it
//	FAILED_HERE  the provider paid it, and our ledger says that it failed
//	NOT_THERE    our ledger has it, and the provider says that it has not
//	AMOUNT       both have it, with other amounts
//
//	           a run finds it
//	(nothing) ---------------> open --> ATTRIBUTED  two people said whose it is; the
//	                            | \                 money moved in that transaction
//	                            |  +-> CLOSED       a cashier ended it with a reason;
//	                            |                   a lost payout two people
//	                            +----> AGREED       a later run did not find it again
//
// An item is named by provider, reference and reason, for ever. A second run makes no
// second item of it and does not open what people have ended. One that AGREED is opened
// when it is found again. While the provider says PENDING or REVIEW no person can end it:
// a later run finds how it came out.
//
// # Why money is not booked twice
//
// Compare books nothing. A domain resolves under the lock of its own row, which it reads
// again, so a second run finds it done. To attribute an item is to write the row that our
// ledger lost, under the name that it had: a withdrawal's id, an order's reference, a
// voucher's hash. Each is unique, and the ledger's keys are made of it. So it is refused
// where the row is there again, and a row that comes later finds its name taken.
//
// # What a crash leaves
//
//	while lists are read      nothing: the next run reads them again
//	while it compares         the items and what was resolved so far; the next run finds
//	                          that done, and the rest
//	two runs at once          each item once, each resolution once
//	a person's decision       is one transaction with the money that it moves
package reconcile
