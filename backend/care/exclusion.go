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

// BreakKind is the kind of a break from play.
type BreakKind string

// The kinds of breaks.
const (
	CoolOff   BreakKind = "COOL_OFF"  // ends when its time is over
	Exclusion BreakKind = "EXCLUSION" // ends after its time, when the member has requested and confirmed the return
)

// The bounds of what a member may choose, and the minimum time from the request to return to its confirmation.
const (
	minCoolOff   = 24 // hours
	maxCoolOff   = 6 * 7 * 24
	minExclusion = 6 // months
	maxExclusion = 60
	returnWait   = 24 * time.Hour
)

// Break is the time for which play is closed for a member.
type Break struct {
	Kind  BreakKind  `json:"kind" enum:"COOL_OFF,EXCLUSION"`
	Since time.Time  `json:"since"`
	Ends  *time.Time `json:"ends" nullable:"true" doc:"null: for ever. After this time an exclusion stays in force until the member has confirmed the return."`
	Over  bool       `json:"over" doc:"The time is over, and the member may request the return."`
	// ConfirmableAt is when the member can confirm the return to play. It is nil until the member requests the
	// return.
	ConfirmableAt *time.Time `json:"confirmableAt" nullable:"true"`
	Confirmable   bool       `json:"confirmable"`
}

// MayPlayGuard returns the guard of transfers into games, launches and rewards. It refuses with SELF_EXCLUDED
// while the member cools off or is excluded. It refuses with PLAY_IN_REVIEW if an excluded account seems to
// belong to the same person, until an operator decides. A withdrawal never needs this guard.
func (s *Service) MayPlayGuard(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardPlay, Args: []any{member, s.Clock()}}
}

// NoBreakGuard returns the guard of calls that only the member's own break forbids: a deposit, an earned
// refund or invite bonus, giving up a bonus. It refuses with SELF_EXCLUDED.
func (s *Service) NoBreakGuard(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardExcluded, Args: []any{member, s.Clock()}}
}

// PlayRefusal returns the code with which MayPlayGuard refuses a member, or "".
func (s *Service) PlayRefusal(ctx context.Context, q pg.DB, member int64) (apperr.Code, error) {
	code, err := db.New(q).GuardPlay(ctx, db.GuardPlayParams{MemberID: member, Now: s.Clock()})
	return apperr.Code(code), pg.IgnoreNoRows(err)
}

// CopyBreakTx gives a member a break of the same kind and with the same end as another member's current
// break. It returns NO_DATA if the other member has no break.
func (s *Service) CopyBreakTx(ctx context.Context, tx pgx.Tx, member, other int64) error {
	current, err := s.CurrentBreak(ctx, tx, other)
	if err != nil {
		return err
	}
	if current == nil {
		return apperr.New(apperr.NoData)
	}
	_, err = s.closePlayTx(ctx, tx, member, current.Kind, current.Ends)
	return err
}

// CurrentBreak returns the break that closes play for a member, or nil. Of several breaks the one that lasts
// longest counts.
func (s *Service) CurrentBreak(ctx context.Context, q pg.DB, member int64) (*Break, error) {
	rows, err := db.New(q).ListExclusions(ctx, member)
	var out *Break
	for _, r := range rows {
		c := s.toBreak(r)
		if c != nil && (out == nil || lastsLonger(c, out)) {
			out = c
		}
	}
	return out, err
}

// toBreak returns a stored break with its current state, or nil if the break has ended.
func (s *Service) toBreak(r db.Exclusion) *Break {
	now := s.Clock()
	c := &Break{Kind: BreakKind(r.Kind), Since: r.BeginsAt.UTC(), Ends: toUTC(r.EndsAt)}
	isOver := r.EndsAt != nil && !r.EndsAt.After(now)
	if r.ReturnedAt != nil || isOver && c.Kind == CoolOff {
		return nil
	}
	c.Over = isOver
	if r.AskedAt != nil {
		at := r.AskedAt.Add(returnWait).UTC()
		c.ConfirmableAt, c.Confirmable = &at, !now.Before(at)
	}
	return c
}

func toUTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC()
	return &at
}

// lastsLonger returns whether a lasts longer than b. A running break outlasts an exclusion that is over and
// whose return is not confirmed. Otherwise the later end counts.
func lastsLonger(a, b *Break) bool {
	switch {
	case a.Over != b.Over:
		return b.Over
	case a.Ends == nil || b.Ends == nil:
		return b.Ends != nil
	}
	return a.Ends.After(*b.Ends) || a.Ends.Equal(*b.Ends) && a.Kind == Exclusion
}

// maxCoolOffsPerDay is how many cool-offs a member may begin within a day. Each has to last longer than the one
// before. Each cool-off adds a permanent row and an item at the console, and causes calls to providers. Members
// who want a longer break exclude themselves, which has no such limit.
const maxCoolOffsPerDay = 5

