// Package qr brings money in by a QR code that a gateway makes for one payment.
//
//	                   +--> REFUSED (the gateway's definite refusal)
//	                   |
//	(member) --> CREATING --> LIVE --> PAID (money)
//	                   |       |  \       ^
//	    no response,   |       |   \      | late money
//	    or a crash     v       v    v     |
//	                 LOST  CANCELLED EXPIRED
//	                   \       |    /
//	                    +------+---+--> REVIEW --> PAID or DROPPED (a cashier)
//
// A code is shown to the member while it is LIVE and at most ten minutes old. A member has at most one code
// over all gateways: a new code ends the previous code, under a lock of the member's row.
//
// The order's row is committed before the gateway is called with its reference. A call whose response is lost
// may still have made an order. So the row is LOST, its code is never shown, and the gateway is asked to
// cancel it. A repeat of the same call by the member is then a new attempt with a new reference.
//
// # Asking
//
// Money is credited only after the gateway's response to our own request. The gateway is asked every 15
// seconds while a code is shown, and after each webhook. It is also asked 1, 5 and 30 minutes, 2 and 24 hours
// after the code ended: a payment that comes late, or after a cancellation, is still the member's. If a
// request gets no response, it is repeated until there is one. The content of a webhook is never trusted: it
// only makes us ask. A webhook with a wrong signature causes no request.
//
// The paid amount is credited, even if it is not the requested one. cashier.ReceiveTx holds it for return if
// the member may not have it. A payment that the gateway itself doubts (REVIEW, ON_HOLD) or has refunded
// (REFUNDED) waits for a cashier. If the gateway later reports PAID, the payment is credited without a
// cashier.
//
// The requests to each gateway have workers of their own: a gateway that does not respond does not block the
// others. The statement line of a payment has the order's id. The app gets this id with the code, so the
// app knows which payment belongs to the shown code.
//
// # Which gateway
//
// A member types an amount, and the app asks the first gateway of the deposit lookup that accepts this amount.
// If this gateway makes no code, the app shows that, and offers the next gateway. The next gateway is asked
// only after a tap; making its code ends the previous code. A member who wants another gateway sees all of
// them, each with the reason if it cannot be used. Their order is the order of the variable gateways. Resting
// gateways are at the end.
//
// A gateway rests for five minutes after it failed three members within five minutes. A failure is a call
// without a proper response, or one that took more than eight seconds. A refusal is not a failure. After the
// rest the gateway has its former position, and its failures are forgotten.
//
// A resting gateway is not closed: a member who chooses it is served. Requests for a code and requests about
// a code count alike. A member counts once, however often a gateway fails them. So a member who makes a
// gateway fail on purpose adds one count only. These are not failures: a code that is not paid, is cancelled
// or expires, and a call that we gave up. Failures during a rest do not prolong it. Table qr_health has the
// state for all servers; the state that a server uses is at most a second old.
//
// # What a crash leaves
//
//	before the row commits   nothing
//	after it, before the     a row CREATING and its job, which makes it LOST
//	  response is stored     after half a minute and cancels the order
//	after LIVE commits       the code and its job; the app asks for it again
//	while asking             nothing new; the job runs again and asks again
//	before the credit        nothing: transfer, line and order are one
//	  commits                transaction
//	after it                 everything; a second run sees PAID and does nothing
//
// Three things prevent a second credit of a payment: the order's state under its lock, the unique name of the
// order at its gateway, and the ledger's key, which is made from that name.
package qr
