package turnover

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/turnover/internal/db"
)

// Look is the result of comparing a member's total with an amount.
type Look int

// The results. Void means that the result is unknown: check again later.
const (
	No Look = iota
	Yes
	Void
)

// AtMost checks whether all that a member has is at or below most, in satang. If so, it runs then under the
// wallet's lock and returns Yes. It asks the providers only if the known amounts are not already above most.
func (s *Service) AtMost(ctx context.Context, member int64, most money.Satang, then func(pgx.Tx) error) (Look, error) {
	least, err := s.q().Least(ctx, member)
	if err != nil || money.Satang(least) > most {
		return No, err
	}
	look := Void
	sure, err := s.surely(ctx, member, func(tx pgx.Tx) error {
		look = No
		total, err := db.New(tx).Total(ctx, member)
		if err != nil {
			return err
		}
		if money.Satang(total) > most { // open bets, or plays that are not reported yet
			look = Void
			return nil
		}
		look = Yes
		return then(tx)
	})
	if err != nil || !sure {
		return Void, err
	}
	return look, nil
}

// InGames fetches a member's balances from the providers, and returns their sum in satang. sure is false if
// one provider did not respond, or if money was moving.
func (s *Service) InGames(ctx context.Context, member int64) (sum money.Satang, sure bool, err error) {
	sure, err = s.surely(ctx, member, func(tx pgx.Tx) error {
		n, err := db.New(tx).InGames(ctx, member)
		sum = money.Satang(n)
		return err
	})
	return sum, sure, err
}

// InGamesTx returns the sum that InGames has just fetched, in satang, as the caller's transaction sees it.
// The caller holds the wallet's lock. sure is false while money is moving.
func (s *Service) InGamesTx(ctx context.Context, tx pgx.Tx, member int64) (sum money.Satang, sure bool, err error) {
	now, err := db.New(tx).Moving(ctx, member)
	if err != nil || now.Moving {
		return 0, false, err
	}
	n, err := db.New(tx).InGames(ctx, member)
	return money.Satang(n), true, err
}

// surely fetches the balances from all providers at which a member has played, and then runs do under the
// wallet's lock. If a provider did not respond, or a transfer was open, began or ended, surely does not run
// do and returns false.
func (s *Service) surely(ctx context.Context, member int64, do func(pgx.Tx) error) (sure bool, err error) {
	before, err := s.q().Moving(ctx, member)
	if err != nil || before.Moving {
		return false, err
	}
	slots, err := s.q().Played(ctx, member)
	if err != nil {
		return false, err
	}
	started := s.Clock().Truncate(time.Microsecond) // as precise as the database stores it
	if told, err := s.Games.Ask(ctx, member, slots); err != nil || !told {
		return false, err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		sure = false
		if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
			return err
		}
		now, err := db.New(tx).Moving(ctx, member)
		if err != nil || now.Moving || now.Moved != before.Moved {
			return err
		}
		unheard, err := db.New(tx).Unheard(ctx, db.UnheardParams{MemberID: member, Since: started})
		if err != nil || unheard > 0 {
			return err
		}
		sure = true
		return do(tx)
	})
	return sure && err == nil, err
}
