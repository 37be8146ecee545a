// Package desk is where people decide what no rule could decide. It combines the items that the
// domains below offer into one queue, and their actions into one call.
//
// # An item
//
// A domain offers a staff.Kind: a query that lists the waiting items, a query that counts them for
// the metrics, and the actions. The list has all that an operator must see: facts, and verdicts (the
// comparisons by the rules). A new kind is one file in its domain, one line in server/desk.go, and
// texts on the screen.
//
//	          list                   action                 action
//	(domain) ------> item, offers ----------> DONE          (gone)
//	                     |                     ^               |
//	                     | action of two       | approve       +--> NO_DATA
//	                     v people              |
//	                  PROPOSAL (another item) -+---> rejected, withdrawn
//
// # An action
//
// POST /api/operator/items/{kind}/{id}/{act} checks role and fields, runs the action once per key,
// and writes its audit entry. All is one transaction with the domain's own writes. Operators cannot
// change a member's money or data in any other way. An action of two people is stored as a proposal
// (staff.Pair), which is an item of its own. The proposer may withdraw it, and never approve it.
//
// # After a crash
//
//	before the action       nothing: key, entry, the domain's rows and the ledger's
//	  commits               are one transaction; the console asks again with its key
//	after it                everything; the repeat gets the stored response
package desk
