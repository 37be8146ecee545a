// Package turnover stores how much members still have to play before they can withdraw. It also computes a
// member's total money.
//
// # A requirement
//
//	 owed (a deposit's credit, a coupon)     plays, by the time of their bets
//	---------------------------------> OPEN ---------------------------------> MET
//	                                     \   the member has less than one baht
//	                                      +----------------------------------> MET, lifted
//
// A deposit owes its amount times turnoverMultiple, as set at the time of the credit. At 0 the deposit owes
// nothing. A play counts with the stake that its provider counts (valid), weighted by its slot's share, with its
// last revision. Only bets after the requirement began count. A play counts towards one requirement: the oldest
// one that is open. So requirements that are open at the same time are recounted together, until the last of
// them is met. A requirement that was met stays met, even if a provider resettles plays later. A bonus counts
// separately (package bonus): the same play counts there, too.
//
// Raw plays are stored for some months. The turnover from before the last whole month is stored as a sum
// (base), before its plays can be dropped.
//
// While a member has excluded themself, no requirement holds a withdrawal.
//
// # The total
//
// The total is all that a member has: in the wallet, in open transfers to games, and in games. The amount in
// a game is the transfers into it, minus the transfers out of it, plus the results of the settled plays. If the provider reports
// another balance, the difference is open bets, or plays that were not reported yet. Then the higher figure
// counts. So the total is never less than what the member has.
//
//	the least possible total is above -----------------------------> no
//	no transfer open --> providers asked --> wallet locked -------> yes, if the total is
//	     |                     |                 |                  at or below
//	     +---------------------+-----------------+----------------> void: again later
//	  open, unclear       no response     a transfer began or ended
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
//	                              and a recount acquire, too
//	play before the deposit       counts for nothing: the bet's time decides
//	the same play reported        its last revision counts once
//	  again, or resettled
//	play in a game with share 0   counts for nothing
//	lose all, deposit again       the old requirement ends with the last baht
//	hide money in an open bet     the stake is the member's until the play is reported
package turnover
