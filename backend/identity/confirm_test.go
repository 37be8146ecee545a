package identity_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// moveMoney makes a money command that is refused for its amount once the
// session may move money.
func moveMoney(m *servertest.Client) servertest.Answer {
	return m.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": 0.01})
}

func TestAfterAHalfHoursRestMoneyWaitsForThePassword(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	moveMoney(m).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	h.Clock.Advance(31 * time.Minute)

	moveMoney(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")

	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK) // nothing else is held up
	moveMoney(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	m.Call("POST", "/api/account/confirm", map[string]any{"password": "guess"}).WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
	moveMoney(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	if got := m.Call("POST", "/api/account/confirm", map[string]any{"password": m.Password}).Want(http.StatusOK); string(got.Body) != "{}\n" && string(got.Body) != "{}" {
		t.Errorf("confirmed with %s", got.Body)
	}
	moveMoney(m).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
}

func TestAnyCallThatComesBackFromARestMarksTheSession(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	other := h.Visitor()
	other.Token = h.Login(m.Phone, m.Password)
	h.Clock.Advance(31 * time.Minute)
	m.Call("GET", "/api/sync", nil).Want(http.StatusOK)
	h.Clock.Advance(2 * time.Minute)

	moveMoney(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")

	// The password speaks for the session that it is given in, and a busy one
	// is never asked.
	m.Call("POST", "/api/account/confirm", map[string]any{"password": m.Password}).Want(http.StatusOK)
	moveMoney(other).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	for range 3 {
		h.Clock.Advance(25 * time.Minute)
		moveMoney(m).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
}

func TestConfirmingIsGuessedTenTimesAtMost(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	other := h.Visitor()
	other.Token = h.Login(m.Phone, m.Password)
	for i := range 10 {
		guesser := m
		if i%2 == 0 {
			guesser = other
		}
		guesser.Call("POST", "/api/account/confirm", map[string]any{"password": "guess"}).WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
	}

	m.Call("POST", "/api/account/confirm", map[string]any{"password": m.Password}).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")

	h.Clock.Advance(16 * time.Minute)
	m.Call("POST", "/api/account/confirm", map[string]any{"password": m.Password}).Want(http.StatusOK)
}
