// Package passkey lets members sign in, and confirm in place of the password, by a passkey (WebAuthn,
// level 3). A passkey is a key pair in a phone, a computer or a security key, used by fingerprint,
// face or its own code.
//
// # A passkey
//
//	        password, Begin          Add                Remove (password)
//	(none) -----------------> asked ------> kept ---------------------------> (none)
//	                           | 5 minutes    | its counter went back            ^
//	                           v              v                                  |
//	                        (none)         stopped ------------------------------+
//
// It is bound to the host of PUBLIC_URL. A page of another host cannot use it, and a new host ends
// all passkeys. Every response says that the authenticator verified its user, so a passkey is two
// factors. It is found without a phone number (discoverable): an authenticator knows its member by 32
// random bytes, which reveal neither phone nor _id.
//
// Login does the same as a password login after the right password: INACTIVE_USER, "remember me", the
// notice to the other devices, the mark of the browser. Confirm ends a session's pause
// (account/confirm). It returns a proof, valid for two minutes in that session, that replaces the
// password for ending another session. All other calls still need the password: a new password, and
// adding and removing passkeys. So a passkey never adds or removes another. The password, or the
// phone's SMS, gives more rights than a passkey.
//
// A new password, typed or by SMS, keeps the passkeys. Owners forget passwords more often than they
// lose phones, and would be locked out of the safer of the two. A thief's passkey, added with the old
// password, would stay as well. Therefore each addition is pushed to all devices, and the responses
// of changepwd and resetpwd count the passkeys, which the app then shows. A new password ends the
// other sessions, also those that a passkey opened. Removing a passkey ends no session; its sheet
// links to the sessions.
//
// # A challenge
//
// A challenge is signed by us: an HMAC over its end, 16 random bytes, its purpose and its owner. The
// owner is member and session for Begin and Confirm, none for a login. So unanswered challenges are
// not stored: a login's challenge costs one hash, no row and no connection, however many a stranger
// requests. Begin's challenge also proves that the password was typed. A challenge that was answered
// rightly is stored in passkey_spent until it would have expired. The row is inserted in the
// transaction that applies the result, and a second use finds it. A repeat under the same
// Idempotency-Key is the same call, and gets the same session.
//
// After a crash:
//
//	between                                is left
//	Begin and Add                          nothing here; at worst a passkey in the phone
//	                                       that opens nothing (PASSKEY_UNKNOWN, by which
//	                                       browsers learn to delete it)
//	the challenge's row and the session    a spent challenge: a keyed repeat opens the
//	                                       session, any other tap requests a new one
//	the passkey's row and Add's response   a passkey; the keyed repeat gets the stored
//	                                       response
//	its deletion and Remove's response     no passkey; the keyed repeat gets the stored
//	                                       response
//
// # Attackers
//
// A stranger who requests challenges: see above. A stranger who answers: the challenge is checked
// before the database, which is then read by one key. Failures count for the address, and do not
// affect a browser that signed in as that member before. A signature is checked before any lock.
//
// An eavesdropper: an assertion is valid once, for one purpose, for five minutes, and for Confirm
// only in its session.
//
// A thief of an open session cannot add or remove passkeys, which needs the password. The thief
// cannot confirm either, which needs the owner's fingerprint.
//
// A copy of a key: if its authenticator says that the key never leaves it (no backup eligibility),
// its counter must grow. A counter that does not grow stops the passkey for good, both copies, and
// the member's devices are notified. Synced keys are copied on purpose, and their counters are not
// checked.
//
// We ask for no attestation: the make of the phone does not matter. The contract limits the sizes of
// all fields, and a member has ten passkeys at most.
package passkey
