package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

func TestReconcileFindsWhatOnlyOneBookHas(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	m.Transfer(servertest.Transfer{Amount: 300, Feed: true})
	code := m.MakeQR("WW", 200)
	h.PayQR(code.ID, 0)
	h.Wait("both credits", func() bool { return m.Balance() == "500.00" })
	m.Withdraw("", 100).Want(http.StatusOK)
	since := h.Clock.Now().Add(-time.Hour)
	agreed, err := h.Reconcile(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
	m.Transfer(servertest.Transfer{Amount: 77, Feed: true, FromAccountNo: "5550001112", FromName: "PRANEE DEEJAI"})
	h.Wait("a transfer of nobody", func() bool { return h.Count("select count(*) from bank_feed where state = 'UNMATCHED'") == 1 })
	h.Exec("update qr_order set paid_amount = paid_amount + 100")
	h.Exec("update withdrawal set id = gen_random_uuid()")

	found, err := h.Reconcile(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
	items := 0
	for _, b := range agreed {
		items += b.Items
		if len(b.Differences) > 0 || b.Ours != b.Theirs {
			t.Errorf("%s: %+v", b.Company, b)
		}
	}
	var differences []string
	for _, b := range found {
		differences = append(differences, b.Differences...)
	}
	text := strings.Join(differences, "\n")
	if items != 3 || len(differences) != 3 || !strings.Contains(text, "77.00, which is not booked") || !strings.Contains(text, "credited 201.00, the gateway says PAID 200.00") || !strings.Contains(text, "PAID here, NOT_FOUND there") {
		t.Errorf("%d items, then\n%s", items, text)
	}
}
