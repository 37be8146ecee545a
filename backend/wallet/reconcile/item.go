package reconcile

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/plain"
	"krapao/backend/wallet/reconcile/internal/db"
)

// Why books differ; see the package's text.
const (
	Lost       = "LOST"
	FailedHere = "FAILED_HERE"
	NotThere   = "NOT_THERE"
	Amount     = "AMOUNT"
)

// What a company says of a payment.
const (
	Paid    = "PAID"
	Pending = "PENDING"
	Review  = "REVIEW"
	Failed  = "FAILED"
	Nothing = "NOTHING"
)

// How an item ended.
const (
	attributed = "ATTRIBUTED"
	closed     = "CLOSED"
	agreed     = "AGREED"
)

// Item is a difference, as a cashier sees it. It is what a proposal about one
// keeps.
type Item struct {
	ID           uuid.UUID    `json:"id"`
	Company      string       `json:"company"`
	Reference    string       `json:"reference"` // the company's name of it
	Reason       string       `json:"reason"`
	Said         string       `json:"said"`   // the company's word by the last walk
	Amount       money.Satang `json:"amount"` // by the company
	Ours         money.Satang `json:"ours"`   // in our book
	Currency     string       `json:"currency"`
	TheirID      string       `json:"theirId,omitempty"`
	Bank         string       `json:"bank,omitempty"` // where it went: the bank's number
	BankCode     string       `json:"bankCode,omitempty"`
	Account      string       `json:"account,omitempty"`
	Name         string       `json:"name,omitempty"`
	At           time.Time    `json:"at"`           // when the company made it
	Since        time.Time    `json:"since"`        // when a walk found it
	MayClose     bool         `json:"mayClose"`     // the company has ended it: people may, too
	MayAttribute bool         `json:"mayAttribute"` // two people may say whose it is
	MemberID     *int64       `json:"-"`
}

// attributable says that two people may say whose it is.
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

// Item keeps a difference that a walk found, and counts it.
func (b *Book) Item(ctx context.Context, i Item) {
	i.Company, i.Name, i.Account = b.Company, short(i.Name, 200), short(i.Account, 64)
	i.Bank, i.TheirID = short(i.Bank, 3), short(i.TheirID, 128)
	if i.Reference == "" || i.Reference != short(i.Reference, 128) || i.Amount < 0 || i.Amount > money.Max || i.At.Year() < 2000 || i.At.Year() > 9999 {
		b.Lost(1, "%q: an entry that makes no sense", short(i.Reference, 128))
		return
	}
	outcome, err := b.run.s.keep(ctx, i)
	text := []any{i.Reference, i.Reason, i.Ours, i.Said, i.Amount}
	switch {
	case err != nil:
		b.Lost(1, "%s: its item could not be kept: %v", i.Reference, err)
	case outcome == attributed && i.Reason == FailedHere:
		b.Settled, b.Ours = b.Settled+1, b.Ours+i.Amount
	case outcome == attributed && i.Reason == NotThere:
		b.Settled, b.Ours = b.Settled+1, b.Ours-i.Ours
	case outcome != "":
		b.Settled++
	default:
		b.Differences++
		b.Note("%s: %s: %s here, the company says %s %s", text...)
	}
}

// short makes of a company's text what a column and a screen take.
func short(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most])
	}
	return text
}

// keep makes a difference an item, once. outcome is how it has ended before, ""
// while it waits.
func (s *Service) keep(ctx context.Context, i Item) (outcome string, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q, now := db.New(tx), s.Clock()
		outcome = ""
		added, err := q.DifferenceAdd(ctx, db.DifferenceAddParams{
			ID: uuid.New(), Company: i.Company, Reference: i.Reference, Reason: i.Reason, Said: i.Said, Amount: i.Amount, Ours: i.Ours,
			Currency: i.Currency, TheirID: i.TheirID, Bank: i.Bank, Account: i.Account, Name: i.Name, At: i.At, MemberID: i.MemberID, Now: now,
		})
		if err != nil || added == 1 {
			return err
		}
		rows, err := q.DifferencesOf(ctx, db.DifferencesOfParams{Company: i.Company, Reference: i.Reference})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if row.Reason != i.Reason {
				continue
			}
			if row.DoneAt != nil && row.Outcome != agreed {
				outcome = row.Outcome
				return nil
			}
			return q.DifferenceAgain(ctx, db.DifferenceAgainParams{
				ID: row.ID, Reason: i.Reason, Said: i.Said, Amount: i.Amount, Ours: i.Ours, TheirID: i.TheirID, MemberID: i.MemberID, Now: now,
			})
		}
		return errors.New("reconcile: an item is gone")
	})
	return outcome, err
}

func itemOf(r db.Difference) Item {
	i := Item{
		ID: r.ID, Company: r.Company, Reference: r.Reference, Reason: r.Reason, Said: r.Said, Amount: r.Amount, Ours: r.Ours, Currency: r.Currency,
		TheirID: r.TheirID, Bank: r.Bank, Account: r.Account, Name: r.Name, At: r.At.UTC(), Since: r.FoundAt.UTC(), MemberID: r.MemberID,
	}
	i.MayClose, i.MayAttribute = i.Said != Pending && i.Said != Review, i.attributable()
	return i
}

// LockTx takes an item for the rest of the transaction. NO_DATA: 404 where it
// does not wait (any more), 409 while the company has not ended it.
func (s *Service) LockTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Item, error) {
	row, err := db.New(tx).DifferenceLock(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && row.DoneAt != nil) {
		return Item{}, apperr.New(apperr.NoData)
	}
	item := itemOf(row)
	if err == nil && !item.MayClose {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return item, err
}

const maxNote = 500

// CloseTx ends an item without money: a cashier has written down why.
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

// AttributedTx ends an item whose money the caller has booked for a member.
func (s *Service) AttributedTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, member, by int64, why string) error {
	now := s.Clock()
	return db.New(tx).DifferenceEnd(ctx, db.DifferenceEndParams{ID: id, Outcome: attributed, Note: why, DecidedBy: &by, MemberID: &member, DoneAt: &now})
}
