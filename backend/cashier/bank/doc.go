// Package bank brings members' money in by bank transfer: by a slip that the member
// hands in, and by the bank's own word. What all ways in have in common, crediting
// or holding what came, is cashier's.
//
// # A slip
//
//	          upload              rules hold
//	(phone) ---------> CHECKING -------------------> DONE, SUCCESS (money)
//	                    |    \                          ^
//	     late but fresh,|     \ a rule fails            | settle
//	     or nobody knows|      v                        |
//	                    |   DONE, FAILED (note) <--- REVIEW (a cashier)
//	                    |                     reject    ^
//	                    +-------------------------------+
//
// The member sees PENDING until DONE; then the slip names the line that it came to,
// whose page shows its picture. Checks, in this order, each with its
// note: a readable picture, a readable QR, a slip's QR, a transfer that the
// verifier knows, into an account of ours, from the member's own account, at
// most an hour before it was handed in, not credited before.
//
// A field that the verifier leaves out contradicts nothing. Our account is known by four of
// its digits, or of one of its PromptPay numbers. Where neither shows enough and the name may
// be ours, a cashier compares the slip with our bank account (DESTINATION_UNCLEAR).
//
// A verifier that is down, out of quota or refuses our key never fails a slip:
// it is asked again, and after 30 minutes a cashier looks. Neither does a store that
// has lost the picture, does not answer, or returns other bytes than were stored: each
// picture is compared with its SHA-256 before it is read. A slip whose upload
// alone was late (the member picked it in time and had no signal) waits for a
// cashier too: being offline is no offence here. So does one that may be the
// member's own and may be another's: see "Whose it is".
//
// A picture may show several slips: a list of transfers, or a friend's slip above one's
// own. Up to four are asked for, and the slip becomes the one that is the member's own.
// Where two are, it fails with TWO_SLIPS and claims neither (slip_several.go). So one
// upload costs at most four questions to the verifier each time that it is checked.
//
// A member has two checks under way on each server, however many slips they sent;
// the others look again after a while (checkInTurn). So slips that are slow, or
// for which the verifier hangs, are their own member's delay. The 30 minutes, and
// the hour without a step after which a cashier looks (RescueStalled), run from
// the check's own begin and last step: a slip behind others has neither.
//
// # Whose it is
//
// Package match decides, and asks nobody. What a bank or a verifier shows of the
// payer contradicts a member, agrees with one, or cannot be told. Each member whom
// nothing contradicts has a rank: proved and agreeing, then agreeing or proved, then
// those who cannot be told. Money goes by itself only to the one member of the highest
// rank:
//
//	by a bank's word   the account agrees in six digits; or in four, and the member
//	                   has announced the amount; or no digit shows, the name is
//	                   whole, and they have. A name that is told agrees, or it
//	                   begins alike beside the whole account, or the member is
//	                   proved and nobody else fits
//	by a slip          it is the member's who handed it in. The account agrees in
//	                   four digits, and the name agrees or the member is proved; or
//	                   six digits agree and no name is told. Beside a member who is
//	                   not proved nobody else fits at all
//
// An announcement makes nobody fit and excludes nobody: whoever announces round
// amounts would collect the transfers of strangers. A registered name that no bank
// prints never competes for another's money; its owner's own slips wait for a cashier.
// A slip that the member might have paid, and somebody else too, or of which too
// little shows, waits for a cashier with its claim free.
//
// # What a cashier needs
//
//	no other member fits                     nothing more
//	another member fits, nothing is certain  the whole account number, confirmed by the bank
//	another member agrees or is proved       that number, and a second person
//	the name or the account contradicts      a second person
//
// A slip that the rules found to be the member's own, and that waits because it came late,
// needs nothing more, whoever has registered since. A proposal is checked when it is made,
// and again when it is carried out.
//
// The confirmed number proves the account (package cashier), and the names that the bank
// printed become the member's. So does the other name of a proved account that two
// people credit: a nickname, or a surname from before a marriage. Every other decision
// of a person proves nothing.
//
// # The claim
//
// deposit_claim has one row a bank transfer, keyed by the sending bank's number
// and the transfer's reference. It is inserted in the transaction that credits
// the money, or that hands a slip known to be the member's own to a cashier; its
// primary key is why a transfer credits once, ever. Nothing else takes it: a
// stranger who hands in somebody's slip is told NOT_MATCH before the claim is
// looked at, and the owner's own slip then passes. So it does while a stranger's
// slip that no verifier could tell of, or that might be the stranger's, waits for
// a cashier, who then cannot settle that one any more. A cashier's refusal gives the claim back.
//
// # The bank's own word
//
// A bank tells of transfers into our account by a signed webhook: kept first,
// answered then, matched by a job. Where no payer is found, it waits for a
// cashier, who finds the member or puts it among the money to give back.
//
//	NEW ----------> DONE (credited, held, or credited by its slip)
//	  \               ^
//	   +-> UNMATCHED --+  (a cashier, or its slip)
//
// Word and slip of one transfer meet at the claim: the first credits, the other
// finds it taken. A word whose slip waits for a cashier leaves the decision there.
//
// # An announcement
//
// wallet/add makes a line in progress. The member's next transfer of that
// amount, by word or slip, completes the oldest; after an hour it fails with
// DEPOSIT_NOT_SEEN. It moves no money, and five at once are enough.
//
// # What a crash leaves
//
//	before a word commits  nothing; the bank tells again
//	after it               the word and its job
//	before its credit      nothing: claim, transfer, line, word and proof are
//	  commits              one transaction; the job runs again
//
//	during the upload      a draft or a file without a row, which the sweep
//	                       removes; the phone sends again
//	the store stumbles     nothing: an error is no verdict, the job runs again;
//	                       after 30 minutes a cashier looks
//	after the row commits  the slip and its job; the phone's repeat with the
//	                       same clientId gets the same slip
//	while verifying        nothing new; the job runs again and asks again
//	before the credit      nothing: claim, transfer, line, slip and proof are
//	  commits              one transaction
//	after it               everything; a second run sees DONE and leaves
package bank
