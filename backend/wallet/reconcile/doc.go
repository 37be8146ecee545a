// Package reconcile compares our ledger with each provider's own records, in both directions, and stores
// every difference as an item for a cashier.
//
// Compare does one comparison. The domain converts the provider's entries and its own rows to a Payment,
// reads the provider's lists, and asks the provider about a row. It may resolve some differences itself.
//
// # The steps
//
//	read      each list to its end, before anything is compared. A page that fails is
//	          requested again, three times in all
//	listed    each name of the lists against our row of that name. The rows are read
//	          after the lists, so they are never older than the provider's state. If ours
//	          is PAID and the list has PENDING, REVIEW or NOTHING, the provider is
//	          asked for the current state
//	unlisted  each of our rows from the run's period that no list named: the provider is
//	          asked about it. If the provider has no such request, and all of its lists
//	          were read, the provider does not have the payment
//	close     open items that were not found again end as AGREED, if nothing is unknown
//
// A failure affects only its own entry, page or list. Payments that could not be compared are counted
// (Unknown). A provider without a list is marked (NoList): payments that our ledger lost cannot be found
// there. A provider that leaves ten requests in a row without a response is not asked any more, and our
// remaining rows are unknown.
//
//	the provider's list                       result
//	repeats an entry, or a page               the first one counts
//	repeats an open entry with another state  the later one counts: PENDING, REVIEW and
//	                                          NOTHING may become anything
//	repeats any other entry, changed          unknown, as if neither were listed
//	has an entry that cannot be read          unknown, as if it were not listed
//	leads back to an earlier page, has more   unknown; what was read is compared
//	  than 100,000 pages or 1,000,000 names,
//	  or fails
//	ends early                                our rows are asked about, or become items
//
// # What a difference becomes
//
// Our row is PAID if its money moved for good, and FAILED if it never will. It is PENDING while that is open,
// and REVIEW while a cashier has to decide. It is NOTHING if no money of ours was in the payment. A star
// marks the cells where the domain may resolve the payment (Resolve). If it does not, the reason in the cell
// becomes an item.
//
//	             the provider reports
//	our row      PAID           PENDING        REVIEW         RETURNED     FAILED     NOTHING
//	(none)       LOST *         LOST *         LOST *
//	NOTHING      FAILED_HERE *  FAILED_HERE *  FAILED_HERE *
//	PENDING      *              *              *              *            *
//	REVIEW       *              *              *              *            *          *
//	PAID                        NOT_THERE *    NOT_THERE *    NOT_THERE *  NOT_THERE  NOT_THERE
//	FAILED       FAILED_HERE *  FAILED_HERE *  FAILED_HERE *
//
// The reason is AMOUNT if the provider reports PAID, PENDING or REVIEW with another currency than our row has.
// The same holds for another amount, unless our row has no amount yet or the provider reports REVIEW. The domain
// never resolves AMOUNT.
//
//	LOST         only the provider has the payment
//	FAILED_HERE  the provider paid it or still may, and our row is FAILED or NOTHING
//	NOT_THERE    our row is PAID, and the provider reports that it did not make the payment
//	AMOUNT       both have the payment, with different amounts
//
//	           a run finds it
//	(nothing) ---------------> open --> ATTRIBUTED  two operators attributed the money; it
//	                            | \                 moved in that transaction
//	                            |  +-> CLOSED       a cashier ended it with a reason;
//	                            |                   a lost payout: two operators
//	                            +----> AGREED       a later run did not find it again
//
// An item is identified by provider, reference and reason, forever. A second run does not create it again,
// and does not reopen an item that operators have ended. An AGREED item is reopened if a run finds it again.
// While the provider reports PENDING or REVIEW, no operator can end the item, since a later run will find the
// outcome.
//
// # Why money is not booked twice
//
// Compare moves no money itself. A domain resolves under the lock of its own row, which it reads again, so a
// second run finds the payment resolved. To attribute an item, the domain writes the row that our ledger
// lost, under its old name: a withdrawal's id, an order's reference, a voucher's hash. Each name is unique,
// and the ledger's keys are made from it. So an item cannot be attributed if its row exists again, and a row
// that is restored later finds its name taken.
//
// # What a crash leaves
//
//	while lists are read      nothing: the next run reads them again
//	while it compares         the items and resolutions so far; the next run keeps them,
//	                          and does the rest
//	two runs at once          each item once, each resolution once
//	a cashier's decision      is one transaction with the money that it moves
package reconcile
