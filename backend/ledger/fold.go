package ledger

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
	"krapao/backend/platform/pg"
)

// Fold brings the house balances up to date and answers how many transfers it
// took in. It may run at any time and in any number at once.
func (b *Book) Fold(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InTx(ctx, b.pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		// Taken first: the statement after it then sees what the fold before did.
		if err := q.FoldLock(ctx); err != nil {
			return err
		}
		var err error
		n, err = q.Fold(ctx)
		return err
	})
	return n, err
}

// FoldLag answers how many transfers wait for a fold, and the oldest one's age.
// A lag that grows means that some transaction in the cluster stays open.
func (b *Book) FoldLag(ctx context.Context) (transfers int64, age time.Duration, err error) {
	row, err := db.New(b.pool).FoldLag(ctx)
	return row.Transfers, time.Duration(row.Seconds * float64(time.Second)), err
}
