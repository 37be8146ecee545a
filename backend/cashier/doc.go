// Package cashier has what all payment methods share: TakeTx, which credits incoming money, the money to give
// back, corrections, and the proof that an account is a member's. Each payment method is a package below it:
// bank, qr, giftlink, withdrawal. They do not import each other.
//
// # Taking money, or not
//
// TakeTx credits, unless the member is not active or the amount is above a limit that the member set. Then
// the money is a hold on ReturnsPending, its statement line fails with the reason, and a cashier has to give
// it back. AllowTx checks the same before money is asked for. Both check under the lock of the member's
// wallet (package wallet). So two concurrent deposits cannot use the same room of a limit, and no deposit
// passes a limit that is lowered at the same moment.
//
// # The proof
//
// payout_proof has the accounts, each with its holder's name, that withdrawals may go to without a cashier's
// approval. A proof is written if the rules credit a slip or a bank report with a name: account and name
// matched as far as they were visible. It is also written if an operator credits by the whole account number
// that the bank confirmed. It is not written by a report without a name, by a name without digits, by a
// cashier's other decisions, or by held money. There an operator guessed, or nothing shows that account and
// name belong together. Another account or another name needs another proof. A cashier who approves a first
// payout proves the account for payouts (withdrawal), but not for the question whose a deposit is: by_deposit
// separates the two.
//
// printed_name has the names that a bank printed on a deposit that proved the account. They count as the
// member's: the registered name in another script, or another name.
//
// # What a crash leaves
//
//	before the caller's  nothing: credit or hold, line, push and what the payment
//	  commit             method writes are in one transaction
//	after it             everything; the payment's key makes a second one impossible
package cashier
