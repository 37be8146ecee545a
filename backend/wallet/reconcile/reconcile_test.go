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

// house is a service whose clock the test sets.
type house struct {
	*reconcile.Service
	t   *testing.T
	now time.Time
}

var noon = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

func newHouse(t *testing.T) *house {
	h := &house{t: t, now: noon}
	h.Service = &reconcile.Service{Pool: pgtest.New(t), Clock: func() time.Time { return h.now }, Log: slog.New(slog.DiscardHandler)}
	return h
}

// lost is a payout that only the company knows of.
func lost(changes ...func(*reconcile.Item)) reconcile.Item {
	i := reconcile.Item{Reference: "r1", Reason: reconcile.Lost, Said: reconcile.Paid, Amount: money.Baht(100), Currency: "BAHT", At: noon.Add(-time.Hour)}
	for _, change := range changes {
		change(&i)
	}
	return i
}

// walk finds some differences in a company's book.
func (h *house) walk(company string, found ...reconcile.Item) *reconcile.Book {
	h.t.Helper()
	book := h.Begin(noon.Add(-24*time.Hour)).Book(company, "title")
	for _, i := range found {
		book.Item(h.t.Context(), i)
	}
	return book
}

// waiting answers the items that wait for a cashier.
func (h *house) waiting() []staff.Item {
	h.t.Helper()
	items, err := h.Kind(staff.Act{Name: "attribute"}).List(h.t.Context(), h.Pool, staff.Page{Most: 100})
	if err != nil {
		h.t.Fatal(err)
	}
	return items
}

// only answers the one item that waits.
func (h *house) only() uuid.UUID {
	h.t.Helper()
	items := h.waiting()
	if len(items) != 1 {
		h.t.Fatalf("%d items wait", len(items))
	}
	return uuid.MustParse(items[0].ID)
}

func (h *house) tx(do func(context.Context, pgx.Tx) error) error {
	return pg.InTx(h.t.Context(), h.Pool, func(tx pgx.Tx) error { return do(h.t.Context(), tx) })
}

func statusOf(err error) int {
	if refusal, ok := errors.AsType[*apperr.Error](err); ok {
		return refusal.Status
	}
	return 0
}

func (h *house) closeItem(id uuid.UUID, note string) error {
	return h.tx(func(ctx context.Context, tx pgx.Tx) error {
		_, err := h.CloseTx(ctx, tx, id, note, 7)
		return err
	})
}

func TestADifferenceIsOneItemHoweverOftenItIsFound(t *testing.T) {
	h := newHouse(t)

	first := h.walk(reconcile.Payouts, lost())
	again := h.walk(reconcile.Payouts, lost(func(i *reconcile.Item) { i.Said = reconcile.Pending }), lost(func(i *reconcile.Item) { i.Reason = reconcile.Amount }))

	if first.Differences != 1 || again.Differences != 2 || !again.Whole() || len(again.Notes) != 2 {
		t.Errorf("%+v, then %+v", first, again)
	}
	if items := h.waiting(); len(items) != 2 {
		t.Errorf("%d items wait", len(items))
	}
}

func TestAnEntryThatMakesNoSenseIsCountedAndKeptByNobody(t *testing.T) {
	h := newHouse(t)
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
		book := h.walk(name, lost(c.change))

		if book.Whole() != c.kept || (book.Differences == 1) != c.kept || (book.Unknown == 1) == c.kept {
			t.Errorf("%s: %+v", name, book)
		}
	}
}

