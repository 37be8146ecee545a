// Package turnover stores what members have still to play before they withdraw. It also computes what a
// member has in total.
//
// # A requirement
//
//	 owed (a deposit's credit, a coupon)     plays, by the time of their bets
//	---------------------------------> OPEN ---------------------------------> MET
//	                                     \   the member has less than one baht
//	                                      +----------------------------------> MET, lifted
//
// A deposit owes amount times turnoverMultiple, as it is at the credit; at 0 the deposit owes nothing. A
// play counts with what its provider counts of it (valid), weighted by its slot's share, as its last
// revision says. Only bets after the requirement count. A play counts towards one requirement, the oldest
// open one. So all requirements that were there together are counted together, until the last of them is
// met. What is met stays met, even if a provider resettles plays later. A bonus counts separately (package
// bonus): the same play counts there, too, since the bonus needs the same deposit's play.
//
// Raw plays are kept for some months. What was played before the last whole month is stored as a sum (base)
// before its plays can be dropped.
//
// While a member has excluded themself, no requirement holds a withdrawal.
//
// # The total
//
// The total is what a member has: wallet, money on its way into games, and in games. A game is what went
// in, less what came out, plus the settled plays. If the provider reports another balance, the difference
// is open bets, or plays that were not reported yet, and the higher figure counts. So in doubt the total is
// what the member may have at most.
//
//	least that it can be is above --------------------------------> no
//	no transfer open --> providers asked --> wallet locked -------> yes, if the total is
//	     |                     |                 |                  at or below
//	     +---------------------+-----------------+----------------> void: again later
//	  open, in doubt      no response     a transfer began or ended
//
// # What a crash leaves
//
//	before the credit commits     nothing
//	after plays were followed     turnover_look names the members; the next run continues
//	while a member is counted     nothing: one transaction; counted again
//	a lost mark                   a job checks all open requirements every day
//
// # How it can be abused
//
//	withdraw at the same moment   the guard runs under the wallet's lock, which a credit
//	                              and a count take, too
//	play before the deposit       counts for nothing: the bet's time decides
//	the same play reported        its last revision counts once
//	  again, or resettled
//	play in a game with share 0   counts for nothing
//	lose all, deposit again       the old debt ends with the last baht
//	hide money in an open bet     the stake is the member's until the play is reported
package turnover
