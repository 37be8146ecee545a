package games

import (
	"context"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// AddToDetail sets who acts next on a pending transfer: the game's provider, or a cashier.
func (s *Service) AddToDetail(ctx context.Context, q pg.DB, _ int64, d *statement.Detail) error {
	line := d.Statement
	if line.Type != statement.Transfer || line.Status != statement.Pending {
		return nil
	}
	t, err := db.New(q).GetTransfer(ctx, line.ID)
	if err != nil {
		return pg.IgnoreNoRows(err)
	}
	d.WaitsFor = statement.ByGame
	if t.State == stateReview {
		d.WaitsFor = statement.ByCashier
	}
	return nil
}
