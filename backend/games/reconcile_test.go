package games_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

func comparisonOf(t *testing.T, found server.Reconciled, slot string) *reconcile.Report {
	t.Helper()
	i := slices.IndexFunc(found.Reports, func(b *reconcile.Report) bool { return b.Provider == slot })
	if i < 0 {
		t.Fatalf("no report of %s", slot)
	}
	return found.Reports[i]
}

// spec D9.2
func TestReconcile_ProviderHasCallsOtherwise_ReportsEachDifference(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	missing := transferMoney(m, "WALLET", first, 100).Want(http.StatusOK).Cash().Statement
	other := transferMoney(m, "WALLET", first, 200).Want(http.StatusOK).Cash().Statement
	transferMoney(m, first, second, 50).Want(http.StatusOK)
	a.setBehaviour(func() behaviour { return refusesButDoes })
	late := transferMoney(m, first, "WALLET", 30).Want(http.StatusOK).Cash().Statement
	h.Exec("update game_leg set look_at = null where id = $1", late.ID) // past its hour
	agreed := h.RunComparison()
	a.editTransfers(func(known map[string]*ledgerAmount) {
		delete(known, providerIDOf(missing.ID))
		known[providerIDOf(other.ID)].Amount = money.Baht(199)
		known[providerIDOf(late.ID)].hides = false
	})

	found := h.RunComparison()
	again := h.RunComparison()

	if b := comparisonOf(t, agreed, first); b.Payments != 4 || b.Differences != 0 || b.OurSum != b.TheirSum || b.OurSum != money.Baht(250) {
		t.Errorf("before: %+v", b)
	}
	if b := comparisonOf(t, found, second); b.Payments != 1 || b.Differences != 0 || b.OurSum != money.Baht(50) || b.TheirSum != b.OurSum {
		t.Errorf("the other provider: %+v", b)
	}
	for i, compared := range []server.Reconciled{found, again} {
		if b := comparisonOf(t, compared, first); b.Differences != 3 || b.Unknown != 0 || b.OurSum-b.TheirSum != money.Baht(101) {
			t.Errorf("comparison %d: %+v", i+1, b)
		}
	}
	text := strings.Join(comparisonOf(t, found, first).Notes, "\n")
	for _, want := range []string{"NOT_THERE: 100.00 here, the provider says NOTHING", "AMOUNT: 200.00 here, the provider says PAID 199.00", "refused in our ledger, but the provider carried out 30.00"} {
		if !strings.Contains(text, want) {
			t.Errorf("the notes lack %q", want)
		}
	}
	cashier := h.AddOperator("cashier")
	if n, late := len(cashier.Queue("DIFFERENCE")), len(cashier.Queue("GAME_LATE")); n != 2 || late != 1 {
		t.Errorf("%d differences and %d late successes are at the console", n, late)
	}
	h.CheckInvariants()
}

