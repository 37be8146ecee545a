package passkey_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// sendMoneyCommand sends a money command that is rejected for its amount if the session may move money.
func sendMoneyCommand(m *servertest.Client) servertest.Response {
	return m.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": 0.01})
}

func TestPasskeyLogin_ItsMember_GetsASessionLikeByPassword(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	guest := h.Browser()
	credential := phone.signAssertion(loginOptions(h))

	var l struct {
		Token     string
		ExpiresAt time.Time
	}
	guest.Call("POST", "/api/login/passkey", map[string]any{"credential": credential, "rememberMe": true}).Want(http.StatusOK).Into(&l)

	guest.Token = l.Token
	var profile struct{ Profile struct{ Username string } }
	guest.Call("GET", "/api/account/profile", nil).Want(http.StatusOK).Into(&profile)
	if profile.Profile.Username != m.Phone || guest.Cookie("__Host-krapao_device") == "" {
		t.Errorf("signed in as %q, device %q", profile.Profile.Username, guest.Cookie("__Host-krapao_device"))
	}
	if life := l.ExpiresAt.Sub(h.Clock.Now()); life < 29*24*time.Hour {
		t.Errorf("remembered for %s", life)
	}
	if p := list(m)[0]; p.UsedAt == nil {
		t.Error("the time of use is not stored")
	}
}

func TestAddPasskey_WithoutThePassword_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	wrong := map[string]string{"password": "not this one"}
	m.Call("POST", "/api/account/passkeys/begin", wrong).WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
	other := h.Guest()
	other.Token = h.Login(m.Phone, m.Password)
	credential := phone.createCredential(begin(m))

	// Only the session in which the password was typed can add the passkey.
	other.Call("POST", "/api/account/passkeys", map[string]any{"credential": credential}).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
	m.Call("POST", "/api/account/passkeys", map[string]any{"credential": credential, "name": " "}).Want(http.StatusCreated)

	if got := list(m); len(got) != 1 {
		t.Errorf("%d passkeys", len(got))
	}
}

