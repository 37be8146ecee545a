package reconcile

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/provider"
	"krapao/backend/wallet/reconcile/internal/db"
)

// Service keeps the differences. All fields are needed.
type Service struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
	Log   *slog.Logger
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// The companies, as items name them, beside the QR gateways' own names.
const (
	Payouts = "PAYOUT"
	Gifts   = "GIFT"
	Bank    = "BANK"
)

// Run is one walk through all books.
type Run struct {
	s  *Service
	ID uuid.UUID
	// Since is how far back it looks, and Began when it began: what our book did
	// later is left to the next walk.
	Since, Began time.Time
}

// Begin begins a walk. End it.
func (s *Service) Begin(since time.Time) *Run {
	return &Run{s: s, ID: uuid.New(), Since: since, Began: s.Clock()}
}

// End forgets what the walk has seen.
func (r *Run) End(ctx context.Context) error { return r.s.q().SeenForget(ctx, r.ID) }

// Slack is how much earlier a company's list is begun: its clock is another one.
const slack = time.Hour

// From is when a company's list is to begin.
func (r *Run) From() time.Time { return r.Since.Add(-slack) }

// See notes what a list has told of.
func (r *Run) See(ctx context.Context, references []string) error {
	return r.s.q().SeenAdd(ctx, db.SeenAddParams{Run: r.ID, Refs: references})
}

// How often a page is asked for, and how many there may be at most: a list that
// leads in a circle must end.
const (
	pageTries = 3
	pagesMost = 100_000
)

// Pages goes through a list. do answers the place of the next page, "" after the
// last one. A page that fails is asked for again a moment later.
func (r *Run) Pages(ctx context.Context, do func(cursor string) (next string, err error)) error {
	cursor := ""
	for range pagesMost {
		next, err := again(ctx, func() (string, error) { return do(cursor) })
		if err != nil || next == "" {
			return err
		}
		if next == cursor {
			return fmt.Errorf("%w: a list that does not go on", provider.ErrDown)
		}
		cursor = next
	}
	return fmt.Errorf("%w: a list without an end", provider.ErrDown)
}

func again(ctx context.Context, do func() (string, error)) (next string, err error) {
	for try := 1; ; try++ {
		if next, err = do(); err == nil || !errors.Is(err, provider.ErrDown) || try == pageTries || ctx.Err() != nil {
			return next, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(try) * 200 * time.Millisecond):
		}
	}
}

// Book is our book of one company beside the company's own, since a moment.
type Book struct {
	Company string // as items name it
	Title   string // as people read it
	Items   int
	Ours    money.Satang
	Theirs  money.Satang
	// Differences are those that wait for a person, Mended those that the walk
	// itself brought to an end, Settled those that people had ended before.
	Differences, Mended, Settled int
	// Unknown is what could not be found out, or not be kept as an item.
	Unknown int
	// Blind says why the company's list could not be read at all.
	Blind string
	// Notes are a line for each of these, up to a number that people read.
	Notes []string

	run *Run
}

const notesMost = 500

// Book opens our book of a company.
func (r *Run) Book(company, title string) *Book { return &Book{Company: company, Title: title, run: r} }

// Note writes a line.
func (b *Book) Note(format string, args ...any) {
	if len(b.Notes) < notesMost {
		b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
	}
}

// Lost counts what could not be found out.
func (b *Book) Lost(n int, format string, args ...any) {
	b.Unknown += n
	b.Note("unknown: "+format, args...)
}

// Heard takes in how the company's list ended.
func (b *Book) Heard(err error) {
	switch {
	case errors.Is(err, provider.ErrNoList):
		b.Blind = "the company does not list: what only it has cannot be seen"
	case err != nil:
		b.Lost(1, "the company's list: %v", err)
	}
}

// Whole says that all of the book could be compared, and all that differs has
// its item.
func (b *Book) Whole() bool { return b.Unknown == 0 && b.Blind == "" }

// Close ends the open items that the walk did not find any more, where it saw all.
func (b *Book) Close(ctx context.Context) {
	if !b.Whole() {
		return
	}
	s := b.run.s
	_, err := s.q().DifferencesAgreed(ctx, db.DifferencesAgreedParams{Company: b.Company, Now: s.Clock(), Began: b.run.Began, Since: b.run.Since})
	if err != nil {
		b.Lost(1, "the items that agree by now: %v", err)
	}
}
