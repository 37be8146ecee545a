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
// Taking a bonus is a money command. It posts bonus (or promotion) house account -> wallet, and adds the
// row with all current terms and a statement line `bonus`. A bonus needs a deposit, credited within 24
// hours, that lies whole in the wallet (bonus_deposit) and never backed another bonus. Of several deposits
// that fit, the largest counts. A promotion is taken by a code, once, and needs no deposit. One of either
// is active at a time. Each end writes a line `finish_bonus` in its transaction, with the transfer of what
// goes back, if any.
//
//	needed     turnover times deposit and bonus; each play from the activation on counts
//	           by what its provider counts, weighted by its slot's share, as its last
//	           revision says (package turnover counts deposits separately)
//	fail_at    percentFail percent of the wallet after the bonus, or the setting bonusEnd
//	           if that is more; a fifth of the deposit (promotion: of its amount) at most
//	total      as package turnover computes it; only a check without open transfers, and
//	           with every provider's response, ends a bonus
//	given up   before any of the wallet went to a game: the bonus goes back. Later, once
//	           no money is in a game: the bonus and all that was won go back. A loss is of
//	           the member's own money first, so giving up after a loss keeps none of the
//	           bonus. What came in meanwhile (deposits, other rewards) stays. The own money
//	           is what the member had at the activation by our own ledger: a provider's
//	           balance from before their last plays would count what they had lost by then
//
// While one is active no withdrawal is made. An exclusion ends it as soon as its money is back from the
// games, at the latest after 30 minutes. A withdrawal before that ends the bonus first, and is then not
// held because of it.
//
// # The card
//
// The first column that applies is the state, for every type. "Used up" counts all receipts, today's or
// this week's.
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
// The call checks first for another active one, since that is what the member must end.
//
// # What it is worth
//
// A bonus that is given up in any way pays nothing on average, whatever is bet. The schemes in the tests of
// package rewards simulate each way. A bonus that is played to its end pays its face value less the edge on
// all that was staked. Small bets stake all that is needed. The demo's first bonus is 200 baht for 1,000
// deposited. It costs 766 baht at the 5.32 % that the demo's games keep, and 166 baht at the 1.15 % of a
// baccarat table. Members who double up stake less, since they are mostly broke before. With the coins of
// their deposit they lose 16 baht on average at the demo's games, and keep 150 of the 200 at the table. No
// turnover prevents that; a smaller share for such a game does. Only the face value bounds it, so an
// operator gives away the face value.
//
// # What a crash leaves
//
//	before the batch commits        nothing: the key is free
//	after it                        bonus, row and line; the repeat returns them
//	plays were followed, not judged look_at stays: the next run judges
//	in a judgement                  nothing of it: counted and ended in one transaction
//	a lost mark                     all active bonuses are checked once a day
//	providers were asked, no end    asked again
//
// # How it can be abused
//
//	take two at once                the wallet's lock, and an index, leave one
//	withdraw at the same moment     the first to lock wins: the deposit does not lie
//	                                whole any more, or the withdrawal is held
//	one deposit for two bonuses     the row names it, for ever
//	deposit, play, take, repeat     a play or a transfer since the credit makes it unfit
//	stake it all on one match, and  the loss is of one's own money first; the open bet
//	  give up                       keeps money in the game: BONUS_CONDITION
//	hide money in an open bet, or   a difference counts as the member's; a check with an
//	  on its way, to be "broke"     open transfer is void
//	win, then exclude oneself       winnings go back with the bonus
//	play where all bets return      only what the provider counts as valid counts
//	the last of a quantity, twice   the row's lock orders them: BONUS_FULL
//	try codes                       20 a minute: REQUEST_LIMIT
//	terms edited meanwhile          the edition that was read must still be current
package bonus
