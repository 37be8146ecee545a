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
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// Payee is where a member's money goes to: their own bank account. BankNumber
// is "" where nobody knows the bank.
type Payee struct {
	Currency    ledger.Currency
	BankCode    string
	BankNumber  string
	AccountNo   string
	AccountName string
}

// ownAccount names the member's account as they read it: "KTB xxx4821".
func (p *Payee) ownAccount() string {
	return p.BankCode + " xxx" + p.AccountNo[max(0, len(p.AccountNo)-4):]
}

// order is a withdrawal that is being made. All that it writes is queued in one
// batch, so that a call costs few round trips whichever way it goes.
type order struct {
	s        *Service
	amount   money.Satang
	settings content.Settings
	key      uuid.UUID // of the hold

	member  int64
	to      Payee
	from    ledger.AccountID
	state   string   // in which the withdrawal begins
	reasons []string // why a cashier looks first
	held    ledger.Posted
	line    statement.Line
}

// place does all of it in a transaction, by what is known of the member there.
// The hold comes first: it locks the wallet, so that of two at once the second
// sees what the first has asked for.
func (o *order) place(ctx context.Context, tx pgx.Tx) error {
	m, err := o.s.Cashier.MemberOf(ctx, tx, o.member)
	if err != nil {
		return err
	}
	o.to = Payee{Currency: m.Currency, BankCode: m.BankCode, BankNumber: m.BankNumber, AccountNo: m.AccountNo, AccountName: m.AccountName}
	if err := o.allow(ctx, tx); err != nil {
		return err
	}
	var hold, rest pgx.Batch
	if err := o.queueHold(&hold); err != nil {
		return err
	}
	err = tx.SendBatch(ctx, &hold).Close()
	if errors.Is(ledger.Refusal(err), ledger.ErrNotEnough) {
		return apperr.New(apperr.MoneyNotEnough)
	}
	if err != nil {
		return err
	}
	if err := o.guard(ctx, tx); err != nil {
		return err
	}
	if err := o.queueRest(&rest); err != nil {
		return err
	}
	pg.Touch(tx, o.member)
	return tx.SendBatch(ctx, &rest).Close()
}

// guard settles whether a cashier looks at it first, and why.
func (o *order) guard(ctx context.Context, tx pgx.Tx) error {
	now := o.s.Clock()
	g, err := db.New(tx).WithdrawalGuards(ctx, db.WithdrawalGuardsParams{MemberID: o.member, Day: cashier.DayOf(now), ResetAfter: now.Add(-afterReset)})
	if err != nil {
		return err
	}
	o.reasons = nil
	for _, r := range []struct {
		holds bool
		why   string
	}{
		{g.Unproven, reasonFirstPayout},
		{g.AfterReset, reasonAfterReset},
		{o.amount > o.settings.WithdrawAuto, reasonAboveLimit},
		{o.amount <= o.settings.WithdrawAuto && money.Satang(g.AskedToday)+o.amount > o.settings.WithdrawAuto, reasonDayLimit},
	} {
		if r.holds {
			o.reasons = append(o.reasons, r.why)
		}
	}
	if o.state = stateQueued; len(o.reasons) > 0 {
		o.state = stateApproval
	}
	return nil
}

// allow settles from where the withdrawal comes, or why there is none.
func (o *order) allow(ctx context.Context, q pg.DB) (err error) {
	if o.amount <= 0 || o.amount < o.settings.WithdrawMin || o.amount > o.settings.WithdrawMax {
		return apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	if o.to.BankNumber == "" || o.to.AccountNo == "" {
		return apperr.New(apperr.NoBank)
	}
	if o.s.BonusRemaining != nil {
		if remains, err := o.s.BonusRemaining(ctx, q, o.member); err != nil {
			return err
		} else if remains {
			return apperr.New(apperr.BonusRemaining)
		}
	}
	o.from, err = o.s.Book.AccountOf(ctx, q, o.member, o.to.Currency)
	return err
}

// queue is all of a withdrawal that no cashier looks at first. One that they
// should is refused by the database, with all that was queued; place does it then.
func (o *order) queue(b *pgx.Batch) error {
	o.state, o.reasons = stateQueued, nil
	if err := o.queueHold(b); err != nil {
		return err
	}
	return o.queueRest(b)
}

// queueHold moves the money aside.
func (o *order) queueHold(b *pgx.Batch) error {
	return o.s.Book.PostBatch(b, ledger.Transfer{
		Key: o.key, Kind: ledger.Hold, Debit: o.from, Credit: ledger.WithdrawalsPending.In(o.to.Currency),
		Amount: o.amount, Currency: o.to.Currency,
	}, &o.held)
}

// queueRest writes all that follows from the hold: the row, the job that pays it
// out (unless it waits for a cashier), and the member's line.
func (o *order) queueRest(b *pgx.Batch) error {
	id, err := uuid.NewV7() // in order of time, which indexes like
	if err != nil {
		return err
	}
	to, now := &o.to, o.s.Clock().UTC()
	o.line = statement.Line{
		ID: id, Type: statement.Withdraw, Status: statement.Pending, From: statement.Wallet, To: to.ownAccount(), Amount: o.amount,
		Currency: string(to.Currency), CanCancel: true, CreatedAt: now,
	}
	reasons := o.reasons
	if reasons == nil {
		reasons = []string{}
	}
	b.Queue(db.WithdrawalInsert, [16]byte(id), o.member, int64(o.amount), string(to.Currency), [16]byte(o.key), to.BankCode, to.BankNumber, to.AccountName,
		o.state, int64(o.settings.WithdrawAuto), now.Add(-afterReset), now, reasons, to.AccountNo, cashier.DayOf(now))
	if o.state == stateQueued {
		if err := o.s.Queue.InsertBatch(b, payOut{ID: id}); err != nil {
			return err
		}
	}
	return o.s.Statement.AddBatch(b, o.member, o.key, &o.line)
}

// answer is what the caller is told once it is written.
func (o *order) answer() cashier.CashAnswer {
	out := cashier.CashAnswer{Statement: o.line, Wallet: cashier.CashWallet{Currency: string(o.to.Currency), AsOf: o.line.CreatedAt}}
	if o.held.DebitAfter != nil {
		out.Wallet.Amount = *o.held.DebitAfter
	}
	return out
}
