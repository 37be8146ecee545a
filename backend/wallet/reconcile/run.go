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

// BeginRun starts a run whose period begins at since.
func (s *Service) BeginRun(since time.Time) *Run { return &Run{s: s, Since: since, Began: s.Clock()} }

// slack is how much earlier a provider's list starts, since its clock may differ.
const slack = time.Hour

// ListStart returns where a provider's list starts.
func (r *Run) ListStart() time.Time { return r.Since.Add(-slack) }

// Report is the result of the comparison with one provider: the counts, and the sums of both records in satang.
type Report struct {
	Provider string // the provider's name in items
	Title    string // the provider's name in reports
	Payments int
	OurSum   money.Satang
	TheirSum money.Satang
	// Differences is the number of open items. Resolved is the number of payments that the run resolved.
	// EndedBefore is the number of items that operators had ended before.
	Differences, Resolved, EndedBefore int
	// Unknown is the number of payments that could not be compared, or not stored as an item.
	Unknown int
	// NoList says why the provider's list could not be read at all, or is "".
	NoList string
	// Notes are remarks for operators about differences and about unknown or resolved payments: at most
	// maxNotes.
	Notes []string

	run           *Run
	foundItems    map[[2]string]bool // references and reasons of the items
	maxReferences int                // limit of names in the lists
}

const maxNotes = 500

// NewReport returns a new comparison with a provider.
func (r *Run) NewReport(provider, title string) *Report {
	return &Report{Provider: provider, Title: title, run: r, foundItems: map[[2]string]bool{}, maxReferences: maxReferences}
}

// AddNote adds a line to Notes.
func (r *Report) AddNote(format string, args ...any) {
	if len(r.Notes) < maxNotes {
		r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
	}
}

// CountUnknown adds n to Unknown, with a note.
func (r *Report) CountUnknown(n int, format string, args ...any) {
	r.Unknown += n
	r.AddNote("unknown: "+format, args...)
}

// countListError counts the error, if any, that ended a list.
func (r *Report) countListError(err error) {
	switch {
	case errors.Is(err, provider.ErrNoList):
		r.NoList = "the provider has no list: payments that only the provider has cannot be found"
	case err != nil:
		r.CountUnknown(1, "the provider's list: %v", err)
	}
}

// IsComplete returns whether everything was compared and each difference is stored.
func (r *Report) IsComplete() bool { return r.Unknown == 0 && r.NoList == "" }

// closeAgreedItems ends the provider's open items that the run did not find again as AGREED, if everything
// was compared.
func (r *Report) closeAgreedItems(ctx context.Context) {
	if !r.IsComplete() {
		return
	}
	s := r.run.s
	_, err := s.q().EndAgreedDifferences(ctx, db.EndAgreedDifferencesParams{Company: r.Provider, Now: s.Clock(), Began: r.run.Began, Since: r.run.Since})
	if err != nil {
		r.CountUnknown(1, "close the items that agree now: %v", err)
	}
}

// CountOpenLost counts a provider's open LOST items that were made at or after madeAfter and whose reference
// matches form, a regular expression.
func (s *Service) CountOpenLost(ctx context.Context, provider, form string, madeAfter time.Time) (int64, error) {
	return s.q().CountOpenLosses(ctx, db.CountOpenLossesParams{Company: provider, Form: form, MadeAfter: madeAfter})
}
