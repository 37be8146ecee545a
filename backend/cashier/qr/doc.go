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
// A member types an amount; which gateway makes the code is our business. The
// deposit lookup has the open gateways in the order in which this member is led to
// them, and the app asks the first that takes the amount. A gateway that made none
// is told of, and the next one is a tap away: no code is ever asked of a second
// gateway without a tap, and the one before ends by it, as always. Whoever wants
// another gateway finds them all, with the reason where one is out of the question.
//
// The order is the house's (that of the variable gateways), but for those with
// trouble. A gateway does two things, makes codes and answers questions, and each
// has a health of its own; the worse one counts:
//
//	         three members failed               the rest is over
//	         within five minutes                 ----------------
//	  WELL ----------------------> RESTING  --------------------> ON TRIAL
//	   ^                           ^   one to thirty minutes        |  |
//	   |                           +--------------------------------+  |
//	   |                              fails one more member            |
//	   +---------------------------------------------------------------+
//	    does well twice; or fifteen minutes pass without either
//
//	WELL      in its place
//	ON TRIAL  behind those that are well; in its place for one member in eight, other
//	          ones in each trial, so that few meet a gateway that is still down
//	DOUBTED   behind those: it doubts the payments of three members (REVIEW,
//	          NAMED_TWICE), in the last two hours, and no cashier has ended that
//	RESTING   at the end, and said to have trouble
//
// The first rest is a minute, each that follows twice as long, half an hour at most;
// one that comes within an hour of a recovery follows, too, so that a gateway that
// comes and goes rests the longer. Nothing ends a rest early.
//
// Only what the gateway itself did counts: no answer, none in eight seconds,
// nonsense, a refusal. A code that nobody pays, that is cancelled, replaced or runs
// out, or that the member's own limit forbids, says nothing about it; neither does a
// call that we or the member hung up. And each failure is somebody's: one member
// counts once, however often it fails them, and never again on trial. So whoever
// finds a way to make a gateway fail on purpose moves nobody but themselves; it
// takes three, and while a code is made for anyone in between, three more.
// Resting closes nothing: who asks a gateway by its name is served.
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
