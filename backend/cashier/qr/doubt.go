package qr

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// Decision is a cashier's decision about an order that waits for a cashier.
type Decision struct {
	ID      uuid.UUID
	Cashier int64
	// Credit means that the money arrived and is the member's.
	Credit bool
	// Amount is the amount in satang that the cashier found, if the gateway returned none.
	Amount *money.Satang
}

// decisionResult is an order after a cashier's decision.
type decisionResult struct {
	row    db.QrOrder
	amount *money.Satang
	held   bool // the member may not have the money: it waits to be returned
}

// DecideTx applies a cashier's decision to an order, in the caller's transaction. If the order was credited
// before its gateway refunded the money, both decisions only close the case. Taking the money back from the
// member is a correction, which two operators approve. DecideTx returns NO_DATA if the order does not wait
// for a cashier (any more). It returns INVALID_USER_INFO for an amount that is missing or not the gateway's.
func (s *Service) DecideTx(ctx context.Context, tx pgx.Tx, d Decision) (out decisionResult, err error) {
	q := db.New(tx)
	row, err := q.LockOrderByID(ctx, d.ID)
	if err != nil || row.Doubt == "" {
		return out, pg.NotFound(err)
	}
	out = decisionResult{row: row, amount: row.PaidAmount}
	switch {
	case row.State == statePaid || !d.Credit:
		state := stateDropped
		if row.State == statePaid {
			state = statePaid
		}
		return out, q.StoreDecision(ctx, db.StoreDecisionParams{Reference: row.Reference, State: state, DecidedBy: &d.Cashier})
	case row.PaidAmount != nil && (d.Amount == nil || *d.Amount == *row.PaidAmount):
		d.Amount = row.PaidAmount
	case row.PaidAmount != nil, d.Amount == nil, *d.Amount <= 0:
		return out, apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	out.amount = d.Amount
	g, _ := s.findGateway(row.Provider)
	out.held, err = s.creditTx(ctx, tx, g, row, *d.Amount, &d.Cashier)
	return out, err
}
