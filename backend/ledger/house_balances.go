package ledger

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
	"krapao/backend/platform/pg"
)

// UpdateHouseBalances adds new transfers to the balances of house accounts, and returns their number. It may run at
// any time, and concurrently.
func (s *Service) UpdateHouseBalances(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		// The lock is a statement of its own. So the next statement sees what the previous update wrote.
		if err := q.LockHouseBalancesUpdate(ctx); err != nil {
			return err
		}
		var err error
		n, err = q.UpdateHouseBalances(ctx)
		return err
	})
	return n, err
}

// HouseBalancesLag returns how many transfers wait for UpdateHouseBalances, and the age of the oldest one. If the
// lag grows, some transaction in the cluster has stayed open.
func (s *Service) HouseBalancesLag(ctx context.Context) (transfers int64, age time.Duration, err error) {
	row, err := db.New(s.pool).GetHouseBalancesLag(ctx)
	return row.Transfers, time.Duration(row.Seconds * float64(time.Second)), err
}
