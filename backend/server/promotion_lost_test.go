package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/qr"
	"krapao/backend/server/servertest"
)

// declareLost declares, as an operator, that the changes of the last three hours are lost.
func declareLost(t *testing.T, h *servertest.Environment) {
	t.Helper()
	if err := h.PauseAfterLoss(t.Context(), h.Clock.Now().Add(-3*time.Hour)); err != nil {
		t.Fatal(err)
	}
}

type wheelSetup struct {
	Result struct{ Fairness struct{ Commitment string } }
}

const clientSeed = "000102030405060708090a0b0c0d0e0f"

// TestPauseAfterLoss_LostSpins_PausesRewardsAndEndsSeeds: our ledger may have lost spins whose seed the
// member has seen.
func TestPauseAfterLoss_LostSpins_PausesRewardsAndEndsSeeds(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(3)
	readSetup := func() (s wheelSetup) {
		m.Call("GET", "/api/spinwheel/setup", nil).Want(http.StatusOK).Into(&s)
		return s
	}
	before := readSetup()

	declareLost(t, h)

	m.Call("POST", "/api/spinwheel/spin", map[string]any{}).Want(http.StatusServiceUnavailable)
	m.Call("POST", "/api/bonus/activate/FIRST", nil).Want(http.StatusServiceUnavailable)
	h.Clock.Advance(2 * time.Minute)
	h.RunComparison()
	after := readSetup()
	m.Call("POST", "/api/spinwheel/spin", map[string]any{"clientSeed": clientSeed, "commitment": before.Result.Fairness.Commitment}).WantCode(http.StatusConflict, "SEED_CHANGED")
	m.Call("POST", "/api/spinwheel/spin", map[string]any{"clientSeed": clientSeed, "commitment": after.Result.Fairness.Commitment}).Want(http.StatusOK)
}

// TestSlipUpload_TransferInLostPeriod_IsNotRefusedAsTooOld uploads a slip that our ledger may have had before the
// loss.
func TestSlipUpload_TransferInLostPeriod_IsNotRefusedAsTooOld(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	lost := m.Transfer(servertest.Transfer{Amount: 70, At: h.Clock.Now().Add(-2 * time.Hour)})
	older := m.Transfer(servertest.Transfer{Amount: 80, At: h.Clock.Now().Add(-4 * time.Hour)})
	declareLost(t, h)

	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(lost.Slip.JPG)).Want(http.StatusAccepted)
	h.WaitUntil("the slip to wait for a cashier", func() bool { return m.Slip(id).Review })
	old := m.SubmitSlip(older)

	if queue := h.AddOperator("cashier").Queue("SLIP"); len(queue) != 1 || queue[0].Reason != "WENT_BACK" {
		t.Errorf("the console's queue is %+v", queue)
	}
	if old.Note != "EXPIRED_SLIP" {
		t.Errorf("the slip from before the loss is %+v", old)
	}
}

// TestQROrder_RepeatAfterLoss_ReturnsSameCode requests a lost QR code again with the same key.
// spec D3.91
func TestQROrder_RepeatAfterLoss_ReturnsSameCode(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	requestQR := func(m *servertest.Client) (made qr.QR) {
		m.With("Idempotency-Key", "one-tap").Call("POST", "/api/qrcode/WW", map[string]any{"amount": 100}).Want(http.StatusOK).Into(&made)
		return made
	}
	backup := takeBackup(t, h)
	first := requestQR(m)

	restored := h.StartRestored(backup)
	again := requestQR(m.At(restored))

	if again.ID != first.ID || len(restored.QROrders()) != 1 {
		t.Errorf("%s, then %s: %d codes at the gateway", first.ID, again.ID, len(restored.QROrders()))
	}
}