// closePlayTx closes play for a member from the commit of this transaction on. It locks the wallet first, as
// every money command does. A command that took the lock before has moved its money. A command that takes it
// later reads the break. A break that does not outlast the current one changes nothing.
func (s *Service) closePlayTx(ctx context.Context, tx pgx.Tx, member int64, kind BreakKind, ends *time.Time) (Care, error) {
	if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
		return Care{}, err
	}
	current, err := s.CurrentBreak(ctx, tx, member)
	if err != nil {
		return Care{}, err
	}
	if current != nil && !lastsLonger(&Break{Kind: kind, Ends: ends}, current) {
		return s.CareOf(ctx, tx, member)
	}
	if kind == CoolOff {
		begun, err := db.New(tx).CountCoolOffsSince(ctx, db.CountCoolOffsSinceParams{MemberID: member, Since: s.Clock().Add(-24 * time.Hour)})
		if err != nil {
			return Care{}, err
		}
		if begun >= maxCoolOffsPerDay {
			return Care{}, apperr.New(apperr.RequestLimit).WithRetryAfter(time.Hour)
		}
	}
	// This lock keeps the IDs of breaks in the order of commits.
	if err := db.New(tx).LockExclusionOrder(ctx); err != nil {
		return Care{}, err
	}
	err = db.New(tx).InsertExclusion(ctx, db.InsertExclusionParams{MemberID: member, Kind: string(kind), BeginsAt: s.Clock(), EndsAt: ends})
	if err != nil {
		return Care{}, err
	}
	pg.MarkChanged(tx, member)
	return s.CareOf(ctx, tx, member)
}

// CoolOffTx closes play for some hours, from a day to six weeks. It returns INVALID_USER_INFO (hours) outside
// these bounds, and REQUEST_LIMIT after maxCoolOffsPerDay cool-offs within a day.
func (s *Service) CoolOffTx(ctx context.Context, tx pgx.Tx, member int64, hours int) (Care, error) {
	if hours < minCoolOff || hours > maxCoolOff {
		return Care{}, apperr.Field(apperr.InvalidUserInfo, "hours")
	}
	ends := s.Clock().Add(time.Duration(hours) * time.Hour)
	return s.closePlayTx(ctx, tx, member, CoolOff, &ends)
}

// ExcludeTx closes play for some months, six to sixty, or for ever (nil). Nobody can end the exclusion
// earlier. ExcludeTx returns INVALID_USER_INFO (months) outside these bounds.
func (s *Service) ExcludeTx(ctx context.Context, tx pgx.Tx, member int64, months *int) (Care, error) {
	if months == nil {
		return s.closePlayTx(ctx, tx, member, Exclusion, nil)
	}
	if *months < minExclusion || *months > maxExclusion {
		return Care{}, apperr.Field(apperr.InvalidUserInfo, "months")
	}
	ends := s.Clock().AddDate(0, *months, 0)
	return s.closePlayTx(ctx, tx, member, Exclusion, &ends)
}

// RequestReturnTx stores that a member whose exclusion is over requests the return to play. The member can
// confirm the return a day later. It returns NO_DATA (409) if no exclusion is over, or if the return is
// already requested.
func (s *Service) RequestReturnTx(ctx context.Context, tx pgx.Tx, member int64) (Care, error) {
	return s.advanceReturnTx(ctx, tx, member, func(c *Break) bool { return c.Over && c.ConfirmableAt == nil }, func(q *db.Queries) error {
		return q.RequestExclusionReturn(ctx, db.RequestExclusionReturnParams{MemberID: member, Now: s.Clock()})
	})
}

// ConfirmReturnTx stores the member's confirmation, which ends the exclusion. It returns NO_DATA (409) until
// a day after RequestReturnTx.
func (s *Service) ConfirmReturnTx(ctx context.Context, tx pgx.Tx, member int64) (Care, error) {
	return s.advanceReturnTx(ctx, tx, member, func(c *Break) bool { return c.Over && c.Confirmable }, func(q *db.Queries) error {
		return q.StoreExclusionReturn(ctx, db.StoreExclusionReturnParams{MemberID: member, Now: s.Clock()})
	})
}

// advanceReturnTx runs do, which stores the request or the confirmation of the return, if the current break is
// an exclusion that isAllowed accepts. Otherwise it returns NO_DATA (409).
func (s *Service) advanceReturnTx(ctx context.Context, tx pgx.Tx, member int64, isAllowed func(*Break) bool, do func(*db.Queries) error) (Care, error) {
	if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
		return Care{}, err
	}
	current, err := s.CurrentBreak(ctx, tx, member)
	if err != nil {
		return Care{}, err
	}
	if current == nil || current.Kind != Exclusion || !isAllowed(current) {
		return Care{}, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	if err := do(db.New(tx)); err != nil {
		return Care{}, err
	}
	pg.MarkChanged(tx, member)
	return s.CareOf(ctx, tx, member)
}

// BreakStart is the start of a member's cool-off or exclusion.
type BreakStart struct {
	ID     int64 // increases in the order of commits
	Member int64
	Begins time.Time
}

// BreaksAfter returns at most limit breaks with an ID above after, in the order of their commits. A caller
// that continues after the last returned ID misses none.
func (s *Service) BreaksAfter(ctx context.Context, q pg.DB, after int64, limit int) ([]BreakStart, error) {
	rows, err := db.New(q).ListExclusionsAfter(ctx, db.ListExclusionsAfterParams{After: after, Most: int32(limit)})
	out := make([]BreakStart, 0, len(rows))
	for _, r := range rows {
		out = append(out, BreakStart{ID: r.ID, Member: r.MemberID, Begins: r.BeginsAt})
	}
	return out, err
}

// MarkSeenTx stores that a support operator has seen a break. It returns NO_DATA if there is no such break,
// or it was already seen.
func (s *Service) MarkSeenTx(ctx context.Context, tx pgx.Tx, id, by int64) error {
	n, err := db.New(tx).MarkExclusionSeen(ctx, db.MarkExclusionSeenParams{ID: id, By: by})
	if err == nil && n == 0 {
		err = apperr.New(apperr.NoData)
	}
	return err
}
