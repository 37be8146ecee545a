// Package turnover keeps what members have still to play before they withdraw, and
// looks what a member has in all.
//
// # A requirement
//
//	 owed (a deposit's credit, a coupon)     plays, by the time of their bets
//	---------------------------------> OPEN ---------------------------------> MET
//	                                     \   the member has less than one baht
//	                                      +----------------------------------> MET, lifted
//
// A deposit owes amount times turnoverMultiple, as that is at its credit; at 0 it owes
// nothing. A play counts with what its company counts of it (valid), weighed by its
// slot's share, as its last revision says, from the bet on that came after the
// requirement. It counts towards one requirement, the oldest open one; so all that was
// there together is counted together, until the last of it is met. What is met stays
// met, whatever a company resettles later. A bonus counts for itself (package bonus):
// the same play counts there, too, since its needs are of the same deposit.
//
// Raw plays are kept for some months. What was played before the last whole month is
// fixed (base) before its plays can go.
//
// While a member has excluded themself, nothing of this holds a withdrawal.
//
// # The total
//
// What a member has: wallet, money on its way into games, and in games. A game is what
// went in, less what came out, plus the settled plays; where the company says another
// balance, the difference is open bets, or plays that were not told yet, and the higher
// figure counts. So a look errs to what the member has.
//
//	least that it can be is above ------------------------------> no
//	no transfer open --> companies asked --> wallet locked -----> yes, if the total is
//	     |                     |               |                  at or below
//	     +---------------------+---------------+----------------> void: again later
//	  open, in doubt        silent      a transfer began or ended
//
// # What a crash leaves
//
//	before the credit commits     nothing
//	after plays were followed     turnover_look names the members; the next run goes on
//	while a member is counted     nothing: one transaction; counted again
//	a mark that went astray       a chore has all that is open looked at every day
//
// # What one can do to it
//
//	withdraw at the same moment   the guard is asked under the wallet's lock, which a
//	                              credit and a count take, too
//	play before the deposit       counts for nothing: the bet's time decides
//	the same play told again,     its last revision counts once
//	  or resettled
//	play in a game with share 0   counts for nothing
//	lose all, deposit anew        the old debt ends with the last baht
//	hide money in an open bet     the stake is the member's until the play is told
package turnover
