// Package identity knows who members are: registering with a one-time code,
// logging in, sessions, the profile and the payout account's name.
//
// # A one-time code, and the proof that comes of it
//
//	         send                    right code            account, resetpwd
//	(none) -------> handed over ------------------> proof -------------------> used
//	                    |   \                         \ 30 min (register)
//	          5 wrong   |    \ 5 minutes                \ 10 min (reset)
//	                    v     v                          v
//	                blocked   expired                  stale
//
// These are states of a token, never of a phone. Wrong codes block the token that
// they were typed for, and whoever asks for another token has five tries again.
// The token is also the proof, which therefore belongs to the browser that made
// it. account and validate take it as otpToken in the body, or else from the
// __Host- cookie that each right code sets; resetpwd takes it from the body only. A
// registration, a login and a logout delete the cookie. A proof is good for its
// own phone and purpose, once. Anything else is UNVERIFIED_OTP, before any other
// rule is checked.
//
// Sends count for a phone and one caller: the device that signed in as that
// member before, else the address. All callers together have a ceiling for the
// phone, and an address has one for all phones. Neither counts for the member's own
// device, so strangers cannot use up its share. Sends for one phone wait for one
// another on an advisory lock, so the limits hold for two at once, too.
//
// The SMS company knows the code. We count a try before we ask it, so that parallel
// guesses cannot pass the limit. A try that the company did not answer is not
// counted.
//
// What a crash leaves:
//
//	between                                  is left
//	the row and the company's answer         a row that counts against the limits
//	                                         and can never be verified
//	the company's "right" and our note       a code that the company may refuse the
//	                                         second time: a new one is asked for
//	our note and the answer                  a proof whose cookie was not set: the
//	                                         same code again sets it
//	the member's row and the answer          a member; the keyed repeat, whose proof
//	                                         is used up by then, gets what is kept
//
// # Passwords
//
// Argon2 comes last, behind the form, the limits and the proof. It runs for
// strangers on one half of the cores and for known devices and the signed-in on
// the other, each with a bounded queue in which addresses (devices, members)
// take turns. A full queue is REQUEST_LIMIT with 503. Common passwords, the phone
// and the name are refused where a password is set.
//
// A login counts its failures for the phone from the address, for the phone
// from anywhere, and for the address by how many phones it failed on, which a
// right password takes back; a device that signed in as the member before has
// one count of its own instead of all three.
//
// # A session
//
// A token is 32 random bytes, stored as its hash only. A session ends 12 hours
// after its last use, and in any case 30 days after its login; for a member who
// asked to be remembered only the 30 days count. It also ends by logout, and by ten
// wrong passwords in a row typed in it (confirm, changepwd, ending another
// session, adding and removing a passkey), which are counted for this session only. When the password changes,
// all other sessions end. Ending another session needs the password.
//
// A session that rests for more than 30 minutes goes on, but moves no money
// until the password is given again: the mark is set by the first call after
// the rest, whichever it is, and stays until account/confirm.
//
// Package passkey is the other way in. It proves a member by a key of theirs, and comes
// back here for what follows from that (proven.go): the session, the end of a rest, and
// a signed proof of two minutes that stands for the password where another session is
// ended.
//
// Nothing here tells a stranger whether a phone is a member's: a login fails
// the same way in the same time, and registering looks at members only after
// the phone is proven. Where the site asks for no code, validate and account
// tell it, and are limited by address.
package identity
