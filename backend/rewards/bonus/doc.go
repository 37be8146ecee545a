// Package bonus gives members bonuses and promotions, and ends them.
//
// # A bonus
//
//	 taken                    played: all stays the member's        TURNOVER
//	--------> ACTIVE ----+--> the total is at or below fail_at     FAIL
//	                     +--> given up: bonus and winnings back    CLEAR
//	                     +--> an exclusion: as if given up         EXCLUSION
//	                     +--> a cashier ends it (the total stays   PERSON
//	                          unclear)
//
// Taking a bonus is a money command. It posts the amount from the house account of bonuses (or promotions) to
// the wallet. It adds the row with all current terms, and a statement line `bonus`. A bonus needs a deposit
// that was credited within 24 hours, is still completely in the wallet (bonus_deposit), and never backed
// another bonus. Of several such deposits the largest counts. A promotion is taken by a code, once, and needs
// no deposit. A member has at most one active bonus or promotion. Each end writes a line `finish_bonus` in
// its transaction, with the transfer of what goes back, if any.
//
//	needed     turnover times deposit and bonus; each play from the activation on counts
//	           with what its provider counts, weighted by its slot's share, with its last
//	           revision (package turnover counts deposits separately)
//	fail_at    percentFail percent of the wallet after the bonus, or the setting bonusEnd
//	           if that is more; a fifth of the deposit (promotion: of its amount) at most
//	total      as package turnover computes it; only a check without open transfers, and
//	           with every provider's response, ends a bonus
//	given up   before money of the wallet went to a game: the bonus goes back. Later, once
//	           no money is in a game: the bonus and all that was won go back. A loss counts
//	           against the member's own money first, so giving up after a loss keeps none
//	           of the bonus. What came in meanwhile (deposits, other rewards) stays. The own
//	           money is what the member had at the activation by our own ledger: a
//	           provider's balance may be older than their last plays, and so be too high
//
// While a bonus is active no withdrawal is made. An exclusion ends the bonus as soon as its money is back
// from the games, at the latest after 30 minutes. If the member withdraws before that, the withdrawal ends
// the bonus first, and is not held because of it.
//
// # The card
//
// The state of a card is the first column that applies, for every type of bonus. "Used up" means that the
// receipts of the type's period have reached maxReceived: all receipts, today's or this week's.
//
//	this active   used up    nothing left   another active   no deposit fits   otherwise
//	current       received   full           busy             unfit             open
//
//	state      the button                                the call returns
//	current    confirm; what is left to play             BONUS_ALREADY_ACTIVE
//	received   grey, with the time when it returns       BONUS_MAX_CLAIMED
//	full       grey                                      BONUS_FULL
//	busy       grey, another is active                   BONUS_ALREADY_ACTIVE
//	unfit      grey, the least deposit                   BONUS_CONDITION
//	open       take, with the amount                     200
//
// The call checks for another active bonus first, since the member has to end that one first.
//
// # The value of a bonus
//
// A bonus that is given up in any way pays nothing on average, whatever is bet. The schemes in the tests of
// package rewards simulate each way. A bonus that is played to its end pays its face value less the edge on
// all stakes. Small bets stake the whole turnover that is needed. The demo's first bonus is 200 baht for a
// deposit of 1,000. It costs 766 baht at the 5.32 % edge of the demo's games, and 166 baht at the 1.15 % of a
// baccarat table. Members who double their stakes stake less, since most lose everything before the end. With
// the coins of their deposit they lose 16 baht on average at the demo's games, and keep 150 of the 200 at the
// table. No turnover prevents that, but a smaller share for such a game does. The gain is bounded only by the
// face value, so an operator has to regard the whole face value as given away.
//
// # What a crash leaves
//
//	before the batch commits        nothing: the key is free
//	after it                        bonus, row and line; the repeat returns them
//	plays were followed, bonuses    look_at stays: the next run checks them
//	  were not checked
//	in a check                      nothing of it: it counts and ends in one transaction
//	a lost mark                     all active bonuses are checked once a day
//	providers were asked, but the   they are asked again
//	  bonus was not ended
//
// # How it can be abused
//
//	take two at once                the wallet's lock, and an index, leave one
//	withdraw at the same moment     the first to lock wins: the deposit is not completely
//	                                in the wallet any more, or the withdrawal is held
//	one deposit for two bonuses     the row names the deposit, forever
//	deposit, play, take, repeat     a play or a transfer since the credit makes it unfit
//	stake it all on one match, and  a loss counts against one's own money first; the open
//	  give up                       bet keeps money in the game: BONUS_CONDITION
//	hide money in an open bet, or   an unexplained difference counts as the member's; a
//	  on its way, to be "broke"     check with an open transfer is void
//	win, then exclude oneself       winnings go back with the bonus
//	play where all bets return      only what the provider counts as valid counts
//	the last of a quantity, twice   the row's lock orders them: BONUS_FULL
//	try codes                       20 a minute: REQUEST_LIMIT
//	terms edited meanwhile          the edition that was read must still be current
package bonus
