// Package wallet defines the money command. Everything that moves a member's money, now and later, is one: a
// withdrawal, a credit, a correction. A money command has a known caller, a key and guards ("may this money
// move?"). It writes a transfer or a hold, a statement line, a job and a sync version, and commits. Every
// domain above uses this one form.
//
// # A command
//
//	1 the key      a repeat finds the key taken, and only reads
//	2 the lock     the member's wallet (ledger.Book.LockTx), before any other row of
//	               the member. Exception: the row that is credited (slip, feed row,
//	               QR order, gift) is locked before the wallet, and never after it
//	3 the verdict  the first code that a guard returns. Each guard is a statement of
//	               its own, so it sees what the lock's last holder wrote
//	4 the writes   transfer, rows, job, line; each depends on the verdict (allowed()),
//	               and a write that does not is rejected before anything is sent
//	5 the answer   kept under the key, and so is a refusal
//	6 the version  the member's next, with the line: last, since it blocks the
//	               member's sync until the commit
//
// Do sends all six as one batch, which is one round trip and one transaction. So a first call, a repeat, a
// refusal and the repeat of a refusal cost the same.
//
//	             lock          a guard refuses
//	(called) ----------> judged -----------------> refused (kept under the key)
//	   |  ^                 \  \
//	   |  | prepared again   \  \ a Stale guard refuses: nothing is written or kept
//	   |  +-------------------\--+  (five times, then 503)
//	   | key taken             \ no guard refuses
//	   v                        v
//	repeated                written, 202 --(Await)--> 200 when its outcome is known
//
// A Command has these as hooks: Before (2), Guards (3), Move, Rows, Job and Line (4). Do gives the line its
// id, posts the transfer and stores the line. Each hook is the same for a withdrawal, a transfer, a bonus and
// a promotion.
//
// A command that computes under the lock (a spin, a coupon, a refund, an invite bonus, the end of a bonus)
// uses DoTx: the same steps in as many round trips as it needs. Some work is called by no member: a credit
// that is held above a limit, a gathered withdrawal. It does 2 and 3 by LookTx, which returns the refusal
// instead of forbidding the writes. Work for many members uses one transaction per member.
//
// Some calls only ask for money: a gift link, a QR code, a slip, an announcement. They move no money, and
// store a row and a job under their key by web.Once. The row's lock comes before the wallet's (step 2), so
// DoTx, which locks the wallet first, would deadlock with the credit of the same row. Their money command is
// the credit, cashier.TakeTx. Cancelling a withdrawal also uses web.Once. A correction by two people gets its
// key from the console's call, and has its own lock and transfer (cashier.AdjustTx).
//
// # Names
//
// The id of a command's line, which is also its name at a provider, is made from the call's key: UUIDv5 of
// caller, method, route and key. So if the database goes back in time, the repeat of a lost call is the same
// payment to the provider. If a comparison has restored the line first, the repeat finds it (errNamed) before
// any other guard.
//
// # Advances
//
// An advance is what a house account lends a wallet, to hold in full a payout that our ledger had lost
// (package withdrawal). Before money leaves a wallet that owes, the wallet pays back what it can (guard
// Repaid). A job does the same each minute, and a void does it at once. While a bonus is active nothing is
// taken, since the wallet also holds the bonus. Each step has its statement line. Money that moves from one
// game to another is not taken on its way; it pays back once it is in the wallet.
//
// # Guards
//
// A guard is a query that its domain offers (identity.Active, care.Room, ledger.Book.Enough) and that returns
// an error code of the catalogue. A transaction that changes what a guard reads acquires the wallet's lock
// first. So if a limit is lowered at the moment of a deposit, the second transaction sees the first. A guard
// inside the locking statement would read the snapshot from before the wait. A payment method is paused for
// all members, under no wallet's lock: a verdict that is evaluated after the pause was committed sees the
// pause.
//
// A command is prepared from rows that are read before the lock: the member's bank account, the terms of a
// bonus, a balance that is moved in full. A guard with a Stale error checks under the lock whether these rows
// are unchanged. Its error is private: no caller receives it, and no key keeps it.
//
// # On its way
//
// What PENDING lines (transfers and withdrawals) hold is read with each wallet, in one statement: it is
// neither in the wallet nor in a game. A transfer out of a game holds nothing until its provider confirms. A
// withdrawal that still gathers holds nothing either. Money that is held for return was never in the wallet.
//
// # What a crash leaves
//
//	before the batch commits   nothing: the key is free
//	after it                   all of it: the repeat reads the kept answer, and gets
//	                           the command's current status from its line
//	while a caller waits       no change: Await only reads
//	outcome not kept yet       the 202: the next repeat checks again, and keeps it
//
// The answer is kept 90 days, the key with its line forever. A later repeat does nothing, and returns the
// line's current status.
//
// # Steps
//
// A Step calls an outside provider until the outcome of one thing is known. Its jobs run in workers that
// serve only this provider. A thing in progress whose job is gone gets a new job, or is handed to an
// operator. One that cannot be rescued does not block the others.
//
// River's retries are not enough, however many attempts a job has. A job may have ended too early by our own
// mistake, been deleted or cancelled by hand, or be missing in a restored database. Then no row is left to
// retry, and the line stays PENDING forever. Finding such lines costs one indexed query per minute and kind
// of step.
package wallet
