package desk_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"krapao/backend/server/servertest"
)

// queuePage is a page of the queue as the console reads it.
type queuePage struct {
	Items []servertest.QueueItem
	Next  string
}

func readPage(c *servertest.Client, query url.Values) (p queuePage) {
	c.Call("GET", "/api/operator/items?"+query.Encode(), nil).Want(http.StatusOK).Into(&p)
	return p
}

// readAllPages returns the items of all pages in their order, and the number of pages.
func readAllPages(t *testing.T, c *servertest.Client, query url.Values) (keys []string, pages int) {
	t.Helper()
	for {
		p := readPage(c, query)
		pages++
		for _, i := range p.Items {
			keys = append(keys, i.Kind+" "+i.ID)
		}
		if p.Next == "" {
			return keys, pages
		}
		if len(p.Items) == 0 || pages > 100 {
			t.Fatalf("page %d has %d items and a cursor for another page", pages, len(p.Items))
		}
		query.Set("cursor", p.Next)
	}
}

// insertDifferences inserts n differences, in pairs with the same time.
func insertDifferences(h *servertest.Environment, n int, member any) {
	h.Exec(`insert into difference (id, company, reference, reason, said, amount, ours, currency, at, member_id, found_at, checked_at)
		select gen_random_uuid(), 'PAYOUT', gen_random_uuid()::text, 'NOT_OURS', 'PAID', 100, 0, 'BAHT', timestamptz '2026-01-01', $2::bigint,
			timestamptz '2026-01-01' + n / 2 * interval '1 microsecond', timestamptz '2026-01-01' from generate_series(1, $1::int) n`, n, member)
}

// spec D8.1
func TestQueue_MoreThanOnePage_HasEachItemOnceInOneOrder(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	insertDifferences(h, 250, nil)
	h.Exec(`insert into money_return (id, way, reference, sender, amount, currency, reason, hold_id, created_at)
		select gen_random_uuid(), 'bank', n::text, 'x', 100, 'BAHT', 'LATE', -n, timestamptz '2026-01-01' + n * interval '1 microsecond' from generate_series(1, 20) n`)
	propose(h.AddOperator("cashier"), actionPath(m, "adjust"), map[string]any{"amount": 5, "why": "x"})

	whole, _ := readAllPages(t, cashier, url.Values{"limit": {"200"}})
	small, pages := readAllPages(t, cashier, url.Values{"limit": {"7"}})
	ofKind, _ := readAllPages(t, cashier, url.Values{"limit": {"3"}, "kind": {"RETURN"}})

	if len(whole) != 270 || !slices.Equal(whole, small) || pages != 39 {
		t.Errorf("%d of 270 items in pages of 200; %d in pages of 7, %d pages", len(whole), len(small), pages)
	}
	if distinct := slices.Compact(slices.Sorted(slices.Values(small))); len(distinct) != 270 {
		t.Errorf("%d distinct items", len(distinct))
	}
	if len(ofKind) != 20 {
		t.Errorf("%d of 20 returns", len(ofKind))
	}
}

// spec D8.6b
func TestQueue_ProposalBehindManyDifferences_IsInASeparateList(t *testing.T) {
	h := servertest.New(t)
	m, first, second := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("admin")
	insertDifferences(h, 250, nil)
	proposed := map[string]bool{}
	for n := range 5 {
		proposed[propose(first, actionPath(m, "adjust"), map[string]any{"amount": n + 1, "why": "x"}).Proposal] = true
	}

	keys, pages := readAllPages(t, second, url.Values{"kind": {"PROPOSAL"}, "limit": {"2"}})
	mixed, _ := readAllPages(t, second, url.Values{"limit": {"200"}})

	if len(keys) != 5 || pages != 3 {
		t.Errorf("%d proposals in %d pages", len(keys), pages)
	}
	for _, i := range second.Queue("PROPOSAL") {
		if !proposed[i.ID] {
			t.Errorf("%s was not proposed", i.ID)
		}
	}
	if len(mixed) != 250 {
		t.Errorf("%d items in the queue, some are proposals", len(mixed))
	}
}

// Proposals of the other role come first, but must not fill the pages of the cashier.
func TestQueue_ProposalsOfAnotherRole_HideNoCashierProposal(t *testing.T) {
	h := servertest.New(t)
	m, first, cashier := h.AddMember(), h.AddOperator("admin"), h.AddOperator("cashier")
	p := propose(first, actionPath(m, "adjust"), map[string]any{"amount": 1, "why": "x"})
	h.Exec(`insert into proposal (id, kind, what, why, proposed_by, proposed_at)
		select gen_random_uuid(), 'SETTING', '{}', 'x', proposed_by, proposed_at - interval '1 day' from proposal, generate_series(1, 30) where id = $1`, p.Proposal)

	page := readPage(cashier, url.Values{"kind": {"PROPOSAL"}, "limit": {"10"}})

	if len(page.Items) != 1 || page.Items[0].ID != p.Proposal || page.Next != "" {
		t.Errorf("%+v", page)
	}
}

func TestQueue_FilterByMember_ListsOnlyThatMembersItems(t *testing.T) {
	h := servertest.New(t)
	m, other, cashier := h.AddMember(), h.AddMember(), h.AddOperator("cashier")
	insertDifferences(h, 20, nil)
	insertDifferences(h, 3, m.ID())
	insertDifferences(h, 4, other.ID())
	propose(h.AddOperator("cashier"), actionPath(m, "adjust"), map[string]any{"amount": 1, "why": "x"})

	theirs, _ := readAllPages(t, cashier, url.Values{"member": {m.PublicID()}, "limit": {"2"}})
	proposals, _ := readAllPages(t, cashier, url.Values{"member": {m.PublicID()}, "kind": {"PROPOSAL"}})
	others, _ := readAllPages(t, cashier, url.Values{"member": {other.PublicID()}, "kind": {"PROPOSAL"}})

	if len(theirs) != 3 || len(proposals) != 1 || len(others) != 0 {
		t.Errorf("%d differences and %d proposals of the member, %d of the other", len(theirs), len(proposals), len(others))
	}
	cashier.Call("GET", "/api/operator/items?member=NOBODY99", nil).WantCode(http.StatusNotFound, "NO_DATA")
}

func TestQueue_BadKindOrCursor_IsRefused(t *testing.T) {
	h := servertest.New(t)
	cashier := h.AddOperator("cashier")

	for _, kind := range []string{"NOTHING", "MEMBER"} {
		cashier.Call("GET", "/api/operator/items?kind="+kind, nil).WantCode(http.StatusNotFound, "NO_DATA")
	}
	for _, cursor := range []string{"x", "1.SLIP", "-1.SLIP.x", "9999999999999999999.SLIP.x", "253402300800000000.SLIP.x", fmt.Sprint(1<<62, ".A.b"), "1.A.%00"} {
		cashier.Call("GET", "/api/operator/items?cursor="+cursor, nil).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
	cashier.Call("GET", "/api/operator/items?limit=201", nil).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	if p := readPage(cashier, url.Values{"cursor": {"1.SLIP.'; drop table member; --"}}); len(p.Items) != 0 {
		t.Errorf("%+v", p)
	}
}
