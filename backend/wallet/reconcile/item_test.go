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

// ledger is a service whose clock the test sets.
type ledger struct {
	*reconcile.Service
	t   *testing.T
	now time.Time
}

var noon = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

func newLedger(t *testing.T) *ledger {
	l := &ledger{t: t, now: noon}
	l.Service = &reconcile.Service{Pool: pgtest.New(t), Clock: func() time.Time { return l.now }, Log: slog.New(slog.DiscardHandler)}
	return l
}

// lost returns a payout that only the provider has. Each of changes may change the item.
func lost(changes ...func(*reconcile.Item)) reconcile.Item {
	i := reconcile.Item{Reference: "r1", Reason: reconcile.Lost, Said: reconcile.Paid, Amount: money.Baht(100), Currency: "BAHT", At: noon.Add(-time.Hour)}
	for _, change := range changes {
		change(&i)
	}
	return i
}

// book returns a new comparison with a provider that covers the last day.
func (l *ledger) book(company string) *reconcile.Book {
	return l.Begin(noon.Add(-24*time.Hour)).Book(company, "title")
}

// find adds differences to a comparison with a provider.
func (l *ledger) find(company string, found ...reconcile.Item) *reconcile.Book {
	l.t.Helper()
	book := l.book(company)
	for _, i := range found {
		book.AddItem(l.t.Context(), i)
	}
	return book
}

// compare compares an empty ledger with a provider's list.
func (l *ledger) compare(company string, list reconcile.List[reconcile.Payment]) *reconcile.Book {
	l.t.Helper()
	book := l.book(company)
	reconcile.Compare(l.t.Context(), book, memory{}.comparison(list))
	return book
}

// waiting returns the open items.
func (l *ledger) waiting() []staff.Item {
	l.t.Helper()
	items, err := l.Kind(staff.Action{Name: "attribute"}, staff.Action{Name: "nobodys"}).List(l.t.Context(), l.Pool, staff.Page{Most: 1000})
	if err != nil {
		l.t.Fatal(err)
	}
	return items
}

// only returns the id of the only open item.
func (l *ledger) only() uuid.UUID {
	l.t.Helper()
	items := l.waiting()
	if len(items) != 1 {
		l.t.Fatalf("%d items wait", len(items))
	}
	return uuid.MustParse(items[0].ID)
}

func (l *ledger) tx(do func(context.Context, pgx.Tx) error) error {
	return pg.InTx(l.t.Context(), l.Pool, func(tx pgx.Tx) error { return do(l.t.Context(), tx) })
}

func statusOf(err error) int {
	if refusal, ok := errors.AsType[*apperr.Error](err); ok {
		return refusal.Status
	}
	return 0
}

func (l *ledger) closeItem(id uuid.UUID, note string) error {
	return l.tx(func(ctx context.Context, tx pgx.Tx) error {
		_, err := l.CloseTx(ctx, tx, id, note, 7)
		return err
	})
}

func TestAddItem_FoundByTwoRuns_IsOneItem(t *testing.T) {
	l := newLedger(t)

	first := l.find(reconcile.Payouts, lost())
	again := l.find(reconcile.Payouts, lost(func(i *reconcile.Item) { i.Said = reconcile.Pending }), lost(func(i *reconcile.Item) { i.Reason = reconcile.Amount }))

	if first.Differences != 1 || again.Differences != 2 || !again.Whole() || len(again.Notes) != 2 {
		t.Errorf("%+v, then %+v", first, again)
	}
	if items := l.waiting(); len(items) != 2 {
		t.Errorf("%d items wait", len(items))
	}
}

func TestAddItem_OutOfBounds_IsUnknownAndNoItem(t *testing.T) {
	l := newLedger(t)
	for name, c := range map[string]struct {
		change func(*reconcile.Item)
		kept   bool
	}{
		"without a reference":             {func(i *reconcile.Item) { i.Reference = "" }, false},
		"with a long reference":           {func(i *reconcile.Item) { i.Reference = strings.Repeat("ก", 128) }, true},
		"with a reference that is longer": {func(i *reconcile.Item) { i.Reference = strings.Repeat("ก", 129) }, false},
		"with a sign that nobody sees":    {func(i *reconcile.Item) { i.Reference = "r\x00" }, false},
		"of less than nothing":            {func(i *reconcile.Item) { i.Amount = -1 }, false},
		"of nothing":                      {func(i *reconcile.Item) { i.Amount = 0 }, true},
		"of all there may be":             {func(i *reconcile.Item) { i.Amount = money.Max }, true},
		"of more than there may be":       {func(i *reconcile.Item) { i.Amount = money.Max + 1 }, false},
		"of the year 1999":                {func(i *reconcile.Item) { i.At = time.Date(1999, 6, 1, 0, 0, 0, 0, time.UTC) }, false},
		"of the year 2000":                {func(i *reconcile.Item) { i.At = time.Date(2000, 6, 1, 0, 0, 0, 0, time.UTC) }, true},
		"of the year 9999":                {func(i *reconcile.Item) { i.At = time.Date(9999, 6, 1, 0, 0, 0, 0, time.UTC) }, true},
		"of the year 10000":               {func(i *reconcile.Item) { i.At = time.Date(10000, 6, 1, 0, 0, 0, 0, time.UTC) }, false},
		"with a long name":                {func(i *reconcile.Item) { i.Name, i.Account = strings.Repeat("ก", 201)+"\n", "\xff1" }, true},
	} {
		book := l.find(name, lost(c.change))

		if book.Whole() != c.kept || (book.Differences == 1) != c.kept || (book.Unknown == 1) == c.kept {
			t.Errorf("%s: %+v", name, book)
		}
	}
}

