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

// Taken is the response of a claim that pays into the wallet: its statement line, the wallet, and the message.
type Taken struct {
	wallet.Answer
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

// taking describes a claim: the kind of the reward, the step, and the setting that pauses it.
type taking struct {
	kind, step string
	way        string
	closed     apperr.Code // the code while it is paused
}

// take runs do as the caller's money command, under the lock of their wallet. remember returns the answer to
// a repeat after the kept answer has expired.
func take[T any](ctx context.Context, s *Service, t taking, do func(*claim) (T, error), remember func(pgx.Tx, T) (T, error)) (*web.Answer[T], error) {
	m := identity.Caller(ctx)
	return wallet.RunCommandTx(ctx, s.Wallet, wallet.TxCommand[T]{
		Member: m.ID, Fields: struct{}{},
		Guards: []pg.Guard{s.Identity.MayMove(m.ID), s.Care.NotExcluded(m.ID), content.Open(t.way, t.closed)},
		Work: func(tx pgx.Tx) (none T, err error) {
			id, err := uuid.NewV7()
			if err != nil {
				return none, err
			}
			return do(&claim{s: s, tx: tx, member: m, id: id, kind: t.kind, step: t.step})
		},
		ReadAgain: remember,
	})
}

// takeToWallet is take for a reward that is paid into the wallet. word is the response's message.
func (s *Service) takeToWallet(ctx context.Context, t taking, word apperr.Code, do func(*claim) (wallet.Answer, error)) (*web.Answer[Taken], error) {
	told := func(a wallet.Answer, err error) (Taken, error) { return Taken{Answer: a, Message: word}, err }
	return take(
		ctx, s, t,
		func(c *claim) (Taken, error) { return told(do(c)) },
		func(tx pgx.Tx, kept Taken) (Taken, error) {
			return told(s.Wallet.StatusTx(ctx, tx, web.Member(ctx), kept.Statement.ID))
		},
	)
}

// untaken locks what has accrued, and returns its amount and the number of subjects. broken is true if the
// sum of the entries differs from the stored balance: then nothing may be paid.
func (c *claim) untaken(ctx context.Context) (row db.UntakenRow, broken bool, err error) {
	q := db.New(c.tx)
	a, err := q.AccountLock(ctx, db.AccountLockParams{Kind: c.kind, MemberID: c.member.ID})
	if err = pg.MayBeNone(err); err != nil {
		return row, false, err
	}
	row, err = q.Untaken(ctx, db.UntakenParams{Kind: c.kind, MemberID: c.member.ID, After: a.Upto})
	if broken = err == nil && row.Amount != int64(a.Balance); broken {
		c.s.Log.ErrorContext(ctx, "accruals are not what is kept of them", "kind", c.kind, "member", c.member.ID, "kept", a.Balance, "sum", money.Satang(row.Amount))
	}
	return row, broken, err
}

// emptied stores that all that had accrued was taken.
func (c *claim) emptied(ctx context.Context, row db.UntakenRow) error {
	return db.New(c.tx).AccountTaken(ctx, db.AccountTakenParams{Balance: 0, Upto: row.Upto, Kind: c.kind, MemberID: c.member.ID})
}

// post posts the transfer and stores the claim.
func (c *claim) post(ctx context.Context, t ledger.Transfer) (db.AccrualClaim, ledger.Posted, error) {
	t.Key, t.Kind, t.Currency = web.LedgerKey(ctx, c.step), ledger.Reward, c.member.Currency
	posted, err := c.s.Ledger.PostTx(ctx, c.tx, t)
	if err != nil {
		return db.AccrualClaim{}, posted, err
	}
	row := db.AccrualClaim{
		ID: c.id, Kind: c.kind, Step: c.step, MemberID: c.member.ID, Amount: t.Amount, Currency: string(t.Currency),
		TransferID: posted.ID, CreatedAt: c.s.Clock().UTC(),
	}
	pg.Touch(c.tx, c.member.ID)
	row.Version, err = db.New(c.tx).ClaimAdd(ctx, db.ClaimAddParams{
		ID: row.ID, Kind: row.Kind, Step: row.Step, MemberID: row.MemberID, Amount: row.Amount, Currency: row.Currency, TransferID: row.TransferID, CreatedAt: row.CreatedAt,
	})
	return row, posted, err
}

// toWallet posts an amount into the wallet, with a statement line.
func (c *claim) toWallet(ctx context.Context, from ledger.AccountID, amount money.Satang, reward string, links statement.Links) (wallet.Answer, error) {
	to, err := c.s.Ledger.Wallet(ctx, c.tx, c.member.ID)
	if err != nil {
		return wallet.Answer{}, err
	}
	row, posted, err := c.post(ctx, ledger.Transfer{Debit: from, Credit: to.ID, Amount: amount})
	if err != nil {
		return wallet.Answer{}, err
	}
	line, err := c.s.Statement.AddTx(ctx, c.tx, c.member.ID, statement.Line{
		ID: row.ID, Type: statement.Bonus, Status: statement.Success, FromPlace: statement.RewardPlace(reward), ToPlace: statement.PlaceOf(statement.Wallet),
		Amount: amount, Currency: row.Currency, CreatedAt: row.CreatedAt, Links: links, TransferID: &posted.ID,
	})
	if err != nil {
		return wallet.Answer{}, err
	}
	return c.s.Wallet.WithWallet(ctx, c.tx, c.member.ID, line)
}
