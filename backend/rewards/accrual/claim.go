package accrual

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual/internal/db"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// ClaimedReward is the response of a claim that pays into the wallet: its statement line, the wallet, and the
// message.
type ClaimedReward struct {
	wallet.CommandStatus
	Message apperr.Code `json:"message" enum:"INVITE_BONUS_SUCCESS,REFUND_SUCCESS"`
}

// claim is a member's claim of a reward, under the lock of their wallet.
type claim struct {
	s      *Service
	tx     pgx.Tx
	member identity.Member
	id     uuid.UUID
	kind   string
	step   string
}

// claimKind describes a claim: the kind of the reward, the step, and the setting that pauses it.
type claimKind struct {
	kind, step string
	setting    string
	pausedCode apperr.Code // the code while the reward is paused
}

// runClaim runs do as the caller's money command, under the lock of their wallet. readAgain returns the response
// to a repeat after the stored response has expired.
func runClaim[T any](ctx context.Context, s *Service, t claimKind, do func(*claim) (T, error), readAgain func(pgx.Tx, T) (T, error)) (*web.Response[T], error) {
	m := identity.Caller(ctx)
	return wallet.RunCommandTx(ctx, s.Wallet, wallet.TxCommand[T]{
		Member: m.ID, Fields: struct{}{},
		Guards: []pg.Guard{s.Identity.MayMoveGuard(m.ID), s.Care.NoBreakGuard(m.ID), content.NotPausedGuard(t.setting, t.pausedCode)},
		Work: func(tx pgx.Tx) (none T, err error) {
			id, err := uuid.NewV7()
			if err != nil {
				return none, err
			}
			return do(&claim{s: s, tx: tx, member: m, id: id, kind: t.kind, step: t.step})
		},
		ReadAgain: readAgain,
	})
}

// claimToWallet is runClaim for a reward that is paid into the wallet. message is the response's message.
func (s *Service) claimToWallet(ctx context.Context, t claimKind, message apperr.Code, do func(*claim) (wallet.CommandStatus, error)) (*web.Response[ClaimedReward], error) {
	withMessage := func(a wallet.CommandStatus, err error) (ClaimedReward, error) {
		return ClaimedReward{CommandStatus: a, Message: message}, err
	}
	return runClaim(
		ctx, s, t,
		func(c *claim) (ClaimedReward, error) { return withMessage(do(c)) },
		func(tx pgx.Tx, stored ClaimedReward) (ClaimedReward, error) {
			return withMessage(s.Wallet.StatusTx(ctx, tx, web.Member(ctx), stored.Statement.ID))
		},
	)
}

// lockAccrued locks the accrual account, and returns the accrued amount and the number of subjects. broken is true
// if the sum of the entries differs from the stored balance: then nothing may be paid.
func (c *claim) lockAccrued(ctx context.Context) (row db.SumUnclaimedAccrualsRow, broken bool, err error) {
	q := db.New(c.tx)
	a, err := q.LockAccount(ctx, db.LockAccountParams{Kind: c.kind, MemberID: c.member.ID})
	if err = pg.IgnoreNoRows(err); err != nil {
		return row, false, err
	}
	row, err = q.SumUnclaimedAccruals(ctx, db.SumUnclaimedAccrualsParams{Kind: c.kind, MemberID: c.member.ID, After: a.Upto})
	if broken = err == nil && row.Amount != int64(a.Balance); broken {
		c.s.Log.ErrorContext(ctx, "the sum of accruals differs from the stored balance", "kind", c.kind, "member", c.member.ID, "balance", a.Balance, "sum", money.Satang(row.Amount))
	}
	return row, broken, err
}

// storeEmptied stores that all that had accrued was taken.
func (c *claim) storeEmptied(ctx context.Context, row db.SumUnclaimedAccrualsRow) error {
	return db.New(c.tx).StoreTakenAccount(ctx, db.StoreTakenAccountParams{Balance: 0, Upto: row.Upto, Kind: c.kind, MemberID: c.member.ID})
}

// postTransfer posts the transfer and stores the claim.
func (c *claim) postTransfer(ctx context.Context, t ledger.Transfer) (db.AccrualClaim, ledger.Posted, error) {
	t.Key, t.Kind, t.Currency = web.LedgerKey(ctx, c.step), ledger.Reward, c.member.Currency
	posted, err := c.s.Ledger.PostTx(ctx, c.tx, t)
	if err != nil {
		return db.AccrualClaim{}, posted, err
	}
	row := db.AccrualClaim{
		ID: c.id, Kind: c.kind, Step: c.step, MemberID: c.member.ID, Amount: t.Amount, Currency: string(t.Currency),
		TransferID: posted.ID, CreatedAt: c.s.Clock().UTC(),
	}
	pg.MarkChanged(c.tx, c.member.ID)
	row.Version, err = db.New(c.tx).ClaimAdd(ctx, db.ClaimAddParams{
		ID: row.ID, Kind: row.Kind, Step: row.Step, MemberID: row.MemberID, Amount: row.Amount, Currency: row.Currency, TransferID: row.TransferID, CreatedAt: row.CreatedAt,
	})
	return row, posted, err
}

// creditWallet posts an amount into the wallet, with a statement line.
func (c *claim) creditWallet(ctx context.Context, from ledger.AccountID, amount money.Satang, reward string, links statement.Links) (wallet.CommandStatus, error) {
	to, err := c.s.Ledger.Wallet(ctx, c.tx, c.member.ID)
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	row, posted, err := c.postTransfer(ctx, ledger.Transfer{Debit: from, Credit: to.ID, Amount: amount})
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	line, err := c.s.Statement.AddTx(ctx, c.tx, c.member.ID, statement.Line{
		ID: row.ID, Type: statement.Bonus, Status: statement.Success, FromPlace: statement.RewardPlace(reward), ToPlace: statement.PlaceOf(statement.Wallet),
		Amount: amount, Currency: row.Currency, CreatedAt: row.CreatedAt, Links: links, TransferID: &posted.ID,
	})
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	return c.s.Wallet.WithWallet(ctx, c.tx, c.member.ID, line)
}
