package reconcile

import (
	"cmp"
	"time"

	"krapao/backend/platform/money"
)

// The states of a payment, in either record; see the package's text.
const (
	Paid     = "PAID"
	Pending  = "PENDING"
	Review   = "REVIEW"
	Returned = "RETURNED"
	Failed   = "FAILED"
	Nothing  = "NOTHING"
)

// Payment is one payment, as the provider or our ledger has it. It is comparable:
// an entry that comes twice is the same value.
type Payment struct {
	// Reference is the provider's name of it. Name is what both records know it by, if
	// that is another one.
	Reference, Name string
	// Said is its state. In an entry "" means that it cannot be read; in a row, that
	// our ledger has no such payment.
	Said string
	// Amount is 0 in a row that does not know it yet.
	Amount   money.Satang
	Currency string
	// Back says that the money went the other way: it counts below zero in the sums.
	Back     bool
	TheirID  string // the provider's own id of it
	Bank     string // where it went, or came from: the bank's number
	Account  string
	Holder   string
	At       time.Time
	MemberID *int64 // in a row
}

// name is what both records know it by.
func (p Payment) name() string { return cmp.Or(p.Name, p.Reference) }

// moved says that the money moved, or may still.
func (p Payment) moved() bool { return p.Said == Paid || p.Said == Pending || p.Said == Review }

// paid is what the payment adds to a record's sum.
func (p Payment) paid() money.Satang {
	switch {
	case p.Said != Paid:
		return 0
	case p.Back:
		return -p.Amount
	}
	return p.Amount
}

// ended says that the provider has said its last word of it.
func (p Payment) ended() bool { return p.Said == Paid || p.Said == Failed || p.Said == Returned }

// differs returns why our record of a payment differs from the provider's, "" where
// it does not, and whether the domain may resolve that: the table in the package's
// text.
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

// isOther says that the provider has the payment in another currency, or with another
// amount, unless it may still change that: REVIEW.
func (p Payment) isOther(theirs Payment) bool {
	return p.Currency != "" && p.Currency != theirs.Currency || p.Amount != 0 && p.Amount != theirs.Amount && theirs.Said != Review
}

// counts says that one of the two records has money in it.
func (p Payment) counts(theirs Payment) bool {
	return theirs.moved() || (p.Said != "" && p.Said != Nothing)
}

// item is the difference between our record and the provider's.
func (p Payment) item(reason string, theirs Payment) Item {
	return Item{
		Reference: theirs.Reference, Reason: reason, Said: theirs.Said, Amount: theirs.Amount, Ours: p.Amount, Currency: theirs.Currency,
		TheirID: theirs.TheirID, Bank: theirs.Bank, Account: theirs.Account, Name: theirs.Holder, At: theirs.At, MemberID: p.MemberID,
	}
}
