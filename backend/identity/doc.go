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
// phones. Neither of the last two counts for the member's own device, so strangers cannot use up its
// limit. Sends to one phone take an advisory lock, so the limits also hold for concurrent sends.
//
// The SMS provider checks the code; we do not know it. We count a try before we call the provider, so
// that parallel guesses cannot exceed the limit. A try that got no response is not counted.
//
// After a crash:
//
//	crash between                            what remains
//	the row and the provider's response      a row that counts against the limits
//	                                         and can never be verified
//	the provider's approval and our update   a code that the provider may reject the
//	                                         second time: the member requests a new one
//	our update and the response              a proof whose cookie was not set: sending
//	                                         the same code again sets it
//	the member's row and the response        a member. A repeat with the same key gets the
//	                                         stored response, although its proof is used
//
// # Passwords
//
// Argon2 runs last, after the checks of form, limits and proof. It uses half of the cores for
// strangers, and the other half for known devices and signed-in members. Each half has a bounded
// queue, which is served round-robin by address (or device, or member). If a queue is full, the call
// fails with REQUEST_LIMIT (503). A new password is rejected if it is common, or made of the phone or
// the name.
//
// A login has three counts of failures: for the phone from this address, for the phone from any
// address, and the number of phones on which the address failed. A right password removes its own
// attempt. A device that signed in as the member before has one count of its own instead.
//
// # Sessions
//
// A token is 32 random bytes; only its hash is stored. A session ends 12 hours after its last use,
// and 30 days after its login in any case. If the member asked to be remembered, only the 30 days
// count. It also ends by logout, and by ten wrong passwords in a row, counted for this session only.
// The calls that need the password are confirm, changepwd, ending another session, and adding and
// removing a passkey. A new password ends all other sessions.
//
// A session that is unused for more than 30 minutes stays open, but moves no money until the password
// is typed again. The first call after the pause marks the session; account/confirm removes the mark.
//
// Package passkey implements the login by a key. It calls this package (proven.go) to open a session,
// to end a pause, and for a signed proof. The proof is valid for two minutes and replaces the password
// for ending another session.
//
// Strangers cannot find out whether a phone belongs to a member. A failed login has the same response
// and takes the same time for any phone. Registering reads members only after the phone is proven.
// There is one exception: if the site requires no code, validate and account reveal it. They are then
// limited by address.
package identity
