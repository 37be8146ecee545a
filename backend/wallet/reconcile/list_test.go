package reconcile_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
	"krapao/backend/wallet/reconcile"
)

// paid returns a payment that the provider made.
func paid(reference string, amount int64) reconcile.Payment {
	return reconcile.Payment{Reference: reference, Said: reconcile.Paid, Amount: money.Baht(amount), Currency: "BAHT", At: noon}
}

func TestCompare_ListOfPages_IsReadUntilItEndsOrRepeatsACursor(t *testing.T) {
	l := newLedger(t)
	for name, c := range map[string]struct {
		next  []string // the last one repeats
		asked string
		whole bool
	}{
		"to its end":             {[]string{"a", "b", ""}, ",a,b", true},
		"leads to the same page": {[]string{"a", "a"}, ",a", false},
		"leads to the first":     {[]string{"a", "b", "a"}, ",a,b", false},
	} {
		var asked []string

		book := l.compare(name, func(_ context.Context, cursor string) ([]reconcile.Payment, string, error) {
			asked = append(asked, cursor)
			return []reconcile.Payment{paid(fmt.Sprint("p", len(asked)), 1)}, c.next[min(len(asked), len(c.next))-1], nil
		})

		if strings.Join(asked, ",") != c.asked || book.Whole() != c.whole || book.Differences != len(asked) {
			t.Errorf("%s: asked %q, %+v", name, asked, book)
		}
	}
}

func TestCompare_EndlessList_EndsAsUnknown(t *testing.T) {
	l, n := newLedger(t), 0
	book := l.compare(reconcile.Payouts, func(context.Context, string) ([]reconcile.Payment, string, error) {
		n++
		return nil, fmt.Sprint(n), nil
	})
	if book.Unknown != 1 || n != 100_000 {
		t.Errorf("%d pages, %+v", n, book)
	}

	limited := l.book(reconcile.Payouts)
	limited.LimitNames(10)
	reconcile.Compare(t.Context(), limited, memory{}.comparison(pages(nineFailed(), nineFailed(), []reconcile.Payment{paid("b", 1)}, []reconcile.Payment{paid("c", 1)}, []reconcile.Payment{paid("d", 1)})))
	if limited.Unknown != 1 || limited.Differences != 2 {
		t.Errorf("more names than it takes: %+v", limited)
	}
}

// nineFailed returns nine payments that failed.
func nineFailed() (all []reconcile.Payment) {
	for i := range 9 {
		p := paid(fmt.Sprint("a", i), 1)
		p.Said = reconcile.Failed
		all = append(all, p)
	}
	return all
}

func TestCompare_PageThatFails_IsRequestedAgainIfProviderWasDown(t *testing.T) {
	l, refused := newLedger(t), errors.New("refused")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx   context.Context
		err   error
		fails int
		tries int
		well  bool
	}{
		"down for a moment":   {t.Context(), provider.ErrDown, 2, 3, true},
		"down for good":       {t.Context(), provider.ErrDown, 9, 3, false},
		"refused":             {t.Context(), refused, 9, 1, false},
		"nobody waits for it": {over, provider.ErrDown, 9, 1, false},
	} {
		book, tries := l.book(name), 0
		reconcile.Compare(c.ctx, book, memory{}.comparison(func(context.Context, string) ([]reconcile.Payment, string, error) {
			if tries++; tries <= c.fails {
				return nil, "", c.err
			}
			return nil, "", nil
		}))

		if tries != c.tries || book.Whole() != c.well || !c.well && !strings.Contains(book.Notes[0], c.err.Error()) {
			t.Errorf("%s: %d tries, %+v", name, tries, book)
		}
	}
}

func TestCompare_RepeatedEntry_CountsOnceOrIsUnknown(t *testing.T) {
	l := newLedger(t)
	open := func(said string) reconcile.Payment {
		p := paid("r", 100)
		p.Said = said
		return p
	}
	for name, c := range map[string]struct {
		entries              []reconcile.Payment
		differences, unknown int
	}{
		"the same":                {[]reconcile.Payment{paid("r", 100), paid("r", 100)}, 1, 0},
		"PENDING, then PAID":      {[]reconcile.Payment{open(reconcile.Pending), paid("r", 100)}, 1, 0},
		"REVIEW, then FAILED":     {[]reconcile.Payment{open(reconcile.Review), open(reconcile.Failed)}, 0, 0},
		"NOTHING, then REVIEW":    {[]reconcile.Payment{open(reconcile.Nothing), open(reconcile.Review)}, 1, 0},
		"PAID, then FAILED":       {[]reconcile.Payment{paid("r", 100), open(reconcile.Failed)}, 0, 1},
		"RETURNED, then PAID":     {[]reconcile.Payment{open(reconcile.Returned), paid("r", 100)}, 0, 1},
		"another amount":          {[]reconcile.Payment{paid("r", 100), paid("r", 70), paid("r", 100)}, 0, 1},
		"unreadable, then PAID":   {[]reconcile.Payment{open(""), paid("r", 100)}, 0, 1},
		"PENDING, then unread":    {[]reconcile.Payment{open(reconcile.Pending), open(""), open("")}, 0, 1},
		"no name":                 {[]reconcile.Payment{paid("", 100)}, 0, 1},
		"a name that is no text":  {[]reconcile.Payment{paid("r\x00", 100)}, 0, 1},
		"a name that is too long": {[]reconcile.Payment{paid(strings.Repeat("r", 129), 100)}, 0, 1},
	} {
		for size := range 2 { // one entry per page, then all on one page
			var all [][]reconcile.Payment
			for i, e := range c.entries {
				if i == 0 || size == 0 {
					all = append(all, nil)
				}
				all[len(all)-1] = append(all[len(all)-1], e)
			}

			book := l.compare(name+fmt.Sprint(size), pages(all...))

			if book.Differences != c.differences || book.Unknown != c.unknown || book.Items != c.differences {
				t.Errorf("%s: %+v", name, book)
			}
		}
	}
}
