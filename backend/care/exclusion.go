package care

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/care/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// Closing is the kind of a break from play.
type Closing string

// The closings.
const (
	CoolOff   Closing = "COOL_OFF"  // ends when its time is over
	Exclusion Closing = "EXCLUSION" // ends when the member has come back
)

// What a member may choose, and how long coming back takes.
const (
	coolOffLeast    = 24 // hours
	coolOffMost     = 6 * 7 * 24
	exclusionLeast  = 6 // months
	exclusionMost   = 60
	comingBackWaits = 24 * time.Hour
)

// Closed says that play is closed for a member, and until when.
type Closed struct {
	Kind  Closing    `json:"kind" enum:"COOL_OFF,EXCLUSION"`
	Since time.Time  `json:"since"`
	Ends  *time.Time `json:"ends" nullable:"true" doc:"null: for ever. An exclusion stays closed after it, until the member has come back."`
	Over  bool       `json:"over" doc:"The time is over, and the member may ask to come back."`
	// ConfirmableAt is when a second yes ends it, once the member has asked.
	ConfirmableAt *time.Time `json:"confirmableAt" nullable:"true"`
	Confirmable   bool       `json:"confirmable"`
}

// MayPlay returns the guard of transfers into games, launches and rewards. It refuses with SELF_EXCLUDED
// while the member cools off or is excluded. It refuses with PLAY_IN_REVIEW while an account is excluded
// that seems to belong to the same person, until an operator decides. A withdrawal never needs it.
func (s *Service) MayPlay(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardPlay, Args: []any{member, s.Clock()}}
}

// NotExcluded returns the guard of what only a member's own exclusion forbids: a deposit, an earned refund
// or invite bonus, giving up a bonus. It refuses with SELF_EXCLUDED.
func (s *Service) NotExcluded(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardExcluded, Args: []any{member, s.Clock()}}
}

// PlayRefusal returns the code with which MayPlay refuses a member, or "".
func (s *Service) PlayRefusal(ctx context.Context, q pg.DB, member int64) (apperr.Code, error) {
	why, err := db.New(q).GuardPlay(ctx, db.GuardPlayParams{MemberID: member, Now: s.Clock()})
	return apperr.Code(why), pg.MayBeNone(err)
}

// ExcludeLikeTx excludes a member with the kind and the end of another member's exclusion. It returns
// NO_DATA if the other is not excluded.
func (s *Service) ExcludeLikeTx(ctx context.Context, tx pgx.Tx, member, other int64) error {
	runs, err := s.ClosedOf(ctx, tx, other)
	if err != nil {
		return err
	}
	if runs == nil {
		return apperr.New(apperr.NoData)
	}
	_, err = s.closeTx(ctx, tx, member, runs.Kind, runs.Ends)
	return err
}

// ClosedOf returns how play is closed for a member, or nil. Of several closings the one that lasts longest
// counts.
func (s *Service) ClosedOf(ctx context.Context, q pg.DB, member int64) (*Closed, error) {
	rows, err := db.New(q).Exclusions(ctx, member)
	var out *Closed
	for _, r := range rows {
		c := s.closed(r)
		if c != nil && (out == nil || outlasts(c, out)) {
			out = c
		}
	}
	return out, err
}

// closed returns what a row closes now, or nil.
func (s *Service) closed(r db.Exclusion) *Closed {
	now := s.Clock()
	c := &Closed{Kind: Closing(r.Kind), Since: r.BeginsAt.UTC(), Ends: utc(r.EndsAt)}
	over := r.EndsAt != nil && !r.EndsAt.After(now)
	if r.ReturnedAt != nil || over && c.Kind == CoolOff {
		return nil
	}
	c.Over = over
	if r.AskedAt != nil {
		at := r.AskedAt.Add(comingBackWaits).UTC()
		c.ConfirmableAt, c.Confirmable = &at, !now.Before(at)
	}
	return c
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC()
	return &at
}

// outlasts returns whether a lasts longer than b. A closing whose time still runs outlasts one that waits
// for its member's return; otherwise the later end counts.
func outlasts(a, b *Closed) bool {
	switch {
	case a.Over != b.Over:
		return b.Over
	case a.Ends == nil || b.Ends == nil:
		return b.Ends != nil
	}
	return a.Ends.After(*b.Ends) || a.Ends.Equal(*b.Ends) && a.Kind == Exclusion
}

// coolOffsMost is how many cool-offs a member may begin within a day, each longer than the one before. Each
// cool-off is a permanent row, an item at the console, and calls to providers. Members who want a longer
// break exclude themselves, which nothing limits.
const coolOffsMost = 5

