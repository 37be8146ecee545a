package ledger

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
)

// SettleTx moves a hold's money to the account credit, in the caller's transaction. If the hold was
// already settled or voided, the transaction fails with ErrResolved. To avoid this failure, the caller
// first locks its own row that shows the hold as open. An ID that is not a hold's returns ErrNotAHold.
func (s *Service) SettleTx(ctx context.Context, tx pgx.Tx, key uuid.UUID, holdID int64, credit AccountID) (Posted, error) {
	hold, err := s.findHold(ctx, tx, holdID)
	if err != nil {
		return Posted{}, err
	}
	return s.PostTx(ctx, tx, resolutionOf(hold, key, Settle, credit))
}

// VoidTx moves a hold's money back to the account that the hold took it from. Its errors are those of
// SettleTx.
func (s *Service) VoidTx(ctx context.Context, tx pgx.Tx, key uuid.UUID, holdID int64) (Posted, error) {
	hold, err := s.findHold(ctx, tx, holdID)
	if err != nil {
		return Posted{}, err
	}
	return s.PostTx(ctx, tx, resolutionOf(hold, key, Void, hold.Debit))
}

// SettleBatch is SettleTx for a batch. The caller passes the hold as it was posted.
func (s *Service) SettleBatch(batch *pgx.Batch, key uuid.UUID, holdID int64, hold Transfer, credit AccountID) error {
	return s.PostBatch(batch, resolutionOf(Posted{Transfer: hold, ID: holdID}, key, Settle, credit), new(Posted))
}

func (s *Service) findHold(ctx context.Context, tx pgx.Tx, id int64) (Posted, error) {
	row, err := db.New(tx).GetTransfer(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && Kind(row.Kind) != Hold) {
		return Posted{}, ErrNotAHold
	}
	return postedOf(row), err
}

func resolutionOf(hold Posted, key uuid.UUID, kind Kind, credit AccountID) Transfer {
	return Transfer{Key: key, Kind: kind, Debit: hold.Credit, Credit: credit, Amount: hold.Amount, Currency: hold.Currency, resolves: &hold.ID}
}
