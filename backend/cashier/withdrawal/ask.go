package withdrawal

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

// errNotPlain leaves a withdrawal to place.
var errNotPlain = errors.New("withdrawal: a cashier looks first")

// answer of a withdrawal's calls: 200 once its end is known, 202 before.
type answer = *web.Answer[cashier.CashAnswer]

// Withdraw holds an amount of the caller's wallet and has it paid out to their
// own account; it waits a while for the outcome. INVALID_USER_INFO (amount)
// outside the operator's limits; MONEY_NOT_ENOUGH, BONUS_REMAINING, NO_BANK.
func (s *Service) Withdraw(ctx context.Context, amount money.Satang) (answer, error) {
	settings, err := s.Content.Recent(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Content.NotPaused(ctx, content.WayWithdraw, apperr.WithdrawPaused); err != nil {
		return nil, err
	}
	to, err := s.PayeeOf(ctx)
	if err != nil {
		return nil, err
	}
	o := &order{s: s, amount: amount, settings: settings, key: web.LedgerKey(ctx, "hold"), member: web.Member(ctx), to: to}
	quick := web.Quick[cashier.CashAnswer]{
		Queue: func(b *pgx.Batch) (int, any, error) {
			if amount > settings.WithdrawAuto { // a cashier's: place says so
				return 0, nil, errNotPlain
			}
			err := o.allow(ctx, s.Pool)
			if err == nil {
				err = o.queue(b)
			}
			// A repeat is told how the withdrawal stands by then: its name is enough.
			return http.StatusAccepted, map[string]any{"statement": map[string]any{"_id": o.line.ID}}, err
		},
		Answer: o.answer, Touched: o.member,
	}
	first, err := web.OnceQuick(ctx, s.Keyed, map[string]money.Satang{"amount": amount}, quick, func(tx pgx.Tx) (int, cashier.CashAnswer, error) {
		err := o.place(ctx, tx)
		return http.StatusAccepted, o.answer(), err
	})
	if err != nil || first.Status != http.StatusAccepted {
		return first, err
	}
	if !first.Repeated() && (o.state == stateApproval || s.Patience == 0) {
		return first, nil // nobody has moved it since
	}
	return s.Cashier.Await(ctx, first, s.Patience, s.look)
}

// look tells how far a withdrawal got. A call does not wait for a cashier.
func (s *Service) look(ctx context.Context, id uuid.UUID) (cashier.Standing, error) {
	row, err := s.q().WithdrawalByID(ctx, id)
	switch {
	case err != nil:
		return cashier.UnderWay, err
	case row.State == statePaid, row.State == stateFailed:
		return cashier.Ended, nil
	case row.State == stateApproval:
		return cashier.WithPeople, nil
	}
	if waits, err := s.waitsTx(ctx, s.Pool); err != nil || waits {
		return cashier.WithPeople, err
	}
	return cashier.UnderWay, nil
}

// WithdrawAll is Withdraw after all of the member's money is back from the games.
func (s *Service) WithdrawAll(ctx context.Context, amount money.Satang) (answer, error) {
	if s.CollectGames != nil {
		repeat, err := web.Answered(ctx, s.Keyed, "")
		if err != nil {
			return nil, err
		}
		if !repeat {
			if err := s.CollectGames(ctx, web.Member(ctx)); err != nil {
				return nil, err
			}
		}
	}
	return s.Withdraw(ctx, amount)
}
