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
// All of this is the token's, never the phone's: wrong codes block the token
// they were typed for, and whoever asks for another token has five tries again.
// A proof is its token, and so belongs to the browser that made it: account and
// validate take it as otpToken in the body, which goes before, or from the
// __Host- cookie that each right code sets anew; resetpwd from the body only. A
// registration, a login and a logout delete the cookie. A proof is good for its
// own phone and purpose, once. Anything else is UNVERIFIED_OTP before any other
// rule is looked at, whatever is wrong with it.
//
// Sends count for a phone and one caller: the device that signed in as that
// member before, else the address. All callers together have a ceiling for the
// phone, and an address one for all phones; the member's own device is under
// neither, so strangers cannot use up its place. Sends for one phone queue up on
// an advisory lock, so the limits hold for two at once too.
//
// The SMS company holds the code; we count the tries, before asking, so that
// parallel guesses cannot slip past the count. A try that the company did not
// answer is given back.
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
// take turns; who finds it full hears REQUEST_LIMIT with 503. Passwords that
// everybody tries first, the phone and the name are refused where one is set.
//
// A login counts its failures for the phone from the address, for the phone
// from anywhere, and for the address by how many phones it failed on, which a
// right password takes back; a device that signed in as the member before has
// one count of its own instead of all three.
//
// # A session
//
// A token is 32 random bytes, kept as its hash only. It ends 12 hours after
// its last use, or 30 days after its login, however busy, which is also how long
// it lasts when the member asked to be remembered; by logout;
// by ten wrong passwords typed in it without a right one between (confirm,
// changepwd, ending another session), which are its own and nobody else's; and
// all others end when the password changes. Ending another one wants the
// password.
//
// A session that rests for more than 30 minutes goes on, but moves no money
// until the password is given again: the mark is set by the first call after
// the rest, whichever it is, and stays until account/confirm.
//
// Nothing here tells a stranger whether a phone is a member's: a login fails
// the same way in the same time, and registering looks at members only after
// the phone is proven. Where the site asks for no code, validate and account
// tell it, and are limited by address.
package identity
