package reconcile

import (
	"cmp"
	"time"

	"krapao/backend/platform/money"
)

// The states of a payment, in either record; see the package comment.
const (
	Paid     = "PAID"
	Pending  = "PENDING"
	Review   = "REVIEW"
	Returned = "RETURNED"
	Failed   = "FAILED"
	Nothing  = "NOTHING"
)

// Payment is one payment in the provider's record or in ours. It is comparable: a repeated entry has the same
// value.
type Payment struct {
	// Reference is the provider's name of the payment. Name is the name in both records, if that differs.
	Reference, Name string
	// State is the state. In an entry, "" means that it cannot be read; in a row, that our ledger has no such
	// payment.
	State string
	// Amount is in satang. It is 0 in a row that does not know it yet.
	Amount   money.Satang
	Currency string
	// Reversed means that the money moved in the other direction: it counts negative in the sums.
	Reversed bool
	TheirID  string // the provider's own id of the payment
	Bank     string // the number of the bank that the money went to, or came from
	Account  string
	Holder   string
	At       time.Time
	MemberID *int64 // set only in a row of ours
}

// commonName returns the payment's name that both records use.
func (p Payment) commonName() string { return cmp.Or(p.Name, p.Reference) }

// mayHaveMoved returns whether the money moved, or may still move.
func (p Payment) mayHaveMoved() bool {
	return p.State == Paid || p.State == Pending || p.State == Review
}

// signedAmount returns the amount in satang that the payment adds to a record's sum; it is negative for
// Reversed.
func (p Payment) signedAmount() money.Satang {
	switch {
	case p.State != Paid:
		return 0
	case p.Reversed:
		return -p.Amount
	}
	return p.Amount
}

// isFinal returns whether the provider's state is final.
func (p Payment) isFinal() bool { return p.State == Paid || p.State == Failed || p.State == Returned }

// compareWith returns the reason why our record of a payment differs from the provider's, or "" if it does not.
// resolvable is true if the domain may resolve the payment. The package comment has the table.
func (p Payment) compareWith(theirs Payment) (reason string, resolvable bool) {
	switch {
	case p.State == "" && theirs.mayHaveMoved():
		return Lost, true
	case p.State == "":
		return "", false
	case theirs.mayHaveMoved() && p.hasOtherAmount(theirs):
		return OtherAmount, false
	}
	switch p.State {
	case Review:
		return "", true
	case Pending:
		return "", theirs.State != Nothing
	case Paid:
		if theirs.State == Paid {
			return "", false
		}
		return NotMade, theirs.State != Failed && theirs.State != Nothing
	}
	if theirs.mayHaveMoved() {
		return FailedHere, true
	}
	return "", false
}

// hasOtherAmount returns whether the provider has the payment with another currency or another amount. The
// amount is not compared while the provider reports REVIEW, since the provider may still change it.
func (p Payment) hasOtherAmount(theirs Payment) bool {
	return p.Currency != "" && p.Currency != theirs.Currency || p.Amount != 0 && p.Amount != theirs.Amount && theirs.State != Review
}

// hasMoney returns whether the payment has money in our record or in the provider's.
func (p Payment) hasMoney(theirs Payment) bool {
	return theirs.mayHaveMoved() || (p.State != "" && p.State != Nothing)
}

// toItem returns the difference between our record and the provider's as an item.
func (p Payment) toItem(reason string, theirs Payment) Item {
	return Item{
		Reference: theirs.Reference, Reason: reason, State: theirs.State, Amount: theirs.Amount, OurAmount: p.Amount, Currency: theirs.Currency,
		TheirID: theirs.TheirID, Bank: theirs.Bank, Account: theirs.Account, Name: theirs.Holder, At: theirs.At, MemberID: p.MemberID,
	}
}
