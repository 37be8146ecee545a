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

// AttributedProviders returns the provider whose payouts AttributeTx books.
func (s *Service) AttributedProviders() []string { return []string{reconcile.Payouts} }

// AttributeTx books a difference between our ledger and the provider's payouts for a member. A lost payout is
// restored as a withdrawal under its old id, with an advance if the wallet lacks money. A payout that our
// ledger has as failed is taken from the wallet again, or AttributeTx returns MONEY_NOT_ENOUGH. A payout that
// was never paid is returned. AttributeTx returns NO_DATA (409) if the two records do not differ any more.
func (s *Service) AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error {
	id := idOf(item.Reference)
	row, err := db.New(tx).LockWithdrawal(ctx, id)
	known := err == nil
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	switch {
	case item.Reason == reconcile.Lost && !known:
		return s.attributeLostTx(ctx, tx, id, item, m, by)
	case item.Reason == reconcile.FailedHere && known && row.State == stateFailed && row.MemberID == m.ID:
		_, err = s.Cashier.AdjustTx(ctx, tx, m, cashier.Adjustment{Key: keyOf(item.ID, "take"), FromMember: true, Amount: item.Amount})
		return err
	case item.Reason == reconcile.NotMade && known && row.State == statePaid && row.MemberID == m.ID:
		_, err = s.Cashier.AdjustTx(ctx, tx, m, cashier.Adjustment{Key: keyOf(item.ID, "give"), Amount: row.Amount})
		return err
	}
	return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
}

// attributeLostTx restores a payout that fits no member's account, for the member that two operators chose.
func (s *Service) attributeLostTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, item reconcile.Item, m identity.Member, by int64) error {
	now := s.Clock()
	p := payout.Order{Bank: item.Bank, AccountNo: item.Account, Name: item.Name, Amount: item.Amount, Currency: isoOf(ledger.Currency(item.Currency))}
	err := s.restoreTx(ctx, tx, id, m, payout.ListedPayout{Order: p, At: item.At}, &now)
	if errors.Is(err, statement.ErrSettled) {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict) // the line with this id has ended
	}
	if err != nil {
		return err
	}
	row, err := s.lockWithdrawal(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.settleTx(ctx, tx, row, outcome{by: &by, operatorNote: "RECONCILED"})
}
