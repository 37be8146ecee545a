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
	l := newTestService(t)
	rows := fakeRows{}
	for i := range 40 {
		rows = append(rows, paidEntry(fmt.Sprintf("r%02d", i), 1))
	}
	asked := 0
	c := rows.records()
	c.AskProvider = func(_ context.Context, ours reconcile.Payment) (reconcile.Payment, error) {
		if asked++; asked == 10 {
			return ours, nil
		}
		return reconcile.Payment{}, nil
	}
	report := l.newReport(reconcile.Payouts)

	reconcile.Compare(t.Context(), report, c)

	if asked != 20 || report.Unknown != 39 || report.Payments != 1 {
		t.Errorf("asked %d times, %+v", asked, report)
	}
}

func TestCompare_ListOlderThanOurPaidRow_UsesCurrentResponse(t *testing.T) {
	l := newTestService(t)
	listed := paidEntry("a", 1)
	listed.State = reconcile.Nothing
	for name, c := range map[string]struct {
		response reconcile.Payment
		items    int
	}{
		"paid by now":    {paidEntry("a", 1), 0},
		"still not paid": {listed, 1},
		"another amount": {paidEntry("a", 2), 1},
		"no response":    {reconcile.Payment{}, 1},
		"failed":         {reconcile.Payment{Reference: "a", State: reconcile.Failed, Currency: "BAHT", At: noon}, 1},
	} {
		compared := fakeRows{paidEntry("a", 1)}.records(listOfPages([]reconcile.Payment{listed}))
		compared.AskProvider = func(context.Context, reconcile.Payment) (reconcile.Payment, error) { return c.response, nil }
		report := l.newReport(name)

		reconcile.Compare(t.Context(), report, compared)

		if report.Differences != c.items || report.Payments != 1 || !report.IsComplete() {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

func TestCompare_RowMissingInLists_IsAnItemOnlyIfAllListsWereRead(t *testing.T) {
	l := newTestService(t)
	rows := fakeRows{paidEntry("a", 1), paidEntry("b", 2)}
	for name, c := range map[string]struct {
		list  reconcile.List[reconcile.Payment]
		items int
	}{
		"all read":      {listOfPages([]reconcile.Payment{paidEntry("a", 1)}), 1},
		"none":          {failingList(provider.ErrNoList), 0},
		"one failed":    {failingList(errors.New("refused")), 0},
		"one is unread": {listOfPages([]reconcile.Payment{paidEntry("a", 1), paidEntry("", 1)}), 0},
	} {
		report := l.newReport(name)

		reconcile.Compare(t.Context(), report, rows.records(listOfPages(), c.list))

		if report.Differences != c.items {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

func TestCompare_EntryFromBeforeThePeriod_CountsOnlyIfItDiffers(t *testing.T) {
	l := newTestService(t)
	early := func(reference string, amount int64) reconcile.Payment {
		p := paidEntry(reference, amount)
		p.At = noon.AddDate(0, 0, -2)
		return p
	}
	report := l.newReport(reconcile.Bank)

	reconcile.Compare(t.Context(), report, fakeRows{paidEntry("a", 1), paidEntry("b", 2)}.records(listOfPages([]reconcile.Payment{early("a", 1), early("b", 3)})))

	if report.Payments != 1 || report.Differences != 1 || report.TheirSum != money.Baht(3) || report.OurSum != money.Baht(2) {
		t.Errorf("%+v", report)
	}
}

func TestCompare_ResolveFails_CountsUnknownAndContinues(t *testing.T) {
	l := newTestService(t)
	c := fakeRows{}.records(listOfPages([]reconcile.Payment{paidEntry("a", 1), paidEntry("b", 2), paidEntry("c", 3)}))
	c.Resolve = func(_ context.Context, _ *reconcile.Report, _, theirs reconcile.Payment) (bool, error) {
		if theirs.Reference == "b" {
			return false, errors.New("the database is gone")
		}
		return false, nil
	}
	report := l.newReport(reconcile.Gifts)

	reconcile.Compare(t.Context(), report, c)

	if report.Differences != 2 || report.Unknown != 1 || report.Payments != 3 {
		t.Errorf("%+v", report)
	}
}

func TestCompare_LedgerUnreadable_CountsUnknown(t *testing.T) {
	l, gone := newTestService(t), errors.New("the database is gone")
	c := fakeRows{}.records(listOfPages([]reconcile.Payment{paidEntry("a", 1)}))
	c.FindRows = func(context.Context, []string) ([]reconcile.Payment, error) { return nil, gone }
	c.AskProvider = func(_ context.Context, p reconcile.Payment) (reconcile.Payment, error) { return p, nil }
	c.ListRows = func(context.Context, reconcile.Payment) ([]reconcile.Payment, error) { return nil, gone }
	report := l.newReport(reconcile.Gifts)

	reconcile.Compare(t.Context(), report, c)

	if report.Unknown != 2 || report.IsComplete() {
		t.Errorf("%+v", report)
	}
}

func TestCompare_ReversedPayment_CountsNegative(t *testing.T) {
	l := newTestService(t)
	in, out := paidEntry("in", 5), paidEntry("out", 2)
	out.Reversed = true
	report := l.newReport("GAME")

	reconcile.Compare(t.Context(), report, fakeRows{in, out}.records(listOfPages([]reconcile.Payment{in, out})))

	if report.OurSum != money.Baht(3) || report.TheirSum != money.Baht(3) {
		t.Errorf("%+v", report)
	}
}
