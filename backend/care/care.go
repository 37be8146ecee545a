// Package care helps members keep play from harming them: deposit limits, and an
// overview of what they deposited and withdrew.
//
// Limits count credited deposits of Bangkok's day, week (from Monday) and month. A
// lower limit holds at once; a higher one, or none, after a day and a second
// confirmation. Changing a limit takes the lock of the member's wallet, as every
// deposit does. So when both come at the same moment, the second sees the first.
package care

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// Service is the domain. All fields are needed.
type Service struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
	Keyed web.Keyed
	Book  *ledger.Book
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Room is the guard of a deposit: DEPOSIT_LIMIT where its amount would exceed a
// limit that the member set.
func (s *Service) Room(member int64, amount money.Satang) pg.Guard {
	now := s.Clock()
	return pg.Guard{Query: db.GuardRoom, Args: []any{Day.since(now), Week.since(now), Month.since(now), member, int64(amount)}}
}

// PassedTx returns the error for an amount that Room has refused. It names the
// period, and what is left of its limit.
func (s *Service) PassedTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) (*apperr.Error, error) {
	now := s.Clock()
	row, err := db.New(tx).LimitPassed(ctx, db.LimitPassedParams{MemberID: member, Day: Day.since(now), Week: Week.since(now), Month: Month.since(now), Amount: int64(amount)})
	if err != nil {
		return nil, err
	}
	return apperr.New(apperr.DepositLimit).WithExtra("period", row.Period).WithExtra("left", money.Satang(row.LeftOver)), nil
}
