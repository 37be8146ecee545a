package wallet

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
	"krapao/backend/wallet/internal/db"
)

// ErrAdvanceOwed means that the member first has to repay an advance, before any money leaves the wallet. It
// is the Stale error of the guard AdvancesRepaidGuard.
var ErrAdvanceOwed = errors.New("wallet: the member has to repay an advance first")

// AdvancesRepaidGuard returns a guard for money that is to leave a member's wallet. The guard returns
// ErrAdvanceOwed if the member owes an advance that the wallet can repay now.
func (s *Service) AdvancesRepaidGuard(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardRepaid, Args: []any{"OWES", member}, Stale: ErrAdvanceOwed}
}

// advanceSpace is the namespace of the ledger keys of an advance's transfers.
var advanceSpace = uuid.MustParse("6c1d5b7e-3f0f-4f37-9b0a-7b7f5d0f8c64")

// advanceKey returns the ledger key of one step of an advance. left is the amount in satang that was still
// owed before the step. No two steps have the same left, so the key is unique.
func advanceKey(id uuid.UUID, step string, left money.Satang) uuid.UUID {
	return uuid.NewSHA1(advanceSpace, binary.BigEndian.AppendUint64(append(id[:], step...), uint64(left)))
}

// LendAdvanceTx lends a member the amount (in satang) that the wallet lacks for a payout that our ledger lost. id
// is the id of the payout. The caller's transaction holds the wallet's lock.
func (s *Service) LendAdvanceTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, member int64, w ledger.Wallet, amount money.Satang) error {
	err := db.New(tx).InsertAdvance(ctx, db.InsertAdvanceParams{ID: id, MemberID: member, Currency: string(w.Currency), Amount: amount, Now: s.Clock()})
	if err != nil {
		return err
	}
	t := ledger.Transfer{
		Key: advanceKey(id, "lend", amount), Kind: ledger.Advance, Debit: ledger.Claims.In(w.Currency), Credit: w.ID, Amount: amount, Currency: w.Currency,
	}
	return s.postTransferWithLineTx(ctx, tx, member, t, statement.Line{FromPlace: statement.PlaceOf(statement.Advance), ToPlace: statement.PlaceOf(statement.Wallet)})
}

// RepayAdvancesTx repays a member's advances from their wallet, the oldest first, as far as the balance allows. While
// a bonus is active it repays nothing.
func (s *Service) RepayAdvancesTx(ctx context.Context, tx pgx.Tx, member int64) error {
	w, err := s.Ledger.LockTx(ctx, tx, member)
	if err != nil {
		return err
	}
	repayable, err := db.New(tx).GetRepayable(ctx, member)
	if err != nil || repayable == 0 {
		return err
	}
	open, err := db.New(tx).ListOpenAdvances(ctx, member)
	if err != nil {
		return err
	}
	for _, a := range open {
		amount := min(money.Satang(repayable), money.Satang(a.LeftOver))
		if amount == 0 {
			break
		}
		repayable -= int64(amount)
		t := ledger.Transfer{
			Key: advanceKey(a.ID, "repay", money.Satang(a.LeftOver)), Kind: ledger.Advance, Debit: w.ID, Credit: ledger.Claims.In(w.Currency), Amount: amount, Currency: w.Currency,
		}
		if err := db.New(tx).SubtractFromAdvance(ctx, db.SubtractFromAdvanceParams{ID: a.ID, Amount: int64(amount), Now: s.Clock()}); err != nil {
			return err
		}
		err := s.postTransferWithLineTx(ctx, tx, member, t, statement.Line{FromPlace: statement.PlaceOf(statement.Wallet), ToPlace: statement.PlaceOf(statement.Advance)})
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteOffTx ends an advance that will not be repaid, at the site's cost. It returns the amount that was
// still owed, in satang. If the advance has already ended, it returns NO_DATA.
func (s *Service) WriteOffTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (left money.Satang, err error) {
	a, err := db.New(tx).LockAdvance(ctx, id)
	if err != nil {
		return 0, pg.NotFound(err)
	}
	c, left := ledger.Currency(a.Currency), money.Satang(a.LeftOver)
	_, err = s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: advanceKey(id, "write off", left), Kind: ledger.Advance, Debit: ledger.Adjustments.In(c), Credit: ledger.Claims.In(c), Amount: left, Currency: c,
	})
	if err != nil {
		return 0, err
	}
	return left, db.New(tx).SubtractFromAdvance(ctx, db.SubtractFromAdvanceParams{ID: id, Amount: int64(left), Now: s.Clock()})
}

// postTransferWithLineTx posts a transfer, and adds its statement line.
func (s *Service) postTransferWithLineTx(ctx context.Context, tx pgx.Tx, member int64, t ledger.Transfer, line statement.Line) error {
	posted, err := s.Ledger.PostTx(ctx, tx, t)
	if err != nil {
		return err
	}
	line.Type, line.Status, line.Amount, line.Currency, line.CreatedAt = statement.Transfer, statement.Success, t.Amount, string(t.Currency), s.Clock().UTC()
	line.TransferID = &posted.ID
	_, err = s.Statement.AddTx(ctx, tx, member, line)
	return err
}

// RepayAdvances is RepayAdvancesTx in its own transaction.
func (s *Service) RepayAdvances(ctx context.Context, member int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error { return s.RepayAdvancesTx(ctx, tx, member) })
}

// RepayAllAdvances repays the advances of all members whose wallets can repay now. If one member's repayment fails,
// RepayAllAdvances continues, and returns all errors.
func (s *Service) RepayAllAdvances(ctx context.Context) error {
	members, err := db.New(s.Pool).ListMembersWithAdvances(ctx)
	for _, member := range members {
		err = errors.Join(err, s.RepayAdvances(ctx, member))
	}
	return err
}
