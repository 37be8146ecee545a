// Package cashier is what all ways of members' money in and out have in common:
// TakeTx, which every way in ends in, what is given back, corrections, and which
// account is proved to be a member's. The ways stand in packages below it, and know
// none of each other: bank, qr, giftlink, withdrawal.
//
// # Taking money, or not
//
// TakeTx credits, unless the member is not active or the amount is beyond a
// limit that they set: then the money is a hold on ReturnsPending, its line
// fails with the reason, and it waits for a cashier to give it back. AllowTx
// asks the same before money is asked for. Both look under the lock of the member's
// wallet (package wallet), so that two deposits at once cannot use the same room of
// a limit, and none passes one that is lowered at the same moment.
//
// # The proof
//
// payout_proof names the accounts, each with its holder's name, that money may go
// out to without a person's look. It is written where the rules credit a slip, or
// a bank's word that tells a name: account and name have agreed as far as they
// were shown. It is also written where a person credits by the whole account number that
// the bank confirmed. Not by a word without a name, nor by a name without digits, nor by
// what a cashier settled otherwise, nor by money that was held: there a person guessed,
// or nothing says that both belong together. Another account, or another name, is
// another proof. A cashier who approves a first payout proves it for payouts
// (withdrawal), but not for the question whose a deposit is: by_deposit tells both apart.
//
// printed_name has the names that a bank printed on a deposit that proved the account.
// They count as the member's: the registered name in another script, or another name.
//
// # What a crash leaves
//
//	before the caller's  nothing: credit or hold, line, push and what the way itself
//	  commit             writes are its one transaction
//	after it             everything; the payment's key makes a second one impossible
package cashier
