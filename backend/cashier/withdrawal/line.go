package withdrawal

import (
	"context"
	"slices"
	"time"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// AddToDetail sets who acts next on a withdrawal.
func (s *Service) AddToDetail(ctx context.Context, q pg.DB, member int64, d *statement.Detail) error {
	line := d.Statement
	if line.Type != statement.Withdraw || line.Status != statement.Pending {
		return nil
	}
	row, err := db.New(q).GetWithdrawalStatus(ctx, line.ID)
	if err != nil {
		return pg.IgnoreNoRows(err)
	}
	switch {
	case row.Gathering, row.State == stateApproval && slices.Equal(row.Reasons, []string{reasonUnexplained}):
		d.WaitsFor = statement.ByGame
	case row.State == stateApproval, row.State == stateSending && (row.Unattributed || s.isOverdue(*row.HeardAt)):
		d.WaitsFor = statement.ByCashier
	case row.State == stateSending:
		d.WaitsFor = statement.ByBank
	case row.State == stateQueued:
		open, err := db.New(q).OpenDifference(ctx, member)
		if err != nil {
			return err
		}
		if open {
			d.WaitsFor = statement.ByEarlierWithdrawal
		}
	}
	return nil
}

// isOverdue returns whether the last send or response (lastResponse) is so long ago that a cashier may decide.
func (s *Service) isOverdue(lastResponse time.Time) bool {
	return lastResponse.Before(s.Clock().Add(-overdueAfter))
}
