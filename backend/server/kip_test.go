package server_test

import (
	"net/http"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/rewards/bonus"
	"krapao/backend/server/servertest"
)

// spec D5.14
func TestKipBonus_OfAnUnevenDeposit_RoundsDownAndEndsByTheSettingOfKip(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	h.SetAmount("bonusEnd", "BAHT", 100_000)
	for _, c := range []struct {
		end    float64
		failAt money.Satang
	}{{0, 36_000_01}, {40_000, 40_000_00}} { // 5 % of 720,000.39 is 36,000.0195
		h.SetAmount("bonusEnd", "LAK", c.end)
		m := h.AddKipMember()
		m.CreditGift(600_000_33)
		var taken bonus.ActivatedBonus
		m.Call("POST", "/api/bonus/activate/WELCOMELAK", nil).Want(http.StatusOK).Into(&taken)
		// 20 % is 120,000.066. The bonus and the deposit must be played 12 times: 8,640,004.68.
		if taken.Amount != 120_000_06 || taken.FailAt != c.failAt || taken.Needed != 8_640_004_68 || taken.Wallet.Currency != "LAK" || m.Balance() != "720000.39" {
			t.Errorf("%+v; the wallet has %s", taken, m.Balance())
		}
	}
	h.CheckInvariants()
}

func TestKipTransfer_NoWholeStepsOfTheGame_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	m := h.AddKipMember()
	m.CreditGift(50_999_99)
	m.ActivateGame("usunlao") // this slot's provider counts in hundredths of 1,000 kip
	moveKip := func(from, to string, kip float64) servertest.Response {
		return m.Call("POST", "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": kip})
	}
	for _, kip := range []float64{0.01, 9.99, 1000.01, 1005, 50_999.99} {
		moveKip("WALLET", "usunlao", kip).Want(http.StatusBadRequest)
	}

	all := m.Call("POST", "/api/wallet/transferAll", map[string]any{"to": "usunlao"}).Want(http.StatusOK).Cash()
	rest := m.Balance()
	back := moveKip("usunlao", "WALLET", 50_990).Want(http.StatusOK).Cash()

	if all.Statement.Amount != money.Baht(50_990) || rest != "9.99" || back.Wallet.Amount != 50_999_99 {
		t.Errorf("moved %s, %s stayed, then %s", all.Statement.Amount, rest, back.Wallet.Amount)
	}
	h.CheckInvariants()
}

// The limit counts amounts in the member's own currency. The limit of a member with baht is separate.
// spec P8.1
func TestKipDepositLimit_AnotherMemberDepositsBaht_CountsKipOnly(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	kip, baht := h.AddKipMember(), h.AddMember()
	for _, m := range []*servertest.Client{kip, baht} {
		m.Call("PUT", "/api/limits", map[string]any{"day": 500_000}).Want(http.StatusOK)
		m.CreditGift(money.Baht(400_000))
	}

	for _, m := range []*servertest.Client{kip, baht} {
		m.Call("POST", "/api/wallet/add", map[string]any{"amount": 100_000.01}).WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
		m.Call("POST", "/api/wallet/add", map[string]any{"amount": 100_000}).Want(http.StatusOK)
	}
	for m, want := range map[*servertest.Client]string{kip: "LAK", baht: "BAHT"} {
		for _, l := range m.Lines() {
			if l.Currency != want {
				t.Errorf("%+v among lines of %s", l, want)
			}
		}
	}
	h.CheckInvariants()
}
