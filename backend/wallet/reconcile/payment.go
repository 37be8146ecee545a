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
	// Said is the state. In an entry, "" means that it cannot be read; in a row, that our ledger has no such
	// payment.
	Said string
	// Amount is in satang. It is 0 in a row that does not know it yet.
	Amount   money.Satang
	Currency string
	// Back means that the money moved in the other direction: it counts negative in the sums.
	Back     bool
	TheirID  string // the provider's own id of the payment
	Bank     string // the number of the bank that the money went to, or came from
	Account  string
	Holder   string
	At       time.Time
	MemberID *int64 // set only in a row of ours
}

// name returns the payment's name that both records use.
func (p Payment) name() string { return cmp.Or(p.Name, p.Reference) }

// moved returns whether the money moved, or may still move.
func (p Payment) moved() bool { return p.Said == Paid || p.Said == Pending || p.Said == Review }

// paid returns the amount in satang that the payment adds to a record's sum; it is negative for Back.
func (p Payment) paid() money.Satang {
	switch {
	case p.Said != Paid:
		return 0
	case p.Back:
		return -p.Amount
	}
	return p.Amount
}

// ended returns whether the provider's state is final.
func (p Payment) ended() bool { return p.Said == Paid || p.Said == Failed || p.Said == Returned }

// differs returns the reason why our record of a payment differs from the provider's, or "" if it does not.
// resolvable is true if the domain may resolve the payment. The package comment has the table.
func (p Payment) differs(theirs Payment) (reason string, resolvable bool) {
	switch {
	case p.Said == "" && theirs.moved():
		return Lost, true
	case p.Said == "":
		return "", false
	case theirs.moved() && p.isOther(theirs):
		return Amount, false
	}
	switch p.Said {
	case Review:
		return "", true
	case Pending:
		return "", theirs.Said != Nothing
	case Paid:
		if theirs.Said == Paid {
			return "", false
		}
		return NotThere, theirs.Said != Failed && theirs.Said != Nothing
	}
	if theirs.moved() {
		return FailedHere, true
	}
	return "", false
}

// isOther returns whether the provider has the payment with another currency or another amount. The amount is
// not compared while the provider reports REVIEW, since the provider may still change it.
func (p Payment) isOther(theirs Payment) bool {
	return p.Currency != "" && p.Currency != theirs.Currency || p.Amount != 0 && p.Amount != theirs.Amount && theirs.Said != Review
}

// counts returns whether the payment has money in our record or in the provider's.
func (p Payment) counts(theirs Payment) bool {
	return theirs.moved() || (p.Said != "" && p.Said != Nothing)
}

// item returns the difference between our record and the provider's as an item.
func (p Payment) item(reason string, theirs Payment) Item {
	return Item{
		Reference: theirs.Reference, Reason: reason, Said: theirs.Said, Amount: theirs.Amount, Ours: p.Amount, Currency: theirs.Currency,
		TheirID: theirs.TheirID, Bank: theirs.Bank, Account: theirs.Account, Name: theirs.Holder, At: theirs.At, MemberID: p.MemberID,
	}
}
