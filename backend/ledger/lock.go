package ledger

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
)

// LockTx is Wallet, and keeps everybody else from the member's money until the
// transaction ends. Whoever changes what may move takes this lock before any other
// row of the member.
func (b *Book) LockTx(ctx context.Context, tx pgx.Tx, member int64) (Wallet, error) {
	row, err := db.New(tx).MemberWalletLock(ctx, member)
	if errors.Is(err, pgx.ErrNoRows) {
		return Wallet{}, ErrNoAccount
	}
	return Wallet{ID: AccountID(row.ID), Balance: row.Balance}, err
}
