package reconcile_test

import (
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/staff"
	"krapao/backend/wallet/reconcile"
)

// factsOf returns an item's facts by code.
func factsOf(i staff.Item) map[string]string {
	out := map[string]string{}
	for _, f := range i.Facts {
		out[f.Code] = f.Value
	}
	return out
}

func TestKind_OffersActionsByProviderReasonAndState(t *testing.T) {
	for _, c := range []struct {
		provider, reason, state string
		offers                  []string
	}{
		{reconcile.Payouts, reconcile.Lost, reconcile.Paid, []string{"attribute", "nobodys"}},
		{reconcile.Gifts, reconcile.Lost, reconcile.Paid, []string{"attribute", "close"}},
		{reconcile.Bank, reconcile.Lost, reconcile.Paid, []string{"close"}},
		{reconcile.Payouts, reconcile.Lost, reconcile.Failed, []string{"close"}},
		{reconcile.Payouts, reconcile.Lost, reconcile.Pending, nil},
		{reconcile.Payouts, reconcile.Lost, reconcile.Review, nil},
		{reconcile.Payouts, reconcile.FailedHere, reconcile.Paid, []string{"attribute", "close"}},
		{reconcile.Payouts, reconcile.FailedHere, reconcile.Failed, []string{"close"}},
		{reconcile.Gifts, reconcile.FailedHere, reconcile.Paid, []string{"close"}},
		{reconcile.Payouts, reconcile.NotMade, reconcile.Nothing, []string{"attribute", "close"}},
		{reconcile.Gifts, reconcile.NotMade, reconcile.Nothing, []string{"close"}},
		{reconcile.Payouts, reconcile.OtherAmount, reconcile.Paid, []string{"close"}},
	} {
		l := newTestService(t)
		l.addItems(c.provider, lostItem(func(i *reconcile.Item) { i.Reason, i.State = c.reason, c.state }))

		offered := l.openItems()[0].Offers

		var got []string
		for _, o := range offered {
			got = append(got, o.Act)
		}
		if len(got) != len(c.offers) {
			t.Errorf("%s %s %s: %q, want %q", c.provider, c.reason, c.state, got, c.offers)
			continue
		}
		for i := range got {
			if got[i] != c.offers[i] {
				t.Errorf("%s %s %s: %q, want %q", c.provider, c.reason, c.state, got, c.offers)
			}
		}
	}
}

func TestKind_ShowsBothRecordsToTheCashier(t *testing.T) {
	l := newTestService(t)
	l.addItems(reconcile.Payouts, lostItem(func(i *reconcile.Item) {
		i.Account, i.Name, i.OurAmount = "9876544821", "SOMCHAI\x00 J", money.Baht(30)
	}))

	i := l.openItems()[0]

	got := factsOf(i)
	for code, want := range map[string]string{
		"company": "PAYOUT", "said": "PAID", "theirAmount": "100.00", "ourAmount": "30.00", "reference": "r1", "account": " 9876544821", "name": "SOMCHAI J", "time": "2026-01-05T11:00:00Z",
	} {
		if got[code] != want {
			t.Errorf("%s: %q, want %q", code, got[code], want)
		}
	}
	if i.Amount == nil || *i.Amount != money.Baht(100) || i.Find != "9876544821" {
		t.Errorf("%+v", i)
	}
}

func TestKind_WithoutAmountAccountOrName_LeavesThemOut(t *testing.T) {
	l := newTestService(t)
	l.addItems(reconcile.Payouts, lostItem(func(i *reconcile.Item) { i.Amount, i.OurAmount = 0, money.Baht(30) }))

	i := l.openItems()[0]

	for _, code := range []string{"account", "name", "member"} {
		if value, ok := factsOf(i)[code]; ok {
			t.Errorf("%s: %q", code, value)
		}
	}
	if i.Amount == nil || *i.Amount != money.Baht(30) {
		t.Errorf("moved: %v", i.Amount)
	}
}

func TestKind_CountsOpenItemsSinceTheOldest(t *testing.T) {
	l := newTestService(t)
	kind := l.ItemKind(staff.Action{Name: "attribute"}, staff.Action{Name: "nobodys"})
	none, err := kind.Count(t.Context(), l.Pool)
	if err != nil || none.Count != 0 {
		t.Errorf("%+v, %v", none, err)
	}

	l.addItems(reconcile.Payouts, lostItem())
	l.addItems(reconcile.Gifts, lostItem())

	if n, err := kind.Count(t.Context(), l.Pool); err != nil || n.Count != 2 || !n.Oldest.Equal(noon) {
		t.Errorf("%+v, %v", n, err)
	}
}
