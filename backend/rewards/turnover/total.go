package turnover

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/turnover/internal/db"
)

// Look is the result of a check of a member's total.
type Look int

// The results. Void means unknown: check again later.
const (
	No Look = iota
	Yes
	Void
)

// AtMost checks whether all that a member has is at or below an amount. If so, it runs then under the
// wallet's lock and returns Yes. It asks providers only if what is known already does not exclude it.
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

// InGames asks the providers and returns what a member has in games, in satang. sure is false if one did
// not respond, or if money was moving.
func (s *Service) InGames(ctx context.Context, member int64) (sum money.Satang, sure bool, err error) {
	sure, err = s.surely(ctx, member, func(tx pgx.Tx) error {
		n, err := db.New(tx).InGames(ctx, member)
		sum = money.Satang(n)
		return err
	})
	return sum, sure, err
}

// InGamesTx returns what InGames read a moment ago, as the caller's transaction sees it, under the wallet's
// lock. sure is false while money is moving.
func (s *Service) InGamesTx(ctx context.Context, tx pgx.Tx, member int64) (sum money.Satang, sure bool, err error) {
	now, err := db.New(tx).Moving(ctx, member)
	if err != nil || now.Moving {
		return 0, false, err
	}
	n, err := db.New(tx).InGames(ctx, member)
	return money.Satang(n), true, err
}

// surely asks the providers at which a member has played, and then runs do under the wallet's lock. It does
// not run do, and returns false, if one did not respond, or if a transfer was open, began or ended.
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
		if _, err := s.Book.LockTx(ctx, tx, member); err != nil {
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
