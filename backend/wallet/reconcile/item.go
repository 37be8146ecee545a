package reconcile

import (
	"context"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/plain"
	"krapao/backend/wallet/reconcile/internal/db"
)

// The reasons of differences; see the package comment.
const (
	Lost       = "LOST"
	FailedHere = "FAILED_HERE"
	NotThere   = "NOT_THERE"
	Amount     = "AMOUNT"
)

// The outcomes of an item.
const (
	attributed = "ATTRIBUTED"
	closed     = "CLOSED"
)

// Item is a difference as a cashier sees it. A proposal about the item stores the same fields.
type Item struct {
	ID           uuid.UUID    `json:"id"`
	Company      string       `json:"company"`
	Reference    string       `json:"reference"` // the provider's name of the payment
	Reason       string       `json:"reason"`
	Said         string       `json:"said"`   // the state that the provider gave it in the last run
	Amount       money.Satang `json:"amount"` // in the provider's record, in satang
	Ours         money.Satang `json:"ours"`   // in our ledger, in satang
	Currency     string       `json:"currency"`
	TheirID      string       `json:"theirId,omitempty"`
	Bank         string       `json:"bank,omitempty"` // the number of the bank that the money went to
	BankCode     string       `json:"bankCode,omitempty"`
	Account      string       `json:"account,omitempty"`
	Name         string       `json:"name,omitempty"`
	At           time.Time    `json:"at"`           // time of the payment, by the provider
	Since        time.Time    `json:"since"`        // time when a run found it
	MayClose     bool         `json:"mayClose"`     // the provider's state is final, so operators may end the item
	MayAttribute bool         `json:"mayAttribute"` // two operators may attribute it to a member
	MemberID     *int64       `json:"-"`
}

// attributable returns whether two operators may attribute the item to a member.
func (i Item) attributable() bool {
	switch i.Reason {
	case Lost:
		return i.Said == Paid && i.Company != Bank
	case FailedHere:
		return i.Said == Paid && i.Company == Payouts
	case NotThere:
		return i.Company == Payouts
	}
	return false
}

// IsLostPayout returns whether the provider made a payout that our ledger lacks. Payouts may be paused until
// such an item ends.
func (i Item) IsLostPayout() bool { return i.Reason == Lost && i.Said == Paid && i.Company == Payouts }

// AddItem stores a difference as an item, and counts it. A second difference with the same reference and
// reason in one run updates the item, and is not counted again.
func (b *Book) AddItem(ctx context.Context, i Item) {
	i.Company, i.Name, i.Account = b.Company, printable(i.Name, 200), printable(i.Account, 64)
	i.Bank, i.TheirID = printable(i.Bank, 3), printable(i.TheirID, 128)
	if !isName(i.Reference) || i.Amount < 0 || i.Amount > money.Max || i.At.Year() < 2000 || i.At.Year() > 9999 {
		b.CountUnknown(1, "%q: an invalid entry", printable(i.Reference, maxReference))
		return
	}
	outcome, err := b.run.s.store(ctx, i)
	again := b.found[[2]string{i.Reference, i.Reason}]
	b.found[[2]string{i.Reference, i.Reason}] = err == nil
	switch {
	case err != nil:
		b.CountUnknown(1, "%s: its item could not be stored: %v", i.Reference, err)
	case again:
	case outcome == attributed && i.Reason == FailedHere:
		b.Settled, b.Ours = b.Settled+1, b.Ours+i.Amount
	case outcome == attributed && i.Reason == NotThere:
		b.Settled, b.Ours = b.Settled+1, b.Ours-i.Ours
	case outcome != "":
		b.Settled++
	default:
		b.Differences++
		b.Note("%s: %s: %s here, the provider says %s %s", i.Reference, i.Reason, i.Ours, i.Said, i.Amount)
	}
}

// store creates or updates the item of a difference. outcome is the outcome if operators have ended the item
// before, or "" if the item is open.
func (s *Service) store(ctx context.Context, i Item) (outcome string, err error) {
	return s.q().DifferenceFound(ctx, db.DifferenceFoundParams{
		ID: uuid.New(), Company: i.Company, Reference: i.Reference, Reason: i.Reason, Said: i.Said, Amount: i.Amount, Ours: i.Ours,
		Currency: i.Currency, TheirID: i.TheirID, Bank: i.Bank, Account: i.Account, Name: i.Name, At: i.At, MemberID: i.MemberID, Now: s.Clock(),
	})
}

func itemOf(r db.Difference) Item {
	i := Item{
		ID: r.ID, Company: r.Company, Reference: r.Reference, Reason: r.Reason, Said: r.Said, Amount: r.Amount, Ours: r.Ours, Currency: r.Currency,
		TheirID: r.TheirID, Bank: r.Bank, Account: r.Account, Name: r.Name, At: r.At.UTC(), Since: r.FoundAt.UTC(), MemberID: r.MemberID,
	}
	i.MayClose, i.MayAttribute = i.Said != Pending && i.Said != Review, i.attributable()
	return i
}

// LockTx locks an item until the transaction ends. It returns NO_DATA with 404 if the item is not open, and
// with 409 while the provider has not ended the payment.
func (s *Service) LockTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Item, error) {
	row, err := db.New(tx).DifferenceLock(ctx, id)
	if err != nil || row.DoneAt != nil {
		return Item{}, pg.NotFound(err)
	}
	item := itemOf(row)
	if !item.MayClose {
		return item, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return item, nil
}

const maxNote = 500

// CloseTx ends an item without moving money. note is the operator's reason. A missing or too long note is
// INVALID_USER_INFO.
func (s *Service) CloseTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, note string, by int64) (Item, error) {
	note = plain.Text(note)
	if n := utf8.RuneCountInString(note); n == 0 || n > maxNote {
		return Item{}, apperr.Field(apperr.InvalidUserInfo, "note")
	}
	item, err := s.LockTx(ctx, tx, id)
	if err != nil {
		return item, err
	}
	now := s.Clock()
	return item, db.New(tx).DifferenceEnd(ctx, db.DifferenceEndParams{ID: id, Outcome: closed, Note: note, DecidedBy: &by, DoneAt: &now})
}

// AttributedTx ends an item after the caller has booked its money for a member.
func (s *Service) AttributedTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, member, by int64, why string) error {
	now := s.Clock()
	return db.New(tx).DifferenceEnd(ctx, db.DifferenceEndParams{ID: id, Outcome: attributed, Note: why, DecidedBy: &by, MemberID: &member, DoneAt: &now})
}
