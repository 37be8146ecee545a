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

// Service stores the differences. All fields are needed.
type Service struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
	Log   *slog.Logger
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// The providers, as items name them, besides the QR gateways' and the slots' own names.
const (
	Payouts = "PAYOUT"
	Gifts   = "GIFT"
	Bank    = "BANK"
)

// Run is one reconciliation of all providers.
type Run struct {
	s *Service
	// Since is the start of its period, and Began when it started, which ends the
	// period: what our ledger did later is left to the next run.
	Since, Began time.Time
}

// Begin starts a run.
func (s *Service) Begin(since time.Time) *Run { return &Run{s: s, Since: since, Began: s.Clock()} }

// slack is how much earlier a provider's list starts: its clock is another one.
const slack = time.Hour

// From is where a provider's list is to start.
func (r *Run) From() time.Time { return r.Since.Add(-slack) }

// Book is the comparison with one provider.
type Book struct {
	Company string // as items name it
	Title   string // as people read it
	Items   int
	Ours    money.Satang
	Theirs  money.Satang
	// Differences are those that wait for a person, Mended those that the run resolved,
	// Settled those that people had ended before.
	Differences, Mended, Settled int
	// Unknown is what could not be found out, or could not be stored as an item.
	Unknown int
	// Blind says why the provider's list could not be read at all.
	Blind string
	// Notes are a line for each of these, up to a number that people read.
	Notes []string

	run       *Run
	found     map[[2]string]bool // references and reasons of its items
	namesMost int                // of its lists
}

const notesMost = 500

// Book opens the comparison with a provider.
func (r *Run) Book(company, title string) *Book {
	return &Book{Company: company, Title: title, run: r, found: map[[2]string]bool{}, namesMost: namesMost}
}

// Note writes a line.
func (b *Book) Note(format string, args ...any) {
	if len(b.Notes) < notesMost {
		b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
	}
}

// CountUnknown counts what could not be found out.
func (b *Book) CountUnknown(n int, format string, args ...any) {
	b.Unknown += n
	b.Note("unknown: "+format, args...)
}

// listEnded counts how a list of the provider's ended.
func (b *Book) listEnded(err error) {
	switch {
	case errors.Is(err, provider.ErrNoList):
		b.Blind = "the company does not list: what only it has cannot be seen"
	case err != nil:
		b.CountUnknown(1, "the company's list: %v", err)
	}
}

// Whole says that all of it could be compared, and that each difference is stored.
func (b *Book) Whole() bool { return b.Unknown == 0 && b.Blind == "" }

// close ends the open items that the run did not find again, if it saw all.
func (b *Book) close(ctx context.Context) {
	if !b.Whole() {
		return
	}
	s := b.run.s
	_, err := s.q().DifferencesAgreed(ctx, db.DifferencesAgreedParams{Company: b.Company, Now: s.Clock(), Began: b.run.Began, Since: b.run.Since})
	if err != nil {
		b.CountUnknown(1, "the items that agree by now: %v", err)
	}
}

// LostOpen counts open items of payments that only the provider has, made after a moment under a name of
// the given form, a regular expression.
func (s *Service) LostOpen(ctx context.Context, company, form string, madeAfter time.Time) (int64, error) {
	return s.q().LostOpen(ctx, db.LostOpenParams{Company: company, Form: form, MadeAfter: madeAfter})
}
