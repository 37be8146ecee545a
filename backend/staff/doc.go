// Package staff manages the operators: their roles, how they sign in, and a log of every action,
// which nobody can change. It also defines the types by which domains add items, actions and documents
// to the console. It imports no domain; package desk combines what the domains add.
//
// # A session
//
//	          name, password, code            30 min without an action, 8 h,
//	(none)   ----------------------> OPEN ----------------------------> ended
//	                                   |   logout, disabled, reset,
//	                                   |   password or app changed elsewhere
//
// A code of the authenticator app (TOTP) is valid for one use: its half minute is stored, and only a
// later one is accepted. No name is ever locked. Failures count for a name from an address, for an
// address, and for a browser that signed in before. So a stranger's guesses block no operator.
//
// # An action of two operators
//
//	          propose              approve: carried out
//	(domain) --------> OPEN -----------------------------> APPROVED
//	                     \         reject, or withdraw
//	                      +------------------------------> REJECTED
//
// The proposed action is a ProposalKind of a domain. The domain checks it before it is stored, and again when
// it is carried out, in the transaction that stores the approval. The table itself rejects an approval
// by the proposer.
//
// # A document
//
// Settings, accounts of the site, texts, banks, sources, games, offers and wheels are edited whole, in
// JSON. Each kind is a Document of its domain. One table stores the history of all kinds.
//
//	        checked            one admin
//	(body) ---------> change -------------> edition n+1, in force
//	                      \                     ^
//	                       \ two admins         | approved, and the body in force is still
//	                        +----> proposal ----+ the one that both saw; otherwise NO_DATA (409)
//
//	a body that is in force already    the edition in force, nothing is written
//	two edits at once                  one is stored; the other finds another body in
//	                                   force, or its edition taken, and is rejected
//	undo                               an edit whose body is an earlier edition's: today's
//	                                   bounds apply, and two admins if needed
//	a row changed by SQL               no edition; the next edit's old body shows the row as
//	                                   it is, and an open proposal is rejected
//
// # After a crash
//
//	before an edit commits    nothing: edition, row and entry are one transaction
//	before a login commits    a counted try; a code that was checked is used
//	after it                  the session, which nobody uses: it expires
//	before an action commits  nothing: its entry is part of it
//	before an approval        an open proposal, nothing carried out
//	  commits
//	while a code app changes  the old app, until the new one has shown a code
package staff