func TestReconcile_CallsWithoutOutcome_EndsThemAndReportsFailedQueries(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	h.Games.Patience = 0
	a.setBehaviour(func() behaviour { return dropsAfter })
	line := transferMoney(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("the send", func() bool { return h.Count(`select count(*) from game_transfer where state = 'UNKNOWN'`) == 1 })
	a.setSilent(func() bool { return true })

	silent := h.RunComparison()
	a.setSilent(func() bool { return false })
	found := h.RunComparison()

	if b := comparisonOf(t, silent, first); b.Unknown != 1 || b.Resolved != 0 {
		t.Errorf("without a response: %+v", b)
	}
	if b := comparisonOf(t, found, first); b.Resolved != 1 || b.Unknown != 0 || b.OurSum != b.TheirSum || m.Line(line.ID).Status != statement.Success {
		t.Errorf("with a response: %+v", b)
	}
	h.CheckInvariants()
}

func TestReconcile_ProviderReportsEndedCallsAsPending_BooksNothingAndReportsTheDoneCall(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	done := transferMoney(m, "WALLET", first, 100).Want(http.StatusOK).Cash().Statement
	a.setBehaviour(func() behaviour { return refusesButDoes })
	refused := transferMoney(m, first, "WALLET", 30).Want(http.StatusOK).Cash().Statement
	a.editTransfers(func(known map[string]*ledgerAmount) {
		for _, id := range []uuid.UUID{done.ID, refused.ID} {
			known[providerIDOf(id)].Status, known[providerIDOf(id)].hides, known[providerIDOf(id)].asked = "PENDING", false, 0
		}
	})

	found := h.RunComparison()

	b := comparisonOf(t, found, first)
	if b.Payments != 2 || b.Differences != 1 || b.Resolved != 0 || !strings.Contains(b.Notes[0], "NOT_THERE: 100.00 here, the provider says PENDING") {
		t.Errorf("%+v", b)
	}
	if n := h.Count("select count(*) from game_late"); n != 0 || m.Balance() != "900.00" {
		t.Errorf("%d late, the wallet has %s", n, m.Balance())
	}
	h.CheckInvariants()
}

// gate is a proxy to the sandbox's provider. While it is shut, it blocks the calls for money, or all calls.
type gate struct {
	*httptest.Server
	sandbox    atomic.Pointer[url.URL]
	shut       atomic.Pointer[chan struct{}]
	waiting    atomic.Int32 // calls that are blocked now
	maxBlocked atomic.Int32 // the maximum number of calls blocked at once
	all        bool         // calls of every kind that a member or their job makes
}

func newGate(t *testing.T) *gate {
	g := &gate{}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(g.sandbox.Load()) }}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if shut := g.shut.Load(); shut != nil && (g.all && r.URL.Path != "/plays" || strings.HasSuffix(r.URL.Path, "/transfers") || strings.HasSuffix(r.URL.Path, "/deposit")) {
			now := g.waiting.Add(1)
			for maxBlocked := g.maxBlocked.Load(); now > maxBlocked && !g.maxBlocked.CompareAndSwap(maxBlocked, now); maxBlocked = g.maxBlocked.Load() {
			}
			select {
			case <-*shut:
			case <-r.Context().Done():
			}
			g.waiting.Add(-1)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(g.Close)
	return g
}

func (g *gate) close() (open func()) {
	shut := make(chan struct{})
	g.shut.Store(&shut)
	return func() { g.shut.Store(nil); close(shut) }
}

// restoredServer returns a server whose database was restored. In the backup one transfer into a game was
// SENT, and two were ASKED, one in and one out. The provider has done all three after the backup.
func restoredServer(t *testing.T, slot string) (after *servertest.Environment, m *servertest.Client, lines []uuid.UUID) {
	t.Helper()
	g := newGate(t)
	h := servertest.New(t, servertest.Game(slot, g.URL))
	provider, err := url.Parse(h.SandboxURL + "/games/" + slot)
	if err != nil {
		t.Fatal(err)
	}
	g.sandbox.Store(provider)
	m = h.AddMember()
	m.CreditWallet(money.Baht(1000))
	m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
	transferMoney(m, "WALLET", slot, 300).Want(http.StatusOK)
	h.Games.Patience = 0
	open := g.close()
	for _, ends := range [][2]string{{"WALLET", slot}, {slot, "WALLET"}, {"WALLET", slot}} {
		lines = append(lines, transferMoney(m, ends[0], ends[1], 50).Want(http.StatusAccepted).Cash().Statement.ID)
		h.WaitUntil("the call", func() bool { return g.waiting.Load() == 1 })
	}
	var backup bytes.Buffer
	if _, err := h.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	if n := h.Count("select count(*) from game_transfer where state = 'ASKED'"); n != 2 {
		t.Fatalf("%d transfers are ASKED", n)
	}
	open()
	h.WaitUntil("all transfers done", func() bool {
		h.RunDelayedJobs()
		return h.Count("select count(*) from game_transfer where state = 'DONE'") == 4
	})
	after = h.StartRestored(&backup)
	after.Games.Patience = 0
	return after, m.At(after), lines
}

// providerRecord returns how often the provider has moved the member's money, and the balance there in satang.
func providerRecord(t *testing.T, h *servertest.Environment, slot string) (transfers int, balance money.Satang) {
	t.Helper()
	username := servertest.Value[string](h, "select username from game_account where slot_code = $1", slot)
	var seen struct {
		Balance   money.Satang
		Transfers []struct{ ID string }
	}
	h.Control("GET", "/games/"+slot+"/accounts/"+username, nil, &seen)
	return len(seen.Transfers), seen.Balance
}

