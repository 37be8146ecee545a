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

// listed is a transfer in the list of one of our accounts.
type listed struct {
	bankfeed.Transfer
	into content.Account
}

// Reconcile compares the banks' lists of our accounts with the transfers that we credited or hold. A transfer
// that no bank had reported is stored now, and matched by its job.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report {
	book := run.NewReport(reconcile.Bank, "bank transfers")
	accounts, err := s.Content.Accounts(ctx, s.Pool)
	if err != nil {
		book.CountUnknown(1, "our own accounts: %v", err)
	}
	lists := make([]reconcile.List[listed], len(accounts))
	for i, a := range accounts {
		lists[i] = func(ctx context.Context, cursor string) (page []listed, next string, err error) {
			all, next, err := s.Listed.List(ctx, a.BankNumber, a.No, run.ListStart().Add(-lateUpload), cursor)
			if errors.Is(err, provider.ErrNoList) {
				book.AddNote("no provider lists the transfers into %s %s", a.BankNumber, a.No)
			}
			for _, t := range all {
				page = append(page, listed{t, a})
			}
			return page, next, err
		}
	}
	reconcile.Compare(ctx, book, reconcile.Records[listed, db.TransfersNamedRow]{
		Lists: lists,
		PaymentOfEntry: func(t listed) reconcile.Payment {
			return reconcile.Payment{
				Reference: nameOf(t.FromBank, t.TransRef), State: reconcile.Paid, Amount: t.Amount, Currency: t.into.Currency,
				Bank: t.FromBank, Account: t.FromAccount, Holder: t.FromName, At: t.At,
			}
		},
		PaymentOfRow: ownPayment,
		FindRows:     s.q().TransfersNamed,
		ListRows: func(ctx context.Context, after db.TransfersNamedRow) (page []db.TransfersNamedRow, err error) {
			rows, err := s.q().TransfersOfSlips(ctx, db.TransfersOfSlipsParams{
				Since: run.Since, Until: run.Began, AfterBank: after.Bank, AfterRef: after.TransRef,
			})
			for _, r := range rows {
				page = append(page, db.TransfersNamedRow(r))
			}
			return page, err
		},
		Resolve: s.resolveTransfer,
	})
	if !book.IsComplete() {
		s.noteBooked(ctx, run, book)
	}
	return []*reconcile.Report{book}
}

func nameOf(bank, ref string) string { return bank + " " + ref }

// ownPayment converts a transfer for the comparison. A known transfer that is not credited or held is REVIEW.
func ownPayment(r db.TransfersNamedRow) reconcile.Payment {
	p := reconcile.Payment{
		Reference: nameOf(r.Bank, r.TransRef), Amount: money.Satang(r.Booked), Currency: r.Currency, Bank: r.Bank, At: r.CreatedAt, MemberID: r.MemberID,
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
func (s *Service) resolveTransfer(ctx context.Context, book *reconcile.Report, row db.TransfersNamedRow, t listed) (done bool, err error) {
	told, text := Told(t.Transfer), "which was never reported: stored now (UNMATCHED, or credited)"
	switch {
	case row.State == feedNew, row.State == feedUnmatched:
		text = "which is not credited: a cashier decides (UNMATCHED)"
	case row.Claimed:
		text = "whose slip waits for a cashier (SLIP)"
	case !told.whole(), t.ToBank != t.into.BankNumber, t.ToAccountNo != t.into.No:
		return false, errors.New("an invalid entry")
	default:
		if err := s.Hear(ctx, told); err != nil {
			return false, err
		}
	}
	book.Differences++
	book.AddNote("%s: the bank lists %s, %s", nameOf(t.FromBank, t.TransRef), t.Amount, text)
	return true, nil
}

// noteBooked adds the sum of the credited transfers to the notes, since operators have to compare it.
func (s *Service) noteBooked(ctx context.Context, run *reconcile.Run, book *reconcile.Report) {
	sum, err := s.q().TransfersBooked(ctx, run.Since)
	if err != nil {
		book.CountUnknown(1, "our own transfers: %v", err)
		return
	}
	book.AddNote("our ledger has %d transfers of %s: compare with the bank's app", sum.Transfers, money.Satang(sum.Amount))
}