func TestClose_WithReason_StaysClosedWhenFoundAgain(t *testing.T) {
	l := newLedger(t)
	l.find(reconcile.Payouts, lost())
	id := l.only()

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
	again := l.find(reconcile.Payouts, lost())

	if again.Settled != 1 || again.Differences != 0 || again.Ours != 0 || len(l.waiting()) != 0 {
		t.Errorf("found again: %+v", again)
	}
}

func TestClose_WhileProviderSaysPendingOrReview_IsRefused(t *testing.T) {
	for said, may := range map[string]bool{reconcile.Pending: false, reconcile.Review: false, reconcile.Failed: true, reconcile.Nothing: true, reconcile.Paid: true} {
		l := newLedger(t)
		l.find(reconcile.Gifts, lost(func(i *reconcile.Item) { i.Said = said }))

		err := l.closeItem(l.only(), "seen")

		if may != (err == nil) || !may && statusOf(err) != http.StatusConflict {
			t.Errorf("%s: %v", said, err)
		}
	}
}

func TestAddItem_OfAttributedItem_CountsItsMoneyAsOurs(t *testing.T) {
	for _, c := range []struct {
		reason string
		ours   money.Satang
	}{{reconcile.FailedHere, money.Baht(100)}, {reconcile.NotThere, -money.Baht(30)}, {reconcile.Lost, 0}} {
		l := newLedger(t)
		found := lost(func(i *reconcile.Item) { i.Reason, i.Ours = c.reason, money.Baht(30) })
		l.find(reconcile.Payouts, found)
		id := l.only()
		err := l.tx(func(ctx context.Context, tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "set local session_replication_role = replica"); err != nil { // no member is needed here
				return err
			}
			return l.AttributedTx(ctx, tx, id, 1, 7, "theirs")
		})
		if err != nil {
			t.Fatal(err)
		}

		again := l.find(reconcile.Payouts, found)

		if again.Settled != 1 || again.Differences != 0 || again.Ours != c.ours {
			t.Errorf("%s: %+v", c.reason, again)
		}
	}
}

func TestAddItem_TwiceInOneRun_IsCountedOnce(t *testing.T) {
	l := newLedger(t)

	book := l.find(reconcile.Payouts, lost(), lost(func(i *reconcile.Item) { i.Amount = money.Baht(70) }))

	if book.Differences != 1 || len(book.Notes) != 1 || len(l.waiting()) != 1 || *l.waiting()[0].Amount != money.Baht(70) {
		t.Errorf("%+v", book)
	}
}

func TestCompare_ItemNotFoundAgain_EndsAsAgreedAndIsReopenedWhenFound(t *testing.T) {
	l := newLedger(t)
	l.find(reconcile.Payouts, lost())
	l.find(reconcile.Gifts, lost())
	l.now = noon.Add(time.Hour)

	l.compare(reconcile.Payouts, failing(provider.ErrNoList))
	if n := len(l.waiting()); n != 2 {
		t.Errorf("after a run without a list %d wait", n)
	}
	l.compare(reconcile.Payouts, pages())
	l.only()

	if book := l.find(reconcile.Payouts, lost()); book.Differences != 1 || len(l.waiting()) != 2 {
		t.Errorf("found again: %+v", book)
	}
}

func TestCompare_ListFails_IsNotComplete(t *testing.T) {
	l := newLedger(t)
	for _, c := range []struct {
		err            error
		whole, isBlind bool
	}{{nil, true, false}, {provider.ErrNoList, false, true}, {errors.New("refused"), false, false}} {
		book := l.compare(reconcile.Payouts, failing(c.err))

		if book.Whole() != c.whole || (book.Blind != "") != c.isBlind || (book.Unknown == 1) != (!c.whole && !c.isBlind) {
			t.Errorf("%v: %+v", c.err, book)
		}
	}
}

func TestReport_MoreThan500Notes_KeepsThe500First(t *testing.T) {
	book := newLedger(t).find(reconcile.Payouts)

	for i := range 600 {
		book.CountUnknown(2, "line %d", i)
	}

	if book.Unknown != 1200 || len(book.Notes) != 500 || book.Notes[0] != "unknown: line 0" {
		t.Errorf("%d unknown, %d notes", book.Unknown, len(book.Notes))
	}
}
