package withdrawal_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"krapao/backend/platform/config"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/wallet/reconcile"
)

// fakeProvider is a payout provider like the sandbox's, but with the test's own list of two pages.
type fakeProvider struct {
	*httptest.Server
	sandbox     atomic.Pointer[url.URL]
	pages       [2][]map[string]any
	cursorLoops bool
}

func newFakeProvider(t *testing.T) (*servertest.Environment, *fakeProvider) {
	t.Helper()
	l := &fakeProvider{}
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(l.sandbox.Load()) }}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/payouts" {
			pass.ServeHTTP(w, r)
			return
		}
		page, next := l.pages[0], "second"
		if r.URL.Query().Get("cursor") != "" {
			page = l.pages[1]
			if !l.cursorLoops {
				next = ""
			}
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"payouts": append([]map[string]any{}, page...), "next": next})
	}))
	t.Cleanup(l.Close)
	h := servertest.New(t, func(c *config.Config) { c.PayoutURL = l.URL })
	sandbox, err := url.Parse(h.SandboxURL + "/payout")
	if err != nil {
		t.Fatal(err)
	}
	l.sandbox.Store(sandbox)
	return h, l
}

// comparePayouts returns the comparison with the payout provider over the last day.
func comparePayouts(t *testing.T, h *servertest.Environment) *reconcile.Report {
	t.Helper()
	found := h.RunComparison()
	i := slices.IndexFunc(found.Reports, func(b *reconcile.Report) bool { return b.Provider == reconcile.Payouts })
	return found.Reports[i]
}

// ownAccount is a placeholder for the member's own account in an entry.
const ownAccount = "usual"

// listEntry returns the list's entry for a payout of 400 baht. changes are pairs of a field's name and value.
func listEntry(id fmt.Stringer, status string, changes ...any) map[string]any {
	e := map[string]any{
		"reference": id.String(), "toBank": "006", "toAccountNo": ownAccount, "toName": "SOMCHAI JAIDEE", "amount": 400, "currency": "THB", "status": status,
		"at": time.Now().UTC().Truncate(time.Second).Format(time.RFC3339),
	}
	for i := 0; i < len(changes); i += 2 {
		e[changes[i].(string)] = changes[i+1]
	}
	return e
}

// TestReconcile_ListHasWrongContent_SettlesNothing sends a payout. The provider does not respond to queries
// about it, and its list has the payout with wrong content.
func TestReconcile_ListHasWrongContent_SettlesNothing(t *testing.T) {
	t.Parallel()
	type list = [2][]map[string]any
	for name, c := range map[string]struct {
		list        func(id fmt.Stringer) list
		cursorLoops bool
		state       string
		reason      string
		unknown     int
	}{
		"it was paid": {
			func(id fmt.Stringer) list { return list{{listEntry(id, "SUCCESS")}} }, false, "PAID", "", 0,
		},
		"the entry is repeated": {
			func(id fmt.Stringer) list { e := listEntry(id, "SUCCESS"); return list{{e, e}, {e}} }, false, "PAID", "", 0,
		},
		"it was paid after the first page": {
			func(id fmt.Stringer) list { return list{{listEntry(id, "PENDING")}, {listEntry(id, "SUCCESS")}} }, false, "PAID", "", 0,
		},
		"the cursor returns to the first page": {
			func(id fmt.Stringer) list { return list{{listEntry(id, "SUCCESS")}} }, true, "PAID", "", 1,
		},
		"it failed and was paid": { // and the query returns unknown, too
			func(id fmt.Stringer) list { return list{{listEntry(id, "FAILED")}, {listEntry(id, "SUCCESS")}} }, false, "SENDING", "", 2,
		},
		"it was paid twice": {
			func(id fmt.Stringer) list {
				return list{{listEntry(id, "SUCCESS"), listEntry(id, "SUCCESS", "toAccountNo", "1")}}
			}, false, "SENDING", "", 2,
		},
		"another amount": {
			func(id fmt.Stringer) list { return list{{listEntry(id, "SUCCESS", "amount", 40)}} }, false, "SENDING", "AMOUNT", 0,
		},
		"another account": {
			func(id fmt.Stringer) list { return list{{listEntry(id, "SUCCESS", "toAccountNo", "1112223334")}} }, false, "SENDING", "AMOUNT", 0,
		},
		"another currency": {
			func(id fmt.Stringer) list { return list{{listEntry(id, "SUCCESS", "currency", "LAK")}} }, false, "SENDING", "AMOUNT", 0,
		},
		"an unknown state": {
			func(id fmt.Stringer) list { return list{{listEntry(id, "DONE")}} }, false, "SENDING", "", 2,
		},
		"the list lacks the payout": {
			func(fmt.Stringer) list { return list{} }, false, "SENDING", "", 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, l := newFakeProvider(t)
			h.Withdrawal.Patience = 0
			m := memberWithMoney(h, 1000)
			h.Fault("payout:create", "http500", "", 100, 0)
			h.Fault("payout:query", "http500", "", 100, 0)
			line := m.Withdraw("", 400).Want(http.StatusAccepted).Cash().Statement
			h.WaitUntil("the send", func() bool { return h.Count("select count(*) from withdrawal where state = 'SENDING'") == 1 })
			l.pages, l.cursorLoops = c.list(line.ID), c.cursorLoops
			for _, e := range slices.Concat(l.pages[0], l.pages[1]) {
				if e["toAccountNo"] == ownAccount {
					e["toAccountNo"] = m.AccountNo
				}
			}

			report := comparePayouts(t, h)

			if n := h.Count("select count(*) from withdrawal where state = $1", c.state); n != 1 || report.Unknown != c.unknown || (report.Resolved == 1) != (c.state == "PAID") {
				t.Errorf("%d withdrawals are %s, %+v", n, c.state, report)
			}
			if n := h.Count("select count(*) from difference where reason = $1", c.reason); n != int64(report.Differences) || (n == 1) != (c.reason != "") {
				t.Errorf("%d differences of %q, %+v", n, c.reason, report)
			}
			if m.Balance() != money.Baht(600).String() {
				t.Errorf("the wallet has %s", m.Balance())
			}
			h.CheckInvariants()
		})
	}
}

// TestReconcile_ListOlderThanResponse_FindsNoDifference pays a withdrawal while the list still has PENDING.
// The provider responds to queries at first, and then does not.
func TestReconcile_ListOlderThanResponse_FindsNoDifference(t *testing.T) {
	t.Parallel()
	h, l := newFakeProvider(t)
	m := memberWithMoney(h, 1000)
	line := m.Withdraw("", 400).Want(http.StatusOK).Cash().Statement
	l.pages = [2][]map[string]any{{listEntry(line.ID, "PENDING")}}

	for range 2 {
		if b := comparePayouts(t, h); b.Differences != 0 || b.Resolved != 0 || !b.IsComplete() || b.OurSum != money.Baht(400) {
			t.Errorf("%+v", b)
		}
		h.Fault("payout:query", "http500", "", 1, 0)
	}
}
