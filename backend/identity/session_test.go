package identity_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
)

// spec 7.7, 8.8h, 8.8i, D2.22, D1.35
func TestLogin_UnknownPhoneOrWrongPassword_RespondsTheSame(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	login := func(phone, password string) servertest.Response {
		return h.Guest().Call("POST", "/api/login", map[string]any{"username": phone, "password": password})
	}

	login(m.Phone, "wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("0800000000", "wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("no phone", "wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	if _, err := h.Pool.Exec(t.Context(), `update member set active = false where phone = $1`, m.Phone); err != nil {
		t.Fatal(err)
	}
	login(m.Phone, "wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login(m.Phone, m.Password).WantCode(http.StatusForbidden, "INACTIVE_USER")
	m.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
}

// The app ends a session only after its token was rejected. A call without a token may be one whose
// header was lost on the network, so its error differs.
func TestCall_WithoutToken_ReturnsTokenMissing(t *testing.T) {
	h := servertest.New(t)
	guest, refused := h.Guest(), h.Guest()
	refused.Token = "made-up"

	missing := guest.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	wrong := refused.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")

	if got := missing.Field("token"); got != "MISSING" {
		t.Errorf("without a token: fields.token is %q", got)
	}
	if got := wrong.Field("token"); got != "" {
		t.Errorf("with a refused token: fields.token is %q", got)
	}
}

// spec D2.23a, D2.23b, P8.8
func TestLogin_TenWrongPasswords_BlockTheAddressButNoKnownDevice(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	m, other := h.AddMember(), h.AddMember()
	login := func(c *servertest.Client, password string) servertest.Response {
		return c.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": password})
	}
	device := h.LoggedInBrowser(m)
	for range 10 {
		login(h.Guest(), "guess").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}

	login(h.Guest(), m.Password).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	h.Login(other.Phone, other.Password) // from the same address
	login(device, m.Password).Want(http.StatusOK)
	login(h.Guest().With("X-Forwarded-For", "203.0.113.7"), m.Password).Want(http.StatusOK)
	h.Clock.Advance(14 * time.Minute)
	login(h.Guest(), m.Password).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	h.Clock.Advance(2 * time.Minute)
	login(h.Guest(), m.Password).Want(http.StatusOK)
	for range 10 {
		login(device, "guess").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}
	login(device, m.Password).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT") // only the known browser's own failures block it
	login(h.Guest(), m.Password).Want(http.StatusOK)
}

// spec D2.24
func TestSession_IdleOrTooOld_Ends(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	var remembered struct{ Token string }
	h.Guest().Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password, "rememberMe": true}).Into(&remembered)
	works := func(token string) bool {
		c := h.Guest()
		c.Token = token
		return c.Call("GET", "/api/account/profile", nil).Status == http.StatusOK
	}
	h.Clock.Advance(11 * time.Hour)
	used := works(m.Token)
	h.Clock.Advance(11 * time.Hour)
	stillOpen := works(m.Token)
	h.Clock.Advance(13 * time.Hour)
	idle, long := works(m.Token), works(remembered.Token)
	h.Clock.Advance(28 * 24 * time.Hour)
	last := works(remembered.Token) // last use within the 30 days
	h.Clock.Advance(14 * time.Hour)

	if !used || !stillOpen || idle || !long || !last || works(remembered.Token) {
		t.Fatalf("used %t, kept %t, idle %t, remembered %t, %t, then %t", used, stillOpen, idle, long, last, works(remembered.Token))
	}
}

// spec D2.24
func TestSession_UsedDaily_EndsAfterThirtyDays(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	for range 65 { // 715 hours
		h.Clock.Advance(11 * time.Hour)
		m.Call("GET", "/api/account/profile", nil).Want(http.StatusOK)
	}

	h.Clock.Advance(6 * time.Hour)

	m.Call("GET", "/api/account/profile", nil).WantCode(http.StatusUnauthorized, "invalid-token")
}