func TestRestore_UnsentCalls_AreQueriedAndSentOnlyAfterTheComparison(t *testing.T) {
	h, m, lines := restoredServer(t, first)

	later := transferMoney(m, "WALLET", first, 10).Want(http.StatusAccepted).Cash().Statement
	for _, id := range append(lines, later.ID) {
		runStep(t, h, id)
	}
	for i, id := range lines {
		if got := m.Line(id).Status; got != statement.Success {
			t.Errorf("transfer %d from before the backup: %s", i+1, got)
		}
	}
	if n, has := providerRecord(t, h, first); n != 4 || has != money.Baht(350) || m.Line(later.ID).Status != statement.Pending {
		t.Errorf("during the pause: the provider moved %d times, and has %s", n, has)
	}
	h.Clock.Advance(2 * time.Minute)
	found := h.RunComparison()
	storeFeedRead(h, first, h.Clock.Now())
	runStep(t, h, later.ID) // compares the balance first
	runStep(t, h, later.ID)

	if n, has := providerRecord(t, h, first); n != 5 || has != money.Baht(360) || !found.Resumed || m.Balance() != "640.00" {
		t.Errorf("after the comparison (%s): the provider moved %d times, and has %s; the wallet %s", found.PausedBecause, n, has, m.Balance())
	}
	h.CheckInvariants()
}

func TestRestore_CallsOfAProviderWithoutIDs_AreLeftToAnOperator(t *testing.T) {
	const slot = "askmebet"
	h, m, lines := restoredServer(t, slot)

	cashier := h.AddOperator("cashier")
	runStep(t, h, lines[0])
	if early := cashier.Queue("GAME_TRANSFER"); len(early) != 0 {
		t.Errorf("while the sender may still receive the response: %+v", early)
	}
	h.Clock.Advance(2 * time.Minute)
	for _, id := range lines {
		runStep(t, h, id)
	}
	found := h.RunComparison()
	waiting := cashier.Queue("GAME_TRANSFER")
	for _, item := range waiting {
		cashier.Call("POST", "/api/operator/items/GAME_TRANSFER/"+item.ID+"/moved", map[string]string{"note": "by their support"}).Want(http.StatusOK)
	}

	if len(waiting) != 3 || comparisonOf(t, found, slot).NoList == "" || !found.Resumed {
		t.Errorf("%d wait for an operator; %+v; resumed %v", len(waiting), comparisonOf(t, found, slot), found.Resumed)
	}
	if n, has := providerRecord(t, h, slot); n != 4 || has != money.Baht(350) || m.Balance() != "650.00" {
		t.Errorf("the provider moved %d times, and has %s; the wallet %s", n, has, m.Balance())
	}
	h.CheckInvariants()
}

func providerIDOf(id uuid.UUID) string { return fmt.Sprintf("%x", id[:]) }

func TestJobs_ProviderHangs_OtherProvidersJobsRun(t *testing.T) {
	g, b := newGate(t), newFakeProvider(t)
	h := servertest.New(t, servertest.Game(first, g.URL), servertest.Game(second, b.URL))
	provider, err := url.Parse(h.SandboxURL + "/games/" + first)
	if err != nil {
		t.Fatal(err)
	}
	g.sandbox.Store(provider)
	g.all = true
	h.Games.Patience = 0
	const stuck = 10 // more than the number of workers
	members := make([]*servertest.Client, stuck)
	for i := range members {
		members[i] = h.AddMember()
		members[i].CreditWallet(money.Baht(100))
		members[i].Call("POST", "/api/wallet/activate/"+first, nil).Want(http.StatusOK)
	}
	m := h.AddMember()
	m.CreditWallet(money.Baht(100))
	m.Call("POST", "/api/wallet/activate/"+second, nil).Want(http.StatusOK)
	b.setBehaviour(func() behaviour { return dropsAfter })

	open := g.close()
	defer open()
	for _, stuck := range members {
		transferMoney(stuck, "WALLET", first, 50).Want(http.StatusAccepted)
	}
	h.WaitUntil("the calls", func() bool { return g.waiting.Load() == stuck })
	h.RunDelayedJobs()
	h.WaitUntil("jobs that hang", func() bool { return g.waiting.Load() >= stuck+2 })
	line := transferMoney(m, "WALLET", second, 50).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("the send", func() bool {
		return h.Count("select count(*) from game_leg where slot_code = $1 and sends = 1", second) == 1
	})
	h.RunDelayedJobs()

	h.WaitUntil("the transfer's job", func() bool { return m.Line(line.ID).Status == statement.Success })
	if maxBlocked := g.maxBlocked.Load(); maxBlocked > stuck+2 { // the members' own calls, and two jobs
		t.Errorf("%d calls hang at one provider", maxBlocked)
	}
}
