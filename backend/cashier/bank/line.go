package bank

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// AddToDetail adds a line's slip to the line's page, and who acts next on an announced transfer. Without a
// slip, the member acts next. With a slip, the server does while it checks the slip, and a cashier in review.
func (s *Service) AddToDetail(ctx context.Context, q pg.DB, member int64, d *statement.Detail) error {
	line := d.Statement
	if line.Type != statement.Deposit || line.FromPlace.Kind != statement.Bank {
		return nil
	}
	slip, err := db.New(q).GetSlipOfLine(ctx, line.ID)
	if err == nil {
		d.Slip = &statement.LineSlip{Reference: slip.Reference, CreatedAt: slip.UploadedAt.UTC()}
	}
	if line.Status != statement.Pending || (err != nil && !errors.Is(err, pgx.ErrNoRows)) {
		return pg.IgnoreNoRows(err)
	}
	until := line.CreatedAt.Add(announcementLife)
	d.WaitsFor, d.Until = statement.ByMember, &until
	state, err := db.New(q).GetStateOfUnfinishedSlip(ctx, db.GetStateOfUnfinishedSlipParams{MemberID: member, Amount: int64(line.Amount)})
	switch state {
	case stateReview:
		d.WaitsFor = statement.ByCashier
	case stateChecking:
		d.WaitsFor = statement.ByServer
	}
	return pg.IgnoreNoRows(err)
}
