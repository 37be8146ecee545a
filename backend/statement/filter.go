package statement

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement/internal/db"
)

// typesByFilter maps a filter's name to the line types that it matches. "" is no filter and matches all types.
var typesByFilter = map[string][]string{
	"":               {string(Deposit), string(Bonus), string(FinishBonus), string(Withdraw), string(Transfer)},
	string(Deposit):  {string(Deposit)},
	string(Withdraw): {string(Withdraw)},
	string(Transfer): {string(Transfer)},
	string(Bonus):    {string(Bonus), string(FinishBonus)},
}

// StatementQuery is a request for a page of the history.
type StatementQuery struct {
	web.Page
	Type  string `json:"type,omitempty" doc:"Only lines of this kind: deposit, withdraw, transfer or bonus. bonus includes finish_bonus."`
	Month string `json:"month,omitempty" doc:"Only lines of this month in Bangkok time: 2026-11."`
}

// Totals are the sums, in satang, of deposits and bonuses (in) and of withdrawals (out), over all lines that
// match a filter.
type Totals struct {
	Currency string       `json:"currency"`
	In       money.Satang `json:"in" doc:"Of deposits and bonuses."`
	Out      money.Satang `json:"out" doc:"Of withdrawals."`
}

// StatementPage is a page of the history.
type StatementPage struct {
	Total      int64     `json:"total"`
	Statements []Line    `json:"statements"`
	Totals     *[]Totals `json:"totals,omitempty" doc:"Present if a type or month is requested: the sums of all matching lines that succeeded, by currency. Transfers between wallet and games are in neither sum."`
}

// Bounds that include every line of a member.
var (
	earliest = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
)

// monthOf returns the bounds of a month in Bangkok time: from its first moment up to the next month's.
func monthOf(text string) (since, until time.Time, err error) {
	if text == "" {
		return earliest, latest, nil
	}
	since, err = time.ParseInLocation("2006-01", text, clock.Bangkok)
	if err != nil || since.Year() < 2000 {
		return since, until, apperr.Field(apperr.InvalidUserInfo, "month")
	}
	return since, since.AddDate(0, 1, 0), nil
}

// List returns a page of a member's lines, newest first, and the number of lines. With a filter it also
// returns their totals. An unknown type or month is INVALID_USER_INFO.
func (s *Service) List(ctx context.Context, member int64, query StatementQuery) (out StatementPage, err error) {
	page, limit, err := query.Bounds()
	if err != nil {
		return out, err
	}
	types, known := typesByFilter[query.Type]
	if !known {
		return out, apperr.Field(apperr.InvalidUserInfo, "type")
	}
	since, until, err := monthOf(query.Month)
	if err != nil {
		return out, err
	}
	err = pg.Snapshot(ctx, s.pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		rows, err := q.ListLines(ctx, db.ListLinesParams{
			MemberID: member, Since: since, Until: until, Types: types, PageSize: int32(limit), Skip: int32((page - 1) * limit),
		})
		if err != nil {
			return err
		}
		if out.Statements, err = fromRows(rows); err != nil {
			return err
		}
		if out.Total, err = q.CountLines(ctx, db.CountLinesParams{MemberID: member, Since: since, Until: until, Types: types}); err != nil {
			return err
		}
		if query.Type == "" && query.Month == "" {
			return nil
		}
		sums, err := q.SumLines(ctx, db.SumLinesParams{MemberID: member, Since: since, Until: until, Types: types})
		totals := make([]Totals, 0, len(sums))
		for _, s := range sums {
			totals = append(totals, Totals{s.Currency, money.Satang(s.MoneyIn), money.Satang(s.MoneyOut)})
		}
		out.Totals = &totals
		return err
	})
	return out, err
}