func TestACashierEndsAnItemWithAReasonAndNoWalkOpensItAgain(t *testing.T) {
	h := newHouse(t)
	h.walk(reconcile.Payouts, lost())
	id := h.only()

	for name, note := range map[string]string{"none": " \n", "a long one": strings.Repeat("ก", 501)} {
		if err := h.closeItem(id, note); apperr.CodeOf(err) != apperr.InvalidUserInfo {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := h.closeItem(id, strings.Repeat("ก", 500)); err != nil {
		t.Error(err)
	}
	if err := h.closeItem(id, "twice"); apperr.CodeOf(err) != apperr.NoData || statusOf(err) != http.StatusNotFound {
		t.Errorf("twice: %v", err)
	}
	if err := h.closeItem(uuid.New(), "nothing"); apperr.CodeOf(err) != apperr.NoData {
		t.Errorf("nothing: %v", err)
	}
	again := h.walk(reconcile.Payouts, lost())

	if again.Settled != 1 || again.Differences != 0 || again.Ours != 0 || len(h.waiting()) != 0 {
		t.Errorf("found again: %+v", again)
	}
}

func TestWhatTheCompanyHasNotEndedNoPersonEnds(t *testing.T) {
	for said, may := range map[string]bool{reconcile.Pending: false, reconcile.Review: false, reconcile.Failed: true, reconcile.Nothing: true, reconcile.Paid: true} {
		h := newHouse(t)
		h.walk(reconcile.Gifts, lost(func(i *reconcile.Item) { i.Said = said }))

		err := h.closeItem(h.only(), "seen")

		if may != (err == nil) || !may && statusOf(err) != http.StatusConflict {
			t.Errorf("%s: %v", said, err)
		}
	}
}

func TestWhatTwoPeopleAttributedStandsInOurBookOfTheNextWalk(t *testing.T) {
	for _, c := range []struct {
		reason string
		ours   money.Satang
	}{{reconcile.FailedHere, money.Baht(100)}, {reconcile.NotThere, -money.Baht(30)}, {reconcile.Lost, 0}} {
		h := newHouse(t)
		found := lost(func(i *reconcile.Item) { i.Reason, i.Ours = c.reason, money.Baht(30) })
		h.walk(reconcile.Payouts, found)
		id := h.only()
		err := h.tx(func(ctx context.Context, tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "set local session_replication_role = replica"); err != nil { // no member is needed here
				return err
			}
			return h.AttributedTx(ctx, tx, id, 1, 7, "theirs")
		})
		if err != nil {
			t.Fatal(err)
		}

		again := h.walk(reconcile.Payouts, found)

		if again.Settled != 1 || again.Differences != 0 || again.Ours != c.ours {
			t.Errorf("%s: %+v", c.reason, again)
		}
	}
}

func TestAWalkEndsWhatItDoesNotFindAnyMoreAndTheNextOpensItAgain(t *testing.T) {
	h := newHouse(t)
	h.walk(reconcile.Payouts, lost())
	h.walk(reconcile.Gifts, lost())
	h.now = noon.Add(time.Hour)

	blind := h.walk(reconcile.Payouts)
	blind.Heard(provider.ErrNoList)
	blind.Close(t.Context())
	if n := len(h.waiting()); n != 2 {
		t.Errorf("after a walk that saw nothing %d wait", n)
	}
	h.walk(reconcile.Payouts).Close(t.Context())
	h.only()

	if book := h.walk(reconcile.Payouts, lost()); book.Differences != 1 || len(h.waiting()) != 2 {
		t.Errorf("found again: %+v", book)
	}
}

func TestABookIsWholeOnlyWhereTheCompanyToldAllOfIt(t *testing.T) {
	h := newHouse(t)
	for _, c := range []struct {
		err            error
		whole, isBlind bool
	}{{nil, true, false}, {provider.ErrNoList, false, true}, {provider.ErrDown, false, false}} {
		book := h.walk(reconcile.Payouts)

		book.Heard(c.err)

		if book.Whole() != c.whole || (book.Blind != "") != c.isBlind || (book.Unknown == 1) != (!c.whole && !c.isBlind) {
			t.Errorf("%v: %+v", c.err, book)
		}
	}
}

func TestNotesEndWherePeopleStopReading(t *testing.T) {
	book := newHouse(t).walk(reconcile.Payouts)

	for i := range 600 {
		book.Lost(2, "line %d", i)
	}

	if book.Unknown != 1200 || len(book.Notes) != 500 || book.Notes[0] != "unknown: line 0" {
		t.Errorf("%d unknown, %d notes", book.Unknown, len(book.Notes))
	}
}
