package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
)

// BackupColumns maps columns to the SQL expression that a backup stores instead of the column's value. A
// transaction ID of another server has no meaning here. ID 2 is older than any ID that a server assigns.
var BackupColumns = map[string]string{"transfer.tx": "'2'::xid8"}

// RebuildAfterRestoreTx rebuilds the balances of house accounts from restored transfers, and marks all of
// these as added. It runs in the transaction that restores the rows.
func (s *Service) RebuildAfterRestoreTx(ctx context.Context, tx pgx.Tx) error {
	q := db.New(tx)
	if err := q.RestoreHouseBalances(ctx); err != nil {
		return err
	}
	return q.RestoreHouseBalancesMark(ctx)
}
