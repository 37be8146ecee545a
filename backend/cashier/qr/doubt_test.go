package qr_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr"
	"krapao/backend/desk"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/server/servertest"
	"krapao/backend/staff"
)

func TestDoubt_GatewayHoldsPayment_CashierDecides(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, credit := range []bool{true, false} {
		m := h.AddMember()
		made := m.MakeQR("PAYONEX", 100)
		h.Control("POST", "/qr/pay", map[string]any{"qrcodeId": made.ID, "amount": 120, "review": true}, nil)
		h.WaitUntil("the item", func() bool { return len(listDoubtfulItems(t, h)) == 1 })
		d := listDoubtfulItems(t, h)[0]
		if d.Reason != "REVIEW" || *d.Amount != money.Baht(120) || d.Reference != "PAYONEX "+made.ID || m.QR("PAYONEX").HasQR {
			t.Errorf("%+v", d)
		}
		other := money.Baht(500)
		if err := decideOrder(t, h, qr.Decision{ID: uuid.MustParse(d.ID), Cashier: 1, Credit: true, Amount: &other}); err == nil {
			t.Error("another amount than the gateway's was accepted")
		}

		if err := decideOrder(t, h, qr.Decision{ID: uuid.MustParse(d.ID), Cashier: 1, Credit: credit}); err != nil {
			t.Fatal(err)
		}

		if want := map[bool]string{true: "120.00", false: "0.00"}[credit]; m.Balance() != want || len(listDoubtfulItems(t, h)) != 0 {
			t.Errorf("credit %t: balance %s", credit, m.Balance())
		}
		if err := decideOrder(t, h, qr.Decision{ID: uuid.MustParse(d.ID), Cashier: 1, Credit: true}); err == nil {
			t.Error("decided twice")
		}
		h.Control("POST", "/qr/decide", map[string]any{"qrcodeId": made.ID, "status": "PAID"}, nil)
		if !credit { // the gateway repeats its state, so a cashier has to decide again
			h.WaitUntil("the new item", func() bool { return len(listDoubtfulItems(t, h)) == 1 })
			if d := listDoubtfulItems(t, h)[0]; d.Reason != "PAID_AFTER_DROPPED" {
				t.Errorf("%+v", d)
			}
		}
	}
	h.CheckInvariants()
}

func TestDoubt_GatewayReleasesPayment_IsCreditedWithoutCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.MakeQR("ZPAY", 100)
	h.Control("POST", "/qr/pay", map[string]any{"qrcodeId": made.ID, "review": true}, nil)
	h.WaitUntil("the item", func() bool { return len(listDoubtfulItems(t, h)) == 1 })

	h.Control("POST", "/qr/decide", map[string]any{"qrcodeId": made.ID, "status": "PAID"}, nil)

	h.WaitUntil("the credit", func() bool { return m.Balance() == "100.00" && len(listDoubtfulItems(t, h)) == 0 })
	h.CheckInvariants()
}

func TestDoubt_GatewayRefunds_CashierDecidesBeforeAndAfterCredit(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	early, late := h.AddMember(), h.AddMember()
	first, second := early.MakeQR("WW", 100), late.MakeQR("WW", 100)
	h.Fault("qr:callback", "error", "", 1, 0)
	h.PayQR(first.ID, 0)
	h.PayQR(second.ID, 0)
	h.WaitUntil("the second credit", func() bool { return late.Balance() == "100.00" })

	for _, id := range []string{first.ID, second.ID} {
		h.Control("POST", "/qr/decide", map[string]any{"qrcodeId": id, "status": "REFUNDED"}, nil)
	}

	h.WaitUntil("both items", func() bool { return len(listDoubtfulItems(t, h)) == 2 })
	reasons := map[string]string{}
	for _, d := range listDoubtfulItems(t, h) {
		reasons[d.Reference] = d.Reason
		if err := decideOrder(t, h, qr.Decision{ID: uuid.MustParse(d.ID), Cashier: 1}); err != nil {
			t.Error(err)
		}
	}
	if reasons["WW "+first.ID] != "REFUNDED" || reasons["WW "+second.ID] != "REFUNDED_CREDITED" || early.Balance() != "0.00" || late.Balance() != "100.00" {
		t.Errorf("%v, balances %s and %s", reasons, early.Balance(), late.Balance())
	}
	askGateway(t, h, second.ID) // the next response does not undo a decision
	if n := len(listDoubtfulItems(t, h)); n != 0 {
		t.Errorf("%d items are open again", n)
	}
	h.CheckInvariants()
}

// spec P4.2
func TestDoubt_TwoOrdersWithOneName_CashierDecides(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	made, sameName := m.MakeQR("ZPAY", 100), other.MakeQR("ZPAY", 100)
	// The gateway returns for the first order the name of the second, which our database already has.
	h.Exec(`update qr_order set state = 'LOST', provider_id = '', ended_at = now() where reference = $1`, made.ID)
	h.Exec(`update qr_order set provider_id = 'ZPAY' || $1 where reference = $2`, made.ID, sameName.ID)
	h.Fault("qr:callback", "error", "", 1, 0)
	h.PayQR(made.ID, 0)

	askGateway(t, h, made.ID)

	if d := listDoubtfulItems(t, h); len(d) != 1 || d[0].Reason != "NAMED_TWICE" || *d[0].Amount != money.Baht(100) || m.Balance() != "0.00" {
		t.Fatalf("%+v, balance %s", d, m.Balance())
	}
	if err := decideOrder(t, h, qr.Decision{ID: uuid.MustParse(listDoubtfulItems(t, h)[0].ID), Cashier: 1, Credit: true}); err != nil || m.Balance() != "100.00" {
		t.Errorf("%v, balance %s", err, m.Balance())
	}
	if wait := askGateway(t, h, made.ID); wait != 0 || len(listDoubtfulItems(t, h)) != 0 {
		t.Errorf("an item after the decision, asked again in %s", wait)
	}
	h.CheckInvariants()
}

func listDoubtfulItems(t *testing.T, h *servertest.Environment) []staff.Item {
	t.Helper()
	all, _, err := h.Desk.ListQueue(t.Context(), web.Operator{Role: staff.Cashier}, desk.QueueQuery{Kind: "QR", Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func decideOrder(t *testing.T, h *servertest.Environment, d qr.Decision) error {
	t.Helper()
	return pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		_, err := h.Server.QR.DecideTx(t.Context(), tx, d)
		return err
	})
}
