// Package cashier has what all payment methods share. ReceiveTx credits incoming money. The package also has the
// money to return, corrections, and the proof that an account is a member's. Each payment method is a
// package below it: bank, qr, giftlink, withdrawal. They do not import each other.
//
// # Credit or hold
//
// ReceiveTx credits incoming money, unless the member is not active or the amount is above a limit that the
// member set. Then the money becomes a hold on ReturnsPending, its statement line fails with the reason, and
// a cashier has to return it. CheckDepositTx checks the same conditions when a member requests a deposit. Both
// check under the lock of the member's wallet (package wallet). So two concurrent deposits cannot both use
// the rest of a limit, and no deposit exceeds a limit that is lowered at the same moment.
//
// # The proof
//
// payout_proof has accounts, each with its holder's name, to which withdrawals go without a cashier's
// approval. A proof is stored if the rules credit a slip or a bank report that shows a name: account and name
// agreed as far as they were visible. It is also stored if an operator credits by the whole account number
// that the bank confirmed. These prove nothing: a report without a name, a name without digits, other
// decisions of a cashier, and held money. In these cases an operator guessed, or nothing shows that account
// and name belong together. Another account or another name needs another proof. A cashier who approves a
// first payout proves the account for payouts (package withdrawal), but not for deciding which member a
// deposit belongs to. The column by_deposit separates the two kinds of proof.
//
// printed_name has the names that a bank printed on a deposit that proved the account. They count as the
// member's names: the registered name in another script, or another name.
//
// # What a crash leaves
//
//	before the caller's  nothing: one transaction has the credit or hold, the line,
//	  commit             the push, and what the payment method writes
//	after it             everything; the payment's key makes a second credit impossible
package cashier
