// Package desk is the console's server side, where operators decide items that no rule could decide. It
// combines the domains' items into one queue, and their actions into one call.
//
// # An item
//
// A domain defines a staff.Kind: a query that lists the waiting items, a query that counts them for
// the metrics, and the actions. The list has all that an operator must see: facts, and verdicts (the
// comparisons by the rules). A new kind needs one file in its domain, one statement in
// server/console.go, and texts in the console.
//
//	          list                   action                 action
//	(domain) ------> item, offers ----------> DONE          (gone)
//	                     |                     ^               |
//	                     | action of two       | approve       +--> NO_DATA
//	                     v operators           |
//	                  PROPOSAL (another item) -+---> rejected, withdrawn
//
// # An action
//
// POST /api/operator/items/{kind}/{id}/{act} checks role and fields, runs the action once per key,
// and writes its audit entry. All is one transaction with the domain's own writes. Operators cannot
// change a member's money or data in any other way. An action of two operators is stored as a proposal
// (staff.ProposalKind), which is an item of its own. The proposer may withdraw it, but never approve it.
//
// # After a crash
//
//	before the action       nothing: key, entry, the domain's rows and the ledger's
//	  commits               are one transaction; the console repeats the call with its key
//	after it                everything; the repeat gets the stored response
package desk
