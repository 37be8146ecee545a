package server

import (
	"context"
	"time"

	"krapao/backend/cashier"
)

// Reconcile holds our book of each company against its own, since a moment. It
// asks the companies, so it takes a while and needs them up.
func (s *Server) Reconcile(ctx context.Context, since time.Time) ([]cashier.Reconciled, error) {
	bank, err := s.Cashier.Reconcile(ctx, since)
	if err != nil {
		return nil, err
	}
	codes, err := s.QR.Reconcile(ctx, since)
	if err != nil {
		return nil, err
	}
	gifts, err := s.Gifts.Reconcile(ctx, since)
	if err != nil {
		return nil, err
	}
	payouts, err := s.Withdrawal.Reconcile(ctx, since)
	return append(append([]cashier.Reconciled{bank}, codes...), gifts, payouts), err
}
