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

// withdrawCommand is a withdrawal that is being prepared: its hold, row, job and statement line.
type withdrawCommand struct {
	s      *Service
	amount money.Satang
	limits content.CurrencySettings
	member identity.Member
	key    uuid.UUID // ledger key of the hold

	state string // the initial state
	line  statement.Line
}

// runCommand runs the withdrawal's command. If the member's bank account changed after c.member
// was read, or a bonus has to end first, runCommand prepares the command again.
func (c *withdrawCommand) runCommand(ctx context.Context) (withdrawalResponse, error) {
	return wallet.RunCommand(ctx, c.s.Wallet, func(ctx context.Context, stale error) (wallet.Command, error) {
		if err := c.refreshStale(ctx, stale); err != nil {
			return wallet.Command{}, err
		}
		return wallet.Command{
			Member: c.member.ID, Fields: c.fields(), Guards: append(c.holdGuards(), identity.AccountUnchangedGuard(c.member)),
			Transfer: c.holdTransfer(), QueueRows: c.queueInserts, QueueJob: c.queuePayoutJob, Line: c.newLine(), OnRestored: c.s.attributeRestored,
		}, nil
	})
}

// refreshStale removes the cause of a stale preparation. It reads the member again if the bank account has
// changed, or ends a bonus that an exclusion has to end.
func (c *withdrawCommand) refreshStale(ctx context.Context, stale error) (err error) {
	switch {
	case errors.Is(stale, identity.ErrAccountChanged):
		c.member, err = c.s.Identity.Member(ctx, c.s.Pool, c.member.ID)
	case errors.Is(stale, bonus.ErrNotEnded):
		var ended bool
		if ended, err = c.s.Bonus.EndForExclusion(ctx, c.member.ID); err == nil && !ended {
			err = apperr.New(apperr.BonusRemaining)
		}
	}
	return err
}

func (c *withdrawCommand) newLine() *statement.Line {
	c.line = statement.Line{
		Type: statement.Withdraw, Status: statement.Pending, FromPlace: statement.PlaceOf(statement.Wallet), ToPlace: statement.OwnAccountPlace(c.member.BankCode, c.member.AccountNo),
		Amount: c.amount, CanCancel: true,
	}
	return &c.line
}

// fields returns the input that a repeat of the call must also have.
func (c *withdrawCommand) fields() any { return map[string]money.Satang{"amount": c.amount} }

// guards returns the guards of every withdrawal. They are evaluated at the call, and again when money has
// come back from games.
func (c *withdrawCommand) guards() []pg.Guard {
	return []pg.Guard{
		content.NotPausedGuard(content.ServiceWithdraw, apperr.WithdrawPaused), pg.FixedCode(c.findRefusalWithoutQuery()), c.s.Identity.MayMoveGuard(c.member.ID),
		c.s.Bonus.NoActiveBonusGuard(c.member.ID), c.s.Turnover.RequirementMetGuard(c.member.ID),
	}
}

// holdGuards returns the guards of c.guards, and two for the hold: bonuses have ended, and the balance
// suffices.
func (c *withdrawCommand) holdGuards() []pg.Guard {
	return append(c.guards(), c.s.Bonus.BonusEndedGuard(c.member.ID), c.s.Ledger.BalanceSufficesGuard(c.member.ID, c.amount))
}

// findRefusalWithoutQuery returns the code of a refusal that needs no query, or "".
func (c *withdrawCommand) findRefusalWithoutQuery() string {
	switch {
	case c.amount < c.limits.WithdrawMin, c.amount > c.limits.WithdrawMax:
		return string(apperr.InvalidUserInfo)
	case c.member.BankNumber == "", c.member.AccountNo == "":
		return string(apperr.NoBank)
	}
	return ""
}

// holdTransfer returns the transfer that holds the money until it is paid out.
func (c *withdrawCommand) holdTransfer() *wallet.CommandTransfer {
	return &wallet.CommandTransfer{Key: c.key, Kind: ledger.Hold, OtherAccount: ledger.WithdrawalsPending.In(c.member.Currency), Amount: c.amount}
}

// queueInserts queues the statements that insert the withdrawal's row and count its money for spin coins.
// The first one decides whether the withdrawal waits for a cashier.
func (c *withdrawCommand) queueInserts(b *pgx.Batch) error {
	spin.CountMoneyBatch(b, c.member.ID, c.member.Currency, -money.Signed(c.amount))
	now := c.line.CreatedAt
	b.Queue(db.InsertWithdrawal, c.line.ID, int64(c.amount), string(c.member.Currency), c.key, c.member.BankNumber, now, c.member.ID,
		clock.DayOf(now), int64(c.limits.UnexplainedMember), int64(c.limits.UnexplainedSlot), now.Add(-resetReviewPeriod), int64(c.limits.WithdrawAuto)).QueryRow(func(row pgx.Row) error { return pg.IgnoreNoRows(row.Scan(&c.state)) })
	return nil
}

// queuePayoutJob queues the job that pays the withdrawal out, unless it waits for a cashier.
func (c *withdrawCommand) queuePayoutJob(b *pgx.Batch) error {
	return c.s.Queue.QueueInsert(b, payoutJob{ID: c.line.ID}, pg.Guard{Query: db.GuardQueued, Args: []any{c.line.ID}})
}
