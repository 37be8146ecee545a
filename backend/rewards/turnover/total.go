package turnover

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/turnover/internal/db"
)

// Comparison is the result of comparing a member's total with an amount.
type Comparison int

// The results. Unknown means that the result is unknown: check again later.
const (
	Above Comparison = iota
	WithinAmount
	Unknown
)

// CompareTotal checks whether all that a member has is at or below limit, in satang. If so, it runs whenBelow
// under the wallet's lock and returns WithinAmount. It asks the providers only if the known amounts are not
// already above limit.
func (s *Service) CompareTotal(ctx context.Context, member int64, limit money.Satang, whenBelow func(pgx.Tx) error) (Comparison, error) {
	minimum, err := s.q().GetMinimumTotal(ctx, member)
	if err != nil || money.Satang(minimum) > limit {
		return Above, err
	}
	result := Unknown
	sure, err := s.withBalances(ctx, member, func(tx pgx.Tx) error {
		result = Above
		total, err := db.New(tx).GetTotal(ctx, member)
		if err != nil {
			return err
		}
		if money.Satang(total) > limit { // open bets, or plays that are not reported yet
			result = Unknown
			return nil
		}
		result = WithinAmount
		return whenBelow(tx)
	})
	if err != nil || !sure {
		return Unknown, err
	}
	return result, nil
}

// FetchInGames fetches a member's balances from the providers, and returns their sum in satang. sure is false
// if one provider did not respond, or if money was moving.
func (s *Service) FetchInGames(ctx context.Context, member int64) (sum money.Satang, sure bool, err error) {
	sure, err = s.withBalances(ctx, member, func(tx pgx.Tx) error {
		n, err := db.New(tx).SumMoneyInGames(ctx, member)
		sum = money.Satang(n)
		return err
	})
	return sum, sure, err
}

// InGamesTx returns the sum that FetchInGames has just fetched, in satang, as the caller's transaction sees it.
// The caller holds the wallet's lock. sure is false while money is moving.
func (s *Service) InGamesTx(ctx context.Context, tx pgx.Tx, member int64) (sum money.Satang, sure bool, err error) {
	current, err := db.New(tx).GetTransferState(ctx, member)
	if err != nil || current.Moving {
		return 0, false, err
	}
	n, err := db.New(tx).SumMoneyInGames(ctx, member)
	return money.Satang(n), true, err
}

// withBalances fetches the balances from all providers at which a member has played, and then runs do under
// the wallet's lock. If a provider did not respond, or a transfer was open, began or ended, withBalances does
// not run do and returns false.
func (s *Service) withBalances(ctx context.Context, member int64, do func(pgx.Tx) error) (sure bool, err error) {
	before, err := s.q().GetTransferState(ctx, member)
	if err != nil || before.Moving {
		return false, err
	}
	slots, err := s.q().ListPlayedSlots(ctx, member)
	if err != nil {
		return false, err
	}
	started := s.Clock().Truncate(time.Microsecond) // as precise as the database stores it
	if responded, err := s.Games.RefreshSlotBalances(ctx, member, slots); err != nil || !responded {
		return false, err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		sure = false
		if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
			return err
		}
		current, err := db.New(tx).GetTransferState(ctx, member)
		if err != nil || current.Moving || current.Moved != before.Moved {
			return err
		}
		unreported, err := db.New(tx).CountUnreportedBalances(ctx, db.CountUnreportedBalancesParams{MemberID: member, Since: started})
		if err != nil || unreported > 0 {
			return err
		}
		sure = true
		return do(tx)
	})
	return sure && err == nil, err
}
