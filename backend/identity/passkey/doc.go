// Package passkey lets members sign in, and confirm in place of the password, by a passkey (WebAuthn,
// level 3). A passkey is a key pair in a phone, a computer or a security key. Its owner unlocks it by
// fingerprint, face or a code.
//
// # A passkey
//
//	        password, Begin          Add                Remove (password)
//	(none) -----------------> asked ------> kept ---------------------------> (none)
//	                           | 5 minutes    | its counter went back            ^
//	                           v              v                                  |
//	                        (none)         stopped ------------------------------+
//
// A passkey is bound to the host of PUBLIC_URL. A page of another host cannot use it, and a new host
// ends all passkeys. Every assertion states that the authenticator verified its user, so a passkey is
// two factors. It is discoverable: no phone number is typed. The authenticator stores 32 random bytes
// for its member, which reveal neither phone nor _id.
//
// Login has the same effects as a password login: INACTIVE_USER, "remember me", the notice to the
// other devices, the device cookie. Confirm ends a session's pause (account/confirm). It returns a
// proof, valid for two minutes in that session, that replaces the password for ending another session.
// All other calls still need the password: a new password, and adding and removing passkeys. So a
// passkey never adds or removes another. The password, or the phone's SMS, gives more rights.
//
// A new password, typed or by SMS, keeps the passkeys. Owners forget passwords more often than they
// lose phones, and would be locked out of the safer of the two. But a thief's passkey, added with the
// old password, stays as well. Therefore each addition is pushed to all devices, and changepwd and
// resetpwd return the number of passkeys, which the app shows. A new password ends the other sessions,
// also those opened by a passkey. Removing a passkey ends no session; its sheet links to the sessions.
//
// # A challenge
//
// A challenge is signed by us: an HMAC over its expiry time, 16 random bytes, its purpose and its
// owner. The owner is member and session for Begin and Confirm, none for a login. So unanswered
// challenges are not stored: a login's challenge costs one hash, no row and no connection. Begin's
// challenge also proves that the password was typed. A correctly answered challenge is stored in
// passkey_spent until it would have expired. The row is inserted in the transaction that applies the
// result, so a second use fails. A repeat under the same Idempotency-Key is the same call, and gets
// the same session.
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
// A stranger who requests challenges costs little, as described above. If a stranger sends an
// assertion, its challenge is checked first, and then the database is read by one key. Failures count
// for the address, except for a browser that signed in as that member before. A signature is checked
// before any lock.
//
// An eavesdropper cannot reuse an assertion: it is valid once, for one purpose, for five minutes. For
// Confirm it is valid only in its session.
//
// A thief of an open session cannot add or remove passkeys, which needs the password. The thief
// cannot confirm either, which needs the owner's fingerprint.
//
// A copied key is detected by its counter. If the authenticator says that the key never leaves it (no
// backup eligibility), the counter must grow. A counter that does not grow stops the passkey for good,
// both copies, and the member's devices are notified. Synced keys are copied on purpose, so their
// counters are not checked.
//
// We request no attestation: the model of the phone does not matter. The contract limits the sizes of
// all fields, and a member has ten passkeys at most.
package passkey
