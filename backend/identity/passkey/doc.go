// Package passkey lets members sign in, and confirm what else asks for the password,
// by a passkey: a key pair in a phone, a computer or a security key, used by finger,
// face or its own code (WebAuthn, level 3).
//
// # A passkey
//
//	        password, Begin          Add                Remove (password)
//	(none) -----------------> asked ------> kept ---------------------------> (none)
//	                           | 5 minutes    | its counter went back            ^
//	                           v              v                                  |
//	                        (none)         stopped ------------------------------+
//
// It is bound to the host of PUBLIC_URL: a page elsewhere gets no answer of it, and
// another host there ends them all. Every answer says that the authenticator verified
// its user, so that a passkey is two factors. It is found without a phone number
// (discoverable): an authenticator knows its member by 32 random bytes, which tell
// neither phone nor _id.
//
// Login does what a login by password does from the right password on: INACTIVE_USER,
// "remember me", the notice to the other devices, the mark of the browser. Confirm ends
// a session's rest (account/confirm), and answers a proof, good for two minutes in that
// session, that stands for the password where another session is ended. Everything
// else that asks for the password goes on asking for it: a new password, and adding and
// removing passkeys. So a passkey never makes another or ends one, and whoever has the
// password, or the phone's SMS, is above whoever has a passkey.
//
// A new password, typed or by SMS, leaves passkeys alone: its owner forgot it more
// often than lost the phone, and would be locked out of what is the safer of the two.
// A thief's, who knew the old one, would stay as well. Therefore each addition is
// pushed to all devices, the answer of changepwd and resetpwd counts the passkeys, and
// the app then shows them. A new password ends the other sessions, also those that a
// passkey opened; removing a passkey ends none, and its sheet leads to the sessions'.
//
// # A challenge
//
// A challenge is signed by us (HMAC over its end, 16 random bytes, what it is for, and
// of whom: member and session for Begin and Confirm, nobody for a login). So nothing is
// kept of those that were never answered: a login's costs a stranger's server one hash,
// no row and no connection, however many are asked for. Begin's is at the same time the
// proof that the password was typed. What was answered rightly stands in passkey_spent
// until it would be too old: the row is inserted in the transaction that the answer has
// its effect in, and a second one finds it. A repeat under the same Idempotency-Key is
// the same call, and gets the same session.
//
// What a crash leaves:
//
//	between                                is left
//	Begin and Add                          nothing here; at worst a passkey in the phone
//	                                       that opens nothing (PASSKEY_UNKNOWN, by which
//	                                       browsers are told to forget it)
//	the challenge's row and the session    a spent challenge: a keyed repeat opens the
//	                                       session, any other tap asks for a new one
//	the passkey's row and Add's answer     a passkey; the keyed repeat gets what is kept
//	the passkey's end and Remove's answer  none; the keyed repeat gets what is kept
//
// # Enemies
//
// A stranger who asks: see above. A stranger who answers: the challenge is looked at
// before the database, which is then read by one key; failures count for the address,
// and hold up no browser that signed in as that member before. A signature is checked
// before any lock.
//
// Somebody who listened in: an assertion is good once, for one purpose, for five
// minutes, and its session for Confirm.
//
// A thief of an open session: adds and removes no passkey, as that takes the password,
// and confirms nothing, as that takes the finger.
//
// A copy of a key: where its authenticator says that it never leaves (no backup
// eligibility), its counter must grow. One that does not stops the passkey for good,
// both copies of it, and the member's devices are told. Synced ones are copied on
// purpose, and count as they like.
//
// We ask for no attestation: which make of phone it is, is no matter. Sizes of all
// fields are bounded by the contract, and a member has ten passkeys at most.
package passkey
