// Package play stores members' plays at the game providers. Each play counts once, with its last revision, in
// sums by member, slot and day.
//
// # A play
//
//	reported (feed or push) ---> counted <---+ a higher revision: its difference counts
//	   |                            |        |
//	   |                            +--------+ the same or a lower one: nothing changes
//	   |
//	   +---> aside NO_ACCOUNT: no account in the slot has that name; tried again
//	   +---> aside OLD: the bet was before the months that are kept; never counted
//	   +---> aside OTHER_PLAYER: the id was another member's; never counted
//	   +---> aside TOO_LARGE: more than any amount of ours; never counted
//	   +---> aside ABOVE_FUNDS: the bet is above what the member can have had in the slot;
//	   |       judged again each minute; after the slot's lag two operators count it, or one
//	   |       dismisses it
//	   +---> aside CREDIT: paid without a play (a jackpot, a correction); operators decide
//	           in the same way
//
// A bet must be covered by the explained sum before it (package games). Plays are judged in the order of
// their bets, but reports come in any order. So a bet may also be covered by two more sums. The first is what
// plays with later bets have lost that were reported earlier (within the same second, any that lost). The
// second is what the member took out since the last reading of the feed less the slot's lag: winnings may be
// taken out before they are reported. But a play that lost counts only if its loss is covered without the
// first sum. So all plays of an honest provider count, in any order of reports (order_test.go). Plays that
// together lost more than there was do not all count. A free round has no bet.
//
// A play's key (slot and the provider's id) is stored forever, with the counted amounts. The raw revisions are
// stored for some months. Amounts are counted in hundredths of the wallet's currency: units times the slot's
// factor, each rounded down. No play counts more turnover than its bet, even if the provider reports a higher
// valid amount. So a sum never depends on the order in which revisions came. With today's factors nothing has
// to be rounded.
//
// # The day
//
// A play belongs to the Bangkok day of its bet. The time of the bet is the provider's, limited to the feed's
// beginning and to now. A day closes 15 minutes after its end at the earliest, once the feed of every listed
// slot was read to that point. After 24 hours it closes in any case, and an error is logged. A play that
// belongs to a closed day counts today, so the sums of a closed day never change. A correction counts on the
// day of the play's first report.
//
// # The feed of a slot
//
//	     every 20 s                       a page with more after it: at once
//	read <----------> resting             a page with a bad play:
//	  |  ^                                  the plays before it count, the cursor stays
//	  v  | the provider corrected it        at it, its text is stored, the log and the
//	stopped at a bad play                   metrics report it; the page is read again
//	                                        like any other
//
// One server reads a feed at a time, and feeds are read independently. A provider may add a play late, before
// the cursor. So the entries from three to six minutes ago are read again.
//
// # What a crash leaves
//
//	before the page's commit      nothing: the cursor stays, the page is read again
//	after it                      plays and cursor, in one transaction
//	a push before its commit      nothing, and no 200: the provider sends it again, or
//	                              the feed has the plays
//	a push after it, no response  the push comes again, and changes nothing
//	while a feed is being read    no server reads it for a minute
//	the job that makes months     plays stay in game_play_rest until it runs again; no
//	  does not run                intake waits for it
//	it runs on two servers        the second waits for the locks, and then finds the month
//	the job that closes days      days close one after the other when it runs again
//	  does not run
//
// # What a push can do
//
// A holder of the slot's secret can report plays, as the feed does. Nobody else can:
//
//	forged             401 after one HMAC over at most 1 MiB
//	replayed           accepted for five minutes, which changes nothing
//	more than 1 MiB    413 without reading on; some 6,000 plays fit, 10^5 do not
//	more than 3,000    429 in that minute and slot; the feed reports the plays
//	  a minute
//	a far future       counts today
//	revision 2^63-1    accepted; no correction of that one play will be higher
//	another slot's     no account here: set aside, never counted for the other slot
//	  usernames
//	every bet above    one query for the batch, which reads 500 later plays of each play at
//	  the funds          most, before the keys and the sums are locked
//	10^10 units each   the largest amounts that are accepted; only nine million of them for
//	                   one member and day would exceed the sums' 63 bits, and the database
//	                   would then refuse the batch
package play
