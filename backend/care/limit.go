package care

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/care/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// Period is the period that a limit covers, in the Bangkok calendar: the day, the week from Monday, the month.
type Period string

// The periods, shortest first.
const (
	Day   Period = "day"
	Week  Period = "week"
	Month Period = "month"
)

// Periods lists the periods in their order.
var Periods = []Period{Day, Week, Month}

// raiseWait is how long a higher limit has to wait before the member can confirm it.
const raiseWait = 24 * time.Hour

// firstDay returns the first day of the period that contains a time.
func (p Period) firstDay(at time.Time) time.Time {
	day := clock.DayOf(at)
	switch p {
	case Week:
		return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	case Month:
		return day.AddDate(0, 0, 1-day.Day())
	default:
		return day
	}
}

// Limit is one of a member's own limits.
type Limit struct {
	Limit   *money.Satang `json:"limit" nullable:"true" doc:"null: no limit."`
	Used    money.Satang  `json:"used" doc:"Credited in this period so far."`
	Pending *PendingLimit `json:"pending,omitempty" doc:"A higher limit, or none, that waits for a day and a confirmation."`
}

// PendingLimit is a higher limit, or none, that is not in force yet.
type PendingLimit struct {
	Limit       *money.Satang `json:"limit" nullable:"true"`
	EffectiveAt time.Time     `json:"effectiveAt" doc:"From then on the limit can be confirmed."`
	Confirmable bool          `json:"confirmable"`
}

// Limits are the limits of a member.
type Limits struct {
	Day   Limit `json:"day"`
	Week  Limit `json:"week"`
	Month Limit `json:"month"`
}

func (l *Limits) limitFor(p Period) *Limit {
	return map[Period]*Limit{Day: &l.Day, Week: &l.Week, Month: &l.Month}[p]
}

// LimitsOf returns a member's limits, and the credited deposits that count towards each.
func (s *Service) LimitsOf(ctx context.Context, q pg.DB, member int64) (Limits, error) {
	var out Limits
	queries, now := db.New(q), s.Clock()
	rows, err := queries.ListLimits(ctx, member)
	if err != nil {
		return out, err
	}
	for _, p := range Periods {
		used, err := queries.SumDepositsSince(ctx, db.SumDepositsSinceParams{MemberID: member, Day: p.firstDay(now)})
		if err != nil {
			return out, err
		}
		out.limitFor(p).Used = money.Satang(used)
	}
	for _, r := range rows {
		l := out.limitFor(Period(r.Period))
		l.Limit = (*money.Satang)(r.Most)
		if r.Pending {
			l.Pending = &PendingLimit{Limit: (*money.Satang)(r.PendingMost), EffectiveAt: r.PendingFrom.UTC(), Confirmable: !now.Before(*r.PendingFrom)}
		}
	}
	return out, nil
}

// LimitChange is the limit that a member wants for one period; nil removes it.
type LimitChange struct {
	Period Period
	Limit  *money.Satang
}

// SetLimitsTx changes limits, and returns all of them. A lower limit is in force at once. A higher one, or
// none, waits for a day and then for ConfirmLimitTx. Setting the current limit again removes a waiting one.
func (s *Service) SetLimitsTx(ctx context.Context, tx pgx.Tx, member int64, changes []LimitChange) (Limits, error) {
	q := db.New(tx)
	rows, err := s.lockLimitsTx(ctx, tx, member)
	if err != nil {
		return Limits{}, err
	}
	for _, w := range changes {
		put := db.UpsertLimitParams{MemberID: member, Period: string(w.Period), Most: rows[w.Period].Most}
		switch want := (*int64)(w.Limit); {
		case isStricter(want, put.Most):
			put.Most = want
		case isSameLimit(want, put.Most):
		default:
			from := s.Clock().Add(raiseWait)
			put.Pending, put.PendingMost, put.PendingFrom = true, want, &from
			if old := rows[w.Period]; old.Pending && isSameLimit(old.PendingMost, want) {
				put.PendingFrom = old.PendingFrom // a repeat does not restart the day
			}
		}
		if err := q.UpsertLimit(ctx, put); err != nil {
			return Limits{}, err
		}
	}
	return s.LimitsOf(ctx, tx, member)
}

// ConfirmLimitTx puts a waiting limit into force. It returns NO_DATA (409) if none waits, or if its day is
// not over yet.
func (s *Service) ConfirmLimitTx(ctx context.Context, tx pgx.Tx, member int64, p Period) (Limits, error) {
	q := db.New(tx)
	rows, err := s.lockLimitsTx(ctx, tx, member)
	if err != nil {
		return Limits{}, err
	}
	if r := rows[p]; !r.Pending || s.Clock().Before(*r.PendingFrom) {
		return Limits{}, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	if err := q.UpsertLimit(ctx, db.UpsertLimitParams{MemberID: member, Period: string(p), Most: rows[p].PendingMost}); err != nil {
		return Limits{}, err
	}
	return s.LimitsOf(ctx, tx, member)
}

// lockLimitsTx locks the member's wallet, so that deposits wait for the change, and returns the stored limits.
func (s *Service) lockLimitsTx(ctx context.Context, tx pgx.Tx, member int64) (map[Period]db.DepositLimit, error) {
	if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
		return nil, err
	}
	rows, err := db.New(tx).ListLimits(ctx, member)
	out := make(map[Period]db.DepositLimit, len(rows))
	for _, r := range rows {
		out[Period(r.Period)] = r
	}
	return out, err
}

// isStricter returns whether limit a allows less than limit b. nil means no limit.
func isStricter(a, b *int64) bool { return a != nil && (b == nil || *a < *b) }

func isSameLimit(a, b *int64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
