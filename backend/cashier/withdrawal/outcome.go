package withdrawal

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/push"
	"krapao/backend/rewards/spin"
	"krapao/backend/statement"
)

// lockWithdrawal locks the member's wallet and then the withdrawal's row until the transaction ends. It
// returns the row, or NO_DATA.
func (s *Service) lockWithdrawal(ctx context.Context, tx pgx.Tx, id uuid.UUID) (db.Withdrawal, error) {
	row, err := db.New(tx).GetWithdrawal(ctx, id)
	if err != nil {
		return row, pg.NotFound(err)
	}
	if _, err := s.Ledger.LockTx(ctx, tx, row.MemberID); err != nil {
		return row, err
	}
	return db.New(tx).LockWithdrawal(ctx, id)
}

// withLocked runs do on a locked withdrawal in a transaction of its own.
func (s *Service) withLocked(ctx context.Context, id uuid.UUID, do func(pgx.Tx, db.Withdrawal) error) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.lockWithdrawal(ctx, tx, id)
		if err != nil {
			return err
		}
		return do(tx, row)
	})
}

// outcome has the notes of a withdrawal's end, and the cashier who decided. It does not contain the ledger
// transfer.
type outcome struct {
	memberCode   apperr.Code // the code that the member sees, for a failure
	operatorNote string      // the cashier's note or the provider's code, shown to operators only
	by           *int64      // the cashier who decided
}

// settleTx ends a sent withdrawal as paid: the held money has been paid out.
func (s *Service) settleTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, o outcome) error {
	paid, err := s.Ledger.SettleTx(ctx, tx, keyOf(row.ID, "settle"), row.HoldID, ledger.BankOut.In(ledger.Currency(row.Currency)))
	if err != nil {
		return err
	}
	if err := s.storeOutcomeTx(ctx, tx, row, statePaid, paid.ID, o); err != nil {
		return err
	}
	if err := s.Care.AddWithdrawalTx(ctx, tx, row.MemberID, row.Amount); err != nil {
		return err
	}
	if err := s.notifyTx(ctx, tx, row, push.WithdrawPaid); err != nil {
		return err
	}
	_, err = s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Success, TransferID: &paid.ID})
	return err
}

// voidTx ends a withdrawal that will not be paid: the held money returns to the wallet, and repays advances.
func (s *Service) voidTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, o outcome) error {
	voided, err := s.Ledger.VoidTx(ctx, tx, keyOf(row.ID, "void"), row.HoldID)
	if err != nil {
		return err
	}
	if err := s.storeOutcomeTx(ctx, tx, row, stateFailed, voided.ID, o); err != nil {
		return err
	}
	if err := spin.CountMoneyTx(ctx, tx, row.MemberID, ledger.Currency(row.Currency), money.Signed(row.Amount)); err != nil {
		return err
	}
	less := db.SubtractFromPayoutDayParams{MemberID: row.MemberID, Day: clock.DayOf(row.CreatedAt), Amount: row.Amount}
	if err := db.New(tx).SubtractFromPayoutDay(ctx, less); err != nil {
		return err
	}
	if o.memberCode != apperr.WithdrawCancelled { // a member who cancelled needs no push
		if err := s.notifyTx(ctx, tx, row, push.WithdrawRefused); err != nil {
			return err
		}
	}
	_, err = s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Failed, Note: o.memberCode, TransferID: &voided.ID})
	if err != nil {
		return err
	}
	return s.Wallet.RepayAdvancesTx(ctx, tx, row.MemberID)
}

func (s *Service) storeOutcomeTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, state string, transfer int64, o outcome) error {
	now := s.Clock()
	return db.New(tx).EndWithdrawal(ctx, db.EndWithdrawalParams{
		ID: row.ID, State: state, TransferID: &transfer, DecidedBy: o.by, Note: o.operatorNote, DoneAt: &now,
	})
}

// notifyTx sends the member a push with the outcome.
func (s *Service) notifyTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, kind push.Kind) error {
	args := map[string]string{"amount": row.Amount.String(), "currency": row.Currency}
	return s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: row.MemberID}, push.Notice{Kind: kind, Args: args})
}
