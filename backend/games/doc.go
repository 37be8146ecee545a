// Package games holds members' accounts in games. It moves their money between the wallet and the game
// providers.
//
// # A slot
//
// A slot is one game of a provider, as members see it. It is a row with a format (package provider/game), a currency, a
// factor and a smallest unit. The row has two house accounts in the ledger. provider:CODE has the money that
// is at the provider, and in_flight:CODE the money that is on its way into the game.
//
// # An account
//
//	activate            the provider confirms that the account exists
//	--------> OPENING ------------------------------------> ACTIVE
//
// The username and the password are stored before the provider is called. A job retries with the same two,
// never with others, until the provider's response is known. The username is 64 bits derived from member and
// slot under a key of ours. So nobody can guess it, and it is the same again if our ledger lost the account.
// If the provider responds "it exists", the server sets our password: nobody else can have the name. The
// password is sealed under a key with an id. A reset first stores its new password as pending. When the
// provider has confirmed it, the pending password replaces the old one. Until then both are stored, and the
// next reset tries the pending one first.
//
// # A transfer
//
//	 requested         send          the provider's own yes
//	----------> ASKED -----> SENT ------------------------> DONE
//	              ^          |  \        its only send was refused
//	              |          |   +-----------------------> REFUSED
//	    the second|          | anything else        \
//	    call of   |          v                       \  an operator, or another amount
//	    game->game|       UNKNOWN --(asks)--> ...     +-----------> REVIEW -> DONE, REFUSED
//
// A transfer has one call ("leg") to a provider, or two between games: out of the first, then into the
// second. The id of a leg, which the provider receives, is created with the leg's row. It is the same in
// every send and every status query.
//
//	direction       at ASKED                      yes                             no
//	wallet -> game  hold: wallet -> in_flight     settled: -> provider            voided: -> wallet
//	game -> wallet  our ledger moves nothing      provider -> wallet              FAILED
//	game A -> B     our ledger moves nothing      1: hold: provider:A -> in_flight:B   FAILED
//	                                              2: settled: -> provider:B       settled: -> wallet; the
//	                                                                              line becomes A -> WALLET
//
// For a member and a slot, one transfer at a time is sent, in the order of the wallet's lock. A transfer
// between games waits for both slots.
//
// # The provider's responses
//
//	yes                  ends the leg if the provider's amount equals the leg's amount, or the
//	                     provider reports no amount; otherwise an operator decides
//	no, to the only send ends the leg, unless the id was sent again meanwhile
//	no, to a later send  an earlier send may have come through: ask; if the id is then
//	                     not known, an operator decides
//	pending              the provider has the id, but no outcome yet: ask again
//	not known            believed once the provider's longest response time has passed
//	                     since the last send: then the same id is sent again
//	no or bad response   ask again, with pauses of up to five minutes; after 30 minutes
//	                     without a response the transfer also becomes an item
//	no ids (AMB)         an operator decides: no status query exists, and a second send may
//	                     move the money twice. A step that finds the leg SENT waits until
//	                     the sender has its response or has given up. Meanwhile nothing else
//	                     moves for that slot and member
//
// After a refusal has ended a leg, the provider is asked about the leg again after a minute and after an
// hour. A late success is booked (provider:CODE against disputes), the slot is closed for that member, and
// the difference becomes an item.
//
// # The balance that is shown
//
// The shown balance is the provider's last report, or the balance that follows from a call's outcome. While a
// call's outcome is not known, a reported balance may or may not include the call's money. Such a report is not
// stored (is_moving); until the outcome, the balance from before the call is shown. So wallet, games and money in
// progress (wallet.Wallet.InProgress) are all of the member's money at any time. If an operator has to end the
// transfer, the old balance stays until then.
//
// # The explained balance
//
// A provider could report more money than its players won. So its responses to transfers and its balances are
// compared with the plays that it reports. For each member and slot game_explained has
//
//	explained    start, plus money in (from its first send until it is refused), less
//	             money out (once it is done), plus payouts less bets of the plays that
//	             count, plus what two operators settled
//	unexplained  the amounts by which explained was below 0 when more money went in: later
//	             money in does not explain an earlier win
//
// The open sum is unexplained, plus the amount by which explained is below 0. It is money that was taken out,
// and that no play explains yet. Times of the provider's clock and of ours are never compared. An account
// from before the table starts at its balance. A bet from before that start is already part of the balance.
//
//	open sum                          waits
//	at most the member's bound        nothing
//	above it; or above 0, if the      payouts that would leave less than the sum in the
//	  open sums of the slot's           wallet (package withdrawal, UNEXPLAINED_WIN), until
//	  members, each counted up to       plays arrive, or two operators accept the sum or book
//	  the member's bound, together      it back to the slot
//	  exceed the slot's bound
//	older than the slot's lag, and    also money out of the slot (held_out), with an item
//	  above the slot's bound            and a logged error
//
// The age of a sum only counts time for which the feed has been read. A feed that has stopped is one item per
// slot, and holds nobody's money. A reported balance is not stored if it is above explained by more than the
// slot's bound. It is not stored either if it is above explained by more than the member's bound for longer
// than the lag. Then the last balance stays, marked as stale.
//
//	a provider that lies, with members' help    what can leave without an operator
//	confirms a transfer out of more money       the member's bound each, the slot's in all
//	  than the account has
//	confirms too much in small amounts, for     the same bounds: one member's sum never
//	  many members                                reduces another's
//	moved into a second slot                    the same: the first leg is money out, and
//	                                              the second is refused (UNEXPLAINED_WIN)
//	staked in an honest slot, where it may      the same: money into another slot leaves the
//	  come back as an explained win               sum in the wallet, as payouts do
//	lost again, for invite bonuses              nothing: they earn once the sum is explained
//	an inflated balance                         nothing: it is not shown, and moves nothing
//	an inflated bet                             nothing: above the player's funds it is set
//	                                              aside (package play)
//	a play that explains the money              all of it: then the provider's records and
//	                                              its feed agree, and its edge shows the lie
//
//	a crash                          leaves
//	around a send, a response        the sums change in the transaction of the leg's state
//	around plays                     the sums change in the transaction that counts them
//	the periodic jobs that pause     sums as they were; the next run continues
//	  or release a slot's
//	  transfers out do not run
//
// # When the database lost transactions
//
// After a restore or a promotion nothing is sent to a provider (wallet.PauseGuards). In the same transaction
// each ASKED call, into a game or out of it, becomes SENT (MarkUnsentAsSentTx). The database may have lost
// the record of its send. So the server first asks about the call, and sends the same id again if the
// provider does not know it. For a provider without ids an operator decides. A comparison (Reconcile) asks
// about every call by its id.
//
// If the database also lost the call's row, no provider lists the call. It only shows in the member's balance
// at the provider. So each account's balance is fetched once and compared with the explained balance (compare).
// This waits until the feed has reported the plays from before. It is done before a new call moves money into
// that game, and before any of the member's payouts is sent. A periodic job compares all accounts in turn.
// Until then the payouts of members with an account in a game wait. If a slot's provider does not respond for
// an hour, a cashier decides about these payouts (SILENT_GAME).
//
//	the balance    is taken as                     and then
//	as explained   nothing lost
//	more           a move into the game: held in   plays from before, reported within the lag,
//	               the wallet (an advance covers   end it or change its amount; otherwise two
//	               what the wallet lacks), in      operators decide whether it was done
//	               REVIEW at once
//	less           nothing yet: stakes may not be  still less once the lag has passed: a move
//	               reported yet                    out, in REVIEW; credited by two operators
//
// A found move (found_at) is a transfer with a call of its own that no provider knows. The balance already
// shows where its money is. So none of it is on its way, and the slot stays open for the member. A balance
// may be higher than any lost move explains: more than the wallet and the slot's bound together. Then only
// the wallet and the bound are held.
//
//	the member repeats the lost   before the comparison   the provider has the move: the repeat ends
//	  move under its key                                    the move and explains the balance
//	                                                        (sendAfterLoss). If the repeat has another
//	                                                        amount, the repeat is refused and the move
//	                                                        is found (refuseOtherAmount)
//	                              after it, also once     the same, and the balance is compared again:
//	                                operators have decided  the found move ends (markForComparison)
//	in and out lost, and only     either                  explained falls below 0, and the move in is
//	  the move out is repeated                              found; a new transfer into the game waits
//	                                                        for the comparison
//	the same, no ids (AMB)        either                  a second move; the first is found
//	spent meanwhile               either                  an advance; their next money repays it
//	a play from before the        after it                the balance is checked again; not for a
//	  comparison is counted                                 later revision, nor if it was never read
//	the comparison is killed      either                  its transaction is whole or not there
//	the account itself is lost    either                  the member opens it again under the same
//	                                                        name: it existed, so it is compared
//	a second failover             either                  compared again; a found move that was lost
//	                                                        is found again
//	two servers                   either                  the account's row is compared once
//
// For a day after the comparison, the server asks the provider about the id of each of the account's calls
// before it sends the call. A lost transfer between games is found as a move out of one game and a move into
// the other.
//
// # What a crash leaves
//
//	before ASKED commits        nothing; the key is free
//	after it, before the send   ASKED; the job sends
//	after SENT commits          SENT; the job asks, since the call may have come through
//	after the response,         SENT; the provider returns it again
//	  before its commit
//	between the two legs        ASKED with leg 2 and its hold; the job sends
//	a job that is lost          a periodic job finds transfers under way without one
//	transactions are lost       SENT, for all that was ASKED
//
// # Concurrent steps
//
// Every step locks the wallet, then the transfer's row. The request handler sends after its commit, and the
// job starts some seconds later. If two steps run, the second finds the leg SENT, and asks.
package games
