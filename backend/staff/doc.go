// Package staff is the people behind the wallet: operators, what each role may do,
// how they sign in, a log of every act that nobody can change, and the form in
// which domains offer them work. It knows no domain; package desk assembles what
// they offer.
//
// # A session
//
//	          name, password, code            30 min without an act, 8 h,
//	(nobody) ----------------------> OPEN ----------------------------> ended
//	                                   |   logout, disabled, reset,
//	                                   |   password or app changed elsewhere
//
// A code of the authenticator app (TOTP) opens one door once: its half minute is
// written down, and only a later one is taken. No name is ever locked: failures
// count for a name from an address, for an address, and for a browser that signed
// in before, so that a stranger's guesses lock nobody out.
//
// # An act of two people
//
//	          propose              approve: carried out
//	(domain) --------> OPEN -----------------------------> APPROVED
//	                     \         reject, or taken back
//	                      +------------------------------> REJECTED
//
// What is proposed is a Pair of a domain, which checks it before it is kept and
// again when it is carried out, in the transaction that notes the yes. The table
// itself refuses a yes of whoever proposed.
//
// # What a crash leaves
//
//	before a login commits    a counted try; a code that was looked at is used up
//	after it                  the session, which nobody holds: it rests and ends
//	before an act commits     nothing: its entry is part of it
//	before a yes commits      an open proposal, nothing carried out
//	while a code app changes  the old app, until the new one has shown a code
package staff