// spec 8.15i
func TestConfirm_ByPasskeyAfterIdleTime_AllowsMoney(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	m.Call("POST", "/api/account/confirm/passkey/begin", nil).WantCode(http.StatusNotFound, "NO_DATA")
	phone.addPasskey(m)
	h.Clock.Advance(31 * time.Minute)
	sendMoneyCommand(m).WantCode(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")

	confirmBy(m, phone.signAssertion(confirmOptions(m))).Want(http.StatusOK)

	sendMoneyCommand(m).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
}

func TestPasskeyProof_OfItsOwnSession_EndsAnotherSession(t *testing.T) {
	h := servertest.New(t)
	m, phone, stranger := h.AddMember(), newAuthenticator(t), h.AddMember()
	phone.addPasskey(m)
	other := h.Guest()
	other.Token = h.Login(m.Phone, m.Password)
	var sessions struct {
		Sessions []struct {
			ID      string `json:"_id"`
			Current bool
		}
	}
	m.Call("GET", "/api/account/sessions", nil).Want(http.StatusOK).Into(&sessions)
	endSession := func(c *servertest.Client, proof string) servertest.Response {
		for _, s := range sessions.Sessions {
			if !s.Current {
				return c.Call("DELETE", "/api/account/sessions/"+s.ID, map[string]any{"proof": proof})
			}
		}
		return servertest.Response{}
	}
	var given struct{ Proof string }
	confirmBy(m, phone.signAssertion(confirmOptions(m))).Want(http.StatusOK).Into(&given)

	endSession(m, "made up").WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
	endSession(stranger, given.Proof).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
	h.Clock.Advance(3 * time.Minute)
	endSession(m, given.Proof).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
	other.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
	confirmBy(m, phone.signAssertion(confirmOptions(m))).Want(http.StatusOK).Into(&given)
	endSession(m, given.Proof).Want(http.StatusOK)

	other.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
}

// spec 8.15i
func TestPasskey_RenameOrRemoveByAnotherMember_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, phone, stranger := h.AddMember(), newAuthenticator(t), h.AddMember()
	p := phone.addPasskey(m)
	path := "/api/account/passkeys/" + p.ID
	stranger.Call("PUT", path, map[string]string{"name": "mine"}).WantCode(http.StatusNotFound, "NO_DATA")
	stranger.Call("DELETE", path, stranger.PasswordBody()).WantCode(http.StatusNotFound, "NO_DATA")
	m.Call("PUT", path, map[string]string{"name": strings.Repeat("ก", 61)}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	m.Call("PUT", path, map[string]string{"name": " โทรศัพท์ของฉัน "}).Want(http.StatusOK)
	named := list(m)[0].Name
	m.Call("DELETE", path, map[string]string{"password": "not this one"}).WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
	remove := m.With("Idempotency-Key", "remove-1")

	remove.Call("DELETE", path, m.PasswordBody()).Want(http.StatusOK)
	remove.Call("DELETE", path, m.PasswordBody()).Want(http.StatusOK) // its response was lost

	if named != "โทรศัพท์ของฉัน" || len(list(m)) != 0 {
		t.Errorf("named %q, %d left", named, len(list(m)))
	}
	m.Call("DELETE", path, m.PasswordBody()).WantCode(http.StatusNotFound, "NO_DATA")
	phone.login(h).WantCode(http.StatusUnauthorized, "PASSKEY_UNKNOWN")
}

func TestAddPasskey_ManyAtOnce_KeepsTenAtMost(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	for range 8 {
		phone.second().addPasskey(m)
	}
	var created []map[string]any
	for range 6 {
		created = append(created, phone.second().createCredential(begin(m)))
	}

	var all sync.WaitGroup
	for _, credential := range created {
		all.Go(func() {
			got := m.Call("POST", "/api/account/passkeys", map[string]any{"credential": credential})
			if got.Status != http.StatusCreated && got.Code() != "PASSKEY_LIMIT" {
				t.Errorf("%d %s", got.Status, got.Body)
			}
		})
	}
	all.Wait()

	if n := len(list(m)); n != 10 {
		t.Errorf("%d passkeys", n)
	}
	m.Call("POST", "/api/account/passkeys/begin", m.PasswordBody()).WantCode(http.StatusConflict, "PASSKEY_LIMIT")
}

func TestAddPasskey_Repeated_AddsOne(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	body := map[string]any{"credential": phone.createCredential(begin(m)), "name": "once"}
	keyed := m.With("Idempotency-Key", "add-1")
	var first, again storedPasskey

	keyed.Call("POST", "/api/account/passkeys", body).Want(http.StatusCreated).Into(&first)
	keyed.Call("POST", "/api/account/passkeys", body).Want(http.StatusCreated).Into(&again)

	if first.ID == "" || first.ID != again.ID || len(list(m)) != 1 {
		t.Errorf("%+v, then %+v, of %d", first, again, len(list(m)))
	}
	m.Call("POST", "/api/account/passkeys", body).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
}

func TestAddPasskey_Added_NotifiesTheMembersDevices(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	subscribe(m)

	phone.addPasskey(m)

	if n := h.Count(`select count(*) from river_job where kind = 'send_push' and args->>'what' = 'passkey.added'`); n != 1 {
		t.Errorf("%d pushes", n)
	}
}

// subscribe subscribes the member's phone to pushes.
func subscribe(m *servertest.Client) {
	m.Call("POST", "/api/push/subscribe", map[string]any{"subscription": map[string]any{
		"endpoint": "https://fcm.googleapis.com/fcm/send/" + m.Phone,
		"keys": map[string]string{
			"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
			"auth":   "BTBZMqHH6r4Tts7J_aSIgg",
		},
	}}).Want(http.StatusOK)
}

// TestNewPassword_MemberHasPasskeys_KeepsAndCountsThem shows that a new password keeps the passkeys.
// Their number in the response reveals a thief's passkey.
func TestNewPassword_MemberHasPasskeys_KeepsAndCountsThem(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	phone.second().addPasskey(m)

	var done struct{ Passkeys int }
	m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": m.Password, "newPassword": "a new password"}).Want(http.StatusOK).Into(&done)

	if done.Passkeys != 2 {
		t.Errorf("the response has %d passkeys", done.Passkeys)
	}
	phone.login(h).Want(http.StatusOK)
}

// spec 8.8i
func TestPasskeyLogin_DeactivatedOrFrozenMember_IsRefusedOrAccepted(t *testing.T) {
	h := servertest.New(t)
	inactive, frozen, coolingOff := h.AddMember(), h.AddMember(), h.AddMember()
	keys := map[*servertest.Client]*authenticator{inactive: newAuthenticator(t), frozen: newAuthenticator(t), coolingOff: newAuthenticator(t)}
	for m, key := range keys {
		key.addPasskey(m)
	}
	h.Exec("update member set active = false where phone = $1", inactive.Phone)
	h.Exec("update member set frozen_until = now() + interval '1 day', frozen_why = 'x', frozen_by = 'x', frozen_at = now() where phone = $1", frozen.Phone)
	coolingOff.Call("POST", "/api/care/cooloff", map[string]any{"hours": 24}).Want(http.StatusOK)

	keys[inactive].login(h).WantCode(http.StatusForbidden, "INACTIVE_USER")
	for _, m := range []*servertest.Client{frozen, coolingOff} {
		var l struct{ Token string }
		keys[m].login(h).Want(http.StatusOK).Into(&l)
		m.Token = l.Token
	}

	frozen.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": 500}).WantCode(http.StatusForbidden, "INACTIVE_USER")
	coolingOff.Call("POST", "/api/wallet/add", map[string]any{"amount": 100}).WantCode(http.StatusConflict, "SELF_EXCLUDED")
}

func TestPasskeyLogin_RepeatWithSameKey_OpensOneSession(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	phone.key.Counter = 5
	credential := phone.signAssertion(loginOptions(h))
	var first, again struct{ Token string }

	loginBy(h.Guest().With("Idempotency-Key", "login-1"), credential).Want(http.StatusOK).Into(&first)
	loginBy(h.Guest().With("Idempotency-Key", "login-1"), credential).Want(http.StatusOK).Into(&again)

	if first.Token == "" || first.Token != again.Token {
		t.Errorf("%q, then %q", first.Token, again.Token)
	}
	loginBy(h.Guest().With("Idempotency-Key", "login-2"), credential).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
	loginBy(h.Guest(), credential).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
	if p := list(m)[0]; p.Stopped {
		t.Error("a repeat was treated as a copy")
	}
}

func TestChallenges_UsedOnesAndOptions_AreSweptOrNotStored(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	rows := func() string {
		return fmt.Sprint(h.Count("select count(*) from passkey_spent"), h.Count("select count(*) from rate_counter"), h.Count("select count(*) from passkey_owner"))
	}
	before := rows()

	for range 300 {
		loginOptions(h)
		confirmOptions(m)
	}

	if after := rows(); after != before {
		t.Errorf("from %s to %s", before, after)
	}
	phone.login(h).Want(http.StatusOK)
	h.Clock.Advance(11 * time.Minute)
	if err := h.Passkeys.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := h.Count("select count(*) from passkey_spent"); n != 0 {
		t.Errorf("%d spent challenges are still stored", n)
	}
}
