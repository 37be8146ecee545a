// Package bank brings members' money in by bank transfer: by a slip that the member uploads, and by the
// bank's report. Package cashier credits or holds the money.
//
// # A slip
//
//	          upload              rules hold
//	(phone) ---------> CHECKING -------------------> DONE, SUCCESS (money)
//	                    |    \                          ^
//	     late but fresh,|     \ a rule fails            | settle
//	     or not certain |      v                        |
//	                    |   DONE, FAILED (note) <--- REVIEW (a cashier)
//	                    |                     reject    ^
//	                    +-------------------------------+
//
// The member sees PENDING until DONE; then the slip refers to its statement line, and the page of the line
// shows the picture. The rules are checked in this order, and each has its own note:
//
//   - The picture is readable, its QR is readable, and the QR is a slip's.
//   - The verifier knows the transfer.
//   - The transfer went into an account of ours, from the member's own account.
//   - It was made at most an hour before the upload, and was not credited before.
//
// A field that the verifier leaves out contradicts nothing. Our account is recognised by four of its digits,
// or by four of one of its PromptPay numbers. If neither shows enough and the name may be ours, a cashier
// compares the slip with our bank account (DESTINATION_UNCLEAR).
//
// A verifier that is down, is out of quota or rejects our key never fails a slip: it is asked again, and
// after 30 minutes a cashier decides. The same holds if the store has lost the picture, does not respond, or
// returns other bytes than were stored. Each picture is compared with its SHA-256 before it is read. A slip
// also waits for a cashier if it is fresh but arrived late: the member picked it in time and had no network.
// So does a slip that may be the member's own or another member's: see "Who paid".
//
// A picture may show several slips: a list of transfers, or a friend's slip above the member's own. The
// verifier is asked about up to four of them, and the uploaded slip counts as the one that is the member's
// own. If two are the member's own, the upload fails with TWO_SLIPS and claims neither (slip_several.go). So
// one check of an upload makes at most four requests to the verifier.
//
// A member has at most two checks running on each server, however many slips they uploaded. The other checks
// retry later (checkInTurn), so slow slips delay only their own member. The 30 minutes begin when the check
// starts. A check without progress for an hour also waits for a cashier (RescueStalled). Neither period runs
// while a slip waits behind the member's others.
//
// # Who paid
//
// Package match decides. The payer's data from a bank or a verifier contradicts a member, agrees with a
// member, or is not certain. Each member without a contradiction has a rank. The ranks are Certain (the
// member is proved, and the name agrees), Likely (one of the two) and Possible (neither). A member is proved
// if an earlier deposit or a bank proved the account (package match). Money is credited automatically only to
// the one member of the highest rank:
//
//	by a bank report   the account agrees in six digits; or in four, and the member
//	                   has announced the amount; or no digit shows, the name is
//	                   complete, and the member has announced the amount. If a name
//	                   is shown, it agrees, or it begins alike and the whole account
//	                   is shown, or the member is proved and no other member fits
//	by a slip          only to the member who uploaded it. The account agrees in
//	                   four digits, and the name agrees or the member is proved; or
//	                   six digits agree and no name is shown; or the whole account
//	                   agrees and the name begins alike. If the member is not
//	                   proved, no other member fits at all
//
// An announcement gives no member a rank, and excludes none. Otherwise a member who announces round amounts
// would collect the transfers of strangers. A member whose registered name no bank can print never competes
// for another member's transfer; their own slips wait for a cashier. A slip waits for a cashier, without
// claiming its transfer, if another member may have paid it too, or if the slip shows too little.
//
// # What a cashier needs
//
//	no other member fits                     nothing
//	another member fits, nothing is certain  the whole account number, confirmed by the bank
//	another member agrees or is proved       that number, and a second operator
//	the name or the account contradicts      a second operator
//
// Some slips wait only because they came late: the rules found them to be the member's own. Crediting such a
// slip needs nothing of this list, even if another fitting member has registered since. A proposal is checked
// when it is made, and again when it is carried out.
//
// The confirmed number proves the account (package cashier), and the names that the bank printed become the
// member's. If two operators credit a proved account under another name, that name also becomes the member's:
// a nickname, or a surname from before a marriage. No other decision by operators proves anything.
//
// # The claim
//
// deposit_claim has one row per bank transfer, keyed by the sending bank's number and the transfer's
// reference. The primary key ensures that a transfer is credited at most once. The row is inserted in the
// transaction that credits the money. It is also inserted when a slip that is known to be the member's own
// goes to a cashier. Nothing else inserts a claim. A stranger who uploads another member's slip gets NOT_MATCH
// before the claim is checked, so the owner's own slip then passes. If the verifier could not decide, a
// stranger's slip may be in review; the owner's slip passes in that case too. The cashier then cannot settle
// the stranger's slip any more. If a cashier refuses a slip, its claim is released.
//
// # The bank's report
//
// A bank reports transfers into our account by a signed webhook. The report is stored, then acknowledged,
// then matched by a job. If no payer is found, the transfer waits for a cashier. The cashier finds the
// member, or marks the transfer as money to return.
//
//	NEW ----------> DONE (credited, held, or credited by its slip)
//	  \               ^
//	   +-> UNMATCHED --+  (a cashier, or its slip)
//
// The report and the slip of one transfer need the same claim. The first one credits; the second finds the
// transfer claimed. If the slip waits for a cashier, the report does too, and the cashier decides about the
// slip.
//
// # An announcement
//
// wallet/add stores a PENDING line. The member's next transfer of that amount, by report or slip, completes
// the oldest announcement. After an hour the line fails with DEPOSIT_NOT_SEEN. An announcement moves no money.
// A member may have five at once.
//
// # What a crash leaves
//
//	before a report        nothing; the bank sends it again
//	  commits
//	after it               the report and its job
//	before its credit      nothing: claim, transfer, line, report and proof are
//	  commits              one transaction; the job runs again
//
//	during the upload      a draft or a file without a row, which the sweep
//	                       removes; the phone sends again
//	the store fails        nothing: an error is no result, the job runs again;
//	                       after 30 minutes a cashier decides
//	after the row commits  the slip and its job; the phone's repeat with the
//	                       same clientId gets the same slip
//	while verifying        nothing new; the job runs again and asks again
//	before the credit      nothing: claim, transfer, line, slip and proof are
//	  commits              one transaction
//	after it               everything; a second run sees DONE and does nothing
package bank
