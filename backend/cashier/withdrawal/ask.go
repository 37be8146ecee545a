package withdrawal

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/content"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
)

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
	var begun string // its first state
	hold := func(tx pgx.Tx, from payee) (status int, out cashier.CashAnswer, err error) {
		out, begun, err = s.holdTx(ctx, tx, from, settings, amount)
		return http.StatusAccepted, out, err
	}
	var from payee
	first, err := web.OnceQuick(ctx, s.Keyed, map[string]money.Satang{"amount": amount}, web.Quick[cashier.CashAnswer]{
		First: func(b *pgx.Batch) { from.find(b, web.Member(ctx)) },
		Do:    func(tx pgx.Tx) (int, cashier.CashAnswer, error) { return hold(tx, from) },
	}, func(tx pgx.Tx) (int, cashier.CashAnswer, error) {
		var from payee
		if err := pg.Send(ctx, tx, func(b *pgx.Batch) { from.find(b, web.Member(ctx)) }); err != nil {
			return 0, cashier.CashAnswer{}, err
		}
		return hold(tx, from)
	})
	if err != nil || first.Status != http.StatusAccepted {
		return first, err
	}
	if !first.Repeated() && (begun == stateApproval || s.Patience == 0) {
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

// payee is whose money it is, where it lies and where it goes to.
type payee struct {
	db.WithdrawerRow
	member int64
}

// find has a batch look the member up.
func (p *payee) find(b *pgx.Batch, member int64) {
	p.member = member
	b.Queue(db.Withdrawer, member).QueryRow(func(row pgx.Row) error {
		return row.Scan(&p.Currency, &p.BankCode, &p.BankNumber, &p.BankAccountNo, &p.BankAccountName, &p.WalletID)
	})
}

// ownAccount names the member's account as they read it: "KTB xxx4821".
func (p payee) ownAccount() string {
	return p.BankCode + " xxx" + p.BankAccountNo[max(0, len(p.BankAccountNo)-4):]
}

// holdTx moves the money aside and writes all that follows from it: the row,
// the job that pays it out or the wait for a cashier, and the member's line.
// It also answers the state in which the withdrawal begins.
func (s *Service) holdTx(ctx context.Context, tx pgx.Tx, from payee, settings content.Settings, amount money.Satang) (cashier.CashAnswer, string, error) {
	state, err := s.allowTx(ctx, tx, from, settings, amount)
	if err != nil {
		return cashier.CashAnswer{}, "", err
	}
	id, err := uuid.NewV7() // in order of time, which indexes like
	if err != nil {
		return cashier.CashAnswer{}, "", err
	}
	now, currency := s.Clock().UTC(), ledger.Currency(from.Currency)
	hold := ledger.Transfer{
		Key: web.LedgerKey(ctx, "hold"), Kind: ledger.Hold, Debit: ledger.AccountID(from.WalletID),
		Credit: ledger.WithdrawalsPending.In(currency), Amount: amount, Currency: currency,
	}
	line := statement.Line{
		ID: id, Type: statement.Withdraw, Status: statement.Pending, From: statement.Wallet, To: from.ownAccount(), Amount: amount,
		Currency: from.Currency, CanCancel: true, CreatedAt: now,
	}
	var held ledger.Posted
	var queued error
	err = pg.Send(ctx, tx, func(b *pgx.Batch) {
		queued = s.Book.PostBatch(b, hold, &held)
		b.Queue(db.WithdrawalInsert, id, from.member, amount, from.Currency, from.BankCode, from.BankNumber, from.BankAccountNo, from.BankAccountName, state, now, hold.Key)
		if state == stateQueued {
			queued = errors.Join(queued, s.Queue.InsertBatch(b, payOut{ID: id}))
		}
		queued = errors.Join(queued, s.Statement.AddBatch(b, tx, from.member, hold.Key, &line))
	})
	switch {
	case queued != nil:
		return cashier.CashAnswer{}, "", queued
	case errors.Is(ledger.Refusal(err), ledger.ErrNotEnough):
		return cashier.CashAnswer{}, "", apperr.New(apperr.MoneyNotEnough)
	case err != nil:
		return cashier.CashAnswer{}, "", err
	}
	wallet := cashier.CashWallet{Amount: *held.DebitAfter, Currency: from.Currency, AsOf: now}
	return cashier.CashAnswer{Statement: line, Wallet: wallet}, state, nil
}

// allowTx answers the state in which a withdrawal begins, or why there is none.
func (s *Service) allowTx(ctx context.Context, tx pgx.Tx, from payee, settings content.Settings, amount money.Satang) (state string, err error) {
	if amount <= 0 || amount < settings.WithdrawMin || amount > settings.WithdrawMax {
		return "", apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	if from.BankNumber == "" || from.BankAccountNo == "" {
		return "", apperr.New(apperr.NoBank)
	}
	if s.BonusRemaining != nil {
		if remains, err := s.BonusRemaining(ctx, tx, from.member); err != nil {
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
