package identity_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// newSender returns a function that requests a code for the phone from a given address.
func newSender(h *servertest.Environment, phone string) func(address string) servertest.Response {
	return func(address string) servertest.Response {
		return h.Guest().With("X-Forwarded-For", address).Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone})
	}
}

// spec 8.10b, 8.10c, D2.12
func TestOTPLimit_OneCaller_GetsOneCodeAMinuteAndFiveAnHour(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	send := newSender(h, "0897778889")
	const me = "203.0.113.7"
	send(me).Want(http.StatusOK)
	send(me).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
	h.Clock.Advance(50 * time.Second)
	send(me).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
	h.Clock.Advance(11 * time.Second)
	send(me).Want(http.StatusOK)
	for range 3 {
		h.Clock.Advance(61 * time.Second)
		send(me).Want(http.StatusOK)
	}
	h.Clock.Advance(61 * time.Second)
	send(me).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	h.Clock.Advance(50 * time.Minute)
	send(me).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	h.Clock.Advance(11 * time.Minute)
	send(me).Want(http.StatusOK)
}

// spec D2.12
func TestOTPLimit_StrangersRequests_DoNotBlockTheOwner(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	send := newSender(h, "0897778890")
	for range 5 {
		send("198.51.100.1").Want(http.StatusOK)
		send("203.0.113.8").Want(http.StatusOK) // the owner, in the same minute
		h.Clock.Advance(61 * time.Second)
	}
	send("198.51.100.1").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	send("203.0.113.9").Want(http.StatusOK)
}

// spec D2.13
func TestOTPLimit_AllCallersOfOnePhone_GetTwentyCodesAnHourAndFortyADay(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	m := h.AddMember()
	device := h.LoggedInBrowser(m)
	send := newSender(h, m.Phone)
	sendFromOwnDevice := func() servertest.Response {
		return device.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": m.Phone, "purpose": "reset"})
	}
	for hour := range 2 {
		for i := range 20 {
			send(fmt.Sprintf("198.51.100.%d", hour*20+i)).Want(http.StatusOK)
		}
		send("203.0.113.1").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
		sendFromOwnDevice().Want(http.StatusOK) // the member's own device has its own limit
		h.Clock.Advance(61 * time.Minute)
	}

	got := send("203.0.113.2").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")

	if got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	// The member's own device has limits, too.
	sendFromOwnDevice().Want(http.StatusOK)
	sendFromOwnDevice().WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
	for range 4 {
		h.Clock.Advance(61 * time.Second)
		sendFromOwnDevice().Want(http.StatusOK)
	}
	h.Clock.Advance(61 * time.Second)
	sendFromOwnDevice().WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
}

// spec D2.33
func TestOTPLimit_AddressAboveAHundredAnHour_KnownDeviceStillGetsACode(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	device := h.LoggedInBrowser(m)
	send := func(c *servertest.Client, phone string) servertest.Response {
		return c.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone, "purpose": "reset"})
	}
	for i := range 100 {
		send(h.Guest(), fmt.Sprintf("0870%06d", i)).Want(http.StatusOK)
	}

	send(h.Guest(), "0870999999").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	forged := h.Browser()
	forged.SetCookie("__Host-krapao_device", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	send(forged, m.Phone).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	send(device, "0870999999").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT") // another's phone
	send(device, m.Phone).Want(http.StatusOK)
}
