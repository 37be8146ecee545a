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
// A code is shown to the member while it is LIVE and at most ten minutes old. A member has at most one code,
// over all gateways: making one ends the other, under a lock of the member's row.
//
// The order's row is committed before the gateway is called with its reference. A call whose response is lost
// may still have made an order. So the row is LOST, its code is never shown, and the gateway is asked to
// cancel it. A repeat of the same call by the member is then a new attempt with a new reference.
//
// # Asking
//
// Only the gateway's answer to our own request brings money. The gateway is asked every 15 seconds while a
// code is shown, and after each webhook. It is also asked 1, 5 and 30 minutes, 2 and 24 hours after the code
// ended: money that comes late, or after a cancellation, is still the member's. A request without a response
// is repeated until there is one. A webhook, signed or not, only makes us ask; one with a wrong signature
// does not even do that.
//
// The paid amount is credited, even if it is not the requested one. cashier.TakeTx holds it for return if the
// member may not have it. A payment that the gateway itself doubts (REVIEW, ON_HOLD) or gave back (REFUNDED)
// waits for a cashier. It is credited without a cashier if the gateway says PAID later.
//
// The requests to each gateway have workers of their own: one that hangs does not block the others. The
// statement line of a payment has the order's own id. The app gets that id with the code, so it knows whose
// payment it shows.
//
// # Which gateway
//
// A member types an amount, and the app asks the first gateway of the deposit lookup that accepts it. If that
// one makes no code, the app says so and offers the next gateway. A second gateway is asked only after a tap,
// which ends the code before as always. A member who wants another gateway sees all of them, each with the
// reason if it cannot be used. The order is the variable gateways, with resting ones at the end.
//
// A gateway rests for five minutes after it failed three members within five minutes. A failure is a call
// without a proper response, or one that took more than eight seconds; a refusal is none. After the rest the
// gateway is in its place again, and its failures are forgotten.
//
// A resting gateway is not closed: a member who chooses it is served. Making a code and asking about
// one count alike. A member counts once, however often a gateway fails them. So a member who makes a
// gateway fail on purpose adds one count only. A code that is not paid, is cancelled or expires, and a
// call that we gave up, are no failures. Failures during a rest do not prolong it. Table qr_health has
// the state for all servers; each server may be a second behind it.
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
