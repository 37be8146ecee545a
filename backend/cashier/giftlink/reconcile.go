package giftlink

import (
	"context"
	"time"

	"krapao/backend/cashier"
	"krapao/backend/platform/money"
)

// Reconcile tells what we booked since a moment. The company has no call that
// tells what our wallet took: its app does, to compare by hand.
func (s *Service) Reconcile(ctx context.Context, since time.Time) (cashier.Reconciled, error) {
	sum, err := s.q().GiftsTaken(ctx, since)
	amount := money.Satang(sum.Amount)
	return cashier.Reconciled{Company: "gift links (compare with the wallet's app)", Items: int(sum.Gifts), Ours: amount, Theirs: amount}, err
}
