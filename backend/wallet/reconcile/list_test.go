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

// paidEntry returns a payment that the provider made.
func paidEntry(reference string, amount int64) reconcile.Payment {
	return reconcile.Payment{Reference: reference, State: reconcile.Paid, Amount: money.Baht(amount), Currency: "BAHT", At: noon}
}

func TestCompare_ListOfPages_IsReadUntilItEndsOrRepeatsACursor(t *testing.T) {
	l := newTestService(t)
	for name, c := range map[string]struct {
		next       []string // the last one repeats
		cursors    string
		isComplete bool
	}{
		"to its end":             {[]string{"a", "b", ""}, ",a,b", true},
		"leads to the same page": {[]string{"a", "a"}, ",a", false},
		"leads to the first":     {[]string{"a", "b", "a"}, ",a,b", false},
	} {
		var cursors []string

		report := l.compareList(name, func(_ context.Context, cursor string) ([]reconcile.Payment, string, error) {
			cursors = append(cursors, cursor)
			return []reconcile.Payment{paidEntry(fmt.Sprint("p", len(cursors)), 1)}, c.next[min(len(cursors), len(c.next))-1], nil
		})

		if strings.Join(cursors, ",") != c.cursors || report.IsComplete() != c.isComplete || report.Differences != len(cursors) {
			t.Errorf("%s: requested cursors %q, %+v", name, cursors, report)
		}
	}
}

func TestCompare_EndlessList_EndsAsUnknown(t *testing.T) {
	l, n := newTestService(t), 0
	report := l.compareList(reconcile.Payouts, func(context.Context, string) ([]reconcile.Payment, string, error) {
		n++
		return nil, fmt.Sprint(n), nil
	})
	if report.Unknown != 1 || n != 100_000 {
		t.Errorf("%d pages, %+v", n, report)
	}

	limited := l.newReport(reconcile.Payouts)
	limited.LimitReferences(10)
	reconcile.Compare(t.Context(), limited, fakeRows{}.records(listOfPages(nineFailedEntries(), nineFailedEntries(), []reconcile.Payment{paidEntry("b", 1)}, []reconcile.Payment{paidEntry("c", 1)}, []reconcile.Payment{paidEntry("d", 1)})))
	if limited.Unknown != 1 || limited.Differences != 2 {
		t.Errorf("more names than the limit: %+v", limited)
	}
}

// nineFailedEntries returns nine payments that failed.
func nineFailedEntries() (all []reconcile.Payment) {
	for i := range 9 {
		p := paidEntry(fmt.Sprint("a", i), 1)
		p.State = reconcile.Failed
		all = append(all, p)
	}
	return all
}

func TestCompare_PageThatFails_IsRequestedAgainIfProviderWasDown(t *testing.T) {
	l, refused := newTestService(t), errors.New("refused")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx        context.Context
		err        error
		fails      int
		tries      int
		isComplete bool
	}{
		"down for a moment": {t.Context(), provider.ErrDown, 2, 3, true},
		"down for good":     {t.Context(), provider.ErrDown, 9, 3, false},
		"refused":           {t.Context(), refused, 9, 1, false},
		"context cancelled": {cancelled, provider.ErrDown, 9, 1, false},
	} {
		report, tries := l.newReport(name), 0
		reconcile.Compare(c.ctx, report, fakeRows{}.records(func(context.Context, string) ([]reconcile.Payment, string, error) {
			if tries++; tries <= c.fails {
				return nil, "", c.err
			}
			return nil, "", nil
		}))

		if tries != c.tries || report.IsComplete() != c.isComplete || !c.isComplete && !strings.Contains(report.Notes[0], c.err.Error()) {
			t.Errorf("%s: %d tries, %+v", name, tries, report)
		}
	}
}

func TestCompare_RepeatedEntry_CountsOnceOrIsUnknown(t *testing.T) {
	l := newTestService(t)
	withState := func(state string) reconcile.Payment {
		p := paidEntry("r", 100)
		p.State = state
		return p
	}
	for name, c := range map[string]struct {
		entries              []reconcile.Payment
		differences, unknown int
	}{
		"the same":                {[]reconcile.Payment{paidEntry("r", 100), paidEntry("r", 100)}, 1, 0},
		"PENDING, then PAID":      {[]reconcile.Payment{withState(reconcile.Pending), paidEntry("r", 100)}, 1, 0},
		"REVIEW, then FAILED":     {[]reconcile.Payment{withState(reconcile.Review), withState(reconcile.Failed)}, 0, 0},
		"NOTHING, then REVIEW":    {[]reconcile.Payment{withState(reconcile.Nothing), withState(reconcile.Review)}, 1, 0},
		"PAID, then FAILED":       {[]reconcile.Payment{paidEntry("r", 100), withState(reconcile.Failed)}, 0, 1},
		"RETURNED, then PAID":     {[]reconcile.Payment{withState(reconcile.Returned), paidEntry("r", 100)}, 0, 1},
		"another amount":          {[]reconcile.Payment{paidEntry("r", 100), paidEntry("r", 70), paidEntry("r", 100)}, 0, 1},
		"unreadable, then PAID":   {[]reconcile.Payment{withState(""), paidEntry("r", 100)}, 0, 1},
		"PENDING, then unread":    {[]reconcile.Payment{withState(reconcile.Pending), withState(""), withState("")}, 0, 1},
		"no name":                 {[]reconcile.Payment{paidEntry("", 100)}, 0, 1},
		"a name that is no text":  {[]reconcile.Payment{paidEntry("r\x00", 100)}, 0, 1},
		"a name that is too long": {[]reconcile.Payment{paidEntry(strings.Repeat("r", 129), 100)}, 0, 1},
	} {
		for size := range 2 { // one entry per page, then all on one page
			var all [][]reconcile.Payment
			for i, e := range c.entries {
				if i == 0 || size == 0 {
					all = append(all, nil)
				}
				all[len(all)-1] = append(all[len(all)-1], e)
			}

			report := l.compareList(name+fmt.Sprint(size), listOfPages(all...))

			if report.Differences != c.differences || report.Unknown != c.unknown || report.Payments != c.differences {
				t.Errorf("%s: %+v", name, report)
			}
		}
	}
}
