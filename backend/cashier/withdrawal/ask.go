package withdrawal

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
)

// answer of a withdrawal's calls: 200 once its end is known, 202 before.
type answer = *web.Answer[cashier.CashAnswer]

// Withdraw holds an amount of the caller's wallet and has it paid out to their
// own account; it waits a while for the outcome. INVALID_USER_INFO (amount)
// outside the operator's limits; MONEY_NOT_ENOUGH, BONUS_REMAINING, NO_BANK.
func (s *Service) Withdraw(ctx context.Context, amount money.Satang) (answer, error) {
	fields := map[string]money.Satang{"amount": amount}
	first, err := web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, cashier.CashAnswer, error) {
		out, err := s.holdTx(ctx, tx, amount)
		return http.StatusAccepted, out, err
	})
	if err != nil || first.Status != http.StatusAccepted {
		return first, err
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

// holdTx moves the money aside and writes all that follows from it: the row,
// the job that pays it out or the wait for a cashier, and the member's line.
func (s *Service) holdTx(ctx context.Context, tx pgx.Tx, amount money.Satang) (cashier.CashAnswer, error) {
	m, err := s.Cashier.MemberOf(ctx, tx, web.Member(ctx))
	if err != nil {
		return cashier.CashAnswer{}, err
	}
	state, err := s.allowTx(ctx, tx, m, amount)
	if err != nil {
		return cashier.CashAnswer{}, err
	}
	wallet, err := s.Book.Wallet(ctx, tx, m.ID, m.Currency)
	if err != nil {
		return cashier.CashAnswer{}, err
	}
	held, err := s.Book.PostTx(ctx, tx, ledger.Transfer{
		Key: web.LedgerKey(ctx, "hold"), Kind: ledger.Hold, Debit: wallet.ID, Credit: ledger.WithdrawalsPending.In(m.Currency),
		Amount: amount, Currency: m.Currency,
	})
	if errors.Is(ledger.Refusal(err), ledger.ErrNotEnough) {
		return cashier.CashAnswer{}, apperr.New(apperr.MoneyNotEnough)
	}
	if err != nil {
		return cashier.CashAnswer{}, err
	}
	line, err := s.keepTx(ctx, tx, m, held, state)
	return cashier.CashAnswer{
		Statement: line,
		Wallet:    cashier.CashWallet{Amount: *held.DebitAfter, Currency: string(m.Currency), AsOf: s.Clock().UTC()},
	}, err
}

// allowTx answers the state in which a withdrawal begins, or why there is none.
func (s *Service) allowTx(ctx context.Context, tx pgx.Tx, m cashier.Member, amount money.Satang) (state string, err error) {
	settings, err := s.Content.Settings(ctx, tx)
	if err != nil {
		return "", err
	}
	if amount <= 0 || amount < settings.WithdrawMin || amount > settings.WithdrawMax {
		return "", apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	if m.BankNumber == "" || m.AccountNo == "" {
		return "", apperr.New(apperr.NoBank)
	}
	if s.BonusRemaining != nil {
		if remains, err := s.BonusRemaining(ctx, tx, m.ID); err != nil {
			return "", err
		} else if remains {
			return "", apperr.New(apperr.BonusRemaining)
		}
	}
	if amount > settings.WithdrawAuto {
		return stateApproval, nil
	}
	return stateQueued, nil
}

func (s *Service) keepTx(ctx context.Context, tx pgx.Tx, m cashier.Member, held ledger.Posted, state string) (statement.Line, error) {
	now, id := s.Clock(), uuid.New()
	err := db.New(tx).WithdrawalInsert(ctx, db.WithdrawalInsertParams{
		ID: id, MemberID: m.ID, Amount: held.Amount, Currency: string(held.Currency), HoldID: held.ID, BankCode: m.BankCode,
		BankNumber: m.BankNumber, AccountNo: m.AccountNo, AccountName: m.AccountName, State: state, CreatedAt: now,
	})
	if err != nil {
		return statement.Line{}, err
	}
	if state == stateQueued {
		if err := s.Queue.InsertTx(ctx, tx, payOut{ID: id}, nil); err != nil {
			return statement.Line{}, err
		}
	}
	return s.Statement.AddTx(ctx, tx, m.ID, statement.Line{
		ID: id, Type: statement.Withdraw, Status: statement.Pending, From: statement.Wallet, To: ownAccount(m), Amount: held.Amount,
		Currency: string(held.Currency), TransferID: &held.ID, CanCancel: true, CreatedAt: now.UTC(),
	})
}
