package care

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/care/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// Activity is the deposits and withdrawals of a member: per day for the last days, and in total.
type Activity struct {
	Days      []ActiveDay  `json:"days" doc:"Oldest first. Days without a deposit or withdrawal are left out."`
	Deposited money.Satang `json:"deposited" doc:"In total, over all time."`
	Withdrawn money.Satang `json:"withdrawn" doc:"In total, over all time."`
	Net       money.Signed `json:"net" doc:"Deposited less withdrawn; may be negative."`
}

// ActiveDay is one Bangkok day with a deposit or a withdrawal.
type ActiveDay struct {
	Day       string       `json:"day" example:"2026-11-21"`
	Deposited money.Satang `json:"deposited"`
	Withdrawn money.Satang `json:"withdrawn"`
}

// Activity returns a member's activity. Days covers the last days Bangkok days, today included. The sums
// cover all time.
func (s *Service) Activity(ctx context.Context, member int64, days int) (Activity, error) {
	out := Activity{Days: []ActiveDay{}}
	q := s.q()
	rows, err := q.ListDaysSince(ctx, db.ListDaysSinceParams{MemberID: member, Day: clock.DayOf(s.Clock()).AddDate(0, 0, 1-days)})
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		out.Days = append(out.Days, ActiveDay{Day: r.Day.Format(time.DateOnly), Deposited: money.Satang(r.Deposited), Withdrawn: money.Satang(r.Withdrawn)})
	}
	all, err := q.SumMoneyInAndOut(ctx, member)
	out.Deposited, out.Withdrawn, out.Net = money.Satang(all.Deposited), money.Satang(all.Withdrawn), money.Signed(all.Deposited-all.Withdrawn)
	return out, err
}

// AddDepositBatch queues the statement that adds a credited deposit to its day. The limits count these days.
func (s *Service) AddDepositBatch(ctx context.Context, b *pgx.Batch, member int64, amount money.Satang) {
	_ = db.New(pg.InBatch(b)).AddToDay(ctx, db.AddToDayParams{MemberID: member, Day: clock.DayOf(s.Clock()), Deposited: int64(amount)})
}

// AddWithdrawalTx adds a paid withdrawal to its day.
func (s *Service) AddWithdrawalTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) error {
	return db.New(tx).AddToDay(ctx, db.AddToDayParams{MemberID: member, Day: clock.DayOf(s.Clock()), Withdrawn: int64(amount)})
}
