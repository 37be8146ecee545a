package server_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/backend/server"
	"krapao/backend/server/servertest"
	"krapao/backend/wallet/reconcile"
)

// reportSums returns a comparison's numbers of compared payments, differences and unknown payments, and all its
// notes.
func reportSums(found server.Reconciled) (items, differences, unknown int, text string) {
	for _, b := range found.Reports {
		items, differences, unknown = items+b.Payments, differences+b.Differences, unknown+b.Unknown
		text += strings.Join(b.Notes, "\n") + "\n"
	}
	return items, differences, unknown, text
}

func reportOf(t *testing.T, found server.Reconciled, provider string) *reconcile.Report {
	t.Helper()
	for _, b := range found.Reports {
		if b.Provider == provider {
			return b
		}
	}
	t.Fatalf("no report of %s", provider)
	return nil
}

// spec D9.2
func TestReconcile_PaymentInOneRecordOnly_IsReported(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Transfer(servertest.Transfer{Amount: 300, Feed: true})
	code := m.MakeQR("WW", 200)
	h.PayQR(code.ID, 0)
	h.WaitUntil("both credits", func() bool { return m.Balance() == "500.00" })
	m.Withdraw("", 100).Want(http.StatusOK)
	agreed := h.RunComparison()
	m.Transfer(servertest.Transfer{Amount: 77, Feed: true, FromAccountNo: "5550001112", FromName: "PRANEE DEEJAI"})
	h.WaitUntil("a transfer of nobody", func() bool { return h.Count("select count(*) from bank_feed where state = 'UNMATCHED'") == 1 })
	h.Exec("update qr_order set paid_amount = paid_amount + 100")
	h.Exec("update withdrawal set id = gen_random_uuid()")

	found := h.RunComparison()
	again := h.RunComparison()

	for _, b := range agreed.Reports {
		if len(b.Notes) > 0 || b.OurSum != b.TheirSum || !b.IsComplete() {
			t.Errorf("%s: %+v", b.Provider, b)
		}
	}
	if items, differences, _, _ := reportSums(agreed); items != 3 || differences != 0 {
		t.Errorf("%d payments, %d differences in records that agree", items, differences)
	}
	_, differences, unknown, text := reportSums(found)
	for _, want := range []string{"77.00, which is not credited", "AMOUNT: 201.00 here, the provider says PAID 200.00", "LOST: 0.00 here, the provider says PAID 100.00", "NOT_THERE: 100.00 here, the provider says NOTHING"} {
		if !strings.Contains(text, want) {
			t.Errorf("no note contains %q", want)
		}
	}
	if differences != 4 || unknown != 0 {
		t.Errorf("%d differences, %d unknown:\n%s", differences, unknown, text)
	}
	if _, second, _, _ := reportSums(again); second != 4 || h.Count("select count(*) from difference") != 3 {
		t.Errorf("a second comparison: %d differences, %d items", second, h.Count("select count(*) from difference"))
	}
}

// TestReconcile_OneQueryFails_ComparesTheOthers makes the provider fail in its list, then in a query, and
// then completely.
func TestReconcile_OneQueryFails_ComparesTheOthers(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Deposit(1000)
	for range 4 {
		m.Withdraw("", 100).Want(http.StatusOK)
	}

	h.Fault("payout:list", "http500", "", 1, 0)
	once := h.RunComparison()
	h.Fault("payout:list", "garbage", "", 3, 0)
	h.Fault("payout:query", "http500", "", 1, 0)
	asked := h.RunComparison()
	h.Fault("payout:list", "error", "NO", 9, 0)
	h.Fault("payout:query", "error", "NO", 9, 0)
	none := h.RunComparison()
	h.Control("DELETE", "/faults", nil, nil)
	after := h.RunComparison()

	if b := reportOf(t, once, reconcile.Payouts); b.Payments != 4 || b.Unknown != 0 || b.OurSum != b.TheirSum {
		t.Errorf("a page that fails once: %+v", b)
	}
	if b := reportOf(t, asked, reconcile.Payouts); b.Payments != 3 || b.Unknown != 2 || b.Differences != 0 {
		t.Errorf("no list, and one query without a response: %+v", b)
	}
	if b := reportOf(t, none, reconcile.Payouts); b.Payments != 0 || b.Unknown != 5 || b.Differences != 0 {
		t.Errorf("no response at all: %+v", b)
	}
	if b := reportOf(t, none, reconcile.Bank); b.Payments != 1 || b.Unknown != 0 {
		t.Errorf("another provider: %+v", b)
	}
	if b := reportOf(t, after, reconcile.Payouts); b.Payments != 4 || !b.IsComplete() {
		t.Errorf("after all: %+v", b)
	}
}

func TestReconcile_ProviderWithoutAList_IsNamed(t *testing.T) {
	h := servertest.New(t, servertest.WithoutLists)
	m := h.AddMember()
	m.Transfer(servertest.Transfer{Amount: 300, Feed: true})
	h.WaitUntil("the credit", func() bool { return m.Balance() == "300.00" })

	found := h.RunComparison()

	for _, provider := range []string{reconcile.Bank, reconcile.Gifts} {
		if b := reportOf(t, found, provider); b.NoList == "" || b.Unknown != 0 || b.IsComplete() {
			t.Errorf("%+v", b)
		}
	}
	if b := reportOf(t, found, reconcile.Bank); !strings.Contains(strings.Join(b.Notes, "\n"), "1 transfers of 300.00") {
		t.Errorf("%v", b.Notes)
	}
}
