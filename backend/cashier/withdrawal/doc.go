// Package withdrawal pays members' money out: to the member's own registered bank account, once, through a
// payout provider.
//
// # A withdrawal
//
//	 requested          approved                job
//	------------> APPROVAL -------> QUEUED ------------> SENDING ---> PAID
//	      \           |               ^  \                  |         (hold settled)
//	       \          |               |   \                 |
//	        \---------|---------------+    \                v
//	    no reason     |                     +------------> FAILED
//	    to wait       +-- refused, or cancelled ---------> (hold voided)
//
// The money is held from the start: wallet -> WithdrawalsPending. The hold ends by a settlement (PAID) or a
// void (FAILED), never by time. The member sees PENDING until then, and may cancel until SENDING. The
// statement line stores each event with its time, in the transaction of the change: gathered, approved, sent,
// and the outcome.
//
// # Why a withdrawal waits for approval
//
//	UNEXPLAINED_WIN   games have paid the member more than their plays explain, and the
//	                  wallet would hold less than this surplus (package games);
//	                  the wait ends by itself, and no cashier can approve the
//	                  withdrawal
//	FIRST_PAYOUT      no deposit has proved the account under its name
//	                  (cashier.StoreProofTx); an approval proves it too
//	PASSWORD_RESET    the password was reset by a code within 24 hours, and no
//	                  withdrawal since then was approved
//	SAME_HOLDER       the first withdrawal after a promotion, a bonus with a lifetime limit,
//	                  or an invite bonus, if another member with the same holder's name
//	                  received it too (package person)
//	SILENT_GAME       our database went back in time, and for an hour a game's provider
//	                  has not reported the balance (package games)
//	ABOVE_AUTO_LIMIT  the amount alone is above the limit of payouts without approval
//	ABOVE_DAY_LIMIT   the amount is above that limit together with the member's other
//	                  withdrawals of that day (Bangkok time), sent or waiting, except failed ones
//
// payout_day has a member's sum per day; the amount of a failed withdrawal is subtracted. A withdrawal's row
// is written under the wallet's lock, so of two concurrent withdrawals the second one sees the first. So two
// withdrawals together cannot exceed a limit, and none is sent before the account is proved. A cancelled or
// refused withdrawal does not count as the first payout.
//
// # The call
//
// A withdrawal is a money command (package wallet): key, lock, guards, hold, row, job, line and version are
// one batch. The statement that inserts the row decides whether the withdrawal waits for a cashier; the job
// is inserted only if it does not. The bank account is read before the lock. If the account has changed
// since, a guard returns an error, and the command is prepared again with the new account. The call then
// waits up to Patience for the outcome. A repeat returns the withdrawal's current status. A response
// with the outcome is stored under the key.
//
// # The provider
//
// One id names the withdrawal, its statement line and the payout at the provider. The provider remembers
// payouts by this reference forever: the same reference is the same payout. SENDING is committed before the
// provider is called, so from then on the payout may exist:
//
//	the response          then
//	paid                  settled
//	failed                voided
//	rejected the send     voided, if it was the only send; otherwise an earlier
//	                      send may have succeeded: ask
//	pending               ask again
//	nothing, or nonsense  ask again, forever; after 30 minutes without a send
//	                      or a response a cashier also sees the withdrawal, and may
//	                      end it by hand
//	not known             twice, at least 10 seconds apart: send the same
//	                      reference again; or void, if a repeated send was
//	                      rejected
//
// Only a definite response by the provider fails a payout: a timeout, an HTTP error or a rejected query
// does not fail it. A new reference is never made.
//
// # Money in games
//
// WithdrawAll, for a member with an account in a game, writes the line and a row that only gathers
// (withdrawal_gather). Nothing is held yet:
//
//	requested             all is back, or a minute is over, and the guards allow it
//	---------> GATHERING ------------------------------------------> a withdrawal, as above
//	                \---- a guard refuses, too little came back, or the member cancels
//	                 +---------------------------------------------> FAILED, nothing held
//
// The job moves each game's balance back (games.MoveAllToWallet) by one transfer per game. The transfer's id
// is made from the withdrawal's id and the game's, so a job that runs twice moves nothing twice. A game that
// does not respond is skipped. The guards are evaluated at the call and again at the hold. The money that came
// back stays in the wallet. After a crash the row is still there, and the job or its rescue continues.
//
// # When the database went back in time
//
// A backup was restored, or a standby was promoted that lacked the last transactions. Then our ledger does
// not know which payouts were sent, and payouts are paused (package wallet, PayoutPause). The pause is the row
// payout_wait. It is stored in the transaction that restores, or that stores the database's new timeline
// (server.FollowDatabase, at the start and every five seconds). Each send also checks the timeline itself.
// During the pause no payout is sent, and no money is gathered from games. The provider is still asked about
// payouts that were sent.
//
//	          restore, promotion,          a comparison that read all of the payout provider's
//	          wallet went-back             records, and began at least a minute later; each lost
//	(nothing) ------------------> paused   payout fits a member. Or two operators (EndPauseTx),
//	     ^                           |     for exactly this pause
//	     +---------------------------+
//
// The id of a withdrawal is made from its call's Idempotency-Key (wallet.setLineID), and is its name at the
// provider. So the repeat of a call that our ledger lost is the same payout:
//
//	the key is repeated     then
//	before the comparison   a row of the same name; the comparison finds the payout at the
//	                        provider and marks the row as sent (markSentTx): paid once
//	after the comparison    the comparison has restored the row: the repeat returns its status,
//	                        and attributes it (attributeRestored). With other content: KEY_INVALID
//	before, other content   the provider has another payout of that name (exchangeIfContentDiffers): the row gets
//	                        the provider's content, and continues as a restored one (exchangeTx)
//
// A payout that the provider has and our ledger lacks is lost (restoreLost), if its name has our form and it
// was made since the loss. Lost payouts are searched for until ten days after the pause. A payout whose name
// has another form was made by hand at the provider. It becomes an item, and does not prolong the pause.
//
//	       fits a member's account                 repeated, or fits by name an hour later,
//	(lost) ----------------------> SENDING, held   or two operators: PAID
//	   \                              |  \
//	    \ fits no member              |   +--------- the provider reports FAILED, or two operators
//	     v                            |             decide that it is not the member's: FAILED, hold voided
//	   an item; payouts paused        v
//	   until operators decide      the member's other payouts wait (OPEN_DIFFERENCE)
//
// Two operators decide which member's payout this item is, or that it is no member's. If a later comparison
// within the ten days finds a member with its account, the payout is still restored for that member.
//
// The hold is always the payout's whole amount: an advance lends the amount that the wallet lacks
// (wallet.LendAdvanceTx). The member's unsent withdrawals are voided to make up for the advance, the newest first.
// Until a day after the pause, every void first asks the provider by name. The withdrawal is voided if the
// provider did not know it twice, a minute apart (runRequestedVoid). The money of a void repays the advance
// first.
//
// So a comparison may hold lost payouts in any order. It need not first mark all payouts of the list as sent,
// since voiding an unsent withdrawal asks the provider about its name anyway.
//
//	lost                      before the comparison  the comparison            after
//	before it was sent        nothing: the money is in the wallet, and the key is free
//	sent and lost, PENDING    the same               held, SENDING             follows the provider
//	done and lost             the member sees the    held, lent, SENDING       PAID once attributed
//	                          money, and may
//	                          withdraw it again
//	spent by the member       held again, unsent     they are voided;          their next money repays
//	                                                 else lent
//	the comparison is killed  each payout is one transaction: held or not; the next one continues
//	a second failover         what was held is lost again, and found again by name
//	two servers               one compares (pg.RunAlone); a row of its name exists once
//	the old primary writes    its transaction is lost with it; restoreTx checks the timeline
//
// # Concurrent outcomes
//
// Every change locks the row first: the job's step, the member's cancel, the cashier's decision. A cashier
// may end by hand only a withdrawal that had no send and no response in the last 30 minutes. So no call can be
// in transit then. A send requires that the row is unchanged since it was read. Of two cashiers one succeeds,
// and the other gets NO_DATA.
//
// # What a crash leaves
//
//	before the hold commits   nothing; the key is free
//	after it                  hold, row, line and job; the repeat of the call
//	                          returns the same line with its current status
//	after SENDING commits     a payout that may exist; the job runs again, sees
//	                          SENDING, and asks before it does anything
//	after the provider's      the same; the provider returns the response again
//	  response, before the
//	  commit
//	after that                everything; a second run sees the outcome and does nothing
//	a job that is lost        a periodic job finds withdrawals in progress without one
//	the database goes back    the pause, and what a comparison finds; see above
package withdrawal
