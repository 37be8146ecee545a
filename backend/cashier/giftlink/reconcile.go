package giftlink

import (
	"context"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/giftlink/internal/db"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/provider/truemoney"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// Reconcile walks what each of our wallets took by the company's list, and our
// gifts.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Book {
	book := run.Book(reconcile.Gifts, "gift links")
	mobiles, err := s.wallets(ctx, run)
	if err != nil {
		book.Lost(1, "our own wallets: %v", err)
	}
	for _, mobile := range mobiles {
		book.Heard(run.Pages(ctx, func(cursor string) (string, error) {
			page, next, err := s.Company.List(ctx, mobile, run.From(), cursor)
			if err != nil {
				return "", err
			}
			return next, s.comparePage(ctx, run, book, mobile, page)
		}))
	}
	if book.Whole() {
		err = s.unseen(ctx, run, book)
	} else {
		var sum db.GiftsTakenRow
		sum, err = s.q().GiftsTaken(ctx, &run.Since)
		book.Note("our book has %d gifts of %s: compare with the wallet's app", sum.Gifts, money.Satang(sum.Amount))
	}
	if err != nil {
		book.Lost(1, "our own gifts: %v", err)
	}
	book.Close(ctx)
	return []*reconcile.Book{book}
}

// wallets are those that take gifts, and those that took one.
func (s *Service) wallets(ctx context.Context, run *reconcile.Run) ([]string, error) {
	mobiles, err := s.q().GiftMobiles(ctx, run.From())
	if err != nil {
		return nil, err
	}
	open, err := s.Content.GiftWallets(ctx, s.Pool)
	for _, w := range open {
		mobiles = append(mobiles, w.Mobile)
	}
	slices.Sort(mobiles)
	return slices.Compact(mobiles), err
}

func (s *Service) comparePage(ctx context.Context, run *reconcile.Run, book *reconcile.Book, mobile string, page []truemoney.Taken) error {
	hashes := make([]string, 0, len(page))
	for _, p := range page {
		hashes = append(hashes, p.Hash)
	}
	rows, err := s.q().GiftsNamed(ctx, hashes)
	if err == nil {
		err = run.See(ctx, hashes)
	}
	if err != nil {
		return err
	}
	ours := make(map[string]db.GiftsNamedRow, len(rows))
	for _, r := range rows {
		ours[r.Hash] = r
	}
	for _, p := range page {
		s.compare(ctx, book, ours[p.Hash], p, mobile)
	}
	return nil
}

// compare holds a voucher that our wallet took against our gift, whose state is
// "" where there is none.
func (s *Service) compare(ctx context.Context, book *reconcile.Book, row db.GiftsNamedRow, p truemoney.Taken, mobile string) {
	book.Items++
	book.Theirs += p.Amount
	item := reconcile.Item{
		Reference: p.Hash, Said: reconcile.Paid, Amount: p.Amount, Currency: string(ledger.BAHT), TheirID: mobile, At: p.At,
	}
	if row.State != "" {
		item.MemberID = &row.MemberID
	}
	switch row.State {
	case "", stateFailed: // a failed one frees its voucher, so that it can be a gift again
		item.Reason = reconcile.Lost
	case stateDone:
		book.Ours += row.Amount
		if row.Amount == p.Amount {
			return
		}
		item.Reason, item.Ours = reconcile.Amount, row.Amount
	case stateReview:
		book.Differences++
		book.Note("%s: our wallet took %s, and it is in doubt here: a cashier's (GIFT)", p.Hash, p.Amount)
		return
	default:
		return // under way: its job brings it to its end, or to a cashier
	}
	book.Item(ctx, item)
}

// unseen are gifts that were credited and that our wallet did not take.
func (s *Service) unseen(ctx context.Context, run *reconcile.Run, book *reconcile.Book) error {
	after := db.GiftsUnseenParams{Since: run.Since, Until: run.Began, Run: run.ID}
	for {
		rows, err := s.q().GiftsUnseen(ctx, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			after.After = r.Hash
			book.Items++
			book.Ours += r.Amount
			book.Item(ctx, reconcile.Item{
				Reference: r.Hash, Reason: reconcile.NotThere, Said: reconcile.Nothing, Ours: r.Amount, Currency: r.Currency, TheirID: r.Mobile, At: r.CreatedAt, MemberID: &r.MemberID,
			})
		}
	}
}

// Companies are those whose payments AttributeTx books.
func (s *Service) Companies() []string { return []string{reconcile.Gifts} }

// AttributeTx credits a voucher that our wallet took, and our book lost, to a
// member. NO_DATA (409) where our book has it by now.
func (s *Service) AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error {
	if item.Reason != reconcile.Lost || string(m.Currency) != item.Currency {
		return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	added, err := db.New(tx).GiftAdd(ctx, db.GiftAddParams{
		ID: item.ID, MemberID: m.ID, Hash: item.Reference, Mobile: item.TheirID, Amount: item.Amount, Currency: item.Currency, CreatedAt: item.At,
	})
	if err != nil {
		return err
	}
	if added == 0 {
		return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	_, err = s.Statement.AddTx(ctx, tx, m.ID, statement.Line{
		ID: item.ID, Type: statement.Deposit, Status: statement.Pending, FromPlace: statement.At(statement.Gift), ToPlace: statement.At(statement.Wallet), Amount: item.Amount,
		Currency: item.Currency, CreatedAt: item.At,
	})
	if err != nil {
		return err
	}
	g, err := db.New(tx).GiftLock(ctx, item.ID)
	if err != nil {
		return err
	}
	_, err = s.takeTx(ctx, tx, g, item.Amount, &by)
	return err
}
