package reconcile_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
	"krapao/backend/wallet/reconcile"
)

func TestCompare_TenRequestsWithoutResponse_AsksNoMore(t *testing.T) {
	l := newLedger(t)
	rows := memory{}
	for i := range 40 {
		rows = append(rows, paid(fmt.Sprintf("r%02d", i), 1))
	}
	asked := 0
	c := rows.comparison()
	c.Ask = func(_ context.Context, ours reconcile.Payment) (reconcile.Payment, error) {
		if asked++; asked == 10 {
			return ours, nil
		}
		return reconcile.Payment{}, nil
	}
	book := l.book(reconcile.Payouts)

	reconcile.Compare(t.Context(), book, c)

	if asked != 20 || book.Unknown != 39 || book.Items != 1 {
		t.Errorf("asked %d times, %+v", asked, book)
	}
}

func TestCompare_ListOlderThanOurPaidRow_UsesCurrentResponse(t *testing.T) {
	l := newLedger(t)
	listed := paid("a", 1)
	listed.Said = reconcile.Nothing
	for name, c := range map[string]struct {
		answer reconcile.Payment
		items  int
	}{
		"paid by now":  {paid("a", 1), 0},
		"still not":    {listed, 1},
		"another sum":  {paid("a", 2), 1},
		"no answer":    {reconcile.Payment{}, 1},
		"a final word": {reconcile.Payment{Reference: "a", Said: reconcile.Failed, Currency: "BAHT", At: noon}, 1},
	} {
		compared := memory{paid("a", 1)}.comparison(pages([]reconcile.Payment{listed}))
		compared.Ask = func(context.Context, reconcile.Payment) (reconcile.Payment, error) { return c.answer, nil }
		book := l.book(name)

		reconcile.Compare(t.Context(), book, compared)

		if book.Differences != c.items || book.Items != 1 || !book.Whole() {
			t.Errorf("%s: %+v", name, book)
		}
	}
}

func TestCompare_RowMissingInLists_IsAnItemOnlyIfAllListsWereRead(t *testing.T) {
	l := newLedger(t)
	rows := memory{paid("a", 1), paid("b", 2)}
	for name, c := range map[string]struct {
		list  reconcile.List[reconcile.Payment]
		items int
	}{
		"all read":      {pages([]reconcile.Payment{paid("a", 1)}), 1},
		"none":          {failing(provider.ErrNoList), 0},
		"one failed":    {failing(errors.New("refused")), 0},
		"one is unread": {pages([]reconcile.Payment{paid("a", 1), paid("", 1)}), 0},
	} {
		book := l.book(name)

		reconcile.Compare(t.Context(), book, rows.comparison(pages(), c.list))

		if book.Differences != c.items {
			t.Errorf("%s: %+v", name, book)
		}
	}
}

func TestCompare_EntryFromBeforeThePeriod_CountsOnlyIfItDiffers(t *testing.T) {
	l := newLedger(t)
	early := func(reference string, amount int64) reconcile.Payment {
		p := paid(reference, amount)
		p.At = noon.AddDate(0, 0, -2)
		return p
	}
	book := l.book(reconcile.Bank)

	reconcile.Compare(t.Context(), book, memory{paid("a", 1), paid("b", 2)}.comparison(pages([]reconcile.Payment{early("a", 1), early("b", 3)})))

	if book.Items != 1 || book.Differences != 1 || book.Theirs != money.Baht(3) || book.Ours != money.Baht(2) {
		t.Errorf("%+v", book)
	}
}

func TestCompare_ResolveFails_CountsUnknownAndContinues(t *testing.T) {
	l := newLedger(t)
	c := memory{}.comparison(pages([]reconcile.Payment{paid("a", 1), paid("b", 2), paid("c", 3)}))
	c.Resolve = func(_ context.Context, _ *reconcile.Book, _, theirs reconcile.Payment) (bool, error) {
		if theirs.Reference == "b" {
			return false, errors.New("the database is gone")
		}
		return false, nil
	}
	book := l.book(reconcile.Gifts)

	reconcile.Compare(t.Context(), book, c)

	if book.Differences != 2 || book.Unknown != 1 || book.Items != 3 {
		t.Errorf("%+v", book)
	}
}

func TestCompare_LedgerUnreadable_CountsUnknown(t *testing.T) {
	l, gone := newLedger(t), errors.New("the database is gone")
	c := memory{}.comparison(pages([]reconcile.Payment{paid("a", 1)}))
	c.Find = func(context.Context, []string) ([]reconcile.Payment, error) { return nil, gone }
	c.Ask = func(_ context.Context, p reconcile.Payment) (reconcile.Payment, error) { return p, nil }
	c.Rows = func(context.Context, reconcile.Payment) ([]reconcile.Payment, error) { return nil, gone }
	book := l.book(reconcile.Gifts)

	reconcile.Compare(t.Context(), book, c)

	if book.Unknown != 2 || book.Whole() {
		t.Errorf("%+v", book)
	}
}

func TestCompare_ReversedPayment_CountsNegative(t *testing.T) {
	l := newLedger(t)
	in, out := paid("in", 5), paid("out", 2)
	out.Back = true
	book := l.book("GAME")

	reconcile.Compare(t.Context(), book, memory{in, out}.comparison(pages([]reconcile.Payment{in, out})))

	if book.Ours != money.Baht(3) || book.Theirs != money.Baht(3) {
		t.Errorf("%+v", book)
	}
}
