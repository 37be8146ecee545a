// Package identity manages members: registration with a one-time code, login, sessions, the profile
// and the payout account's name.
//
// # One-time codes and proofs
//
//	         send                    right code            account, resetpwd
//	(none) -------> handed over ------------------> proof -------------------> used
//	                    |   \                         \ 30 min (register)
//	          5 wrong   |    \ 5 minutes                \ 10 min (reset)
//	                    v     v                          v
//	                blocked   expired                  stale
//
// These are states of a token, never of a phone. Wrong codes block the token that they were typed
// for. A new token has five tries again. The token is also the proof, so the proof belongs to the
// browser that requested the code. account and validate read it from the body (otpToken), or else
// from the __Host- cookie that each right code sets. resetpwd reads it from the body only. A
// registration, a login and a logout delete the cookie. A proof is valid once, for its own phone and
// purpose. Without it, validate and account return UNVERIFIED_OTP before any other rule is checked;
// resetpwd returns OTP_TOKEN_INVALID.
//
// Sends are limited for a phone and one caller: the device that signed in as that member before, else
// the address. All callers together have a limit for the phone, and an address has one for all
// phones. Neither counts for the member's own device, so strangers cannot use up its share. Sends to
// one phone take an advisory lock, so the limits also hold for concurrent sends.
//
// The SMS provider knows the code. We count a try before we ask the provider, so that parallel
// guesses cannot exceed the limit. A try without a response of the provider is not counted.
//
// After a crash:
//
//	between                                  is left
//	the row and the provider's response      a row that counts against the limits
//	                                         and can never be verified
//	the provider's "right" and our update    a code that the provider may reject the
//	                                         second time: the member requests a new one
//	our update and the response              a proof whose cookie was not set: the
//	                                         same code again sets it
//	the member's row and the response        a member; the keyed repeat, whose proof
//	                                         is used by then, gets the stored response
//
// # Passwords
//
// Argon2 runs last, after the checks of form, limits and proof. It uses half of the cores for
// strangers, and the other half for known devices and signed-in members. Each half has a bounded
// queue, which serves addresses (devices, members) in turn. A full queue is REQUEST_LIMIT with 503. A
// new password is rejected if it is common, or made of the phone or the name.
//
// A login counts its failures for the phone from the address, for the phone from anywhere, and the
// number of phones on which the address failed. A right password takes its own attempt back. A device
// that signed in as the member before has one count of its own instead of all three.
//
// # Sessions
//
// A token is 32 random bytes; only its hash is stored. A session ends 12 hours after its last use,
// and 30 days after its login in any case. For a member who asked to be remembered only the 30 days
// count. It also ends by logout, and by ten wrong passwords in a row, counted for this session only.
// The calls that need the password are confirm, changepwd, ending another session, and adding and
// removing a passkey. A new password ends all other sessions.
//
// A session that is unused for more than 30 minutes stays open, but moves no money until the password
// is typed again. The first call after the pause, whichever it is, sets the mark. account/confirm
// removes it.
//
// Package passkey is the other kind of login. It proves a member by a key. For the effects it calls
// this package (proven.go): the session, the end of a pause, and a signed proof. The proof is valid
// for two minutes and replaces the password for ending another session.
//
// Strangers cannot find out whether a phone is a member's. A login fails the same way in the same time,
// and registering looks at members only after the phone is proven. There is one exception: on a site
// that asks for no code, validate and account reveal it, and are limited by address.
package identity
