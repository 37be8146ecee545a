package reconcile

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/provider"
	"krapao/backend/wallet/reconcile/internal/db"
)

// Service stores the differences. All fields are required.
type Service struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
	Log   *slog.Logger
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// The names of providers in items. QR gateways and game slots have their own names.
const (
	Payouts = "PAYOUT"
	Gifts   = "GIFT"
	Bank    = "BANK"
)

// Run is one comparison with all providers.
type Run struct {
	s *Service
	// Since is the start of the run's period. Began is when the run started, and the end of the period: later
	// changes of our ledger are left to the next run.
	Since, Began time.Time
}

// Begin starts a run whose period begins at since.
func (s *Service) Begin(since time.Time) *Run { return &Run{s: s, Since: since, Began: s.Clock()} }

// slack is how much earlier a provider's list starts, since its clock may differ.
const slack = time.Hour

// From returns where a provider's list starts.
func (r *Run) From() time.Time { return r.Since.Add(-slack) }

// Book is the result of the comparison with one provider: the counts, and the sums of both records in satang.
type Book struct {
	Company string // the provider's name in items
	Title   string // the provider's name in reports
	Items   int
	Ours    money.Satang
	Theirs  money.Satang
	// Differences is the number of open items. Mended is the number of payments that the run resolved.
	// Settled is the number of items that operators had ended before.
	Differences, Mended, Settled int
	// Unknown is the number of payments that could not be compared, or not stored as an item.
	Unknown int
	// Blind says why the provider's list could not be read at all, or is "".
	Blind string
	// Notes are remarks for operators about differences and about unknown or resolved payments: at most notesMost.
	Notes []string

	run       *Run
	found     map[[2]string]bool // references and reasons of the items
	namesMost int                // limit of names in the lists
}

const notesMost = 500

// Book returns a new comparison with a provider.
func (r *Run) Book(company, title string) *Book {
	return &Book{Company: company, Title: title, run: r, found: map[[2]string]bool{}, namesMost: namesMost}
}

// Note adds a line to Notes.
func (b *Book) Note(format string, args ...any) {
	if len(b.Notes) < notesMost {
		b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
	}
}

// CountUnknown adds n to Unknown, with a note.
func (b *Book) CountUnknown(n int, format string, args ...any) {
	b.Unknown += n
	b.Note("unknown: "+format, args...)
}

// listEnded counts the error, if any, that ended a list.
func (b *Book) listEnded(err error) {
	switch {
	case errors.Is(err, provider.ErrNoList):
		b.Blind = "the provider has no list: payments that only the provider has cannot be found"
	case err != nil:
		b.CountUnknown(1, "the provider's list: %v", err)
	}
}

// Whole returns whether everything was compared and each difference is stored.
func (b *Book) Whole() bool { return b.Unknown == 0 && b.Blind == "" }

// close ends the provider's open items that the run did not find again as AGREED, if everything was compared.
func (b *Book) close(ctx context.Context) {
	if !b.Whole() {
		return
	}
	s := b.run.s
	_, err := s.q().DifferencesAgreed(ctx, db.DifferencesAgreedParams{Company: b.Company, Now: s.Clock(), Began: b.run.Began, Since: b.run.Since})
	if err != nil {
		b.CountUnknown(1, "close the items that agree now: %v", err)
	}
}

// LostOpen counts a provider's open LOST items that were made at or after madeAfter and whose reference matches
// form, a regular expression.
func (s *Service) LostOpen(ctx context.Context, company, form string, madeAfter time.Time) (int64, error) {
	return s.q().LostOpen(ctx, db.LostOpenParams{Company: company, Form: form, MadeAfter: madeAfter})
}
