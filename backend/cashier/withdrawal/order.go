package withdrawal

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/content"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/statement"
)

// order is a withdrawal that is being made. All that it writes is queued in one
// batch, so that a call costs few round trips whichever way it goes.
type order struct {
	s        *Service
	amount   money.Satang
	settings content.Settings
	key      uuid.UUID // of the hold

	member int64
	from   db.WithdrawerRow // whose money, where it lies and where it goes to
	state  string           // in which the withdrawal begins
	held   ledger.Posted
	line   statement.Line
}

// place does all of it in a transaction.
func (o *order) place(ctx context.Context, tx pgx.Tx, member int64) error {
	var look, b pgx.Batch
	o.find(&look, member)
	if err := tx.SendBatch(ctx, &look).Close(); err != nil {
		return err
	}
	if err := o.allow(ctx, tx); err != nil {
		return err
	}
	if err := o.queue(&b, tx); err != nil {
		return err
	}
	err := tx.SendBatch(ctx, &b).Close()
	if errors.Is(ledger.Refusal(err), ledger.ErrNotEnough) {
		return apperr.New(apperr.MoneyNotEnough)
	}
	return err
}

// find looks the member up.
func (o *order) find(b *pgx.Batch, member int64) {
	o.member = member
	b.Queue(db.Withdrawer, member).QueryRow(func(row pgx.Row) error {
		f := &o.from
		return row.Scan(&f.Currency, &f.BankCode, &f.BankNumber, &f.BankAccountNo, &f.BankAccountName, &f.WalletID)
	})
}

// allow settles in which state the withdrawal begins, or why there is none.
func (o *order) allow(ctx context.Context, tx pgx.Tx) error {
	if o.amount <= 0 || o.amount < o.settings.WithdrawMin || o.amount > o.settings.WithdrawMax {
		return apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	if o.from.BankNumber == "" || o.from.BankAccountNo == "" {
		return apperr.New(apperr.NoBank)
	}
	if o.s.BonusRemaining != nil {
		if remains, err := o.s.BonusRemaining(ctx, tx, o.member); err != nil {
			return err
		} else if remains {
			return apperr.New(apperr.BonusRemaining)
		}
	}
	o.state = stateQueued
	if o.amount > o.settings.WithdrawAuto {
		o.state = stateApproval
	}
	return nil
}

// queue moves the money aside and writes all that follows from it: the row, the
// job that pays it out (unless it waits for a cashier), and the member's line.
func (o *order) queue(b *pgx.Batch, tx pgx.Tx) error {
	id, err := uuid.NewV7() // in order of time, which indexes like
	if err != nil {
		return err
	}
	from, now, currency := &o.from, o.s.Clock().UTC(), ledger.Currency(o.from.Currency)
	o.line = statement.Line{
		ID: id, Type: statement.Withdraw, Status: statement.Pending, From: statement.Wallet, To: ownAccount(from), Amount: o.amount,
		Currency: from.Currency, CanCancel: true, CreatedAt: now,
	}
	err = o.s.Book.PostBatch(b, ledger.Transfer{
		Key: o.key, Kind: ledger.Hold, Debit: ledger.AccountID(from.WalletID), Credit: ledger.WithdrawalsPending.In(currency),
		Amount: o.amount, Currency: currency,
	}, &o.held)
	if err != nil {
		return err
	}
	b.Queue(db.WithdrawalInsert, [16]byte(id), o.member, int64(o.amount), from.Currency, from.BankCode, from.BankNumber, from.BankAccountNo,
		from.BankAccountName, o.state, now, [16]byte(o.key))
	if o.state == stateQueued {
		if err := o.s.Queue.InsertBatch(b, payOut{ID: id}); err != nil {
			return err
		}
	}
	return o.s.Statement.AddBatch(b, tx, o.member, o.key, &o.line)
}

// answer is what the caller is told once it is written.
func (o *order) answer() cashier.CashAnswer {
	out := cashier.CashAnswer{Statement: o.line, Wallet: cashier.CashWallet{Currency: o.from.Currency, AsOf: o.line.CreatedAt}}
	if o.held.DebitAfter != nil {
		out.Wallet.Amount = *o.held.DebitAfter
	}
	return out
}

// ownAccount names the member's account as they read it: "KTB xxx4821".
func ownAccount(p *db.WithdrawerRow) string {
	return p.BankCode + " xxx" + p.BankAccountNo[max(0, len(p.BankAccountNo)-4):]
}
