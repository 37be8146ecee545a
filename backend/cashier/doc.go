// Package cashier brings members' money in: today by the slip of a bank
// transfer that the member hands in, or that a cashier settles.
//
// # A slip
//
//	          upload              rules hold
//	(phone) ---------> CHECKING -------------------> DONE, SUCCESS (money)
//	                    |    \                          ^
//	     late but fresh,|     \ a rule fails            | settle
//	     or nobody knows|      v                        |
//	                    |   DONE, FAILED (note) <--- REVIEW (a cashier)
//	                    |                     reject    ^
//	                    +-------------------------------+
//
// The member sees PENDING until DONE. Checks, in this order, each with its
// note: a readable picture, a readable QR, a slip's QR, a transfer that the
// verifier knows, into an account of ours, from the member's own account, at
// most an hour before it was handed in, not credited before.
//
// A verifier that is down, out of quota or refuses our key never fails a slip:
// it is asked again, and after 30 minutes a cashier looks. A slip whose upload
// alone was late (the member picked it in time and had no signal) waits for a
// cashier too: being offline is no offence here.
//
// # The claim
//
// deposit_claim has one row a bank transfer, keyed by the sending bank's number
// and the transfer's reference. It is inserted in the transaction that credits
// the money, or that hands a slip known to be the member's own to a cashier; its
// primary key is why a transfer credits once, ever. Nothing else takes it: a
// stranger who hands in somebody's slip is told NOT_MATCH before the claim is
// looked at, and the owner's own slip then passes. So it does while a stranger's
// slip that no verifier could tell of waits for a cashier, who then cannot
// settle that one any more. A cashier's refusal gives the claim back.
//
// # What a crash leaves
//
//	during the upload      a file without a row; the phone sends again
//	after the row commits  the slip and its job; the phone's repeat with the
//	                       same clientId gets the same slip
//	while verifying        nothing new; the job runs again and asks again
//	before the credit      nothing: claim, transfer, line and slip are one
//	  commits              transaction
//	after it               everything; a second run sees DONE and leaves
package cashier
