package ledger

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
	"krapao/backend/platform/pg"
)

// Settle sends a hold's money on to credit. See the package's text for what
// happens when it is settled or voided twice or at once.
func (b *Book) Settle(ctx context.Context, key uuid.UUID, holdID int64, credit AccountID, with ...func(pgx.Tx, Posted) error) (Posted, error) {
	t, err := b.settlement(ctx, b.pool, key, holdID, credit)
	if err != nil {
		return Posted{}, err
	}
	return b.Post(ctx, t, with...)
}

// Void gives a hold's money back to whom it was taken from.
func (b *Book) Void(ctx context.Context, key uuid.UUID, holdID int64, with ...func(pgx.Tx, Posted) error) (Posted, error) {
	t, err := b.voiding(ctx, b.pool, key, holdID)
	if err != nil {
		return Posted{}, err
	}
	return b.Post(ctx, t, with...)
}

// SettleTx is Settle in the caller's transaction, which a hold that was
// resolved before ends: whoever calls it holds the lock of a row that says the
// hold is open.
func (b *Book) SettleTx(ctx context.Context, tx pgx.Tx, key uuid.UUID, holdID int64, credit AccountID) (Posted, error) {
	t, err := b.settlement(ctx, tx, key, holdID, credit)
	if err != nil {
		return Posted{}, err
	}
	return b.PostTx(ctx, tx, t)
}

// VoidTx is Void in the caller's transaction, as SettleTx.
func (b *Book) VoidTx(ctx context.Context, tx pgx.Tx, key uuid.UUID, holdID int64) (Posted, error) {
	t, err := b.voiding(ctx, tx, key, holdID)
	if err != nil {
		return Posted{}, err
	}
	return b.PostTx(ctx, tx, t)
}

func (b *Book) settlement(ctx context.Context, q pg.DB, key uuid.UUID, holdID int64, credit AccountID) (Transfer, error) {
	hold, err := b.hold(ctx, q, holdID)
	return resolution(hold, key, Settle, credit), err
}

func (b *Book) voiding(ctx context.Context, q pg.DB, key uuid.UUID, holdID int64) (Transfer, error) {
	hold, err := b.hold(ctx, q, holdID)
	return resolution(hold, key, Void, hold.Debit), err
}

func (b *Book) hold(ctx context.Context, q pg.DB, id int64) (Posted, error) {
	row, err := db.New(q).TransferByID(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && Kind(row.Kind) != Hold) {
		return Posted{}, ErrNotAHold
	}
	return fromRow(row), err
}

func resolution(hold Posted, key uuid.UUID, kind Kind, credit AccountID) Transfer {
	return Transfer{Key: key, Kind: kind, Debit: hold.Credit, Credit: credit, Amount: hold.Amount, Currency: hold.Currency, resolves: &hold.ID}
}

// Resolution answers what settled or voided a hold; found is false while it is open.
func (b *Book) Resolution(ctx context.Context, holdID int64) (p Posted, found bool, err error) {
	row, err := db.New(b.pool).TransferResolving(ctx, holdID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Posted{}, false, nil
	}
	return fromRow(row), err == nil, err
}
