package identity_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

func TestLogin_OnePasswordOnManyPhones_IsBlockedAndStoresFewRows(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	m := h.AddMember()
	device := h.LoggedInBrowser(m)
	withAddress := func(c *servertest.Client, address string) *servertest.Client {
		return c.With("X-Forwarded-For", address)
	}
	login := func(c *servertest.Client, phone, password string) servertest.Response {
		return c.Call("POST", "/api/login", map[string]any{"username": phone, "password": password})
	}
	const attacker = "198.51.100.66"
	for i := range 30 {
		login(withAddress(h.Guest(), attacker), fmt.Sprintf("0850%06d", i), "summer of love").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}

	for i := range 200 {
		got := login(withAddress(h.Guest(), attacker), fmt.Sprintf("0851%06d", i), "summer of love").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
		if got.Header.Get("Retry-After") == "" {
			t.Fatal("no Retry-After")
		}
	}
	for i := range 200 {
		login(withAddress(h.Guest(), attacker), fmt.Sprintf("%d not a phone", i), "summer of love").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}

	login(withAddress(device, attacker), m.Phone, m.Password).Want(http.StatusOK) // the same address, a known device
	login(withAddress(h.Guest(), "203.0.113.1"), m.Phone, m.Password).Want(http.StatusOK)
	if rows := h.Count("select count(*) from rate_counter"); rows > 100 {
		t.Errorf("%d rows", rows)
	}
	h.Clock.Advance(16 * time.Minute)
	login(withAddress(h.Guest(), attacker), m.Phone, m.Password).Want(http.StatusOK)
}

func TestLogin_ManyOfOneAddressMistypeOnce_NobodyIsBlocked(t *testing.T) {
	h := servertest.New(t)
	var members []*servertest.Client
	for range 35 {
		members = append(members, h.AddMember())
	}
	login := func(m *servertest.Client, password string) servertest.Response {
		return h.Guest().Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": password})
	}
	for _, m := range members {
		login(m, "mistyped it").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		login(m, "mistyped again").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")

		login(m, m.Password).Want(http.StatusOK)
	}
}

func TestDevices_ManyLogins_KeepsTheNewest(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	for range 25 {
		h.Clock.Advance(time.Second)
		h.Login(m.Phone, m.Password)
	}

	if stored := h.Count("select count(*) from known_device d join member m on m.id = d.member_id where m.phone = $1", m.Phone); stored != 20 {
		t.Errorf("%d devices", stored)
	}
}
