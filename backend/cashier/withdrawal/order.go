package withdrawal

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/spin"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// order is a withdrawal that is being prepared: its hold, row, job and line.
type order struct {
	s      *Service
	amount money.Satang
	limits content.CurrencySettings
	to     identity.Member
	key    uuid.UUID // ledger key of the hold

	state string // the initial state
	line  statement.Line
}

// runCommand runs the withdrawal's command. If the member's account has changed since, it prepares the
// command again with the new account.
func (o *order) runCommand(ctx context.Context) (withdrawalResponse, error) {
	return wallet.RunCommand(ctx, o.s.Wallet, func(ctx context.Context, stale error) (wallet.Command, error) {
		if err := o.refreshStale(ctx, stale); err != nil {
			return wallet.Command{}, err
		}
		return wallet.Command{
			Member: o.to.ID, Fields: o.fields(), Guards: append(o.holdGuards(), identity.AccountUnchanged(o.to)),
			Move: o.holdMove(), QueueRows: o.queueRow, QueueJob: o.queuePayOut, Line: o.newLine(), OnRestored: o.s.attributeRestored,
		}, nil
	})
}

// refreshStale removes the cause of a stale preparation. It reads the member again if the bank account has
// changed, or ends a bonus that an exclusion has to end.
func (o *order) refreshStale(ctx context.Context, stale error) (err error) {
	switch {
	case errors.Is(stale, identity.ErrAccountChanged):
		o.to, err = o.s.Identity.Member(ctx, o.s.Pool, o.to.ID)
	case errors.Is(stale, bonus.ErrNotEnded):
		var ended bool
		if ended, err = o.s.Bonus.EndForExclusion(ctx, o.to.ID); err == nil && !ended {
			err = apperr.New(apperr.BonusRemaining)
		}
	}
	return err
}

func (o *order) newLine() *statement.Line {
	o.line = statement.Line{
		Type: statement.Withdraw, Status: statement.Pending, FromPlace: statement.PlaceOf(statement.Wallet), ToPlace: statement.OwnAccountPlace(o.to.BankCode, o.to.AccountNo),
		Amount: o.amount, CanCancel: true,
	}
	return &o.line
}

// fields returns the input by which two calls are the same.
func (o *order) fields() any { return map[string]money.Satang{"amount": o.amount} }

// guards returns the guards of every withdrawal. They are evaluated at the call, and again when money has
// come back from games.
func (o *order) guards() []pg.Guard {
	return []pg.Guard{
		content.NotPausedGuard(content.ServiceWithdraw, apperr.WithdrawPaused), pg.FixedCode(o.refusalWithoutQuery()), o.s.Identity.MayMove(o.to.ID),
		o.s.Bonus.NoActiveBonus(o.to.ID), o.s.Turnover.RequirementMet(o.to.ID),
	}
}

// holdGuards returns guards and those for taking the amount from the wallet.
func (o *order) holdGuards() []pg.Guard {
	return append(o.guards(), o.s.Bonus.BonusEnded(o.to.ID), o.s.Ledger.BalanceSuffices(o.to.ID, o.amount))
}

// refusalWithoutQuery returns the code of a refusal that needs no query, or "".
func (o *order) refusalWithoutQuery() string {
	switch {
	case o.amount < o.limits.WithdrawMin, o.amount > o.limits.WithdrawMax:
		return string(apperr.InvalidUserInfo)
	case o.to.BankNumber == "", o.to.AccountNo == "":
		return string(apperr.NoBank)
	}
	return ""
}

// holdMove returns the transfer that holds the money until it is paid out.
func (o *order) holdMove() *wallet.Move {
	return &wallet.Move{Key: o.key, Kind: ledger.Hold, OtherAccount: ledger.WithdrawalsPending.In(o.to.Currency), Amount: o.amount}
}

// queueRow queues the statement that inserts the withdrawal's row. The statement decides whether the
// withdrawal waits for a cashier.
func (o *order) queueRow(b *pgx.Batch) error {
	spin.CountMoneyBatch(b, o.to.ID, o.to.Currency, -money.Signed(o.amount))
	now := o.line.CreatedAt
	b.Queue(db.WithdrawalInsert, o.line.ID, int64(o.amount), string(o.to.Currency), o.key, o.to.BankNumber, now, o.to.ID,
		clock.DayOf(now), int64(o.limits.UnexplainedMember), int64(o.limits.UnexplainedSlot), now.Add(-afterReset), int64(o.limits.WithdrawAuto)).QueryRow(func(row pgx.Row) error { return pg.IgnoreNoRows(row.Scan(&o.state)) })
	return nil
}

// queuePayOut queues the job that pays the withdrawal out, unless it waits for a cashier.
func (o *order) queuePayOut(b *pgx.Batch) error {
	return o.s.Queue.InsertBatch(b, payOut{ID: o.line.ID}, pg.Guard{Query: db.GuardQueued, Args: []any{o.line.ID}})
}
