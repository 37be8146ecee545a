// Package wallet defines the money command: a request that moves a member's money, now or later. Withdrawals,
// credits and corrections are money commands. A money command has a known caller, a key, and guards ("may
// this money move?"). It writes a transfer or a hold, a statement line, a job and a sync version, and
// commits. Every domain above this package moves money by money commands.
//
// # A command
//
//	1 the lock     the member's wallet (ledger.Service.LockTx), before any other row of
//	               the member. Exception: the row that is credited (slip, feed row,
//	               QR order, gift) is locked before the wallet, and never after it.
//	               A repeat waits here for the first call
//	2 the verdict  the first code that a guard returns. The guards are one statement
//	               after the lock, so they see what the lock's last holder wrote.
//	               The first guard finds the key of an earlier call
//	3 the writes   transfer, rows, job, line; each depends on the verdict (allowed()),
//	               and a write that does not is rejected before anything is sent
//	4 the version  the member's next, with the line: late, since it blocks the
//	               member's sync until the commit
//	5 the key      inserted with the response, or with a refusal that is final
//
// RunCommand sends all five as one batch, which is one round trip and one transaction. So a first call, a
// repeat, a refusal and the repeat of a refusal cost the same.
//
//	             lock          a guard refuses
//	(called) ----------> judged -----------------> refused (stored under the key)
//	   |  ^                 \  \
//	   |  | prepared again   \  \ a Stale guard refuses: nothing is written or stored
//	   |  +-------------------\--+  (five times, then 503)
//	   | key in use            \ no guard refuses
//	   v                        v
//	repeated                written, 202 --(Await)--> 200 when its outcome is known
//
// A Command has these steps as hooks: QueueLocksBefore (1), Guards (2), Transfer, QueueRows, QueueJob and Line (3).
// RunCommand sets the line's id, posts the transfer and stores the line. A withdrawal, a transfer, a bonus and
// a promotion all use the same hooks.
//
// A command that computes under the lock (a spin, a coupon, a refund, an invite bonus, the end of a bonus)
// uses RunCommandTx. RunCommandTx inserts the key first, and then has the same steps, in as many round trips as
// it needs. Some work is not started by a member's call: a credit that is held above a limit, a gathered
// withdrawal. Such work does steps 1 and 2 with LockAndCheckTx, which returns the refusal and leaves the
// decision to the caller. Work for many members uses one transaction per member.
//
// Some calls only ask for money: a gift link, a QR code, a slip, an announcement. They move no money, and
// store a row and a job under their key with web.Once. RunCommandTx would deadlock here: it locks the wallet
// before the row, and the credit of the row locks the row first (step 1). The money command of these calls is
// the later credit, cashier.ReceiveTx. Cancelling a withdrawal also uses web.Once. A correction that two
// operators approve gets its key from the console's call, and has its own lock and transfer
// (cashier.AdjustTx).
//
// # Names
//
// The id of a command's line is made from the call: UUIDv5 of caller, method, route and key. It is also the
// payment's id at its provider. So if the database goes back in time and loses a call, the repeat is the same
// payment to the provider. If a comparison with the provider has restored the line first, the repeat finds
// the line (errLineExists) before any other guard is evaluated.
//
// # Advances
//
// If our ledger lost a payout that the provider made, the amount must still leave the wallet (package
// withdrawal). If the wallet's balance is too small for that, a house account lends the rest: an advance.
// Before money leaves a wallet that owes, the wallet repays what it can (AdvancesRepaidGuard). A job repays
// each minute, and the void of a hold repays at once. While a bonus is active nothing is repaid, since the
// wallet also holds the bonus. Each repayment has its statement line. Money that moves from one game to
// another repays nothing; it repays once it is in the wallet.
//
// # Guards
//
// A guard is a query that its domain offers (identity.Service.MayMoveGuard, care.Service.DepositLimitGuard,
// ledger.Service.BalanceSufficesGuard). It returns an error code of the catalogue, or nothing. A transaction that
// changes what a guard reads acquires the wallet's lock first. So if a limit is lowered at the moment of a
// deposit, the second transaction sees what the first one wrote. The guards are not part of the locking
// statement: there they would read the snapshot from before the lock was acquired. Pausing a payment method
// for all members takes no wallet's lock. A guard that is evaluated after the pause was committed sees the
// pause.
//
// A command is prepared from rows that are read before the lock: the member's bank account, the terms of a
// bonus, a balance that is moved in full. A guard with a Stale error checks under the lock whether these rows
// are unchanged. Its error is private: no caller receives the error, and it is not stored under the key.
//
// # Money in progress
//
// Money is in progress if it is in a PENDING transfer or withdrawal: neither in the wallet nor in a game. Its
// sum is read with each wallet, in the same statement. A transfer out of a game counts only once its provider
// confirms. A withdrawal does not count while its money is still gathered from the games. Money that is held
// for return does not count, since it was never in the wallet.
//
// # What a crash leaves
//
//	before the batch commits   nothing: the key is free
//	after it                   all of it: the repeat reads the stored response, and gets
//	                           the command's current status from its line
//	while a caller waits       no change: Await only reads
//	outcome not stored yet     the 202: the next repeat checks again, and stores the
//	                           outcome
//
// The response is stored for 90 days, the key with its line forever. A later repeat does nothing, and returns
// the line's current status.
//
// # Steps
//
// A Step calls a provider until the outcome of one payment is known. Its jobs run in workers that serve only
// this provider. If the job of an unfinished payment is lost, the payment gets a new job, or goes to an
// operator. A payment that cannot be rescued does not block the others.
//
// River's retries are not enough, however many attempts a job may have. A job may end too early because of
// our own mistake, or be deleted or cancelled by hand. It may also be missing in a restored database. Then
// nothing is left to retry, and the line would stay PENDING forever. Finding these lines costs one indexed
// query per minute and kind of step.
package wallet
