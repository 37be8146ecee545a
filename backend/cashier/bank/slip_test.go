package bank_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/slipread"
	"krapao/backend/server/servertest"
)

// spec 1.5, 1.6a, 3.26a, 3.27, 7.29a, 8.15l, D9.3b, D9.3c
func TestSlip_Valid_IsCreditedOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()

	slip := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500.25}))

	if slip.Status != "SUCCESS" || slip.Amount.String() != "500.25" || m.Balance() != "500.25" {
		t.Fatalf("slip %+v, balance %s", slip, m.Balance())
	}
	var history struct {
		Total      int
		Statements []struct{ StatementType, Status, From, To string }
	}
	m.Call("POST", "/api/statement", map[string]int{"page": 1}).Want(http.StatusOK).Into(&history)
	if history.Total != 1 || history.Statements[0].StatementType != "deposit" || !strings.HasPrefix(history.Statements[0].From, "KTB xxx") {
		t.Errorf("history %+v", history)
	}
	h.CheckInvariants()
}

// spec P2.8, P2.9
func TestSlip_ValidAtEachVerifier_IsCredited(t *testing.T) {
	t.Parallel()
	for _, provider := range []string{"slipok", "easyslip", "scb"} {
		h := servertest.New(t, servertest.Verifier(provider))
		m := h.AddMember()
		if slip := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100})); slip.Status != "SUCCESS" {
			t.Errorf("%s: %+v", provider, slip)
		}
	}
}

// TestSlip_BreaksARule_FailsWithThatRulesNote breaks each rule in turn.
// spec 4.23a, 4.23b, 4.23c, 4.23f, 4.23g, 4.23h, 8.18a, 8.18b, 8.18c, 8.19, 8.20, 8.23a, 8.23b, 8.23c, 9.20, D3.8a
// spec D3.8b, P2.13, P8.11
func TestSlip_BreaksARule_FailsWithThatRulesNote(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	used := m.Transfer(servertest.Transfer{Amount: 100})
	m.SubmitSlip(used)
	balance := m.Balance()
	transfer := func(change servertest.Transfer) []byte {
		change.Amount = 100
		return m.Picture(m.Transfer(change).Slip.JPG)
	}
	// The time is relative to the upload, since the cases before it may take minutes.
	dated := func(ago time.Duration) []byte {
		return transfer(servertest.Transfer{At: h.Clock.Now().Add(-ago)})
	}
	for name, tc := range map[string]struct {
		picture  func() []byte
		captured time.Duration // ago; 0 for none
		note     string
	}{
		"a damaged picture":           {func() []byte { return transfer(servertest.Transfer{})[:4000] }, 0, "UPLOADED_FILE_NOT_EXIST"},
		"a tiny picture":              {func() []byte { return whitePicture(8, 8) }, 0, "IMG_SIZE_UNABLE_TO_PROCESS"},
		"no QR":                       {func() []byte { return m.Forge(map[string]any{"kind": "none"}) }, 0, "CANNOT_READ_CROPPED_IMAGE"},
		"a payment QR":                {func() []byte { return m.Forge(map[string]any{"kind": "payment"}) }, 0, "INVALID_SLIP"},
		"into a stranger's account":   {func() []byte { return transfer(servertest.Transfer{ToAccountNo: "1112223399"}) }, 0, "DEST_ACC_INVALID"},
		"into another bank's account": {func() []byte { return transfer(servertest.Transfer{ToBank: "BAY"}) }, 0, "DEST_ACC_INVALID"},
		"from a stranger's account":   {func() []byte { return transfer(servertest.Transfer{FromAccountNo: "1234567890"}) }, 0, "NOT_MATCH"},
		"from another bank":           {func() []byte { return transfer(servertest.Transfer{FromBank: "SCB"}) }, 0, "NOT_MATCH"},
		"from another name":           {func() []byte { return transfer(servertest.Transfer{FromName: "SOMSAK JAIDEE"}) }, 0, "NOT_MATCH"},
		"another member's slip":       {func() []byte { return m.Picture(other.Transfer(servertest.Transfer{Amount: 100}).Slip.JPG) }, 0, "NOT_MATCH"},
		"61 minutes old":              {func() []byte { return dated(61 * time.Minute) }, 0, "EXPIRED_SLIP"},
		"from the future":             {func() []byte { return dated(-10 * time.Minute) }, 0, "EXPIRED_SLIP"},
		"picked too late":             {func() []byte { return dated(3 * time.Hour) }, time.Hour, "EXPIRED_SLIP"},
		"picked two days ago":         {func() []byte { return dated(48 * time.Hour) }, 47*time.Hour + 30*time.Minute, "EXPIRED_SLIP"},
		"credited before":             {func() []byte { return m.Picture(used.Slip.PNG) }, 0, "SLIP_REFNO_DUPLICATED"},
		// If several rules are broken, the first in the order of the rules decides the note.
		"a stranger's, into a stranger's account, old": {func() []byte {
			return transfer(servertest.Transfer{ToAccountNo: "1112223399", FromAccountNo: "1234567890", At: h.Clock.Now().Add(-2 * time.Hour)})
		}, 0, "DEST_ACC_INVALID"},
		"a stranger's, old": {func() []byte {
			return transfer(servertest.Transfer{FromAccountNo: "1234567890", At: h.Clock.Now().Add(-2 * time.Hour)})
		}, 0, "NOT_MATCH"},
	} {
		id := uuid.New()
		var captured time.Time
		if tc.captured > 0 {
			captured = h.Clock.Now().Add(-tc.captured)
		}
		m.Upload(id, captured, tc.picture()).Want(http.StatusAccepted)
		if slip := m.WaitSlip(id); slip.Status != "FAILED" || slip.Note != tc.note {
			t.Errorf("%s: %s %s, want %s", name, slip.Status, slip.Note, tc.note)
		}
	}
	h.Clock.Advance(2 * time.Hour)
	old := uuid.New()
	m.Upload(old, time.Time{}, m.Picture(used.Slip.PNG)).Want(http.StatusAccepted)
	if slip := m.WaitSlip(old); slip.Note != "EXPIRED_SLIP" {
		t.Errorf("old, and credited before: %s", slip.Note)
	}
	if m.Balance() != balance {
		t.Errorf("the balance changed from %s to %s", balance, m.Balance())
	}
	h.CheckInvariants()
}

