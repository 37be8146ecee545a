// Package giftlink brings money in by a gift voucher of a digital wallet: the
// member sends its link, our wallet redeems it.
//
//	        verified, kept        redeemed
//	(link) ----------------> NEW -> REDEEMING ------------> DONE (money)
//	   |                              |   |                  ^
//	   | not a voucher, worth less    |   | cannot be known  | settle
//	   | than 2 baht, used, expired   |   +----> REVIEW -----+
//	   v                              |  (a cashier) | fail
//	refused, nothing kept             +---> FAILED <-+
//	                                     a definite refusal
//
// Verifying changes nothing outside, so it comes before anything is kept. A
// voucher's hash is kept once: the same link again is TRUELINK_DUPLICATE,
// unless it had failed without bringing anything.
//
// # What cannot be known
//
// The company has no key that makes a repeat harmless. After a redeem whose
// answer was lost, "you have redeemed it" may mean that the money is ours or
// that it was ours before: it goes to a cashier, who looks into the wallet. So
// does a voucher of which nothing is heard for half an hour. Only the company's
// own definite word fails a gift, and only of a first try.
//
// # What a crash leaves
//
//	before the gift commits  nothing; the app sends the link again
//	after it                 the gift, its line in progress and its job
//	after REDEEMING commits  a redeem that may have happened: the job runs
//	                         again, asks again, and takes "redeemed" for doubt
//	before the credit        nothing: transfer, line and gift are one
//	  commits                transaction; the job asks again, hears "redeemed",
//	                         and a cashier settles
//	after it                 everything; a second run sees DONE and leaves
//
// # The link on its way
//
// The app sends base64url(nonce, ciphertext, tag)::account, AES-256-GCM under a
// secret that every copy of the app holds. That is obfuscation, for logs and
// the curious; TLS is what protects the link. A plain link is taken too.
package giftlink
