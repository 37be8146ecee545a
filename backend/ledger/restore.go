package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
)

// BackupColumns are the columns of the ledger that a backup replaces. The
// transaction ids of another server mean nothing here; id 2 is older than any
// that a server gives out.
var BackupColumns = map[string]string{"transfer.tx": "'2'::xid8"}

// RestoredTx makes a book of rows that a backup brought, in the transaction
// that brings them: house balances from their transfers, all of them folded.
func (b *Book) RestoredTx(ctx context.Context, tx pgx.Tx) error {
	q := db.New(tx)
	if err := q.RestoreHouses(ctx); err != nil {
		return err
	}
	return q.RestoreFold(ctx)
}
