package giftlink

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/giftlink/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// AttributedProviders returns the provider whose payments AttributeTx books.
func (s *Service) AttributedProviders() []string { return []string{reconcile.Gifts} }

// AttributeTx credits to a member a voucher that our wallet redeemed, and whose gift our ledger lost. It
// returns NO_DATA (409) if our ledger has the gift again.
func (s *Service) AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error {
	if item.Reason != reconcile.Lost || string(m.Currency) != item.Currency {
		return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	added, err := db.New(tx).InsertGift(ctx, db.InsertGiftParams{
		ID: item.ID, MemberID: m.ID, Hash: item.Reference, Mobile: item.TheirID, Amount: item.Amount, Currency: item.Currency, CreatedAt: item.At,
	})
	if err != nil {
		return err
	}
	if added == 0 {
		return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	_, err = s.Statement.AddTx(ctx, tx, m.ID, statement.Line{
		ID: item.ID, Type: statement.Deposit, Status: statement.Pending, FromPlace: statement.PlaceOf(statement.Gift), ToPlace: statement.PlaceOf(statement.Wallet), Amount: item.Amount,
		Currency: item.Currency, CreatedAt: item.At,
	})
	if err != nil {
		return err
	}
	g, err := db.New(tx).LockGift(ctx, item.ID)
	if err != nil {
		return err
	}
	_, err = s.creditGiftTx(ctx, tx, g, item.Amount, &by)
	return err
}
