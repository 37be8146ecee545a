package accrual

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/accrual/internal/db"
)

// Invite is the amount that a member's friends have earned them so far, with today's percentages.
type Invite struct {
	Amount  money.Satang `json:"amount" doc:"To be collected."`
	SoFar   money.Satang `json:"soFar" doc:"What the days that are not closed would add as they stand."`
	Success float64      `json:"success" doc:"Percent of a friend's net win."`
	Fail    float64      `json:"fail" doc:"Percent of a friend's net loss."`
	DayMost money.Satang `json:"dayMost" doc:"The most that all friends together earn in a day."`
}

// RefundCheck is the amount that a member's own play has earned them so far, with today's percentages.
type RefundCheck struct {
	Result        bool         `json:"result" doc:"There is a refund to receive."`
	Bonus         bool         `json:"bonus" doc:"A bonus blocks the refund."`
	Info          string       `json:"info" doc:"HTML of the operators."`
	RefundAmount  money.Satang `json:"refundAmount" doc:"To be received."`
	RefundSuccess float64      `json:"refundSuccess" doc:"Percent of a net win."`
	RefundFail    float64      `json:"refundFail" doc:"Percent of a net loss."`
	DayMost       money.Satang `json:"dayMost" doc:"The most that a day earns."`
	Balance       money.Satang `json:"balance" doc:"The refunds that were received and are not in the wallet yet."`
	SoFar         money.Satang `json:"soFar" doc:"What the days that are not closed would add as they stand."`
}

// toPercent converts hundredths of a percent to percent.
func toPercent(hundredths int64) float64 { return float64(hundredths) / 100 }

// today returns today's terms by kind.
func (s *Service) today(ctx context.Context, q pg.DB) (map[string]terms, error) {
	return s.termsOf(ctx, q, clock.DayOf(s.Clock()))
}

// OpenDays has the data that the earnings of all members need: today's terms by kind, and the days that are not closed.
type OpenDays struct {
	terms map[string]terms
	days  []time.Time
}

// ReadOpenDays reads the data for InviteOf and RefundOf. q is a pool or a transaction.
func (s *Service) ReadOpenDays(ctx context.Context, q pg.DB) (o OpenDays, err error) {
	if o.terms, err = s.today(ctx, q); err == nil {
		o.days, err = s.openDays(ctx, q)
	}
	return o, err
}

// InviteOf returns the earnings by a member's friends. q is a pool or a transaction.
func (s *Service) InviteOf(ctx context.Context, q pg.DB, o OpenDays, m identity.Member) (out Invite, err error) {
	t := o.terms[kindInvite]
	out = Invite{Success: toPercent(t.success), Fail: toPercent(t.fail), DayMost: t.capOf(string(m.Currency))}
	if out.Amount, err = accruedFor(ctx, q, kindInvite, m.ID); err != nil {
		return out, err
	}
	rows, err := db.New(q).ListOpenDaysOfInvited(ctx, db.ListOpenDaysOfInvitedParams{Days: o.days, MemberID: m.ID, Currency: string(m.Currency)})
	open := make([]openDay, 0, len(rows))
	for _, r := range rows {
		open = append(open, openDay(r))
	}
	out.SoFar = earnedSoFar(open, t, t.capOf(string(m.Currency)))
	return out, err
}

// Check returns the earnings by the caller's own play, with the texts in a language.
func (s *Service) Check(ctx context.Context, locale string) (out RefundCheck, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		open, err := s.ReadOpenDays(ctx, tx)
		if err != nil {
			return err
		}
		hasBonus, err := s.hasBonus(ctx, tx, identity.Caller(ctx).ID)
		if err != nil {
			return err
		}
		out, err = s.RefundOf(ctx, tx, open, identity.Caller(ctx), hasBonus, locale)
		return err
	})
	return out, err
}

// RefundOf is Check for any member. hasBonus is whether the member has an active bonus or promotion. q is a pool or a
// transaction.
func (s *Service) RefundOf(ctx context.Context, q pg.DB, o OpenDays, m identity.Member, hasBonus bool, locale string) (out RefundCheck, err error) {
	t := o.terms[kindRefund]
	out = RefundCheck{Bonus: hasBonus, RefundSuccess: toPercent(t.success), RefundFail: toPercent(t.fail), DayMost: t.capOf(string(m.Currency))}
	if out.Info, err = s.Content.RefundInfo(ctx, q, locale); err != nil {
		return out, err
	}
	if out.RefundAmount, err = accruedFor(ctx, q, kindRefund, m.ID); err != nil {
		return out, err
	}
	out.Result = out.RefundAmount > 0
	if out.Balance, err = s.Ledger.PointsBalance(ctx, q, m.ID, pointsKind, ledger.Currency(m.Currency)); err != nil {
		return out, err
	}
	rows, err := db.New(q).ListOwnOpenDays(ctx, db.ListOwnOpenDaysParams{MemberID: m.ID, Days: o.days})
	open := make([]openDay, 0, len(rows))
	for _, r := range rows {
		leftOut, err := s.ineligibleSums(ctx, q, r.Day, []int64{m.ID})
		if err != nil {
			return out, err
		}
		open = append(open, openDay{SubjectID: m.ID, Day: r.Day, Net: r.Net - int64(leftOut[m.ID]), Before: r.Before, Low: r.Low, High: r.High})
	}
	out.SoFar = earnedSoFar(open, t, t.capOf(string(m.Currency)))
	return out, err
}

// hasBonus returns whether a bonus or promotion is active.
func (s *Service) hasBonus(ctx context.Context, q pg.DB, member int64) (bool, error) {
	running, err := s.Bonus.Active(ctx, q, member)
	return running != nil, err
}

// accruedFor returns the amount that has accrued for a kind and was not claimed, in satang. It returns 0 for a debt.
func accruedFor(ctx context.Context, q pg.DB, kind string, member int64) (money.Satang, error) {
	a, err := db.New(q).GetAccount(ctx, db.GetAccountParams{Kind: kind, MemberID: member})
	return max(a.Balance, 0), pg.IgnoreNoRows(err)
}

// openDays returns the days that are not closed by this package, today included, at most maxOpenDays.
func (s *Service) openDays(ctx context.Context, q pg.DB) (days []time.Time, err error) {
	progress, err := db.New(q).GetProgress(ctx)
	today := clock.DayOf(s.Clock())
	for day := progress.Closed.AddDate(0, 0, 1); err == nil && !day.After(today) && len(days) < maxOpenDays; day = day.AddDate(0, 0, 1) {
		days = append(days, day)
	}
	return days, err
}

// maxOpenDays limits openDays if no day was closed for a long time.
const maxOpenDays = 31

// openDay is the sum that a subject won or lost on a day that is not closed, with their running sum before that day.
type openDay db.ListOpenDaysOfInvitedRow

// earnedSoFar returns the amount that days would earn by today's terms if they closed now, in satang. dayCap is the
// cap of each day.
func earnedSoFar(days []openDay, t terms, dayCap money.Satang) (sum money.Satang) {
	runningSums, of := map[int64]*runningSum{}, map[time.Time]money.Satang{}
	for _, d := range days {
		if runningSums[d.SubjectID] == nil {
			runningSums[d.SubjectID] = &runningSum{net: money.Satang(d.Before), low: money.Satang(d.Low), high: money.Satang(d.High)}
		}
		earned := min(runningSums[d.SubjectID].move(money.Satang(d.Net), t), dayCap-of[d.Day])
		of[d.Day] += earned
		sum += earned
	}
	return sum
}