// spec P2.5
func TestUpload_WithTextOfTheQRFromTheClient_IgnoresTheText(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	good, err := slipread.Search(t.Context(), m.Picture(made.Slip.JPG))
	if err != nil {
		t.Fatal(err)
	}
	id := uuid.New()

	m.Form("/api/wallet/slip", [][2]string{
		{"clientId", id.String()},
		{"text", good[0].Text},
		{"qr", good[0].Text},
		{"bank", good[0].Slip.Bank},
		{"transRef", good[0].Slip.TransRef},
		{"amount", "100"},
	}, "slip.jpg", m.Forge(map[string]any{"kind": "payment"})).Want(http.StatusAccepted)

	if slip := m.WaitSlip(id); slip.Status != "FAILED" || slip.Note != "INVALID_SLIP" {
		t.Errorf("%s %s", slip.Status, slip.Note)
	}
	if got := m.Balance(); got != "0.00" {
		t.Errorf("balance %s", got)
	}
	h.CheckInvariants()
}

// spec 4.23e, 4.23i, 8.22, 8.23d, D3.10
func TestSlip_VerifierRefuses_FailsWithMatchingNote(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	for _, tc := range []struct {
		code  string
		count int
		note  string
	}{{"CAPTCHA", 3, "TRIPPLE_WRONG_CAPTCHA"}, {"", 1, "UNKNOW_ERROR"}} {
		made := m.Transfer(servertest.Transfer{Amount: 100})
		h.Fault("slip", "error", tc.code, tc.count, 0)
		if slip := m.SubmitSlip(made); slip.Note != tc.note {
			t.Errorf("%q: %+v", tc.code, slip)
		}
	}
	made := m.Transfer(servertest.Transfer{Amount: 100})
	h.Fault("slip", "error", "CAPTCHA", 2, 0)
	if slip := m.SubmitSlip(made); slip.Status != "SUCCESS" {
		t.Errorf("refused twice only: %+v", slip)
	}
}

