package withdrawal

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/provider/payout"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// Companies are those whose payouts AttributeTx books.
func (s *Service) Companies() []string { return []string{reconcile.Payouts} }

// AttributeTx books a payout on which our book and the company's differ for a
// member. One that our book lost becomes the withdrawal that it was, under its own
// id, with an advance where the wallet has less; one that our book failed is taken
// from the wallet again, and one that was never paid is given back to it.
// MONEY_NOT_ENOUGH where the wallet has less than that; NO_DATA (409) where our book has
// the payout by now.
func (s *Service) AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error {
	id := idOf(item.Reference)
	row, err := db.New(tx).WithdrawalLock(ctx, id)
	known := err == nil
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	switch {
	case item.Reason == reconcile.Lost && !known:
		return s.attributeLostTx(ctx, tx, id, item, m, by)
	case item.Reason == reconcile.FailedHere && known && row.State == stateFailed && row.MemberID == m.ID:
		_, err = s.Cashier.AdjustTx(ctx, tx, m, cashier.Adjustment{Key: keyOf(item.ID, "take"), Take: true, Amount: item.Amount})
		return err
	case item.Reason == reconcile.NotThere && known && row.State == statePaid && row.MemberID == m.ID:
		_, err = s.Cashier.AdjustTx(ctx, tx, m, cashier.Adjustment{Key: keyOf(item.ID, "give"), Amount: row.Amount})
		return err
	}
	return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
}

// attributeLostTx restores a payout that fitted nobody, for the member that two people say it is of.
func (s *Service) attributeLostTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, item reconcile.Item, m identity.Member, by int64) error {
	now := s.Clock()
	p := payout.Order{Bank: item.Bank, AccountNo: item.Account, Name: item.Name, Amount: item.Amount, Currency: isoOf(ledger.Currency(item.Currency))}
	err := s.restoreTx(ctx, tx, id, m, payout.Made{Order: p, At: item.At}, &now)
	if errors.Is(err, statement.ErrSettled) {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict) // a line of this name has ended
	}
	if err != nil {
		return err
	}
	row, err := s.lock(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.settleTx(ctx, tx, row, ending{by: &by, why: "RECONCILED"})
}
