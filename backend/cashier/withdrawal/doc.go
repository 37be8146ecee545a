// Package withdrawal brings members' money out: to the member's own registered
// bank account, once, through a company that pays out for us.
//
// # A withdrawal
//
//	 asked for          approved                job
//	------------> APPROVAL -------> QUEUED ------------> SENDING ---> PAID
//	      \           |               ^  \                  |         (hold settled)
//	       \          |               |   \                 |
//	        \---------|---------------+    \                v
//	    nothing to    |                     +------------> FAILED
//	    look at       +-- refused, or cancelled ---------> (hold voided)
//
// The money is held from the first moment: wallet -> WithdrawalsPending. It ends
// by settling the hold (PAID) or by voiding it (FAILED), never by time. The
// member sees PENDING until then, and may cancel until SENDING. Their line keeps each
// step with its time, in the step's own transaction: gathered, approved, sent, its end.
//
// # Why a cashier looks first
//
//	UNEXPLAINED_WIN   games have paid the member more than their plays explain, and the
//	                  wallet would hold less than that (package games); it ends by
//	                  itself, and no cashier can approve it
//	FIRST_PAYOUT      no deposit has proved the account under its name
//	                  (cashier.ProveTx); an approval proves it too
//	PASSWORD_RESET    the password was reset by a code within 24 hours, and no
//	                  withdrawal since then was approved
//	SAME_HOLDER       the first withdrawal after a promotion, a bonus with a lifetime limit,
//	                  or an invite bonus, if another member with the same holder's name
//	                  received it, too (package person)
//	SILENT_GAME       our book went back in time, and for an hour a game could not be asked
//	                  whether it lost a transfer of the member's (package games)
//	ABOVE_AUTO_LIMIT  by itself more than is paid out without a person
//	ABOVE_DAY_LIMIT   with what else the member asked for on that day of Bangkok:
//	                  sent or waiting, but not what failed
//
// payout_day sums a member's day; a withdrawal that fails is taken off again. The
// row of a withdrawal is written under the lock of the wallet: of two at once the
// second sees the first, so that no limit is passed by both and none goes out
// before the account is proved. One that is cancelled or refused does
// not count as the first.
//
// # The call
//
// A withdrawal is a money command (package wallet): key, lock, guards, hold, row,
// job, line and version are one batch. The row says by itself what it waits for a
// cashier with, and the job hangs on that. The account is the member's as it was at
// the call's begin; where it was changed meanwhile, a guard says so, and the command
// is sent again with the new one. The caller then waits a while for the outcome; a
// repeat is told how the withdrawal stands by then, and the end, once told, is told
// for ever.
//
// # The company
//
// One id names the withdrawal, its statement line and the payout at the
// company, which remembers payouts by that reference for ever: the same one
// again is the same payout. SENDING is committed before the company is called,
// so whatever happens after it, the payout may exist. From there on:
//
//	the company says      then
//	paid                  settled
//	failed                voided
//	turned down           voided, if it was the only send; else an earlier send
//	                      may have come through: ask
//	pending               ask again
//	nothing, or nonsense  ask again, for ever; after 30 minutes without a word
//	                      of its own a cashier sees it too and may end it by hand
//	not known             twice, at least 10 seconds apart: send the same
//	                      reference again; or void, where a repeated send was
//	                      turned down
//
// Only the company's own words fail a payout: a time-out, an HTTP error, a
// refused question say nothing of it. A new reference is never made.
//
// # Money that lies in games
//
// WithdrawAll of a member with an account in a game writes the line and a row that
// only gathers (withdrawal_gather); nothing is held yet:
//
//	asked for             all is back, or a minute is over, and the guards allow it
//	---------> GATHERING ------------------------------------------> a withdrawal, as above
//	                \---- a guard speaks, too little is there, or the member cancels
//	                 +---------------------------------------------> FAILED, nothing held
//
// The job has the games bring back what each of them holds (games.BringBack): a
// transfer a game, whose id is made of the withdrawal's and the game's, so that a job
// that runs twice moves nothing twice. A game that does not answer is skipped. The
// guards are asked at the call and again at the hold; what came back stays in the
// wallet. A crash leaves the row; the job, or its rescue, goes on.
//
// # When our book went back in time
//
// A backup was restored, or a standby was promoted that lacked the last of it. Then our book does
// not know what was sent. payout_wait is set in the transaction that restores, or that notes the
// database's new timeline (server.FollowDatabase, at the start and every five seconds), and each
// send looks itself whether the timeline is another one. While it is set no payout is sent, and
// what gathers money from games stays as it is. Questions are put as always.
//
//	          restore, promotion,         a walk that saw all of the payout provider's book, and
//	          wallet went-back            had begun a minute later or more; no lost payout fits
//	(nothing) ------------------> waiting nobody. Or two people (ReleaseTx), of this very wait
//	     ^                           |
//	     +---------------------------+
//
// The id of a withdrawal is made of its call's Idempotency-Key (wallet.nameLine), and is its name
// at the provider. So the repeat of a call that our book lost is the same payout:
//
//	the key is repeated     then
//	before the walk         a row of the same name; the walk finds it at the provider and takes it
//	                        up (wasSentTx): paid once
//	after the walk          the walk has restored the row: the repeat is told how it stands, and
//	                        says whose it is (attributeOwn). With other content: KEY_INVALID
//	before, other content   the provider has another payout of that name (isOther): the row takes
//	                        what the provider has, and goes on as a restored one (exchangeTx)
//
// What the provider has and our book has not (restoreLost), of our form, made since the loss, up to
// ten days after the wait. A payout in another form was made by hand at the provider: it is an item, and
// nothing waits for it.
//
//	       fits a member's account                 repeated, or fits by name an hour later,
//	(lost) ----------------------> SENDING, held   or two people: PAID
//	   \                              |  \
//	    \ fits nobody                 |   +--------- the provider says FAILED, or two people say
//	     v                            |             that it is not theirs: FAILED, hold voided
//	   an item; payouts wait          v
//	   until people answer it      the member's other payouts wait (OPEN_DIFFERENCE)
//
// Two people say whose such an item is, or that it is no member's. If a member has its account
// by a later comparison of these ten days, it is restored for that member all the same.
//
// The hold is whole in any case: what the wallet lacks is lent (wallet.AdvanceTx), and the member's
// unsent withdrawals give way, newest first, until they make up for it. They are voided like
// whatever is voided until a day after the wait: when the provider was asked by name and knew
// nothing, twice, a minute apart (voidAsked). What a void gives back pays the advance first.
//
// The rule of two passes over the list (first take up every row that is named, then hold what is
// lost) is not needed with this: giving way asks about each name itself, and what it finds was
// sent, wherever the list has it.
//
//	lost                    before the walk       the walk                  after
//	before it was sent      nothing: the money is in the wallet, and the key is free
//	sent and lost, PENDING  the same              held, SENDING             follows the provider
//	done and lost           the member sees the   held, lent, SENDING       PAID once attributed
//	                        money, and may ask
//	spent by the member     held again, unsent    they give way; else lent  their next money pays
//	the walk is killed      each payout is one transaction: held or not; the next walk goes on
//	a second failover       what it had held is lost again, and found again by name
//	two servers             one walks (pg.Alone); a row of its name is there once
//	the old primary writes  its transaction is lost with it; restoreTx asks for the timeline
//
// # Who may end it at once
//
// Every step locks the row first: the job's, the member's cancelling, the
// cashier's. A cashier ends by hand only what was last sent 30 minutes ago, so
// no call can still be on its way then; and a send needs the row to be SENDING
// still. Two cashiers: one wins, the other is told NO_DATA.
//
// # What a crash leaves
//
//	before the hold commits   nothing; the key is free
//	after it                  hold, row, line and job; the repeat of the call
//	                          gets the same line, as it stands by then
//	after SENDING commits     a payout that may exist; the job runs again, sees
//	                          SENDING, and asks before it does anything
//	after the company's word, the same; the company says it again
//	  before its commit
//	after that                everything; a second run sees the end and leaves
//	a job that is lost        a chore finds withdrawals under way without one
//	the book goes back        the wait, and what a walk finds; see above
package withdrawal