// spec 4.23d, 8.21, D3.9, P2.16
func TestSlip_UnknownToBank_FailsAfterTenMinutes(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Forge(map[string]any{"kind": "selfmade"})).Want(http.StatusAccepted)
	h.WaitForScheduledCheck()
	early := m.Slip(id)
	h.Clock.Advance(9 * time.Minute)
	h.RunDelayedJobs()
	h.WaitForScheduledCheck()
	later := m.Slip(id)
	h.Clock.Advance(2 * time.Minute)
	h.RunDelayedJobs()

	late := m.WaitSlip(id)

	if early.Status != "PENDING" || later.Status != "PENDING" || late.Note != "UNSTABLE_REFNO_ON_SLIP" {
		t.Fatalf("early %+v, later %+v, late %+v", early, later, late)
	}
}

// spec D3.9
func TestSlip_VerifierDown_DoesNotCountTowardsTenMinutes(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	h.Fault("slip", "http500", "", 1, 0)
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	h.WaitForScheduledCheck()
	h.Clock.Advance(12 * time.Minute)
	h.Fault("slip", "error", "BANK_DELAY", 1, 0)
	h.RunDelayedJobs()
	h.WaitForScheduledCheck()
	h.RunDelayedJobs()

	if after := m.WaitSlip(id); after.Status != "SUCCESS" {
		t.Fatalf("after one BANK_DELAY: %+v", after)
	}
}

// spec D3.19
func TestSlip_VerifierDown_DoesNotFail(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, code := range []string{"http500", "garbage", "QUOTA", "AUTH", "BANK_DOWN"} {
		m := h.AddMember()
		made := m.Transfer(servertest.Transfer{Amount: 100})
		mode := code
		if strings.ToUpper(code) == code {
			mode = "error"
		}
		h.Fault("slip", mode, code, 1, 0)
		id := uuid.New()
		m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
		h.WaitForScheduledCheck()
		meanwhile := m.Slip(id)
		h.RunDelayedJobs()
		if after := m.WaitSlip(id); meanwhile.Status != "PENDING" || after.Status != "SUCCESS" {
			t.Errorf("%s: meanwhile %s, then %s %s", code, meanwhile.Status, after.Status, after.Note)
		}
	}
}

func TestUpload_MoreThan100PerHour_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	first := uuid.New()
	m.Upload(first, time.Time{}, whitePicture(8, 8)).Want(http.StatusAccepted)
	for i := range 99 {
		m.Upload(uuid.New(), time.Time{}, whitePicture(9+i, 8)).Want(http.StatusAccepted)
	}

	m.Upload(uuid.New(), time.Time{}, whitePicture(8, 9)).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	m.Upload(first, time.Time{}, whitePicture(8, 8)).Want(http.StatusAccepted)
	for range 99 { // a repeat's file costs as much as a new one's
		m.Upload(first, time.Time{}, whitePicture(8, 8)).Want(http.StatusAccepted)
	}
	m.Upload(first, time.Time{}, whitePicture(8, 8)).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
}

// spec D3.17, D3.76
func TestSlip_UploadedFirstByStranger_IsCreditedToOwner(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	owner, stranger := h.AddMember(), h.AddMember()
	made := owner.Transfer(servertest.Transfer{Amount: 700})

	stolen := stranger.SubmitSlip(made)
	own := owner.SubmitSlip(made)

	if stolen.Note != "NOT_MATCH" || own.Status != "SUCCESS" || owner.Balance() != "700.00" || stranger.Balance() != "0.00" {
		t.Fatalf("stolen %+v, own %+v", stolen, own)
	}
	h.CheckInvariants()
}

// spec D3.16, P2.18
func TestSlip_OneTransferUploadedConcurrently_IsCreditedOnce(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 50})
	jpg, png := m.Picture(made.Slip.JPG), m.Picture(made.Slip.PNG)
	ids := make([]uuid.UUID, 12)

	var wg sync.WaitGroup
	for i := range ids {
		ids[i] = uuid.New()
		picture := append([]byte{}, jpg...)
		if i%2 == 1 {
			picture = append([]byte{}, png...)
		}
		picture = append(picture, byte(i)) // other bytes, the same picture
		wg.Go(func() { m.Upload(ids[i], time.Time{}, picture).Want(http.StatusAccepted) })
	}
	wg.Wait()

	credited := 0
	for _, id := range ids {
		if slip := m.WaitSlip(id); slip.Status == "SUCCESS" {
			credited++
		} else if slip.Note != "SLIP_REFNO_DUPLICATED" {
			t.Errorf("%+v", slip)
		}
	}
	if credited != 1 || m.Balance() != "50.00" {
		t.Errorf("credited %d times, balance %s", credited, m.Balance())
	}
	h.CheckInvariants()
}
