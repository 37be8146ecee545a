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
	Lost        = "LOST"
	FailedHere  = "FAILED_HERE"
	NotMade     = "NOT_THERE"
	OtherAmount = "AMOUNT"
)

// The outcomes of an item.
const (
	attributed = "ATTRIBUTED"
	closed     = "CLOSED"
)

// Item is a difference as a cashier sees it. A proposal about the item stores the same fields.
type Item struct {
	ID           uuid.UUID    `json:"id"`
	Provider     string       `json:"company"`
	Reference    string       `json:"reference"` // the provider's name of the payment
	Reason       string       `json:"reason"`
	State        string       `json:"said"`   // the state that the provider gave it in the last run
	Amount       money.Satang `json:"amount"` // in the provider's record, in satang
	OurAmount    money.Satang `json:"ours"`   // in our ledger, in satang
	Currency     string       `json:"currency"`
	TheirID      string       `json:"theirId,omitempty"`
	Bank         string       `json:"bank,omitempty"` // the number of the bank that the money went to
	BankCode     string       `json:"bankCode,omitempty"`
	Account      string       `json:"account,omitempty"`
	Name         string       `json:"name,omitempty"`
	At           time.Time    `json:"at"`           // time of the payment, by the provider
	FoundAt      time.Time    `json:"since"`        // time when a run found it
	MayClose     bool         `json:"mayClose"`     // the provider's state is final, so operators may end the item
	MayAttribute bool         `json:"mayAttribute"` // two operators may attribute it to a member
	MemberID     *int64       `json:"-"`
}

// isAttributable returns whether two operators may attribute the item to a member.
func (i Item) isAttributable() bool {
	switch i.Reason {
	case Lost:
		return i.State == Paid && i.Provider != Bank
	case FailedHere:
		return i.State == Paid && i.Provider == Payouts
	case NotMade:
		return i.Provider == Payouts
	}
	return false
}

// IsLostPayout returns whether the provider made a payout that our ledger lacks. Payouts may be paused until
// such an item ends.
func (i Item) IsLostPayout() bool {
	return i.Reason == Lost && i.State == Paid && i.Provider == Payouts
}

// AddItem stores a difference as an item, and counts it. A second difference with the same reference and
// reason in one run updates the item, and is not counted again.
func (r *Report) AddItem(ctx context.Context, i Item) {
	i.Provider, i.Name, i.Account = r.Provider, cleanText(i.Name, 200), cleanText(i.Account, 64)
	i.Bank, i.TheirID = cleanText(i.Bank, 3), cleanText(i.TheirID, 128)
	if !isName(i.Reference) || i.Amount < 0 || i.Amount > money.Max || i.At.Year() < 2000 || i.At.Year() > 9999 {
		r.CountUnknown(1, "%q: an invalid entry", cleanText(i.Reference, maxReference))
		return
	}
	outcome, err := r.run.s.storeItem(ctx, i)
	again := r.foundItems[[2]string{i.Reference, i.Reason}]
	r.foundItems[[2]string{i.Reference, i.Reason}] = err == nil
	switch {
	case err != nil:
		r.CountUnknown(1, "%s: its item could not be stored: %v", i.Reference, err)
	case again:
	case outcome == attributed && i.Reason == FailedHere:
		r.EndedBefore, r.OurSum = r.EndedBefore+1, r.OurSum+i.Amount
	case outcome == attributed && i.Reason == NotMade:
		r.EndedBefore, r.OurSum = r.EndedBefore+1, r.OurSum-i.OurAmount
	case outcome != "":
		r.EndedBefore++
	default:
		r.Differences++
		r.AddNote("%s: %s: %s here, the provider says %s %s", i.Reference, i.Reason, i.OurAmount, i.State, i.Amount)
	}
}

// storeItem creates or updates the item of a difference. outcome is the outcome if operators have ended the item
// before, or "" if the item is open.
func (s *Service) storeItem(ctx context.Context, i Item) (outcome string, err error) {
	return s.q().StoreFoundDifference(ctx, db.StoreFoundDifferenceParams{
		ID: uuid.New(), Company: i.Provider, Reference: i.Reference, Reason: i.Reason, Said: i.State, Amount: i.Amount, Ours: i.OurAmount,
		Currency: i.Currency, TheirID: i.TheirID, Bank: i.Bank, Account: i.Account, Name: i.Name, At: i.At, MemberID: i.MemberID, Now: s.Clock(),
	})
}

func itemOf(r db.Difference) Item {
	i := Item{
		ID: r.ID, Provider: r.Company, Reference: r.Reference, Reason: r.Reason, State: r.Said, Amount: r.Amount, OurAmount: r.Ours, Currency: r.Currency,
		TheirID: r.TheirID, Bank: r.Bank, Account: r.Account, Name: r.Name, At: r.At.UTC(), FoundAt: r.FoundAt.UTC(), MemberID: r.MemberID,
	}
	i.MayClose, i.MayAttribute = i.State != Pending && i.State != Review, i.isAttributable()
	return i
}

// LockItemTx locks an item until the transaction ends. It returns NO_DATA with 404 if the item is not open, and
// with 409 while the provider has not ended the payment.
func (s *Service) LockItemTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Item, error) {
	row, err := db.New(tx).LockDifference(ctx, id)
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

// CloseItemTx ends an item without moving money. note is the operator's reason. A missing or too long note is
// INVALID_USER_INFO.
func (s *Service) CloseItemTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, note string, operator int64) (Item, error) {
	note = plain.Text(note)
	if n := utf8.RuneCountInString(note); n == 0 || n > maxNote {
		return Item{}, apperr.Field(apperr.InvalidUserInfo, "note")
	}
	item, err := s.LockItemTx(ctx, tx, id)
	if err != nil {
		return item, err
	}
	now := s.Clock()
	return item, db.New(tx).EndDifference(ctx, db.EndDifferenceParams{ID: id, Outcome: closed, Note: note, DecidedBy: &operator, DoneAt: &now})
}

// EndAttributedTx ends an item after the caller has booked its money for a member.
func (s *Service) EndAttributedTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, member, operator int64, note string) error {
	now := s.Clock()
	return db.New(tx).EndDifference(ctx, db.EndDifferenceParams{ID: id, Outcome: attributed, Note: note, DecidedBy: &operator, MemberID: &member, DoneAt: &now})
}
