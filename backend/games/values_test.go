package games_test

import (
	"net/http"
	"testing"

	"krapao/backend/games"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec 7.18
func TestRefresh_EveryProvider_ReturnsItsCurrentBalance(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000))
	for slot, stake := range map[string]int{"circus": 30, "joker2": 45} {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
		transferMoney(m, "WALLET", slot, 100).Want(http.StatusOK)
		h.Control("POST", "/games/"+slot+"/play", map[string]any{"username": fetchCredentials(m, slot).Username, "bet": stake, "payout": 0}, nil)
	}
	before := slotsOf(m)

	var refreshed struct{ Slots []games.Slot }
	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK).Into(&refreshed)

	if before["circus"].Amount != money.Baht(100) || before["joker2"].Amount != money.Baht(100) {
		t.Errorf("before: %s and %s", before["circus"].Amount, before["joker2"].Amount)
	}
	after := map[string]money.Satang{}
	for _, s := range refreshed.Slots {
		after[s.Code] = s.Amount
	}
	if after["circus"] != money.Baht(70) || after["joker2"] != money.Baht(55) || slotsOf(m)["circus"].Amount != money.Baht(70) {
		t.Errorf("after: %s and %s", after["circus"], after["joker2"])
	}
}

// spec 3.10, 7.19, 7.20, 7.21
func TestGetRoutes_ActivateAndResetPassword_Work(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()

	var opened struct{ Slot games.Slot }
	m.Call("GET", "/api/wallet/activate/circus", nil).Want(http.StatusOK).Into(&opened)
	first := fetchCredentials(m, "circus")
	var second games.Credentials
	m.Call("GET", "/api/wallet/resetpassword/circus", nil).Want(http.StatusOK).Into(&second)

	if opened.Slot.Code != "circus" || !opened.Slot.IsActive || !slotsOf(m)["circus"].IsActive {
		t.Errorf("opened: %+v", opened.Slot)
	}
	if first.Username == "" || second.Username != first.Username || second.Password == "" || second.Password == first.Password {
		t.Errorf("%+v, then %+v", first, second)
	}
	if now := fetchCredentials(m, "circus"); now.Password != second.Password {
		t.Errorf("shown as %+v after %+v", now, second)
	}
	h.Control("GET", "/games/circus/accounts/"+second.Username, nil, nil)
}
