// Package accrual pays for days of play. An invite bonus pays for the play of the people whom a member
// invited, a refund for the member's own play. Both use the same code.
//
// # A day
//
//	today's terms      the day is over, and     the next 500 players,
//	are stored         play has closed it       one transaction each
//	------------> OPEN -----------------> CLOSING ------------------> CLOSED
//	                                       ^    |
//	                                       +----+ there are more players
//
// Days close in their order, in the order of their players, each player once. The position (accrual_book)
// moves in the transaction that writes. A day whose terms no server stored has the terms of the last day
// before it. A play that package play reports late counts in the day of its report, so a closed day never
// changes.
//
// # What a day earns
//
// A mark is the running sum of what a subject won and lost, with the lowest and highest sum at a day's end.
// The subject is the member or a friend. A day earns
//
//	fail    percent of what the sum lies below its lowest value so far
//	success percent of what it lies above its highest
//
// rounded down. All subjects of a member together earn at most the day's cap; the excess is lost. So a win
// is set against the losses before and after it, and a win that is lost again earns once. The whole stakes
// count, whatever a slot's share of turnover is: money that is lost is lost. Bets while a bonus or
// promotion was active count for no refund (the mark's left_out), but for the inviter. An inviter earns by
// the members whom they invited. They earn nothing by members whom those invited, and nothing by members
// whose wallet has another currency. A friend may have been paid by games beyond their plays (package
// games). Until that is explained, the friend earns nobody anything: the mark's sum moves, its lowest and
// highest values stay.
//
// A play that is settled again moves the sum in the day of that report. What was paid too much for it stays
// as a debt in the mark: the same amount has to be lost again before anything earns. A friend may turn out
// to be the member themself (below). Then the account's balance falls, perhaps below zero: the next
// accruals pay that debt. Neither ever touches the wallet.
//
// # Claims
//
//	            Collect: house account Invites -> wallet
//	accrued ------------------------------------------------> wallet, a line
//	        \   Receive: house account Refunds   AddWallet
//	         +---------------------> received ---------------> wallet, a line
//
// What was received lies in the ledger, in an account of the role points. Each claim is a money command: it
// locks the wallet, then checks MayMove and NotExcluded, then whether operators have paused the reward. It
// takes all that is there.
//
//	invite/bonus       what is there                              response
//	                   more than nothing                          INVITE_BONUS_SUCCESS
//	                   its entries are not its sum                INVITE_BONUS_FAIL; an error is logged
//	                   nothing; no friend has played on a closed day    NO_INVITEE_PLAY_INFO
//	                   nothing; all who have are the member       INVITE_INACTIVE
//	                   nothing; collected today already           INVITE_COLLECT
//	                   nothing else                               NO_INVITE_BONUS
//	                   paused ("invite")                          INVITE_INACTIVE
//	refund/receive     more than nothing                          REFUND_SUCCESS
//	                   nothing, or a debt                         NO_REFUND
//	                   a bonus or promotion is active             REFUND_CONDITION
//	                   paused ("refund")                          REFUND_INACTIVE
//	refund/addWallet   more than nothing                          REFUND_SUCCESS
//	                   nothing                                    REFUND_MINIMUM
//	                   paused ("refund")                          REFUND_INACTIVE
//
// # What a crash leaves
//
//	before a batch commits    the position stays: the batch is done again
//	after it                  the next run continues after it
//	two servers at once       one holds the position, the other does nothing
//	days without a running    they close one after the other
//	  server
//	a claim before its commit nothing; the key is free
//	after it                  all of it; the repeat reads the stored response, after
//	                          90 days the statement line
//
// A batch locks the accounts' rows, and the members' versions last, both in the order of members. A claim
// locks the wallet, then its account's row. So the two never deadlock.
//
// # How it can be abused
//
//	invite oneself             an account that seems to be the same person by a strong sign
//	                           (package person) earns the inviter nothing, from then on
//	                           and for ever, and what it had earned is taken back. This is
//	                           checked when a day closes and at a claim. Of a namesake's
//	                           play the first payout waits for a person
//	bet on both sides          a stake costs the game's edge, and earns at most all
//	                           percentages together: content.BreakEven returns the edge
//	                           from which on that pays nobody; the proposal shows it
//	claim between loss and win a claim moves no mark
//	wait for better terms      a day has its own; a loss earns once
//	claim many times           the lock, the key, and nothing left
//	flood the list             one entry a friend and day
//
// Both lists and all amounts are synced. "So far" is what the open days would add now, by today's terms; it
// moves nothing.
package accrual
