// Package games holds members' accounts in games, and moves their money between the
// wallet and the companies that the games belong to.
//
// # A slot
//
// A slot is one way of playing at one company, a row of the table: its format
// (package provider/game), its currency, its factor and its smallest unit. Two house
// accounts in the ledger come with the row: provider:CODE, what lies with the
// company, and in_flight:CODE, what is on its way into it.
//
// # An account
//
//	activate            the company says that it is there
//	--------> OPENING ------------------------------------> ACTIVE
//
// Its username and password are written before the company hears of them; a job goes
// on with the same ones until the company's word is known, never with others. The
// username is 64 bits derived from member and slot under a key of ours: nobody guesses
// it, and it is the same again if our book lost the account. "It exists" is followed by
// setting our password: the name is ours alone. The password is sealed under a key with an id. A reset tries a new one,
// which is kept as pending and takes the old one's place once the company has it;
// while its word is not known both are kept, and the next reset begins with the
// pending one.
//
// # A transfer
//
//	 asked for         send          the company's own yes
//	----------> ASKED -----> SENT ------------------------> DONE
//	              ^          |  \        its only send was refused
//	              |          |   +-----------------------> REFUSED
//	    the second|          | anything else        \
//	    call of   |          v                       \  a person, or another amount
//	    game->game|       UNKNOWN --(asks)--> ...     +-----------> REVIEW -> DONE, REFUSED
//
// A transfer has one call ("leg") at a company, or two between games: out of the
// first, then into the second. The company's name of a leg is made with its row, and
// is the same in every send and every question.
//
//	way             at ASKED                      yes                             no
//	wallet -> game  hold: wallet -> in_flight     settled: -> provider            voided: -> wallet
//	game -> wallet  nothing of ours moves         provider -> wallet              FAILED
//	game A -> B     nothing of ours moves         1: hold: provider:A -> in_flight:B   FAILED
//	                                              2: settled: -> provider:B       settled: -> wallet; the
//	                                                                              line becomes A -> WALLET
//
// One at a time goes on for a member and a slot, in the order of the wallet's lock;
// a transfer between games waits for both.
//
// # What the company says
//
//	yes                  ends the leg, if the amount is ours; else a person
//	no, to the only send ends it, unless the id was sent again meanwhile
//	no, to a later send  an earlier one may have come through: ask; where the id is
//	                     then not known, a person
//	it has it            ask again
//	not known            believed once the company's longest answer has passed since
//	                     the last send: then the same id is sent again
//	nothing, nonsense    ask again, backing off to five minutes; after 30 minutes
//	                     without a word a person sees it, too
//	no ids (AMB)         a person: nobody can ask, and a second send may double it.
//	                     Who finds it sent waits until whoever sent it has heard or
//	                     given up. Nothing else moves for that slot and member
//
// Every leg that ended by "no" is asked about again after a minute and after an
// hour. A late yes is never silent: the difference is booked (provider:CODE against
// disputes), the slot is closed for that member, and a person sees it.
//
// # The balance that is shown
//
// It is the provider's last report, or what follows from a call's outcome. While a call may have
// come through and its outcome is not known, a report may have the money in it or not, and is
// not stored (is_moving): until the outcome the balance is the one from before the call, and
// wallet, games and what is on its way (wallet.Wallet.OnTheWay) are all of the member's money at
// any time. A transfer that a person has to end keeps the balance as old as that.
//
// # What explains a balance
//
// A provider's statements are compared with each other: its answers to transfers and its
// balances with the plays that it reports. For each member and slot game_explained holds
//
//	explained    start, plus money in (from its first send until it is refused), less
//	             money out (once it is done), plus payouts less bets of the plays that
//	             count, plus what two people settled
//	unexplained  what was below 0 when more money went in: later money pays for no
//	             earlier win
//
// Their open sum, unexplained plus what explained is below 0, is money out that nothing
// explains yet. Times of the provider's clock and of ours are not compared. An account from
// before the table starts at its balance; a bet from before then is part of that.
//
//	open sum                          what waits
//	at most the member's bound        nothing
//	above it, or above 0 in a slot    payouts that would leave less than the sum in the
//	  whose members (each with at       wallet (package withdrawal, UNEXPLAINED_WIN), until
//	  most their bound) pass the        plays come, or two people accept the sum or book it
//	  slot's bound                      back to the slot
//	older than the slot's lag, and    also money out of the slot (held_out), with an item
//	  above the slot's bound            and a logged error
//
// A sum becomes older only as the feed is read: a feed that stands is one item a slot, and
// holds nobody's money. A balance above explained by more than the slot's bound, or by more
// than the member's bound for longer than the lag, is not stored: the last one stays, stale.
//
//	a provider that lies, with members' help    what can leave without a person
//	yes to more than there is                   the member's bound each, the slot's in all
//	the same in small sums, by many members     the same: sums are never set off
//	across a second slot                        the same: the first leg is money out, and
//	                                              the second is refused (UNEXPLAINED_WIN)
//	staked in an honest slot, where it may      the same: money into another slot leaves the
//	  come back as an explained win               sum in the wallet, as payouts do
//	lost again, for invite bonuses              nothing: they earn once the sum is explained
//	an inflated balance                         nothing: it is not shown, and moves nothing
//	an inflated bet                             nothing: above the player's funds it goes
//	                                              aside (package play)
//	a play that explains it                     all of it: then the provider's books and its
//	                                              feed agree, and its edge shows it
//
//	a crash                          leaves
//	around a send, an answer         the sums change in the transaction of the leg's state
//	around plays                     the sums change in the transaction that counts them
//	the chores that pause or         sums as they were; the next run goes on
//	  release do not run
//
// # When our book went back in time
//
// After a restore or a promotion nothing is sent to a company (wallet.Still). In the
// same transaction each call that stands ASKED, into a game or out of it, becomes SENT
// (WentBackTx): it may have been sent by what our book has lost. So it is asked about
// first, and the same id goes out again where the company does not know it; of a
// company without ids a person looks. A walk (Reconcile) asks about every call by its id.
//
// What our book has lost altogether, no company lists: it shows in the member's balance
// there. So once the feed has told the plays from before, each account's balance is asked
// once and held against what explains it (compare). That is done before a new call moves
// money into that game, before any of the member's payouts is sent, and by a chore for all
// in turn. Meanwhile payouts of a member with an account in a game wait; for a slot that
// is silent for an hour a cashier decides on them (SILENT_GAME).
//
//	the balance    is taken as                     and then
//	as explained   nothing lost
//	more           a move into the game: held in   plays from before that are told by the lag
//	               the wallet, lent where it has   end it, or change its amount; else two
//	               less, in REVIEW at once         people say that it was done, or was not
//	less           nothing yet: stakes may not be  still less once the lag has passed: a move
//	               told                            out, in REVIEW; credited by two people
//
// A found move (found_at) is a transfer with a call of its own that no company knows. Its
// money is where the balance has it, so nothing of it is on its way: the slot stays open for
// the member. Of a balance that no lost move explains, because it is more than the wallet
// and the slot's bound, no more than that is held.
//
//	the member repeats the lost   before it is compared   the company has it: it ends by that, and
//	  move under its key                                    explains the balance (sendLost)
//	                              after it, also once     the same, and the balance is compared anew:
//	                                people have answered    what was found ends (compareAnew)
//	in and out lost, and only     either                  what is explained goes below 0, and the move
//	  the way out is repeated                               in is found; a new one in waits for that
//	the same, no ids (AMB)        either                  a second move; the first is found
//	spent meanwhile               either                  lent; their next money pays it back
//	the comparison is killed      either                  its transaction is whole or not there
//	the account itself is lost    either                  the member opens it again under the same
//	                                                        name: it existed, so it is compared
//	a second failover             either                  compared again; what was found and lost
//	                                                        is found again
//	two servers                   either                  the account's row is compared once
//
// For a day after it was compared, an account's calls are asked for by their names before they
// are sent. A lost transfer between games is a move out of the one and into the other.
//
// # What a crash leaves
//
//	before ASKED commits        nothing; the key is free
//	after it, before the send   ASKED; the job sends
//	after SENT commits          SENT; the job asks, since the call may have come through
//	after the company's word,   SENT; the company says it again
//	  before its commit
//	between the two legs        ASKED with leg 2 and its hold; the job sends
//	a job that is lost          a chore finds transfers under way without one
//	the book goes back          SENT, for all that was ASKED
//
// # Who may do it at once
//
// Every step takes the wallet's lock, then the transfer's row. The handler sends by
// itself after the commit, and the job comes some seconds later: of two, one finds
// the leg SENT, and asks.
package games
