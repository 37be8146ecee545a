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

// Reconcile walks what the banks list of each of our accounts, and what we
// booked. A transfer that we never heard of is told now, and matched as always.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Book {
	book := run.Book(reconcile.Bank, "bank transfers")
	accounts, err := s.Content.Accounts(ctx, s.Pool)
	if err != nil {
		book.Lost(1, "our own accounts: %v", err)
	}
	for _, a := range accounts {
		err := run.Pages(ctx, func(cursor string) (string, error) {
			page, next, err := s.Listed.List(ctx, a.BankNumber, a.No, run.From().Add(-lateUpload), cursor)
			if err != nil {
				return "", err
			}
			return next, s.comparePage(ctx, run, book, a, page)
		})
		if errors.Is(err, provider.ErrNoList) {
			book.Note("nobody lists what comes into %s %s", a.BankNumber, a.No)
		}
		book.Heard(err)
	}
	if book.Whole() {
		err = s.unseen(ctx, run, book)
	} else {
		var sum db.TransfersBookedRow
		sum, err = s.q().TransfersBooked(ctx, run.Since)
		book.Note("our book has %d transfers of %s: compare with the bank's app", sum.Transfers, money.Satang(sum.Amount))
	}
	if err != nil {
		book.Lost(1, "our own transfers: %v", err)
	}
	book.Close(ctx)
	return []*reconcile.Book{book}
}

func (s *Service) comparePage(ctx context.Context, run *reconcile.Run, book *reconcile.Book, a content.Account, page []bankfeed.Transfer) error {
	banks, refs, names := make([]string, 0, len(page)), make([]string, 0, len(page)), make([]string, 0, len(page))
	for _, p := range page {
		banks, refs, names = append(banks, p.FromBank), append(refs, p.TransRef), append(names, p.FromBank+" "+p.TransRef)
	}
	rows, err := s.q().TransfersNamed(ctx, db.TransfersNamedParams{Banks: banks, Refs: refs})
	if err == nil {
		err = run.See(ctx, names)
	}
	if err != nil {
		return err
	}
	ours := make(map[string]db.TransfersNamedRow, len(rows))
	for _, r := range rows {
		ours[r.Bank+" "+r.TransRef] = r
	}
	for i, p := range page {
		s.compareTransfer(ctx, run, book, a, ours[names[i]], p)
	}
	return nil
}

// compareTransfer holds a transfer that a bank lists against what we booked.
func (s *Service) compareTransfer(ctx context.Context, run *reconcile.Run, book *reconcile.Book, a content.Account, row db.TransfersNamedRow, p bankfeed.Transfer) {
	name, booked := p.FromBank+" "+p.TransRef, money.Satang(row.Booked)
	if p.At.Before(run.Since) && booked == p.Amount {
		return // of the time before: it is only to be known
	}
	book.Items++
	book.Theirs, book.Ours = book.Theirs+p.Amount, book.Ours+booked
	switch {
	case booked == p.Amount:
	case booked != 0:
		book.Item(ctx, reconcile.Item{
			Reference: name, Reason: reconcile.Amount, Said: reconcile.Paid, Amount: p.Amount, Ours: booked, Currency: a.Currency,
			Bank: p.FromBank, Account: p.FromAccount, Name: p.FromName, At: p.At, MemberID: row.MemberID,
		})
	case row.State == feedNew || row.State == feedUnmatched:
		book.Differences++
		book.Note("%s: the bank tells of %s, which is not booked: a cashier's (UNMATCHED)", name, p.Amount)
	case row.Claimed:
		book.Differences++
		book.Note("%s: the bank tells of %s, whose slip waits: a cashier's (SLIP)", name, p.Amount)
	default:
		s.hearListed(ctx, book, p)
	}
}

// hearListed takes in a transfer that no bank had told us of.
func (s *Service) hearListed(ctx context.Context, book *reconcile.Book, p bankfeed.Transfer) {
	t := Told(p)
	if !t.whole() {
		book.Lost(1, "%s: an entry that makes no sense", p.TransRef)
		return
	}
	if err := s.Hear(ctx, t); err != nil {
		book.Lost(1, "%s %s: %v", p.FromBank, p.TransRef, err)
		return
	}
	book.Differences++
	book.Note("%s %s: the bank tells of %s, which we never heard of: told now (UNMATCHED, or credited)", p.FromBank, p.TransRef, p.Amount)
}

// unseen are transfers that we booked and that no bank lists, though all of our
// accounts are listed.
func (s *Service) unseen(ctx context.Context, run *reconcile.Run, book *reconcile.Book) error {
	after := db.TransfersUnseenParams{Since: run.Since, Until: run.Began, Run: run.ID}
	for {
		rows, err := s.q().TransfersUnseen(ctx, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			after.AfterBank, after.AfterRef = r.Bank, r.TransRef
			booked := money.Satang(r.Booked)
			book.Items++
			book.Ours += booked
			book.Item(ctx, reconcile.Item{
				Reference: r.Bank + " " + r.TransRef, Reason: reconcile.NotThere, Said: reconcile.Nothing, Ours: booked, Currency: r.Currency, Bank: r.Bank,
				At: r.CreatedAt, MemberID: r.MemberID,
			})
		}
	}
}
