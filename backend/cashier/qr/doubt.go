package qr

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
)

// Doubt is an order that a cashier has to decide. Amount is what was paid, where
// the gateway told it.
type Doubt struct {
	ID         uuid.UUID
	Reference  string // the qrcodeId
	Provider   string
	ProviderID string // the gateway's name of it
	Reason     string // REVIEW, REFUNDED, REFUNDED_CREDITED, PAID_AFTER_DROPPED, NAMED_TWICE
	Since      time.Time
	Asked      money.Satang
	Amount     *money.Satang
	Currency   string
	Member     identity.Member
	Held       bool // of one just decided: it waits to be given back
}

// InDoubt lists the orders that wait for a cashier, longest wait first.
func (s *Service) InDoubt(ctx context.Context) ([]Doubt, error) {
	rows, err := s.q().OrdersInDoubt(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Doubt, 0, len(rows))
	for _, r := range rows {
		m, err := s.Identity.Member(ctx, s.Pool, r.MemberID)
		if err != nil {
			return nil, err
		}
		out = append(out, doubtOf(r, m))
	}
	return out, nil
}

func doubtOf(r db.QrOrder, m identity.Member) Doubt {
	d := Doubt{
		ID: r.ID, Reference: r.Reference, Provider: r.Provider, ProviderID: r.ProviderID, Reason: r.Doubt, Asked: r.Amount, Amount: r.PaidAmount,
		Currency: r.Currency, Member: m,
	}
	if r.DoubtedAt != nil {
		d.Since = r.DoubtedAt.UTC()
	}
	return d
}

// Decision of a cashier on an order in doubt.
type Decision struct {
	ID      uuid.UUID
	Cashier int64
	// Credit says that the money is ours and the member's; otherwise it is not.
	Credit bool
	// Amount is what the cashier found, where the gateway did not tell it.
	Amount *money.Satang
}

// DecideTx ends an order's doubt in the caller's transaction. Of an order that
// was credited before its gateway gave the money back, both decisions only end
// the doubt: taking the money from the member again is an adjustment by two
// people. NO_DATA if it is not in doubt (any more), INVALID_USER_INFO for an
// amount that is missing or not the gateway's.
func (s *Service) DecideTx(ctx context.Context, tx pgx.Tx, d Decision) (Doubt, error) {
	q := db.New(tx)
	row, err := q.OrderLockByID(ctx, d.ID)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && row.Doubt == "") {
		return Doubt{}, apperr.New(apperr.NoData)
	}
	if err != nil {
		return Doubt{}, err
	}
	m, err := s.Identity.Member(ctx, tx, row.MemberID)
	if err != nil {
		return Doubt{}, err
	}
	told := doubtOf(row, m)
	switch {
	case row.State == statePaid || !d.Credit:
		state := stateDropped
		if row.State == statePaid {
			state = statePaid
		}
		return told, q.OrderDecided(ctx, db.OrderDecidedParams{Reference: row.Reference, State: state, DecidedBy: &d.Cashier})
	case row.PaidAmount != nil && (d.Amount == nil || *d.Amount == *row.PaidAmount):
		d.Amount = row.PaidAmount
	case row.PaidAmount != nil, d.Amount == nil, *d.Amount <= 0:
		return Doubt{}, apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	told.Amount = d.Amount
	g, _ := s.gateway(row.Provider)
	told.Held, err = s.creditTx(ctx, tx, g, row, *d.Amount, &d.Cashier)
	return told, err
}
