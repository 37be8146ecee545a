package bank_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/config"
	"krapao/backend/server/servertest"
)

// forgeSlip returns a forged slip of a transfer, whose code names another sending bank.
func forgeSlip(m *servertest.Client, made servertest.MadeTransfer, bank string) []byte {
	return m.Forge(map[string]any{"kind": "edited", "transRef": made.TransRef, "bank": bank})
}

// uploadAndReadNote uploads a picture, advances the clock beyond the bank's ten minutes, and returns the
// slip's note.
func uploadAndReadNote(h *servertest.Environment, m *servertest.Client, picture []byte) string {
	id := uuid.New()
	m.Upload(id, time.Time{}, picture).Want(http.StatusAccepted)
	h.WaitForScheduledCheck()
	h.Clock.Advance(11 * time.Minute)
	h.RunDelayedJobs()
	return m.WaitSlip(id).Note
}

// spec P2.15, D3.53
func TestSlip_EditedText_CreditsTheBanksAmount(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 70})
	id := uuid.New()

	m.Upload(id, time.Time{}, m.Forge(map[string]any{"kind": "edited", "transRef": made.TransRef, "amount": 7000})).Want(http.StatusAccepted)

	if slip := m.WaitSlip(id); slip.Status != "SUCCESS" || slip.Amount.String() != "70.00" || m.Balance() != "70.00" {
		t.Errorf("%+v, balance %s", slip, m.Balance())
	}
	h.CheckInvariants()
}

// TestSlip_ReferenceUnderAnotherBank_CreditsAndClaimsNothing uploads a forged slip before and after the
// genuine one. The uploaders are the payer and a member of the bank that the forged code names.
// spec P2.14
func TestSlip_ReferenceUnderAnotherBank_CreditsAndClaimsNothing(t *testing.T) {
	t.Parallel()
	for _, provider := range []string{"slipok", "easyslip", "scb"} {
		h := servertest.New(t, servertest.Verifier(provider))
		payer, other := h.AddMember(), h.AddMember()
		h.Exec(`update member set bank_code = 'SCB' where phone = $1`, other.Phone)
		made := payer.Transfer(servertest.Transfer{Amount: 700})

		before := uploadAndReadNote(h, other, forgeSlip(other, made, "SCB"))
		own := payer.SubmitSlip(made)
		after := uploadAndReadNote(h, payer, forgeSlip(payer, made, "SCB"))
		late := uploadAndReadNote(h, other, forgeSlip(other, made, "SCB"))

		if own.Status != "SUCCESS" || payer.Balance() != "700.00" || other.Balance() != "0.00" {
			t.Errorf("%s: own %+v, the payer has %s, the other %s", provider, own, payer.Balance(), other.Balance())
		}
		for when, note := range map[string]string{"before": before, "after": after, "late": late} {
			if note != "UNSTABLE_REFNO_ON_SLIP" {
				t.Errorf("%s, %s: %s", provider, when, note)
			}
		}
		h.CheckInvariants()
	}
}

// TestSlip_OneReferenceAtTwoBanks_IsTwoTransfers covers two banks that use the same reference. The second
// payer's slip is not refused because of the first one's.
// spec D3.16, P2.14
func TestSlip_OneReferenceAtTwoBanks_IsTwoTransfers(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	first, second := h.AddMember(), h.AddMember()
	h.Exec(`update member set bank_code = 'SCB' where phone = $1`, first.Phone)
	made := first.Transfer(servertest.Transfer{FromBank: "SCB", Amount: 700})
	slip := first.SubmitSlip(made)

	h.ReportExisting(made.TransRef, second.AccountNo, second.AccountName, 300) // by KTB

	if state := h.WaitMatched(made.TransRef); state != "DONE" || slip.Status != "SUCCESS" {
		t.Errorf("the slip is %+v, the bank's report is %s", slip, state)
	}
	if first.Balance() != "700.00" || second.Balance() != "300.00" {
		t.Errorf("%s and %s", first.Balance(), second.Balance())
	}
	h.CheckInvariants()
}

// TestSlip_VerifierIgnoresTheBank_CreditsNothing covers a verifier that searches by the
// reference alone, and leaves out the bank.
// spec P2.14
func TestSlip_VerifierIgnoresTheBank_CreditsNothing(t *testing.T) {
	t.Parallel()
	var sandbox string
	var known atomic.Value // the code of the transfer that the verifier returns from now on
	verifier := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		forwarded, err := http.NewRequestWithContext(r.Context(), r.Method, sandbox+r.URL.Path, r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		forwarded.Header = r.Header.Clone()
		if qr, ignoresBank := known.Load().(string); ignoresBank {
			forwarded.Body = io.NopCloser(strings.NewReader(`{"data":"` + qr + `"}`))
		}
		res, err := http.DefaultClient.Do(forwarded)
		if err != nil {
			http.Error(rw, err.Error(), http.StatusBadGateway)
			return
		}
		defer res.Body.Close()
		var response struct {
			Success bool           `json:"success"`
			Data    map[string]any `json:"data"`
		}
		_ = json.NewDecoder(res.Body).Decode(&response)
		if known.Load() != nil {
			delete(response.Data, "sendingBank")
		}
		_ = json.NewEncoder(rw).Encode(response)
	}))
	defer verifier.Close()
	h := servertest.New(t, func(c *config.Config) { sandbox, c.SlipURL = c.SlipURL, verifier.URL })
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 700})
	m.SubmitSlip(made)

	known.Store(made.QR)
	id := uuid.New()
	m.Upload(id, time.Time{}, forgeSlip(m, made, "SCB")).Want(http.StatusAccepted)
	h.WaitForScheduledCheck()
	h.Clock.Advance(31 * time.Minute)
	h.RunDelayedJobs()

	if slip := m.WaitSlip(id); !slip.Review || slip.Note != "" || m.Balance() != "700.00" {
		t.Errorf("%+v, the member has %s", slip, m.Balance())
	}
	h.CheckInvariants()
}
