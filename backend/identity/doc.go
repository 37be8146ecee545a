// Package identity knows who members are: registering with a one-time code,
// logging in, sessions, the profile and the payout account's name.
//
// # A one-time code
//
//	         send                    right code
//	(none) -------> handed over ------------------> verified --> used
//	                    |   \                        (30 min)
//	          5 wrong   |    \ 5 minutes
//	                    v     v
//	                blocked   expired
//
// The SMS company holds the code; we count the tries, before asking, so that
// parallel guesses cannot slip past the count. A try that the company did not
// answer is given back. Sends for one phone queue up on an advisory lock, so
// the limits hold for two at once too.
//
// What a crash leaves: between the row and the company's answer, a row without
// a provider token, which counts against the limits and can never be verified;
// between the company's "right" and our note of it, a code that the company
// may refuse the second time: the member asks for a new one.
//
// # A session
//
// A token is 32 random bytes, kept as its hash only. It ends 12 hours after
// its last use, or 30 days when the member asked to be remembered; by logout;
// and all others end when the password changes.
//
// A session that rests for more than 30 minutes goes on, but moves no money
// until the password is given again: the mark is set by the first call after
// the rest, whichever it is, and stays until account/confirm.
//
// Nothing here tells a stranger whether a phone is a member's: a login fails
// the same way in the same time, and registering looks at members only after
// the phone is proven.
package identity
