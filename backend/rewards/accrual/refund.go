package accrual

import (
	"context"
	"errors"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual/internal/db"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// ReceivedRefund is the response of Receive: the received refund, and the refund balance.
type ReceivedRefund struct {
	Refund  Refund       `json:"refund"`
	Balance money.Satang `json:"balance" doc:"The refunds that were received and are not in the wallet yet."`
	Message apperr.Code  `json:"message" enum:"REFUND_SUCCESS"`
}

// Lasting returns the part of the response that is stored forever: the refund's id, by which a repeat finds it.
func (r ReceivedRefund) Lasting() any {
	return map[string]any{"refund": map[string]any{"_id": r.Refund.ID}}
}

// Receive moves the refund that has accrued for the caller's own play to their refund balance. It returns
// NO_REFUND if nothing has accrued, and REFUND_CONDITION while a bonus is active.
func (s *Service) Receive(ctx context.Context) (*web.Response[ReceivedRefund], error) {
	return runClaim(
		ctx, s, claimKind{kindRefund, stepReceive, content.ServiceRefund, apperr.RefundInactive},
		func(c *claim) (ReceivedRefund, error) { return c.receive(ctx) },
		func(tx pgx.Tx, stored ReceivedRefund) (ReceivedRefund, error) {
			return s.repeatReceiveTx(ctx, tx, stored.Refund.ID)
		},
	)
}

func (c *claim) receive(ctx context.Context) (out ReceivedRefund, err error) {
	due, broken, err := c.lockAccrued(ctx)
	if err == nil && broken {
		err = errors.New("accrual: the sum of accrued refunds differs from the stored balance")
	}
	if err == nil && due.Amount <= 0 {
		err = apperr.New(apperr.NoRefund)
	}
	if err != nil {
		return out, err
	}
	if blocked, err := c.s.hasBonus(ctx, c.tx, c.member.ID); err != nil || blocked {
		return out, refusalError(apperr.RefundCondition, err)
	}
	if err := c.storeEmptied(ctx, due); err != nil {
		return out, err
	}
	points, err := c.s.Ledger.OpenPointsTx(ctx, c.tx, c.member.ID, pointsKind, c.member.Currency)
	if err != nil {
		return out, err
	}
	row, posted, err := c.postTransfer(ctx, ledger.Transfer{Debit: ledger.Refunds.In(c.member.Currency), Credit: points.ID, Amount: money.Satang(due.Amount)})
	if err != nil {
		return out, err
	}
	return ReceivedRefund{Refund: toRefund(row), Balance: *posted.CreditAfter, Message: apperr.RefundSuccess}, nil
}

// refusalError returns err, or, if err is nil, a refusal with the code.
func refusalError(code apperr.Code, err error) error {
	if err == nil {
		err = apperr.New(code)
	}
	return err
}

// repeatReceiveTx returns the response to a repeat of Receive after its stored response has expired.
func (s *Service) repeatReceiveTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (ReceivedRefund, error) {
	row, err := db.New(tx).ClaimOf(ctx, db.ClaimOfParams{ID: id, MemberID: web.Member(ctx)})
	if err != nil {
		return ReceivedRefund{}, err
	}
	balance, err := s.Ledger.PointsBalance(ctx, tx, row.MemberID, pointsKind, ledger.Currency(row.Currency))
	return ReceivedRefund{Refund: toRefund(row), Balance: balance, Message: apperr.RefundSuccess}, err
}

// AddWallet moves the caller's refund balance into the wallet. It returns REFUND_MINIMUM if the balance is
// empty.
func (s *Service) AddWallet(ctx context.Context) (*web.Response[ClaimedReward], error) {
	add := claimKind{kindRefund, stepAdd, content.ServiceRefund, apperr.RefundInactive}
	return s.claimToWallet(ctx, add, apperr.RefundSuccess, func(c *claim) (wallet.CommandStatus, error) { return c.addWallet(ctx) })
}

func (c *claim) addWallet(ctx context.Context) (out wallet.CommandStatus, err error) {
	points, err := c.s.Ledger.OpenPointsTx(ctx, c.tx, c.member.ID, pointsKind, c.member.Currency)
	if err != nil {
		return out, err
	}
	if points.Balance <= 0 {
		return out, apperr.New(apperr.RefundMinimum)
	}
	today, err := c.s.today(ctx, c.tx)
	if err != nil {
		return out, err
	}
	links := statement.Links{Refund: &statement.Link{Description: strconv.FormatFloat(toPercent(today[kindRefund].fail), 'f', -1, 64) + "%"}}
	return c.creditWallet(ctx, points.ID, points.Balance, "refund", links)
}
