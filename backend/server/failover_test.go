package server_test

import (
	"bytes"
	"flag"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/provider/payout"
	"krapao/backend/server/servertest"
	"krapao/backend/wallet/reconcile"
)

// takeBackup returns a backup of the server's current database.
func takeBackup(t *testing.T, h *servertest.Environment) *bytes.Buffer {
	t.Helper()
	var taken bytes.Buffer
	if _, err := h.Backup(t.Context(), &taken); err != nil {
		t.Fatal(err)
	}
	return &taken
}

// createGiftLink creates a voucher in the sandbox, and returns its link.
func createGiftLink(h *servertest.Environment, amount float64) string {
	var voucher struct{ Link string }
	h.Control("POST", "/truemoney/vouchers", map[string]any{"amount": amount}, &voucher)
	return voucher.Link
}

// checkExplained checks for each provider that the open items explain the whole difference to our ledger.
func checkExplained(t *testing.T, h *servertest.Environment, reports []*reconcile.Report) {
	t.Helper()
	for _, b := range reports {
		items := servertest.Value[int64](h, `select coalesce(sum(amount - ours), 0) from difference where company = $1 and done_at is null`, b.Provider)
		if b.TheirSum-b.OurSum != money.Satang(items) {
			t.Errorf("%s: the provider moved %s, our ledger has %s, and the items explain %s", b.Provider, b.TheirSum, b.OurSum, money.Satang(items))
		}
	}
}

// TestFailover_LostTransactions_AreBookedOrItemsAndPayoutsWait restores an old backup. All payments that
// providers made since then must be booked or be an item, and no payout may be sent before.
// spec 8.15i
func TestFailover_LostTransactions_AreBookedOrItemsAndPayoutsWait(t *testing.T) {
	h := servertest.New(t)
	m, other, third := h.AddMember(), h.AddMember(), h.AddMember()
	for _, c := range []*servertest.Client{m, other} {
		c.Deposit(1000)
	}
	code := third.MakeQR("ZPAY", 500) // no bank has reported an account of the third member, so a cashier must approve
	h.PayQR(code.ID, 0)
	h.WaitUntil("the third's money", func() bool { return third.Balance() == "500.00" })
	m.Withdraw("", 200).Want(http.StatusOK)
	asked := third.Withdraw("", 150).Want(http.StatusAccepted).Cash().Statement
	open := other.MakeQR("WW", 100)
	cashiers := []*servertest.Client{h.AddOperator("cashier"), h.AddOperator("cashier")}
	backup := takeBackup(t, h)

	m.Withdraw("", 300).Want(http.StatusOK)
	cashiers[0].Call("POST", "/api/operator/items/WITHDRAWAL/"+asked.ID.String()+"/approve", nil).Want(http.StatusOK)
	h.WaitUntil("the third's payout", func() bool { return third.PaidOut() == money.Baht(150) })
	h.PayQR(open.ID, 0)
	for i, gateway := range []string{"KBANK", "PAYTIMZ", "PAYONEX", "WW"} {
		h.PayQR(other.MakeQR(gateway, float64(110+i)).ID, 0)
	}
	other.Call("POST", "/api/wallet/truelink", map[string]any{"link": createGiftLink(h, 55)}).Want(http.StatusOK)
	other.Transfer(servertest.Transfer{Amount: 77, Feed: true})
	m.Transfer(servertest.Transfer{Amount: 33, FromAccountNo: "5550001112", FromName: "PRANEE DEEJAI"})
	h.WaitUntil("all outcomes", func() bool { return h.Count("select count(*) from statement_line where status = 'PENDING'") == 0 })
	before := h.Payouts()
	after := h.StartRestored(backup)
	m, other, third = m.At(after), other.At(after), third.At(after)
	for i := range cashiers {
		cashiers[i] = cashiers[i].At(after)
	}

	// No payout is sent. A payout that may have been sent is not returned to the wallet.
	waiting := m.Withdraw("", 100).Want(http.StatusAccepted).Cash().Statement
	cashiers[0].Call("POST", "/api/operator/items/WITHDRAWAL/"+asked.ID.String()+"/reject", map[string]any{"note": "no"}).Want(http.StatusOK)
	after.RunDelayedJobs()
	early := after.RunComparison()
	if early.Resumed || early.PausedBecause == "" {
		t.Errorf("payouts resumed before a lost call can have ended: %+v", early)
	}
	after.Clock.Advance(2 * time.Minute)
	found := after.RunComparison()
	after.WaitUntil("the reported transfers matched", func() bool {
		return after.Count("select count(*) from bank_feed where state = 'NEW'") == 0
	})

	_, differences, unknown, text := reportSums(found)
	if unknown != 0 || !found.Resumed || found.PausedBecause != "" {
		t.Errorf("%d unknown, resumed %t (%s)\n%s", unknown, found.Resumed, found.PausedBecause, text)
	}
	for _, b := range found.Reports {
		if b.Provider != reconcile.Bank { // the bank reports again, and a job matches the reports
			checkExplained(t, after, []*reconcile.Report{b})
		}
	}
	kinds := map[string]int{}
	for _, kind := range []string{"DIFFERENCE", "UNMATCHED"} {
		kinds[kind] = len(cashiers[0].Queue(kind))
	}
	if kinds["DIFFERENCE"] != 5 || kinds["UNMATCHED"] != 1 || len(cashiers[0].Queue("RESTORED")) != 1 { // four codes, a gift; a transfer of nobody; a payout
		t.Errorf("%d differences:\n%s\n%v", differences, text, kinds)
	}
	if got := third.Line(asked.ID); got.Status != "SUCCESS" {
		t.Errorf("a withdrawal that was sent after the backup is %s", got.Status)
	}
	if got := other.Balance(); got != "1177.00" { // the other member's transfer of 77 and code of 100 are booked
		t.Errorf("the other member has %s", got)
	}
	third.Balance()
	items := after.Count("select count(*) from difference")
	second := after.RunComparison()
	if after.Count("select count(*) from difference") != items {
		t.Error("a second comparison created more items")
	}
	checkExplained(t, after, second.Reports[1:])

	attributeAll(t, after, cashiers, other)

	// Once the lost payout has a member, the waiting withdrawal is sent, and only once.
	after.Clock.Advance(time.Hour)
	after.RunComparison()
	after.WaitUntil("the lost payout settled", func() bool {
		after.RunDelayedJobs()
		return after.Count("select count(*) from withdrawal where restored_at is not null and done_at is null") == 0
	})
	after.RunDelayedJobs()
	after.WaitUntil("the waiting withdrawal paid", func() bool { return m.Line(waiting.ID).Status == "SUCCESS" })
	if now := after.Payouts(); len(now) != len(before)+1 {
		t.Errorf("%d payouts before, %d after", len(before), len(now))
	}
	last := after.RunComparison()
	if _, differences, _, text := reportSums(last); differences != 1 { // the transfer that belongs to no member
		t.Errorf("after all: %d differences\n%s", differences, text)
	}
	for _, b := range last.Reports {
		if b.Provider != reconcile.Bank && b.OurSum != b.TheirSum {
			t.Errorf("%s: %s here, %s there", b.Provider, b.OurSum, b.TheirSum)
		}
	}
	after.CheckInvariants()
}

