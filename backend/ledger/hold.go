package ledger

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
)

// Settle sends a hold's money on to credit. See the package's text for what
// happens when it is settled or voided twice or at once.
func (b *Book) Settle(ctx context.Context, key uuid.UUID, holdID int64, credit AccountID, with ...func(pgx.Tx, Posted) error) (Posted, error) {
	return b.resolve(ctx, key, holdID, func(hold Posted) Transfer {
		return Transfer{Kind: Settle, Credit: credit}
	}, with)
}

// Void gives a hold's money back to whom it was taken from.
func (b *Book) Void(ctx context.Context, key uuid.UUID, holdID int64, with ...func(pgx.Tx, Posted) error) (Posted, error) {
	return b.resolve(ctx, key, holdID, func(hold Posted) Transfer {
		return Transfer{Kind: Void, Credit: hold.Debit}
	}, with)
}

func (b *Book) resolve(ctx context.Context, key uuid.UUID, holdID int64, how func(hold Posted) Transfer, with []func(pgx.Tx, Posted) error) (Posted, error) {
	row, err := db.New(b.pool).TransferByID(ctx, holdID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Posted{}, ErrNotAHold
	}
	if err != nil {
		return Posted{}, err
	}
	hold := fromRow(row)
	if hold.Kind != Hold {
		return Posted{}, ErrNotAHold
	}
	t := how(hold)
	t.Key, t.Debit, t.Amount, t.Currency, t.resolves = key, hold.Credit, hold.Amount, hold.Currency, &hold.ID
	return b.Post(ctx, t, with...)
}

// Resolution answers what settled or voided a hold; found is false while it is open.
func (b *Book) Resolution(ctx context.Context, holdID int64) (p Posted, found bool, err error) {
	row, err := db.New(b.pool).TransferResolving(ctx, holdID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Posted{}, false, nil
	}
	return fromRow(row), err == nil, err
}
