package bank

import (
	"context"
	"errors"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/content"
	"krapao/backend/platform/money"
	"krapao/backend/provider"
	"krapao/backend/provider/bankfeed"
	"krapao/backend/wallet/reconcile"
)

// listedTransfer is a transfer in the list of one of our accounts.
type listedTransfer struct {
	bankfeed.Transfer
	account content.Account
}

// Reconcile compares the transfers that banks list for our accounts with the transfers that we credited or
// hold. A transfer that no bank had reported is stored now, and matched by its job.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report {
	report := run.NewReport(reconcile.Bank, "bank transfers")
	accounts, err := s.Content.Accounts(ctx, s.Pool)
	if err != nil {
		report.CountUnknown(1, "our own accounts: %v", err)
	}
	lists := make([]reconcile.List[listedTransfer], len(accounts))
	for i, a := range accounts {
		lists[i] = func(ctx context.Context, cursor string) (page []listedTransfer, next string, err error) {
			all, next, err := s.BankLists.List(ctx, a.BankNumber, a.No, run.ListStart().Add(-lateUpload), cursor)
			if errors.Is(err, provider.ErrNoList) {
				report.AddNote("no provider lists the transfers into %s %s", a.BankNumber, a.No)
			}
			for _, t := range all {
				page = append(page, listedTransfer{t, a})
			}
			return page, next, err
		}
	}
	reconcile.Compare(ctx, report, reconcile.Records[listedTransfer, db.ListTransfersByRefRow]{
		Lists: lists,
		PaymentOfEntry: func(t listedTransfer) reconcile.Payment {
			return reconcile.Payment{
				Reference: transferReference(t.FromBank, t.TransRef), State: reconcile.Paid, Amount: t.Amount, Currency: t.account.Currency,
				Bank: t.FromBank, Account: t.FromAccount, Holder: t.FromName, At: t.At,
			}
		},
		PaymentOfRow: paymentOfRow,
		FindRows:     s.q().ListTransfersByRef,
		ListRows: func(ctx context.Context, after db.ListTransfersByRefRow) (page []db.ListTransfersByRefRow, err error) {
			rows, err := s.q().ListTransfersOfSlips(ctx, db.ListTransfersOfSlipsParams{
				Since: run.Since, Until: run.Began, AfterBank: after.Bank, AfterRef: after.TransRef,
			})
			for _, r := range rows {
				page = append(page, db.ListTransfersByRefRow(r))
			}
			return page, err
		},
		Resolve: s.resolveTransfer,
	})
	if !report.IsComplete() {
		s.noteCreditedSum(ctx, run, report)
	}
	return []*reconcile.Report{report}
}

func transferReference(bank, ref string) string { return bank + " " + ref }

// paymentOfRow converts a transfer for the comparison. A known transfer that is not credited or held is REVIEW.
func paymentOfRow(r db.ListTransfersByRefRow) reconcile.Payment {
	p := reconcile.Payment{
		Reference: transferReference(r.Bank, r.TransRef), Amount: money.Satang(r.Booked), Currency: r.Currency, Bank: r.Bank, At: r.CreatedAt, MemberID: r.MemberID,
	}
	switch {
	case p.Amount != 0:
		p.State = reconcile.Paid
	case r.State == feedNew, r.State == feedUnmatched, r.Claimed:
		p.State = reconcile.Review
	}
	return p
}

// resolveTransfer stores a transfer that no bank had reported. A known transfer already waits for its cashier.
func (s *Service) resolveTransfer(ctx context.Context, report *reconcile.Report, row db.ListTransfersByRefRow, t listedTransfer) (done bool, err error) {
	transfer, text := TransferReport(t.Transfer), "which was never reported: stored now (UNMATCHED, or credited)"
	switch {
	case row.State == feedNew, row.State == feedUnmatched:
		text = "which is not credited: a cashier decides (UNMATCHED)"
	case row.Claimed:
		text = "whose slip waits for a cashier (SLIP)"
	case !transfer.isValid(), t.ToBank != t.account.BankNumber, t.ToAccountNo != t.account.No:
		return false, errors.New("an invalid entry")
	default:
		if err := s.StoreReport(ctx, transfer); err != nil {
			return false, err
		}
	}
	report.Differences++
	report.AddNote("%s: the bank lists %s, %s", transferReference(t.FromBank, t.TransRef), t.Amount, text)
	return true, nil
}

// noteCreditedSum adds the sum of the credited transfers to the notes, since operators have to compare it.
func (s *Service) noteCreditedSum(ctx context.Context, run *reconcile.Run, report *reconcile.Report) {
	sum, err := s.q().SumBookedTransfers(ctx, run.Since)
	if err != nil {
		report.CountUnknown(1, "our own transfers: %v", err)
		return
	}
	report.AddNote("our ledger has %d transfers of %s: compare with the bank's app", sum.Transfers, money.Satang(sum.Amount))
}
