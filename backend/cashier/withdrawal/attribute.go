package withdrawal

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/rewards/spin"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// Companies are those whose payouts AttributeTx books.
func (s *Service) Companies() []string { return []string{reconcile.Payouts} }

// AttributeTx books a payout on which our book and the company's differ for a
// member. One that our book lost becomes the withdrawal that it was, under its own
// id; one that our book failed is taken from the wallet again, and one that was
// never paid is given back to it. MONEY_NOT_ENOUGH where the wallet has less;
// NO_DATA (409) where our book has the payout by now.
func (s *Service) AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error {
	id := idOf(item.Reference)
	row, err := db.New(tx).WithdrawalLock(ctx, id)
	known := err == nil
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	switch {
	case item.Reason == reconcile.Lost && !known:
		return s.restoreTx(ctx, tx, id, item, m, by)
	case item.Reason == reconcile.FailedHere && known && row.State == stateFailed && row.MemberID == m.ID:
		_, err = s.Cashier.AdjustTx(ctx, tx, m, cashier.Adjustment{Key: keyOf(item.ID, "take"), Take: true, Amount: item.Amount})
		return err
	case item.Reason == reconcile.NotThere && known && row.State == statePaid && row.MemberID == m.ID:
		_, err = s.Cashier.AdjustTx(ctx, tx, m, cashier.Adjustment{Key: keyOf(item.ID, "give"), Amount: row.Amount})
		return err
	}
	return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
}

// restoreTx writes a withdrawal that our book lost, from its hold to its end.
func (s *Service) restoreTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, item reconcile.Item, m identity.Member, by int64) error {
	currency := ledger.Currency(item.Currency)
	from, err := s.Book.LockTx(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	held, err := s.Book.PostTx(ctx, tx, ledger.Transfer{
		Key: keyOf(id, "restore"), Kind: ledger.Hold, Debit: from.ID, Credit: ledger.WithdrawalsPending.In(currency), Amount: item.Amount, Currency: currency,
	})
	if errors.Is(ledger.Refusal(err), ledger.ErrNotEnough) {
		return apperr.New(apperr.MoneyNotEnough)
	}
	if err != nil {
		return err
	}
	if err := spin.MovedTx(ctx, tx, m.ID, currency, -money.Signed(item.Amount)); err != nil {
		return err
	}
	code := m.BankCode
	if m.BankNumber != item.Bank {
		code = item.Bank
	}
	err = db.New(tx).WithdrawalRestored(ctx, db.WithdrawalRestoredParams{
		ID: id, MemberID: m.ID, Amount: item.Amount, Currency: item.Currency, HoldID: held.ID, BankCode: code, BankNumber: item.Bank,
		AccountNo: item.Account, AccountName: item.Name, At: item.At,
	})
	if err != nil {
		return err
	}
	_, err = s.Statement.AddTx(ctx, tx, m.ID, statement.Line{
		ID: id, Type: statement.Withdraw, Status: statement.Pending, FromPlace: statement.At(statement.Wallet), ToPlace: statement.OwnAccount(code, item.Account),
		Amount: item.Amount, Currency: item.Currency, CreatedAt: item.At, TransferID: &held.ID,
	})
	if err != nil {
		return err
	}
	row, err := s.lock(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.settleTx(ctx, tx, row, ending{by: &by, why: "RECONCILED"})
}
