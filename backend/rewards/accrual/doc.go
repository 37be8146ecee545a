// Package accrual pays for days of play. An invite bonus pays a member for the play of the friends whom the
// member invited. A refund pays for the member's own play. Both use the same code.
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
// moves in the transaction that writes. If no server stored a day's terms, the day has the last terms that
// were stored before it. A play that package play reports late counts on the day of its report, so a closed
// day never changes.
//
// # The earnings of a day
//
// A running sum (table accrual_mark) adds up a subject's wins and losses. It has the lowest and the highest sum at
// a day's end. The subject is the member or a friend. A day earns
//
//	fail    percent of the amount by which the sum falls below its lowest value so far
//	success percent of the amount by which it rises above its highest
//
// rounded down. All subjects of a member together earn at most the day's cap; the excess is lost. So a win is
// set against the losses before and after it, and a win that is lost again earns once. Whole stakes count,
// whatever a slot's share of turnover is. Bets while a bonus or promotion was active count for the inviter's
// bonus, but for no refund (column left_out). An inviter earns by the members whom they invited directly. They
// earn nothing by the friends of those members, and nothing by members whose wallet has another currency. Games
// may have paid a friend more than the friend's plays explain (package games). Until that is explained, the
// friend's play earns nothing for anyone: the running sum moves, but its lowest and highest values stay.
//
// A play that is settled again moves the sum on the day of that report. If too much was paid for it, the running
// sum keeps this as a debt: the same amount has to be lost again before anything earns. If a friend turns out to
// be the member themself (see below), the account's balance falls, perhaps below zero. Later accruals then pay
// this debt. Neither debt ever changes the wallet.
//
// # Claims
//
//	            Collect: house account Invites -> wallet
//	accrued ------------------------------------------------> wallet, a line
//	        \   Receive: house account Refunds   AddWallet
//	         +---------------------> received ---------------> wallet, a line
//
// Received refunds are in the ledger, in an account with the role points. Each claim is a money command: it
// locks the wallet, then checks MayMoveGuard and NoBreakGuard, then whether operators have paused the reward. It
// pays everything that has accrued.
//
//	invite/bonus       accrued                                    response
//	                   more than nothing                          INVITE_BONUS_SUCCESS
//	                   its entries differ from its sum            INVITE_BONUS_FAIL; an error is logged
//	                   nothing; no friend has played on a closed day    NO_INVITEE_PLAY_INFO
//	                   nothing; every friend who has is the member      INVITE_INACTIVE
//	                   nothing; collected today already           INVITE_COLLECT
//	                   nothing otherwise                          NO_INVITE_BONUS
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
//	                           and forever, and its earnings are taken back. This is
//	                           checked when a day closes and at a claim. If the friend is
//	                           a namesake, the first payout waits for a cashier
//	bet on both sides          a stake costs the game's edge, and earns at most all
//	                           percentages together: content.BreakEven returns the edge
//	                           above which this pays no one; the proposal shows it
//	claim between loss and win a claim moves no running sum
//	wait for better terms      each day has its own terms; a loss earns once
//	claim many times           the lock, the key, and nothing left to pay
//	flood the list             one entry per friend and day
//
// Both lists and all amounts are synced. The amount soFar is the sum that the open days would add if they closed
// now, by today's terms. It cannot be claimed yet.
package accrual
