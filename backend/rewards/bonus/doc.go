// Package bonus gives members bonuses and promotions, and ends them.
//
// # A bonus
//
//	 taken                    met: all stays the member's          TURNOVER
//	--------> ACTIVE ----+--> the total is at or below fail_at     FAIL
//	                     +--> given up: bonus and winnings back    CLEAR
//	                     +--> an exclusion: as given up            EXCLUSION
//	                     +--> a person, where nobody can judge     PERSON
//
// Taking one is a money command: bonus (or promotion) house -> wallet, the row with all
// terms as they are now, a line `bonus`. It is for one deposit, credited within 24 hours,
// that lies whole in the wallet (bonus_deposit) and backs no other, ever; of several that
// fit, the largest. A promotion is had by a code, once, and needs none. One of either is
// active at a time. Each end writes a line `finish_bonus` in its transaction, with the
// transfer of what goes back, or none.
//
//	needed     turnover times deposit and bonus; each play from the activation on counts
//	           by what its company counts, weighed by its slot's share, as its last
//	           revision says (package turnover counts deposits for itself)
//	fail_at    percentFail percent of the wallet after the bonus, or the setting bonusEnd
//	           if that is more; a fifth of the deposit (promotion: of its amount) at most
//	total      as package turnover looks at it; only a look without open transfers, and
//	           with every company's word, ends a bonus
//	given up   before any of the wallet went to a game: the bonus goes back. Later, once
//	           no money is in a game: the bonus and all that was won go back. A loss is of
//	           the member's own money first, so giving up after a loss keeps none of the
//	           bonus. What came in meanwhile (deposits, other rewards) stays. The own money
//	           is what the member had at the activation by our own book: a company's word
//	           from before their last plays would count what they had lost by then
//
// While one is active no withdrawal is made. An exclusion ends it as soon as its money
// is back from the games, at the latest after 30 minutes; a withdrawal that comes before
// ends it first, and is not held by it after that.
//
// # The card
//
// The first column that says yes is the state, whatever the type; "used up" counts all,
// today's or this week's.
//
//	this active   used up    nothing left   another active   no deposit fits   else
//	current       received   full           busy             unfit             open
//
//	state      the button                                the call says
//	current    confirm; what is left to play             BONUS_ALREADY_ACTIVE
//	received   grey, when it returns                     BONUS_MAX_CLAIMED
//	full       grey                                      BONUS_FULL
//	busy       grey, another runs                        BONUS_ALREADY_ACTIVE
//	unfit      grey, the least deposit                   BONUS_CONDITION
//	open       take, with the amount                     200
//
// The call asks for another active one first, since that is what the member must end.
//
// # What it is worth
//
// Broken off in any way a bonus pays nothing in the mean, whatever is bet; the schemes of
// package rewards live each way that it can go. Played down it pays its face value less
// the house's edge of all that was staked. Small bets stake all that is needed: the demo's
// first bonus, 200 baht of 1,000 deposited, costs 766 of them at the 5.32 % that the
// demo's games keep, and 166 at the 1.15 % of a baccarat table. Whoever doubles up stakes
// less, since they are mostly broke before: with the coins of their deposit they lose 16
// baht in the mean at the demo's games, and keep 150 of the 200 at the table. No turnover
// prevents that; a smaller share for such a game does, and only the face value
// bounds it, so that is what an operator gives away.
//
// # What a crash leaves
//
//	before the batch commits        nothing: the key is free
//	after it                        bonus, row and line; the repeat is told of it
//	plays were followed, not judged look_at stays: the next run judges
//	in a judgement                  nothing of it: counted and ended in one transaction
//	a mark that went astray         all active ones are looked at once a day
//	companies were asked, no end    asked again
//
// # What one can do to it
//
//	take two at once                the wallet's lock, and an index, leave one
//	withdraw at the same moment     whichever comes first under the lock: the deposit
//	                                does not lie whole any more, or the withdrawal is held
//	one deposit for two bonuses     the row names it, for ever
//	deposit, play, take, repeat     a play or a transfer since the credit makes it unfit
//	stake it all on one match, and  the loss is of one's own money first; the open bet
//	  give up                       keeps money in the game: BONUS_CONDITION
//	hide money in an open bet, or   a difference counts as the member's; a look with an
//	  on its way, to be "broke"     open transfer is void
//	win, then exclude oneself       winnings go back with the bonus
//	play where all bets return      what the company counts as valid is what counts
//	the last of a quantity, twice   the row's lock orders them: BONUS_FULL
//	try codes                       20 a minute: REQUEST_LIMIT
//	terms edited meanwhile          the edition that was read must still hold
package bonus
