// Package accrual pays for days of play: an invite bonus, of the play of those whom a
// member invited, and a refund, of their own. Both are one engine.
//
// # A day
//
//	today's terms      the day is over, and     the next 500 players,
//	are kept           play has closed it       one transaction each
//	------------> OPEN -----------------> CLOSING ------------------> CLOSED
//	                                       ^    |
//	                                       +----+ there are more players
//
// Days close in their order, in the order of their players, each player once: the place
// (accrual_book) moves in the transaction that writes. A day that nobody saw begin has
// the terms of the last one before. What play tells late counts in the day in which it
// is told, so a closed day never changes.
//
// # What a day earns
//
// A mark is the running sum of what a subject won and lost, a member's own or a
// friend's, with its lowest and highest stand at a day's end. A day earns
//
//	fail    percent of what the sum lies below its lowest stand so far
//	success percent of what it lies above its highest
//
// rounded down, and of all subjects of a member together at most the day's cap; what is
// more is lost. So a win is set against the losses before and after it, and one that
// comes and goes earns once. The whole stakes count, whatever a slot's share of turnover
// is: money that is lost is lost. What was bet while a bonus or promotion was active
// counts for no refund (the mark's left_out), but for the inviter. An inviter earns by those whom they invited, by
// nobody below them, and by nobody with a wallet of another currency. A friend whom games
// have paid beyond their plays (package games) earns nobody anything until that is explained:
// the mark's sum moves, its lowest and highest stand stay.
//
// A play that is settled anew moves the sum in the day in which that is told. What was
// paid too much for it is a debt that lies in the mark: the same has to be lost again
// before anything earns. A friend who turns out to be the member themself (below) makes
// the account's balance fall, below zero perhaps: that is a debt that the next accruals
// pay. Neither ever touches the wallet.
//
// # Taking it
//
//	            Collect: house Invites -> wallet
//	accrued ------------------------------------------------> wallet, a line
//	        \   Receive: house Refunds         AddWallet
//	         +---------------------> received ---------------> wallet, a line
//
// What was received lies in the ledger, in an account of the role points. Each is a money
// command: the wallet's lock, then MayMove and MayPlay, then whether operators have
// paused it; it takes all that is there.
//
//	invite/bonus       what is there                              answer
//	                   more than nothing                          INVITE_BONUS_SUCCESS
//	                   its entries are not its sum                INVITE_BONUS_FAIL; the log says so
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
//	before a batch commits    the place stands: the batch is done anew
//	after it                  the next run goes on behind it
//	two servers at once       one holds the place, the other does nothing
//	days on which nobody ran  they close one after the other
//	a claim before its commit nothing; the key is free
//	after it                  all of it; the repeat reads the kept answer, after 90 days
//	                          the line
//
// A batch takes the accounts' rows, and the members' versions last, both in the order of
// members; a claim takes the wallet, then its account's row. So neither waits for the
// other in a circle.
//
// # What one can do to it
//
//	invite oneself             who seems to be the same person by a strong sign (package
//	                           person) earns them nothing, from then on and for ever, and
//	                           what they had earned is taken back. It is looked at when a
//	                           day closes and when it is collected. Of a namesake's play
//	                           the first payout waits for a person
//	bet on both sides          a stake costs the game's edge, and earns at most all
//	                           percentages together: content.BreakEven says from which
//	                           edge on that pays nobody; the proposal shows it
//	claim between loss and win a claim moves no mark
//	wait for better terms      a day has its own; a loss earns once
//	claim many times           the lock, the key, and nothing left
//	flood the list             one entry a friend and day
//
// Both lists and all amounts are synced; "so far" is what the open days would add as
// they stand, by today's terms, and moves nothing.
package accrual