// attributeAll makes two operators attribute each difference to the member.
func attributeAll(t *testing.T, h *servertest.Environment, cashiers []*servertest.Client, m *servertest.Client) {
	t.Helper()
	for _, item := range cashiers[0].Queue("DIFFERENCE") {
		path := "/api/operator/items/DIFFERENCE/" + item.ID
		var p struct{ Proposal string }
		cashiers[0].Call("POST", path+"/attribute", map[string]any{"memberId": m.PublicID(), "why": "the account is theirs"}).Want(http.StatusCreated).Into(&p)
		cashiers[0].Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
		cashiers[1].Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)
		cashiers[1].Call("POST", path+"/close", map[string]any{"note": "too late"}).WantCode(http.StatusNotFound, "NO_DATA")
	}
}

// TestFailover_FailedPayoutThatWasPaid_IsBookedByTwoOperators: a cashier marks a payout as failed,
// although the provider has paid it.
func TestFailover_FailedPayoutThatWasPaid_IsBookedByTwoOperators(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	m := h.AddMember()
	m.Deposit(1000)
	h.Fault("payout:create", "timeout_after_commit", "", 1, 1)
	h.Fault("payout:query", "http500", "", 1000, 0)
	line := m.Withdraw("", 400).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("the withdrawal sent", func() bool {
		return h.Count("select count(*) from withdrawal where state = 'SENDING'") == 1 && len(h.Payouts()) == 1
	})
	h.Clock.Advance(31 * time.Minute)
	one, two := h.AddOperator("cashier"), h.AddOperator("cashier")
	one.Call("POST", "/api/operator/items/PAYOUT/"+line.ID.String()+"/fail", nil).Want(http.StatusOK)
	h.Control("DELETE", "/faults", nil, nil)

	h.RunComparison()
	waiting := one.Queue("DIFFERENCE")
	if len(waiting) != 1 || waiting[0].Reason != "FAILED_HERE" || waiting[0].Member.ID != m.PublicID() {
		t.Fatalf("%+v", waiting)
	}
	path := "/api/operator/items/DIFFERENCE/" + waiting[0].ID
	one.Call("POST", path+"/attribute", map[string]any{"memberId": h.AddMember().PublicID(), "why": "wrong"}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	one.Call("POST", path+"/close", map[string]any{"note": " "}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	var p, twice struct{ Proposal string }
	body := map[string]any{"memberId": m.PublicID(), "why": "the bank says that it is there"}
	one.Call("POST", path+"/attribute", body).Want(http.StatusCreated).Into(&p)
	one.Call("POST", path+"/attribute", body).Want(http.StatusCreated).Into(&twice)
	two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)
	two.Call("POST", "/api/operator/items/PROPOSAL/"+twice.Proposal+"/approve", nil).WantCode(http.StatusNotFound, "NO_DATA")

	again := h.RunComparison()
	if b := reportOf(t, again, reconcile.Payouts); b.Differences != 0 || b.EndedBefore != 1 || b.OurSum != b.TheirSum {
		t.Errorf("%+v", b)
	}
	if m.Balance() != "600.00" || len(h.Payouts()) != 1 {
		t.Errorf("%s, %v", m.Balance(), h.Payouts())
	}
	h.CheckInvariants()
}

// spec 8.15i
func TestPayoutPause_BegunByAPromotion_IsEndedByTwoOperators(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	m := h.AddMember()
	m.Deposit(1000)
	one, two := h.AddOperator("cashier"), h.AddOperator("admin")
	one.Call("POST", "/api/operator/items/PAYOUTS/wait/release", map[string]any{"why": "nothing waits"}).WantCode(http.StatusNotFound, "NO_DATA")
	epoch := servertest.Value[string](h, "select epoch from sync_epoch")

	h.Exec("update sync_epoch set timeline = timeline - 1") // as a promoted standby sees it
	line := m.Withdraw("", 100).Want(http.StatusAccepted).Cash().Statement
	if err := h.FollowDatabase(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := h.FollowDatabase(t.Context()); err != nil {
		t.Fatal(err)
	}
	if next := servertest.Value[string](h, "select epoch from sync_epoch"); next == epoch {
		t.Error("the epoch is the old one")
	}
	if wait := one.Queue("PAYOUTS"); len(wait) != 1 || wait[0].Reason != "PROMOTED" {
		t.Errorf("the console's queue is %+v", wait)
	}
	var p, stale struct{ Proposal string }
	one.Call("POST", "/api/operator/items/PAYOUTS/wait/release", map[string]any{"why": "looked by hand"}).Want(http.StatusCreated).Into(&p)
	one.Call("POST", "/api/operator/items/PAYOUTS/wait/release", map[string]any{"why": "looked by hand"}).Want(http.StatusCreated).Into(&stale)
	one.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	h.RunDelayedJobs()
	h.WaitUntil("the job of the withdrawal delayed", func() bool {
		return h.Count("select count(*) from river_job where kind = 'pay_out' and state = 'scheduled'") == 1
	})
	if n := len(h.Payouts()); n != 0 || m.Line(line.ID).Status != "PENDING" {
		t.Errorf("%d payouts during the pause", n)
	}
	two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)
	two.Call("POST", "/api/operator/items/PROPOSAL/"+stale.Proposal+"/approve", nil).WantCode(http.StatusConflict, "NO_DATA")
	h.RunDelayedJobs()
	h.WaitUntil("the withdrawal paid", func() bool { return m.Line(line.ID).Status == "SUCCESS" })

	if n := len(h.Payouts()); n != 1 {
		t.Errorf("%d payouts", n)
	}
}

// payoutCount is how many payouts are compared. The default is more than a page.
var payoutCount = flag.Int("payouts", 1200, "how many payouts are compared")

func TestReconcile_ThousandsOfPayouts_AreComparedInPages(t *testing.T) {
	const lost = 7
	h := servertest.New(t)
	makePayouts(t, h, *payoutCount)
	h.Exec("delete from withdrawal where id in (select id from withdrawal order by id limit $1)", lost)
	h.Fault("payout:query", "error", "NO", 1, 0) // single queries would fail, so the comparison must use the list
	began := time.Now()

	found := h.RunComparison()

	t.Logf("%d payouts in %s", *payoutCount, time.Since(began))
	b := reportOf(t, found, reconcile.Payouts)
	if b.Payments != *payoutCount || b.Differences != lost || !b.IsComplete() || b.TheirSum-b.OurSum != money.Baht(lost) || h.FaultsLeft() != 1 {
		t.Errorf("%+v", b)
	}
}

// makePayouts makes payouts of 1 baht at the provider and inserts them into our database.
func makePayouts(t *testing.T, h *servertest.Environment, count int) {
	t.Helper()
	client := payout.New(payout.Config{BaseURL: h.SandboxURL + "/payout", Key: "sandbox-key"})
	ids := make([]uuid.UUID, count)
	var busy sync.WaitGroup
	for part := range slices.Chunk(ids, (count+7)/8) {
		busy.Go(func() {
			for i := range part {
				part[i] = uuid.New()
				status, err := client.Create(t.Context(), payout.Order{
					Reference: part[i].String(), Bank: "006", AccountNo: "9876544821", Name: "SOMCHAI JAIDEE", Amount: money.Baht(1), Currency: "THB",
				})
				if err != nil || status.Outcome != payout.Paid {
					t.Errorf("%+v, %v", status, err)
					return
				}
			}
		})
	}
	busy.Wait()
	m := h.AddMember()
	h.Exec(`insert into withdrawal (id, member_id, amount, currency, hold_id, bank_code, bank_number, account_no, account_name, state, created_at, sends, sent_at, heard_at, transfer_id, done_at)
		select id, $2, 100, 'BAHT', n, 'KTB', '006', '9876544821', 'SOMCHAI JAIDEE', 'PAID', now(), 1, now(), now(), n, now()
		from unnest($1::uuid[]) with ordinality as t (id, n)`, ids, m.ID())
}
