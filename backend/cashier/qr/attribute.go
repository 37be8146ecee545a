package qr

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	gateway "krapao/backend/provider/qr"
	"krapao/backend/wallet/reconcile"
)

func isUnknownOrder(err error) bool { return errors.Is(err, gateway.ErrUnknownOrder) }

// AttributedProviders returns the configured gateways: AttributeTx books their payments.
func (s *Service) AttributedProviders() []string { return slices.Sorted(maps.Keys(s.Clients)) }

// AttributeTx credits to a member a payment that our ledger lost, and restores its order under the old name.
// It returns NO_DATA (409) if our ledger has the payment again. If the member may not have the money, it is
// held for return.
func (s *Service) AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error {
	q, now := db.New(tx), s.Clock()
	g, known := s.findGateway(item.Provider)
	_, err := q.LockOrder(ctx, item.Reference)
	if !known || item.Reason != reconcile.Lost || err == nil || string(m.Currency) != item.Currency {
		return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	err = q.InsertRestoredOrder(ctx, db.InsertRestoredOrderParams{
		Reference: item.Reference, MemberID: m.ID, Provider: item.Provider, Amount: item.Amount, PayAmount: &item.Amount, Currency: item.Currency,
		ProviderID: item.TheirID, CreatedAt: item.At, EndedAt: &now,
	})
	if err != nil {
		return err
	}
	row, err := q.LockOrder(ctx, item.Reference)
	if err != nil {
		return err
	}
	_, err = s.creditTx(ctx, tx, g, row, item.Amount, &by)
	return err
}
