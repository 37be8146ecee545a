// Package desk is where people decide what no rule could. It assembles what the
// domains below offer into one queue, and their acts into one call.
//
// # An item
//
// A domain offers a staff.Kind: a query that lists what waits with all that
// somebody has to see (facts, and verdicts: the comparisons that the rules made),
// a query that counts it for the metrics, and the acts. A new kind is one file in
// its domain, one line in server/desk.go, and words on the screen.
//
//	          list                     act                    act
//	(domain) ------> item, offers ----------> DONE          (gone)
//	                     |                     ^               |
//	                     | act of two people   | approve       +--> NO_DATA
//	                     v                     |
//	                  PROPOSAL (another item) -+---> rejected, taken back
//
// # An act
//
// POST /api/operator/items/{kind}/{id}/{act} checks role and fields, does it once
// for its key, and writes its audit entry, in one transaction with the domain's
// own. There is no other way for an operator to change a member's money or data.
// What takes two people is stored as a proposal (staff.Pair), which is an item of
// its own. Whoever proposed it may take it back, and never approve it.
//
// # What a crash leaves
//
//	before the act commits  nothing: key, entry, the domain's rows and the ledger's
//	                        are one transaction; the desk asks again with its key
//	after it                everything; the repeat gets the kept answer
package desk
