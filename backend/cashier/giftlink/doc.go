// Package giftlink brings money in by a gift voucher of a digital wallet: the member sends the voucher's
// link, and our wallet redeems the voucher.
//
//	        verified, stored      redeemed
//	(link) ----------------> NEW -> REDEEMING ------------> DONE (money)
//	   |                              |   |                  ^
//	   | not a voucher, worth less    |   | outcome unknown  | settle
//	   | than 2 baht, used, expired   |   +----> REVIEW -----+
//	   v                              |  (a cashier) | fail
//	refused, nothing stored           +---> FAILED <-+
//	                                     a definite refusal
//
// Verifying changes nothing at the provider, so it is done before anything is stored. A voucher's hash is
// stored once: the same link again is TRUELINK_DUPLICATE, unless its gift failed without money.
//
// # Unknown outcomes
//
// The provider has no key that makes a repeat harmless. If the response of a redeem was lost, a repeat
// returns "you have redeemed it". Then either this redeem succeeded, or an earlier one did. So the gift waits
// for a cashier, who checks the wallet. A gift without any response for half an hour also waits for a cashier. A
// gift fails only on a definite refusal by the provider, and only on the first try.
//
// # What a crash leaves
//
//	before the gift commits  nothing; the app sends the link again
//	after it                 the gift, its PENDING line and its job
//	after REDEEMING commits  a redeem that may have happened: the job runs again,
//	                         redeems again, and treats "redeemed" as an unknown outcome
//	before the credit        nothing: transfer, line and gift are one
//	  commits                transaction; the job redeems again, gets
//	                         "redeemed", and a cashier settles
//	after it                 everything; a second run sees DONE and does nothing
//
// # The link in transit
//
// The app sends base64url(nonce, ciphertext, tag)::account: AES-256-GCM with a secret that every copy of the
// app contains. So this is obfuscation only, against logs and curious readers; TLS protects the link. A plain
// link is accepted too.
package giftlink
