package withdrawal

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/provider/payout"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// Reconcile compares the provider's payouts with our withdrawals.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report {
	book := run.NewReport(reconcile.Payouts, "payouts")
	reconcile.Compare(ctx, book, reconcile.Records[payout.Made, db.Withdrawal]{
		Lists: []reconcile.List[payout.Made]{func(ctx context.Context, cursor string) ([]payout.Made, string, error) {
			return s.Company.List(ctx, run.ListStart(), cursor)
		}},
		PaymentOfEntry: listedPayment,
		PaymentOfRow:   ownPayment,
		FindRows:       s.q().WithdrawalsNamed,
		ListRows: func(ctx context.Context, after db.Withdrawal) ([]db.Withdrawal, error) {
			return s.q().WithdrawalsSent(ctx, db.WithdrawalsSentParams{Since: run.Since, Until: run.Began, AfterAt: after.SentAt, AfterID: after.ID})
		},
		AskProvider: func(ctx context.Context, row db.Withdrawal) (payout.Made, error) {
			said, err := s.Company.Query(ctx, row.ID.String())
			return payout.Made{Order: orderOf(row), Outcome: said.Outcome, Code: said.Code, At: *row.SentAt}, err
		},
		Resolve: s.resolveWithdrawal,
	})
	return []*reconcile.Report{book}
}

// idOf returns the id of the withdrawal that a payout's reference names. If the reference is not a UUID, the
// payout was made by hand at the provider, and idOf derives an id from the reference.
func idOf(reference string) uuid.UUID {
	if id, err := uuid.Parse(reference); err == nil && id.String() == reference {
		return id
	}
	return uuid.NewSHA1(keySpace, []byte(reference))
}

func listedPayment(p payout.Made) reconcile.Payment {
	said := map[payout.Outcome]string{
		payout.Paid: reconcile.Paid, payout.Pending: reconcile.Pending, payout.Failed: reconcile.Failed, payout.NotFound: reconcile.Nothing,
	}
	return reconcile.Payment{
		Reference: p.Reference, Name: idOf(p.Reference).String(), State: said[p.Outcome], Amount: p.Amount, Currency: currencyOf(p.Currency),
		Bank: p.Bank, Account: p.AccountNo, Holder: p.Name, At: p.At,
	}
}

func ownPayment(row db.Withdrawal) reconcile.Payment {
	said := reconcile.Pending
	switch row.State {
	case statePaid:
		said = reconcile.Paid
	case stateFailed:
		said = reconcile.Failed
	}
	return reconcile.Payment{Name: row.ID.String(), State: said, Amount: row.Amount, Currency: row.Currency, MemberID: &row.MemberID}
}

// resolveWithdrawal continues a withdrawal that our ledger has not ended and the provider has. If our ledger
// says that it was not sent, our ledger has lost the call that sent it.
func (s *Service) resolveWithdrawal(ctx context.Context, book *reconcile.Report, row db.Withdrawal, p payout.Made) (done bool, err error) {
	switch {
	case row.State == "":
		return s.restoreLost(ctx, book, p)
	case row.State == stateFailed:
		return false, nil
	case row.State == statePaid: // the last response was PAID, which is final
		book.OurSum += row.Amount
		return true, nil
	case row.State == stateSending && p.Outcome != payout.Paid:
		return true, nil // its job asks the provider
	case row.State == stateSending && row.RestoredAt != nil:
		book.OurSum += row.Amount // held; it is settled once it is attributed
		return true, nil
	case p.Content() != orderOf(row).Content():
		err := s.q().WithdrawalOther(ctx, db.WithdrawalOtherParams{ID: row.ID, Refused: otherContent})
		book.AddItem(ctx, reconcile.Item{
			Reference: p.Reference, Reason: reconcile.OtherAmount, State: reconcile.Paid, Amount: p.Amount, Ours: row.Amount, Currency: row.Currency,
			Bank: p.Bank, Account: p.AccountNo, Name: p.Name, At: p.At, MemberID: &row.MemberID,
		})
		return err == nil, err
	}
	err = s.locked(ctx, row.ID, func(tx pgx.Tx, now db.Withdrawal) error {
		if now.State == stateApproval || now.State == stateQueued {
			if err := s.wasSentTx(ctx, tx, &now); err != nil {
				return err
			}
		}
		if now.State != stateSending || p.Outcome != payout.Paid || now.RestoredAt != nil {
			return nil
		}
		return s.settleTx(ctx, tx, now, ending{})
	})
	switch {
	case err != nil:
		return false, err
	case p.Outcome == payout.Paid:
		book.Resolved, book.OurSum = book.Resolved+1, book.OurSum+row.Amount
		book.AddNote("%s: was %s here, and paid by the provider: now PAID", p.Reference, row.State)
	default:
		book.Resolved++
		book.AddNote("%s: was %s here, and known to the provider: now SENDING", p.Reference, row.State)
	}
	return true, nil
}

// wasSentTx stores that a withdrawal was sent, since the provider has it. It enqueues the job that follows it.
func (s *Service) wasSentTx(ctx context.Context, tx pgx.Tx, row *db.Withdrawal) error {
	now := s.Clock()
	if err := db.New(tx).WithdrawalSend(ctx, db.WithdrawalSendParams{ID: row.ID, Now: now}); err != nil {
		return err
	}
	row.State, row.Sends, row.SentAt = stateSending, row.Sends+1, &now
	if err := s.Queue.InsertTx(ctx, tx, payOut{ID: row.ID}, nil); err != nil {
		return err
	}
	_, err := s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Pending, Event: statement.Sent, TransferID: &row.HoldID})
	return err
}

// currencyOf returns our name of a currency.
func currencyOf(iso string) string {
	if iso == "THB" {
		return string(ledger.BAHT)
	}
	return iso
}
