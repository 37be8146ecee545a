package reconcile_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/backend/provider"
	"krapao/backend/staff"
	"krapao/backend/wallet/reconcile"
)

// testService is a service whose clock the test sets.
type testService struct {
	*reconcile.Service
	t   *testing.T
	now time.Time
}

var noon = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

func newTestService(t *testing.T) *testService {
	l := &testService{t: t, now: noon}
	l.Service = &reconcile.Service{Pool: pgtest.New(t), Clock: func() time.Time { return l.now }, Log: slog.New(slog.DiscardHandler)}
	return l
}

// lostItem returns a payout that only the provider has. Each of changes may change the item.
func lostItem(changes ...func(*reconcile.Item)) reconcile.Item {
	i := reconcile.Item{Reference: "r1", Reason: reconcile.Lost, State: reconcile.Paid, Amount: money.Baht(100), Currency: "BAHT", At: noon.Add(-time.Hour)}
	for _, change := range changes {
		change(&i)
	}
	return i
}

// newReport returns a new comparison with a provider that covers the last day.
func (l *testService) newReport(provider string) *reconcile.Report {
	return l.BeginRun(noon.Add(-24*time.Hour)).NewReport(provider, "title")
}

// addItems adds differences to a comparison with a provider.
func (l *testService) addItems(provider string, found ...reconcile.Item) *reconcile.Report {
	l.t.Helper()
	report := l.newReport(provider)
	for _, i := range found {
		report.AddItem(l.t.Context(), i)
	}
	return report
}

// compareList compares an empty ledger with a provider's list.
func (l *testService) compareList(provider string, list reconcile.List[reconcile.Payment]) *reconcile.Report {
	l.t.Helper()
	report := l.newReport(provider)
	reconcile.Compare(l.t.Context(), report, fakeRows{}.records(list))
	return report
}

// openItems returns the open items.
func (l *testService) openItems() []staff.Item {
	l.t.Helper()
	items, err := l.ItemKind(staff.Action{Name: "attribute"}, staff.Action{Name: "nobodys"}).List(l.t.Context(), l.Pool, staff.Page{Limit: 1000})
	if err != nil {
		l.t.Fatal(err)
	}
	return items
}

// onlyItem returns the id of the only open item.
func (l *testService) onlyItem() uuid.UUID {
	l.t.Helper()
	items := l.openItems()
	if len(items) != 1 {
		l.t.Fatalf("%d open items", len(items))
	}
	return uuid.MustParse(items[0].ID)
}

func (l *testService) inTx(do func(context.Context, pgx.Tx) error) error {
	return pg.InTx(l.t.Context(), l.Pool, func(tx pgx.Tx) error { return do(l.t.Context(), tx) })
}

func statusOf(err error) int {
	if refusal, ok := errors.AsType[*apperr.Error](err); ok {
		return refusal.Status
	}
	return 0
}

func (l *testService) closeItem(id uuid.UUID, note string) error {
	return l.inTx(func(ctx context.Context, tx pgx.Tx) error {
		_, err := l.CloseItemTx(ctx, tx, id, note, 7)
		return err
	})
}

func TestAddItem_FoundByTwoRuns_IsOneItem(t *testing.T) {
	l := newTestService(t)

	first := l.addItems(reconcile.Payouts, lostItem())
	again := l.addItems(reconcile.Payouts, lostItem(func(i *reconcile.Item) { i.State = reconcile.Pending }), lostItem(func(i *reconcile.Item) { i.Reason = reconcile.OtherAmount }))

	if first.Differences != 1 || again.Differences != 2 || !again.IsComplete() || len(again.Notes) != 2 {
		t.Errorf("%+v, then %+v", first, again)
	}
	if items := l.openItems(); len(items) != 2 {
		t.Errorf("%d open items", len(items))
	}
}

