// Package wallet says what a money command is. Whatever moves a member's money, a
// withdrawal, a credit, a correction and all that is to come, is one thing: a
// known caller, a key, guards ("may this move?"), a transfer or a hold, a
// statement line, a job, a sync version, a commit. There is one way to do it, and
// every domain above takes it.
//
// # A command
//
//	1 the key      a repeat finds it taken, and does nothing but read
//	2 the lock     the member's wallet (ledger.Book.LockTx), before any other row of
//	               the member but the one that a credit is for (slip, word, order,
//	               gift): that one is taken first, and nothing takes it after
//	3 the verdict  the first guard that speaks. Each is asked in a statement of its
//	               own, and sees what the lock's last holder wrote
//	4 the writes   transfer, rows, job, line; each hangs on the verdict (allowed()),
//	               and one that does not is refused before anything is sent
//	5 the answer   kept under the key, a refusal's too
//	6 the version  the member's next, with the line: last, since it holds up the
//	               member's sync until the commit
//
// Do sends all six as one batch, which is one round trip and one transaction. So a
// first call, a repeat, a refusal and the repeat of a refusal cost the same.
//
//	             lock          a guard speaks
//	(called) ----------> judged -----------------> refused (kept under the key)
//	   |  ^                 \  \
//	   |  | prepared again   \  \ a Stale guard speaks: nothing is written or kept
//	   |  +-------------------\--+  (five times, then 503)
//	   | key taken             \ none does
//	   v                        v
//	repeated                written, 202 --(Await)--> 200 when its end is known
//
// A Command names these as hooks: Before (2), Guards (3), Move, Rows, Job and Line (4). Do
// gives the line its id, posts the transfer and stores the line. Each hook is the same for a
// withdrawal, a transfer, a bonus and a promotion.
//
// A command that computes under the lock (a spin, a coupon, a refund, an invite bonus, the end
// of a bonus) takes the same steps in as many round trips as it needs, by DoTx. What no member
// calls (a credit that is held where a limit is passed, a gathered withdrawal) takes 2 and 3 by
// LookTx, which returns the refusal instead of forbidding the writes. Work for many members takes
// one member per transaction.
//
// Some calls only ask for money: a gift link, a QR code, a slip, an announcement. They move
// none, and store a row and a job under their key by web.Once. The row's lock comes before the
// wallet's (step 2), so DoTx, which locks the wallet first, would deadlock with the credit of the
// same row. Their money command is the credit, cashier.TakeTx. The same holds for a member who
// takes a withdrawal back. A correction by two people has its key from the console's call, and
// its own lock and transfer inside (cashier.AdjustTx).
//
// # Names
//
// A command's line, and what it makes at a provider, is named by its call's key: UUIDv5 of caller,
// method, route and key. If our book goes back in time, the repeat of a lost call is the same thing
// to the provider. Where a walk has brought the line back first, the repeat finds it (errNamed)
// before any guard.
//
// # Advances
//
// An advance is what the house lends a wallet so that the hold of a payout is whole that our book
// had lost (package withdrawal). Before any money leaves a wallet that owes, the guard Repaid has
// it pay back what it can; a chore does the same each minute, and a void at once. While a bonus is
// active nothing is taken, since the wallet holds the bonus, too. Each step has its line. Money that
// goes from one game to another is not touched on its way: it pays once it comes to the wallet.
//
// # Guards
//
// A guard is a query that its domain offers (identity.Active, care.Room,
// ledger.Book.Enough) and that answers a code of the catalogue. Whoever changes
// what a guard looks at takes the wallet's lock first: so of a limit that is
// lowered and a deposit at the same moment, one comes first, and the other sees it.
// A way of money is paused for everybody, under no wallet's lock: a verdict that is
// asked for after the pause was committed sees it.
// A guard inside the locking statement would read the snapshot of before the wait.
//
// What a command is prepared from (the member's bank account, the terms of a bonus, a
// balance of which all is moved) is read before the lock. A guard with a Stale error asks
// under the lock whether that still holds. Its error stays within the program: no caller
// sees it, and no key keeps it.
//
// # On its way
//
// What lines in progress hold (transfers and withdrawals) is read with each wallet, in one
// statement: it is neither in the wallet nor in a game. A transfer out of a game holds nothing
// until its provider says yes, and a withdrawal that still gathers holds nothing either. Money
// that is held for return was never in the wallet.
//
// # What a crash leaves
//
//	before the batch commits   nothing: the key is free
//	after it                   all of it: the repeat reads the kept answer, and asks
//	                           by its line how the command stands by then
//	while somebody waits       nothing more: Await only looks
//	before the end is kept     the 202: the next repeat looks again, and keeps it
//
// The answer is kept 90 days, the key with its line for ever: a later repeat does
// nothing, and is told how that line stands.
//
// # Steps
//
// A Step takes a thing to its end by asking an outside company, in workers that
// the company has for itself. A thing under way whose job is gone gets a new one, or is
// handed to a person. One that cannot be rescued holds up no other.
//
// River alone does not do that, however many attempts a job has: a job that ended too early
// by our own mistake, was deleted or cancelled by hand, or is missing in a restored database
// leaves no row to retry, and a line that is PENDING for ever. Looking for such things costs
// one query with an index a minute for each kind of step.
package wallet