// closeTx closes play for a member from this transaction's commit on. It locks the wallet first, as every
// money command does. A command before it has moved its money, and one after it sees the closing. A closing
// that does not outlast the current one changes nothing.
func (s *Service) closeTx(ctx context.Context, tx pgx.Tx, member int64, kind Closing, ends *time.Time) (Care, error) {
	if _, err := s.Book.LockTx(ctx, tx, member); err != nil {
		return Care{}, err
	}
	runs, err := s.ClosedOf(ctx, tx, member)
	if err != nil {
		return Care{}, err
	}
	if runs != nil && !outlasts(&Closed{Kind: kind, Ends: ends}, runs) {
		return s.CareOf(ctx, tx, member)
	}
	if kind == CoolOff {
		begun, err := db.New(tx).CoolOffsSince(ctx, db.CoolOffsSinceParams{MemberID: member, Since: s.Clock().Add(-24 * time.Hour)})
		if err != nil {
			return Care{}, err
		}
		if begun >= coolOffsMost {
			return Care{}, apperr.New(apperr.RequestLimit).WithRetryAfter(time.Hour)
		}
	}
	if err := db.New(tx).ExclusionTurn(ctx); err != nil {
		return Care{}, err
	}
	err = db.New(tx).ExclusionAdd(ctx, db.ExclusionAddParams{MemberID: member, Kind: string(kind), BeginsAt: s.Clock(), EndsAt: ends})
	if err != nil {
		return Care{}, err
	}
	pg.Touch(tx, member)
	return s.CareOf(ctx, tx, member)
}

// CoolOffTx closes play for some hours, a day to six weeks. It returns INVALID_USER_INFO (hours), or
// REQUEST_LIMIT beyond what a person does in a day.
func (s *Service) CoolOffTx(ctx context.Context, tx pgx.Tx, member int64, hours int) (Care, error) {
	if hours < coolOffLeast || hours > coolOffMost {
		return Care{}, apperr.Field(apperr.InvalidUserInfo, "hours")
	}
	ends := s.Clock().Add(time.Duration(hours) * time.Hour)
	return s.closeTx(ctx, tx, member, CoolOff, &ends)
}

// ExcludeTx closes play for some months, six to sixty, or for ever (nil). Nobody can undo it before. It
// returns INVALID_USER_INFO (months).
func (s *Service) ExcludeTx(ctx context.Context, tx pgx.Tx, member int64, months *int) (Care, error) {
	if months == nil {
		return s.closeTx(ctx, tx, member, Exclusion, nil)
	}
	if *months < exclusionLeast || *months > exclusionMost {
		return Care{}, apperr.Field(apperr.InvalidUserInfo, "months")
	}
	ends := s.Clock().AddDate(0, *months, 0)
	return s.closeTx(ctx, tx, member, Exclusion, &ends)
}

// AskBackTx stores that a member whose exclusion is over wants to come back; a day later they confirm with
// a second yes. It returns NO_DATA (409) if no exclusion is over, or if they have asked already.
func (s *Service) AskBackTx(ctx context.Context, tx pgx.Tx, member int64) (Care, error) {
	return s.backTx(ctx, tx, member, func(c *Closed) bool { return c.Over && c.ConfirmableAt == nil }, func(q *db.Queries) error {
		return q.ExclusionAsk(ctx, db.ExclusionAskParams{MemberID: member, Now: s.Clock()})
	})
}

// ComeBackTx is the second yes. It returns NO_DATA (409) before its day is over.
func (s *Service) ComeBackTx(ctx context.Context, tx pgx.Tx, member int64) (Care, error) {
	return s.backTx(ctx, tx, member, func(c *Closed) bool { return c.Over && c.Confirmable }, func(q *db.Queries) error {
		return q.ExclusionReturn(ctx, db.ExclusionReturnParams{MemberID: member, Now: s.Clock()})
	})
}

// backTx takes a step back to play, if the closing that lasts longest allows the step.
func (s *Service) backTx(ctx context.Context, tx pgx.Tx, member int64, may func(*Closed) bool, do func(*db.Queries) error) (Care, error) {
	if _, err := s.Book.LockTx(ctx, tx, member); err != nil {
		return Care{}, err
	}
	closed, err := s.ClosedOf(ctx, tx, member)
	if err != nil {
		return Care{}, err
	}
	if closed == nil || closed.Kind != Exclusion || !may(closed) {
		return Care{}, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	if err := do(db.New(tx)); err != nil {
		return Care{}, err
	}
	pg.Touch(tx, member)
	return s.CareOf(ctx, tx, member)
}

// Excluded says that a member cools off, or has excluded themself.
type Excluded struct {
	ID     int64 // in commit order
	Member int64
	Begins time.Time
}

// ExcludedAfter returns up to most exclusions after one, in the order of their commits. A caller that
// continues after the last one misses none.
func (s *Service) ExcludedAfter(ctx context.Context, q pg.DB, after int64, most int) ([]Excluded, error) {
	rows, err := db.New(q).ExclusionsAfter(ctx, db.ExclusionsAfterParams{After: after, Most: int32(most)})
	out := make([]Excluded, 0, len(rows))
	for _, r := range rows {
		out = append(out, Excluded{ID: r.ID, Member: r.MemberID, Begins: r.BeginsAt})
	}
	return out, err
}

// SeenTx stores that a support operator has seen an exclusion. It returns NO_DATA if it was seen already,
// or if there is none.
func (s *Service) SeenTx(ctx context.Context, tx pgx.Tx, id, by int64) error {
	n, err := db.New(tx).ExclusionSeen(ctx, db.ExclusionSeenParams{ID: id, By: by})
	if err == nil && n == 0 {
		err = apperr.New(apperr.NoData)
	}
	return err
}
