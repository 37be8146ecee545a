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
	report := run.NewReport(reconcile.Payouts, "payouts")
	reconcile.Compare(ctx, report, reconcile.Records[payout.ListedPayout, db.Withdrawal]{
		Lists: []reconcile.List[payout.ListedPayout]{func(ctx context.Context, cursor string) ([]payout.ListedPayout, string, error) {
			return s.Provider.List(ctx, run.ListStart(), cursor)
		}},
		PaymentOfEntry: paymentOfListed,
		PaymentOfRow:   paymentOfRow,
		FindRows:       s.q().ListWithdrawalsByID,
		ListRows: func(ctx context.Context, after db.Withdrawal) ([]db.Withdrawal, error) {
			return s.q().ListSentWithdrawals(ctx, db.ListSentWithdrawalsParams{Since: run.Since, Until: run.Began, AfterAt: after.SentAt, AfterID: after.ID})
		},
		AskProvider: func(ctx context.Context, row db.Withdrawal) (payout.ListedPayout, error) {
			response, err := s.Provider.Query(ctx, row.ID.String())
			return payout.ListedPayout{Order: payoutOrderOf(row), Outcome: response.Outcome, Code: response.Code, At: *row.SentAt}, err
		},
		Resolve: s.resolveWithdrawal,
	})
	return []*reconcile.Report{report}
}

// idOf returns the id of the withdrawal that a payout's reference names. If the reference is not a UUID, the
// payout was made by hand at the provider, and idOf derives an id from the reference.
func idOf(reference string) uuid.UUID {
	if id, err := uuid.Parse(reference); err == nil && id.String() == reference {
		return id
	}
	return uuid.NewSHA1(keySpace, []byte(reference))
}

func paymentOfListed(p payout.ListedPayout) reconcile.Payment {
	states := map[payout.Outcome]string{
		payout.Paid: reconcile.Paid, payout.Pending: reconcile.Pending, payout.Failed: reconcile.Failed, payout.NotFound: reconcile.Nothing,
	}
	return reconcile.Payment{
		Reference: p.Reference, Name: idOf(p.Reference).String(), State: states[p.Outcome], Amount: p.Amount, Currency: currencyOf(p.Currency),
		Bank: p.Bank, Account: p.AccountNo, Holder: p.Name, At: p.At,
	}
}

func paymentOfRow(row db.Withdrawal) reconcile.Payment {
	state := reconcile.Pending
	switch row.State {
	case statePaid:
		state = reconcile.Paid
	case stateFailed:
		state = reconcile.Failed
	}
	return reconcile.Payment{Name: row.ID.String(), State: state, Amount: row.Amount, Currency: row.Currency, MemberID: &row.MemberID}
}

// resolveWithdrawal continues a withdrawal that our ledger has not ended, by the provider's entry p for it. If
// our ledger has the withdrawal as unsent, our ledger has lost the call that sent it.
func (s *Service) resolveWithdrawal(ctx context.Context, report *reconcile.Report, row db.Withdrawal, p payout.ListedPayout) (done bool, err error) {
	switch {
	case row.State == "":
		return s.restoreLost(ctx, report, p)
	case row.State == stateFailed:
		return false, nil
	case row.State == statePaid: // the last response was PAID, which is final
		report.OurSum += row.Amount
		return true, nil
	case row.State == stateSending && p.Outcome != payout.Paid:
		return true, nil // its job asks the provider
	case row.State == stateSending && row.RestoredAt != nil:
		report.OurSum += row.Amount // held; it is settled once it is attributed
		return true, nil
	case p.Content() != payoutOrderOf(row).Content():
		err := s.q().StoreOtherMark(ctx, db.StoreOtherMarkParams{ID: row.ID, Refused: otherContent})
		report.AddItem(ctx, reconcile.Item{
			Reference: p.Reference, Reason: reconcile.OtherAmount, State: reconcile.Paid, Amount: p.Amount, OurAmount: row.Amount, Currency: row.Currency,
			Bank: p.Bank, Account: p.AccountNo, Name: p.Name, At: p.At, MemberID: &row.MemberID,
		})
		return err == nil, err
	}
	err = s.withLocked(ctx, row.ID, func(tx pgx.Tx, current db.Withdrawal) error {
		if current.State == stateApproval || current.State == stateQueued {
			if err := s.markSentTx(ctx, tx, &current); err != nil {
				return err
			}
		}
		if current.State != stateSending || p.Outcome != payout.Paid || current.RestoredAt != nil {
			return nil
		}
		return s.settleTx(ctx, tx, current, outcome{})
	})
	switch {
	case err != nil:
		return false, err
	case p.Outcome == payout.Paid:
		report.Resolved, report.OurSum = report.Resolved+1, report.OurSum+row.Amount
		report.AddNote("%s: was %s here, and paid by the provider: now PAID", p.Reference, row.State)
	default:
		report.Resolved++
		report.AddNote("%s: was %s here, and known to the provider: now SENDING", p.Reference, row.State)
	}
	return true, nil
}

// markSentTx stores that a withdrawal was sent, since the provider has it. It enqueues the job that follows
// the withdrawal.
func (s *Service) markSentTx(ctx context.Context, tx pgx.Tx, row *db.Withdrawal) error {
	now := s.Clock()
	if err := db.New(tx).MarkWithdrawalSending(ctx, db.MarkWithdrawalSendingParams{ID: row.ID, Now: now}); err != nil {
		return err
	}
	row.State, row.Sends, row.SentAt = stateSending, row.Sends+1, &now
	if err := s.Queue.InsertTx(ctx, tx, payoutJob{ID: row.ID}, nil); err != nil {
		return err
	}
	_, err := s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Pending, Event: statement.Sent, TransferID: &row.HoldID})
	return err
}

// currencyOf returns our code of a currency. iso is its ISO 4217 code.
func currencyOf(iso string) string {
	if iso == "THB" {
		return string(ledger.BAHT)
	}
	return iso
}
