// Package reconcile holds our book against the companies', both ways, and keeps
// what differs as an item for a cashier.
//
// A walk (Run) goes through each company's own list of what it did, in pages,
// and compares each entry with our row of that name. What our book has of the
// same time, and no list told of, is asked about by its name. So it finds what
// only we have, what only they have, and what both have differently; and it asks
// nothing that a list has told already. The domains beside this package know the
// companies; this package knows neither.
//
// A walk goes on past every error. What it could not find out is counted
// (Unknown), and so is a company that cannot list (Blind): then nobody can tell
// what our book lost of it.
//
// # What a difference becomes
//
//	the company has, and we        becomes
//	a bank transfer, nothing       a told transfer, matched as always (cashier)
//	a payout, one not yet sent     the withdrawal is under way, or paid
//	a QR payment, one not paid     the gateway is asked, and the order follows
//	a gift, one in doubt           the item that it has (GIFT)
//	anything else                  a difference:
//
//	LOST         only the company knows of it
//	FAILED_HERE  it was paid, and our book failed it
//	NOT_THERE    our book has it, and the company says that it was not
//	AMOUNT       both have it, with other amounts
//
//	           a walk
//	(nothing) --------> open --> ATTRIBUTED  two people said whose it is; the money
//	                     | \                 moved in the same transaction
//	                     |  +-> CLOSED       a cashier ended it with a written reason
//	                     +----> AGREED       a later walk did not find it any more
//
// One is named by company, reference and reason, for ever: a second walk makes no
// second item of it, nor opens again what people have ended. One that AGREED is
// opened again when it is found again. While the company says PENDING or REVIEW
// no person can end it: the next walk tells how it came out.
//
// # Why money is not booked twice
//
// To attribute is to write the row that our book lost, under the name that it
// had: a withdrawal's id, an order's reference, a voucher's hash. Each is unique,
// and the ledger's keys are made of it. So it is refused where the row is there
// (again), and a row that comes later finds its name taken.
//
// # What a crash leaves
//
//	during a walk             the items found so far; marks of the walk, which a
//	                          later one removes. The next walk finds the rest
//	before an item commits    nothing
//	two walks at once         each item once
//	an act of people          is one transaction with the money that it moves
package reconcile