// spec D2.24, D2.26
func TestLogout_SeveralSessions_EndsThisOneOnly(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	other := h.Guest()
	other.Token = h.Login(m.Phone, m.Password)

	m.Call("POST", "/api/logout", nil).Want(http.StatusOK)

	m.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	other.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
}

// spec 8.15i
func TestSessions_ListAndEnd_OnlyOwnAndWithThePassword(t *testing.T) {
	h := servertest.New(t)
	m, stranger := h.AddMember(), h.AddMember()
	other := h.Guest()
	other.Token = h.Login(m.Phone, m.Password)
	var list struct {
		Sessions []struct {
			ID      string `json:"_id"`
			Current bool
		}
	}
	m.Call("GET", "/api/account/sessions", nil).Want(http.StatusOK).Into(&list)
	for _, s := range list.Sessions {
		if !s.Current {
			stranger.Call("DELETE", "/api/account/sessions/"+s.ID, stranger.PasswordBody()).WantCode(http.StatusNotFound, "NO_DATA")
			m.Call("DELETE", "/api/account/sessions/"+s.ID, nil).WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
			m.Call("DELETE", "/api/account/sessions/"+s.ID, map[string]string{"password": "not this one"}).WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
			other.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
			m.Call("DELETE", "/api/account/sessions/"+s.ID, m.PasswordBody()).Want(http.StatusOK)
			m.Call("DELETE", "/api/account/sessions/"+s.ID, m.PasswordBody()).Want(http.StatusOK) // its response was lost
		}
	}

	if len(list.Sessions) != 2 {
		t.Errorf("%d sessions", len(list.Sessions))
	}
	other.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
	m.Call("DELETE", "/api/account/sessions/none", nil).WantCode(http.StatusNotFound, "NO_DATA")
}

// spec 1.15b, 7.12, 8.8g, D2.27, 8.9e
func TestChangePassword_OtherSessions_End(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	other := h.Guest()
	other.Token = h.Login(m.Phone, m.Password)
	change := func(old, fresh string) servertest.Response {
		return m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": old, "newPassword": fresh})
	}
	if got := change("wrong", "a new password").WantCode(http.StatusBadRequest, "WRONG_PASSWORD"); got.Field("oldPassword") != "WRONG_PASSWORD" {
		t.Errorf("the field is not named: %s", got.Body)
	}
	for _, bad := range []string{"short", "iloveyou1", "Football!!", m.Phone, "somchaijaidee"} {
		if got := change(m.Password, bad).WantCode(http.StatusBadRequest, "INVALID_USER_INFO"); got.Field("newPassword") == "" {
			t.Errorf("%s: %s", bad, got.Body)
		}
	}

	var done struct{ Success bool }
	change(m.Password, "a new password").Want(http.StatusOK).Into(&done)

	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
	other.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	h.Login(m.Phone, "a new password")
	if !done.Success {
		t.Error("the response has success false")
	}
}

// spec 8.8a, 8.8f, D2.17, D2.28, 8.9e
func TestResetPassword_PhoneProved_SetsIt(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	reset := func(token string) servertest.Response {
		return h.Guest().Call("POST", "/api/account/resetpwd", map[string]string{"otpToken": token, "newPassword": "brand new one"})
	}
	unverified, _ := sendOTP(h, m.Phone, "reset")
	reset("made-up").WantCode(http.StatusBadRequest, "OTP_TOKEN_INVALID")
	reset(unverified.OTPToken).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	h.Clock.Advance(61 * time.Second)
	forRegister := provePhone(h, m.Phone, "register")
	reset(forRegister.OTPToken).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	h.Clock.Advance(61 * time.Second)
	browser := newProvenBrowser(h, m.Phone, "reset") // the browser's proof cookie is not valid here
	browser.Call("POST", "/api/account/resetpwd", map[string]string{"otpToken": "", "newPassword": "brand new one"}).WantCode(http.StatusBadRequest, "OTP_TOKEN_INVALID")
	h.Clock.Advance(61 * time.Second)
	proven := provePhone(h, m.Phone, "reset")

	for _, bad := range []string{"password123", "+66" + m.Phone[1:]} {
		h.Guest().Call("POST", "/api/account/resetpwd", map[string]string{"otpToken": proven.OTPToken, "newPassword": bad}).
			WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}

	reset(proven.OTPToken).Want(http.StatusOK)

	reset(proven.OTPToken).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	m.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	h.Login(m.Phone, "brand new one")
	stranger := provePhone(h, "0899999999", "reset")
	reset(stranger.OTPToken).WantCode(http.StatusNotFound, "NO_USER")
}

