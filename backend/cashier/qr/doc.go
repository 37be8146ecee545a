// Package qr brings money in by a QR code that a gateway makes for one payment.
//
//	                   +--> REFUSED (the gateway's definite no)
//	                   |
//	(member) --> CREATING --> LIVE --> PAID (money)
//	                   |       |  \       ^
//	    no answer, or  |       |   \      | late money
//	    a crash        v       v    v     |
//	                 LOST  CANCELLED EXPIRED
//	                   \       |    /
//	                    +------+---+--> REVIEW --> PAID or DROPPED (a cashier)
//
// A member is shown a code while it is LIVE and not past its ten minutes. A
// member has one code at most, of whichever gateway: making one ends the other,
// under a lock of the member's own row.
//
// The row is there, and committed, before the gateway is called with its
// reference. A call whose answer is lost may have made an order all the same:
// the row is LOST, its code is never shown, and the gateway is told to cancel
// it. The member's repeat of the same call is then a new attempt with a new
// reference.
//
// # Asking
//
// Only the gateway's answer to our own question brings money. It is asked every
// 15 seconds while a code is shown, after each webhook, and 1, 5 and 30 minutes,
// 2 and 24 hours after the code ended: money that comes late, or after a
// cancelling, is still the member's. A question without an answer is put again
// until there is one. A webhook, signed or not, only ever makes us ask; one
// whose signature is wrong does not even do that.
//
// What was paid is credited as it was paid, also where that is not what was
// asked for; cashier.TakeTx holds it for return where the member may not have it.
// What the gateway itself doubts (REVIEW, ON_HOLD) or gave back (REFUNDED) waits
// for a cashier, and is credited without one if the gateway says PAID after all.
//
// Each gateway's questions have workers of their own: one that hangs holds up no
// other. The statement line of a payment has the order's own id, which the app is
// told with the code, so that it knows whose payment it sees.
//
// # Which gateway
//
// A member types an amount, and the app asks the first gateway of the deposit lookup that
// takes it. If that one makes no code the app says so, and the next gateway is a tap away:
// no code is ever asked of a second gateway without a tap, and the one before ends by it,
// as always. A member who wants another gateway finds them all, each with the reason if it
// cannot be used. The order is the variable gateways, with those that rest at the end.
//
// A gateway that failed three members within five minutes (no proper answer to a call, or
// one that took more than eight seconds; never a refusal) rests for five minutes. Then it
// is in its place again, and what was before is forgotten.
//
// Resting closes nothing: a member who chooses the gateway is served. Making a code and
// asking about one count alike. A member counts once however often it fails them, so who
// makes it fail on purpose moves only themselves. A code that is not paid, cancelled or
// runs out, and a call that we gave up, are no failures; failures while it rests do not
// prolong the rest. Table qr_health has the state for all servers, and each server may be
// a second behind it.
//
// # What a crash leaves
//
//	before the row commits   nothing
//	after it, before the     a row CREATING and its job, which makes it LOST
//	  answer is kept         after half a minute and has the order cancelled
//	after LIVE commits       the code and its job; the app asks for it again
//	while asking             nothing new; the job runs again and asks again
//	before the credit        nothing: transfer, line and order are one
//	  commits                transaction
//	after it                 everything; a second run sees PAID and leaves
//
// Three things keep one payment from being credited twice: the order's state
// under its lock, the unique name of the order at its gateway, and the ledger's
// key, which is made of that name.
package qr
