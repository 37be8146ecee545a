package identity_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// sendMoneyCommand sends a money command that is rejected for its amount if the session may move money.
func sendMoneyCommand(m *servertest.Client) servertest.Response {
	return m.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": 0.01})
}

// spec 8.8b, D3.48, P8.8, 8.8g
func TestConfirm_HalfAnHourIdle_MoneyNeedsThePassword(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	sendMoneyCommand(m).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	h.Clock.Advance(29 * time.Minute)
	sendMoneyCommand(m).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	h.Clock.Advance(30*time.Minute + time.Second)

	sendMoneyCommand(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")

	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK) // only money commands are blocked
	sendMoneyCommand(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	m.Call("POST", "/api/account/confirm", map[string]any{"password": "guess"}).WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
	sendMoneyCommand(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	if got := m.Call("POST", "/api/account/confirm", map[string]any{"password": m.Password}).Want(http.StatusOK); string(got.Body) != "{}\n" && string(got.Body) != "{}" {
		t.Errorf("confirmed with %s", got.Body)
	}
	sendMoneyCommand(m).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
}

func TestConfirm_AnyCallAfterAnIdleHalfHour_MarksTheSession(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	other := h.Guest()
	other.Token = h.Login(m.Phone, m.Password)
	h.Clock.Advance(31 * time.Minute)
	m.Call("GET", "/api/sync", nil).Want(http.StatusOK)
	h.Clock.Advance(2 * time.Minute)

	sendMoneyCommand(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")

	// Typing the password confirms only that session. A session in constant use needs no confirmation.
	m.Call("POST", "/api/account/confirm", map[string]any{"password": m.Password}).Want(http.StatusOK)
	sendMoneyCommand(other).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	for range 3 {
		h.Clock.Advance(25 * time.Minute)
		sendMoneyCommand(m).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
}

func TestConfirm_TenWrongPasswords_EndOnlyThatSession(t *testing.T) {
	h := servertest.New(t)
	owner := h.AddMember()
	thief := h.Guest()
	thief.Token = h.Login(owner.Phone, owner.Password)
	guess := func(i int) servertest.Response {
		switch i % 3 {
		case 0:
			return thief.Call("POST", "/api/account/confirm", map[string]any{"password": "a wrong guess"})
		case 1:
			return thief.Call("PUT", "/api/account/changepwd", map[string]any{"oldPassword": "a wrong guess", "newPassword": "brand new one"})
		default:
			return thief.Call("DELETE", "/api/account/sessions/1", map[string]any{"password": "a wrong guess"})
		}
	}
	for i := range 9 {
		guess(i).WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
	}

	guess(9).WantCode(http.StatusUnauthorized, "invalid-token")

	thief.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	owner.Call("POST", "/api/account/confirm", map[string]any{"password": owner.Password}).Want(http.StatusOK)
}

func TestConfirm_ManyGuessesAtOnce_AreLimitedToTen(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	var finished atomic.Int64

	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			if m.Call("POST", "/api/account/confirm", map[string]any{"password": "a wrong guess"}).Code() == "WRONG_PASSWORD" {
				finished.Add(1)
			}
		})
	}
	wg.Wait()

	if finished.Load() > 9 {
		t.Errorf("%d guesses were checked", finished.Load())
	}
	m.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
}

func TestConfirm_RightPassword_ResetsTheCount(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	confirm := func(password string) servertest.Response {
		return m.Call("POST", "/api/account/confirm", map[string]any{"password": password})
	}
	for range 3 {
		for range 9 {
			confirm("a wrong guess").WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
		}
		confirm(m.Password).Want(http.StatusOK)
	}
}

// spec P8.8
func TestConfirm_AfterIdleTime_MoneyCallsNeedThePasswordAndSlipsAndChatDoNot(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	h.Clock.Advance(31 * time.Minute)
	amount := map[string]any{"amount": 100}
	for _, command := range []struct {
		path string
		body map[string]any
	}{
		{"/api/wallet/withdraw", amount},
		{"/api/wallet/withdrawAll", amount},
		{"/api/wallet/add", amount},
		{"/api/wallet/truelink", map[string]any{"link": "https://gift.truemoney.com/campaign/?v=1"}},
		{"/api/qrcode/KBANK", amount},
		{"/api/qrcode/nobody", amount},
	} {
		m.Call("POST", command.path, command.body).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	}

	for _, free := range [][2]string{{"GET", "/api/qrcode/KBANK"}, {"POST", "/api/wallet/slip"}, {"POST", "/api/chat/send-message"}} {
		if got := m.Call(free[0], free[1], nil); got.Status == http.StatusUnauthorized {
			t.Errorf("%v: got %d %s", free, got.Status, got.Body)
		}
	}
}