// spec 7.7
func TestLogin_RepeatWithSameKey_ReturnsTheSameToken(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	login := func(password string) servertest.Response {
		return h.Guest().With("Idempotency-Key", "login-1").Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": password})
	}
	var first, again struct{ Token string }
	login(m.Password).Want(http.StatusOK).Into(&first)
	login(m.Password).Want(http.StatusOK).Into(&again)

	if first.Token == "" || first.Token != again.Token {
		t.Errorf("first %s, again %s", first.Token, again.Token)
	}
	login("wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
}

func TestLogin_RepeatAfterItsSessionEnded_OpensAnotherSession(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	login := func() string {
		var out struct{ Token string }
		h.Guest().With("Idempotency-Key", "login-1").Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password}).
			Want(http.StatusOK).Into(&out)
		return out.Token
	}
	first := login()
	h.Clock.Advance(13 * time.Hour)

	m.Token = login()

	m.Call("GET", "/api/account/profile", nil).Want(http.StatusOK)
	if m.Token == first {
		t.Error("the token of the ended session was returned again")
	}
}

// spec 8.8h
func TestLogin_PasswordChangedMeanwhile_OpensNoSession(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	login := func() servertest.Response {
		return h.Guest().Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password})
	}

	got := callDuringChange(t, h, login, `update member set password_hash = 'another' where phone = $1`, m.Phone)

	got.WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
}

// spec D2.42
func TestLogin_ByTheMember_DoesNotResetAStrangersCount(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	m := h.AddMember()
	guess := func(i int) servertest.Response {
		address := fmt.Sprintf("203.0.113.%d", i)
		return h.Guest().With("X-Forwarded-For", address).Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": "not the password"})
	}
	for i := range 99 {
		guess(i).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}

	h.Login(m.Phone, m.Password)

	guess(100).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	guess(101).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
}

// callDuringChange starts change in another transaction, which blocks the call after its first checks. It
// then commits the change and returns the call's response.
func callDuringChange(t *testing.T, h *servertest.Environment, call func() servertest.Response, change string, args ...any) servertest.Response {
	t.Helper()
	changing, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = changing.Rollback(context.Background()) }()
	if _, err = changing.Exec(t.Context(), change, args...); err != nil {
		t.Fatal(err)
	}
	response := make(chan servertest.Response, 1)
	go func() { response <- call() }()
	h.WaitUntil("the call waits for the change", func() bool { return pgtest.HasWaiter(t, h.Pool) })
	if err := changing.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return <-response
}

// spec 8.8g
func TestChangePassword_TwoAtOnce_TheSecondIsRefused(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()

	got := callDuringChange(t, h, func() servertest.Response {
		return m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": m.Password, "newPassword": "a new password"})
	}, `update member set password_hash = 'another' where phone = $1`, m.Phone)

	if got.WantCode(http.StatusBadRequest, "WRONG_PASSWORD"); got.Field("oldPassword") != "WRONG_PASSWORD" {
		t.Errorf("the field is not named: %s", got.Body)
	}
	if n := h.Count(`select count(*) from member where phone = $1 and password_hash = 'another'`, m.Phone); n != 1 {
		t.Error("the first change was overwritten")
	}
}
