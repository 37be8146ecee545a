// Package play takes in what members played at the games' companies: each play once,
// as its last revision says, summed up by member, slot and day.
//
// # A play
//
//	told (feed or push) ---> counted <---+ a higher revision: its difference counts
//	   |                        |        |
//	   |                        +--------+ the same or a lower one: nothing changes
//	   |
//	   +---> aside NO_ACCOUNT: nobody has that name in the slot; tried again
//	   +---> aside OLD: the bet was before the months that are kept; never counted
//	   +---> aside OTHER_PLAYER: the id was another member's; never counted
//	   +---> aside TOO_LARGE: more than any amount of ours; never counted
//	   +---> aside ABOVE_FUNDS: the bet is above what the member can have had in the slot;
//	   |       judged again each minute; after the slot's lag two people count it, or one
//	   |       dismisses it
//	   +---> aside CREDIT: paid without a play (a jackpot, a correction); the same people
//	           decide
//
// A bet is paid from what is explained before it (package games), in the order of the bets.
// Reports come in any order, so two sums are added: what plays with later bets have lost
// that were reported first (of the same second, any that lost), and what the member took out
// since the last reading of the feed less the slot's lag, since winnings may be taken out
// before they are reported. A play that lost counts only if all that was lost was there. So
// an honest company's plays all count, in whatever order they come (order_test.go), and
// plays that together lost more than there was do not. A free round has no bet.
//
// Its key (slot and the company's id) is kept for ever, with what was counted; the raw
// revisions are kept for some months. Amounts are counted in hundredths of the wallet's
// currency: units times the slot's factor, and what is less than one hundredth is left
// out of each of a play's amounts. No play counts more turnover than its bet, whatever
// its company calls valid. So a sum never depends on the order in which
// revisions came. All factors of today come out even.
//
// # The day
//
// A play belongs to the Bangkok day of its bet: the company's time, but not before the
// feed's beginning and not in the future. A day closes 15 minutes after it is over, as
// soon as every listed slot's feed was read to that point; after 24 hours it closes all the same, and
// an error is logged. What is counted for a closed day counts in today, so the sums of
// a closed day never change. A correction belongs to the day of the play's first word.
//
// # The feed of a slot
//
//	     every 20 s                       a page with more behind it: at once
//	read <----------> resting             a page that cannot be read on:
//	  |  ^                                  what comes before the bad play counts, the
//	  v  | the company mended it            cursor stands at it, its text is kept, the
//	stopped at a bad play                   log and the metrics tell; asked again like
//	                                        any other
//
// One server reads a feed at a time, and each feed for itself. What a company writes
// late, behind a place that was read already, is found by reading again what is three
// to six minutes old.
//
// # What a crash leaves
//
//	before the page's commit      nothing: the cursor stands, the page is read again
//	after it                      plays and cursor, in one transaction
//	a push before its commit      nothing, and no 200: the company says it again, or
//	                              the feed does
//	a push after it, no answer    the push comes again, and changes nothing
//	while a feed is being read    nobody reads it for a minute
//	the chore that makes months   plays lie in game_play_rest until it runs again; no
//	  does not run                intake waits for it
//	the chore that closes days    days close one after the other when it runs again
//	  does not run
//
// # What a push can do
//
// Whoever has the slot's secret says what was played, as in the feed. Nobody else says
// anything:
//
//	forged             401 after one HMAC over at most 1 MiB
//	replayed           taken again for five minutes, which changes nothing
//	more than 1 MiB    413 without reading on; some 6,000 plays fit, 10^5 do not
//	more than 3,000    429 in that minute and slot; the feed tells the plays
//	  a minute
//	a far future       counts today
//	revision 2^63-1    holds; no correction of that one play will be higher
//	another slot's     nobody's here: kept aside, never counted for the other slot
//	  usernames
//	every bet above    one query for the batch, which reads 500 later plays of each play at
//	  the funds          most, before the keys and the sums are locked
//	10^10 units each   largest amounts that are read; nine million of them for one
//	                   member and day would be needed to pass the sums' 63 bits, and
//	                   are then refused as a batch
package play
