package giftlink

import (
	"context"

	"krapao/backend/cashier/giftlink/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// AddToDetail sets who acts next on a gift.
func (s *Service) AddToDetail(ctx context.Context, q pg.DB, _ int64, d *statement.Detail) error {
	line := d.Statement
	if line.FromPlace.Kind != statement.Gift || line.Status != statement.Pending {
		return nil
	}
	g, err := db.New(q).GetGift(ctx, line.ID)
	if err != nil {
		return pg.IgnoreNoRows(err)
	}
	d.WaitsFor = statement.ByGift
	if g.State == stateReview {
		d.WaitsFor = statement.ByCashier
	}
	return nil
}