func TestAddItem_OutOfBounds_IsUnknownAndNoItem(t *testing.T) {
	l := newTestService(t)
	for name, c := range map[string]struct {
		change   func(*reconcile.Item)
		isStored bool
	}{
		"without a reference":             {func(i *reconcile.Item) { i.Reference = "" }, false},
		"with a long reference":           {func(i *reconcile.Item) { i.Reference = strings.Repeat("ก", 128) }, true},
		"with a reference that is longer": {func(i *reconcile.Item) { i.Reference = strings.Repeat("ก", 129) }, false},
		"with an invisible character":     {func(i *reconcile.Item) { i.Reference = "r\x00" }, false},
		"of a negative amount":            {func(i *reconcile.Item) { i.Amount = -1 }, false},
		"of zero":                         {func(i *reconcile.Item) { i.Amount = 0 }, true},
		"of the largest amount":           {func(i *reconcile.Item) { i.Amount = money.Max }, true},
		"above the largest amount":        {func(i *reconcile.Item) { i.Amount = money.Max + 1 }, false},
		"of the year 1999":                {func(i *reconcile.Item) { i.At = time.Date(1999, 6, 1, 0, 0, 0, 0, time.UTC) }, false},
		"of the year 2000":                {func(i *reconcile.Item) { i.At = time.Date(2000, 6, 1, 0, 0, 0, 0, time.UTC) }, true},
		"of the year 9999":                {func(i *reconcile.Item) { i.At = time.Date(9999, 6, 1, 0, 0, 0, 0, time.UTC) }, true},
		"of the year 10000":               {func(i *reconcile.Item) { i.At = time.Date(10000, 6, 1, 0, 0, 0, 0, time.UTC) }, false},
		"with a long name":                {func(i *reconcile.Item) { i.Name, i.Account = strings.Repeat("ก", 201)+"\n", "\xff1" }, true},
	} {
		report := l.addItems(name, lostItem(c.change))

		if report.IsComplete() != c.isStored || (report.Differences == 1) != c.isStored || (report.Unknown == 1) == c.isStored {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

func TestClose_WithReason_StaysClosedWhenFoundAgain(t *testing.T) {
	l := newTestService(t)
	l.addItems(reconcile.Payouts, lostItem())
	id := l.onlyItem()

	for name, note := range map[string]string{"none": " \n", "a long one": strings.Repeat("ก", 501)} {
		if err := l.closeItem(id, note); apperr.CodeOf(err) != apperr.InvalidUserInfo {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := l.closeItem(id, strings.Repeat("ก", 500)); err != nil {
		t.Error(err)
	}
	if err := l.closeItem(id, "twice"); apperr.CodeOf(err) != apperr.NoData || statusOf(err) != http.StatusNotFound {
		t.Errorf("twice: %v", err)
	}
	if err := l.closeItem(uuid.New(), "nothing"); apperr.CodeOf(err) != apperr.NoData {
		t.Errorf("nothing: %v", err)
	}
	again := l.addItems(reconcile.Payouts, lostItem())

	if again.EndedBefore != 1 || again.Differences != 0 || again.OurSum != 0 || len(l.openItems()) != 0 {
		t.Errorf("found again: %+v", again)
	}
}

func TestClose_WhileProviderReportsPendingOrReview_IsRefused(t *testing.T) {
	for state, mayClose := range map[string]bool{reconcile.Pending: false, reconcile.Review: false, reconcile.Failed: true, reconcile.Nothing: true, reconcile.Paid: true} {
		l := newTestService(t)
		l.addItems(reconcile.Gifts, lostItem(func(i *reconcile.Item) { i.State = state }))

		err := l.closeItem(l.onlyItem(), "seen")

		if mayClose != (err == nil) || !mayClose && statusOf(err) != http.StatusConflict {
			t.Errorf("%s: %v", state, err)
		}
	}
}

func TestAddItem_OfAttributedItem_CountsItsMoneyAsOurs(t *testing.T) {
	for _, c := range []struct {
		reason string
		ours   money.Satang
	}{{reconcile.FailedHere, money.Baht(100)}, {reconcile.NotMade, -money.Baht(30)}, {reconcile.Lost, 0}} {
		l := newTestService(t)
		found := lostItem(func(i *reconcile.Item) { i.Reason, i.OurAmount = c.reason, money.Baht(30) })
		l.addItems(reconcile.Payouts, found)
		id := l.onlyItem()
		err := l.inTx(func(ctx context.Context, tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "set local session_replication_role = replica"); err != nil { // no member is needed here
				return err
			}
			return l.EndAttributedTx(ctx, tx, id, 1, 7, "theirs")
		})
		if err != nil {
			t.Fatal(err)
		}

		again := l.addItems(reconcile.Payouts, found)

		if again.EndedBefore != 1 || again.Differences != 0 || again.OurSum != c.ours {
			t.Errorf("%s: %+v", c.reason, again)
		}
	}
}

func TestAddItem_TwiceInOneRun_IsCountedOnce(t *testing.T) {
	l := newTestService(t)

	report := l.addItems(reconcile.Payouts, lostItem(), lostItem(func(i *reconcile.Item) { i.Amount = money.Baht(70) }))

	if report.Differences != 1 || len(report.Notes) != 1 || len(l.openItems()) != 1 || *l.openItems()[0].Amount != money.Baht(70) {
		t.Errorf("%+v", report)
	}
}

func TestCompare_ItemNotFoundAgain_EndsAsAgreedAndIsReopenedWhenFound(t *testing.T) {
	l := newTestService(t)
	l.addItems(reconcile.Payouts, lostItem())
	l.addItems(reconcile.Gifts, lostItem())
	l.now = noon.Add(time.Hour)

	l.compareList(reconcile.Payouts, failingList(provider.ErrNoList))
	if n := len(l.openItems()); n != 2 {
		t.Errorf("after a run without a list: %d open items", n)
	}
	l.compareList(reconcile.Payouts, listOfPages())
	l.onlyItem()

	if report := l.addItems(reconcile.Payouts, lostItem()); report.Differences != 1 || len(l.openItems()) != 2 {
		t.Errorf("found again: %+v", report)
	}
}

func TestCompare_ListFails_IsNotComplete(t *testing.T) {
	l := newTestService(t)
	for _, c := range []struct {
		err                error
		isComplete, noList bool
	}{{nil, true, false}, {provider.ErrNoList, false, true}, {errors.New("refused"), false, false}} {
		report := l.compareList(reconcile.Payouts, failingList(c.err))

		if report.IsComplete() != c.isComplete || (report.NoList != "") != c.noList || (report.Unknown == 1) != (!c.isComplete && !c.noList) {
			t.Errorf("%v: %+v", c.err, report)
		}
	}
}

func TestReport_MoreThan500Notes_KeepsThe500First(t *testing.T) {
	report := newTestService(t).addItems(reconcile.Payouts)

	for i := range 600 {
		report.CountUnknown(2, "line %d", i)
	}

	if report.Unknown != 1200 || len(report.Notes) != 500 || report.Notes[0] != "unknown: line 0" {
		t.Errorf("%d unknown, %d notes", report.Unknown, len(report.Notes))
	}
}
