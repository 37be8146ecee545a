package passkey_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/identity/passkey"
	"krapao/backend/server/servertest"
)

func TestAssertion_UsedAgain_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	login, confirm := phone.signAssertion(loginOptions(h)), phone.signAssertion(confirmOptions(m))
	loginBy(h.Guest(), login).Want(http.StatusOK)
	confirmBy(m, confirm).Want(http.StatusOK)

	loginBy(h.Guest(), login).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
	confirmBy(m, confirm).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
}

func TestAssertion_SentManyTimesAtOnce_OpensOneSession(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	before := h.Count(`select count(*) from session where member_id = $1`, m.ID())
	login := phone.signAssertion(loginOptions(h))
	var calls sync.WaitGroup
	opened := make(chan bool, 8)

	for range cap(opened) {
		calls.Go(func() {
			a := loginBy(h.Guest(), login)
			if opened <- a.Status == http.StatusOK; a.Status != http.StatusOK {
				a.WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
			}
		})
	}
	calls.Wait()
	close(opened)

	n := 0
	for isOpened := range opened {
		if isOpened {
			n++
		}
	}
	if sessions := h.Count(`select count(*) from session where member_id = $1`, m.ID()) - before; n != 1 || sessions != 1 {
		t.Errorf("%d logins, %d sessions", n, sessions)
	}
}

// Two copies of a key sign at the same moment, both with the same next counter.
func TestCounter_TwoCopiesLogInAtOnce_BlocksThePasskey(t *testing.T) {
	h := servertest.New(t)
	m, key := h.AddMember(), newAuthenticator(t)
	key.key.Counter = 7
	key.addPasskey(m)
	key.key.Counter = 8
	first, second := key.signAssertion(loginOptions(h)), key.signAssertion(loginOptions(h))
	var calls sync.WaitGroup
	for _, credential := range []map[string]any{first, second} {
		calls.Go(func() {
			if a := loginBy(h.Guest(), credential); a.Status != http.StatusOK {
				a.WantCode(http.StatusForbidden, "PASSKEY_STOPPED")
			}
		})
	}
	calls.Wait()

	key.key.Counter = 9
	key.login(h).WantCode(http.StatusForbidden, "PASSKEY_STOPPED")
	if p := list(m)[0]; !p.Stopped {
		t.Errorf("%+v", p)
	}
}

// TestAssertion_SignedForAnotherSite_IsRefused sends the assertions of a phishing page, of an authenticator
// that skips a check, and of a thief who knows only a credential's id.
func TestAssertion_SignedForAnotherSite_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	for name, change := range map[string]func(*authenticator){
		"another origin":              func(a *authenticator) { a.site.Origin = "https://krapao.example" },
		"another port of the host":    func(a *authenticator) { a.site.Origin = "http://localhost:8081" },
		"another relying party":       func(a *authenticator) { a.site.ID = "example.com" },
		"nobody was verified":         func(a *authenticator) { a.auth.Options.UserNotVerified = true },
		"nobody was there":            func(a *authenticator) { a.auth.Options.UserNotPresent = true },
		"another's key, the right id": func(a *authenticator) { a.key.Key = newKey().Key },
		"another's user handle":       func(a *authenticator) { a.auth.Options.UserHandle = make([]byte, 32) },
		"backup eligibility claimed":  func(a *authenticator) { a.auth.Options.BackupEligible = true },
	} {
		forged := *phone
		change(&forged)

		loginBy(h.Guest(), forged.signAssertion(loginOptions(h))).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
		confirmBy(m, forged.signAssertion(confirmOptions(m))).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
		if t.Failed() {
			t.Fatal(name)
		}
	}
	phone.login(h).Want(http.StatusOK)
}

func TestAddPasskey_CreatedForAnotherSite_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	for name, change := range map[string]func(*authenticator){
		"another origin":        func(a *authenticator) { a.site.Origin = "https://krapao.example" },
		"another relying party": func(a *authenticator) { a.site.ID = "example.com" },
		"nobody was verified":   func(a *authenticator) { a.auth.Options.UserNotVerified = true },
	} {
		forged := *phone.second()
		change(&forged)

		m.Call("POST", "/api/account/passkeys", map[string]any{"credential": forged.createCredential(begin(m))}).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")
		if t.Failed() {
			t.Fatal(name)
		}
	}
	if n := len(list(m)); n != 0 {
		t.Errorf("%d were stored", n)
	}
}

// spec 8.9e
func TestPasskeyName_Unreadable_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	for _, name := range []string{"line\nbreak", strings.Repeat("a", 200)} {
		credential := phone.second().createCredential(begin(m))

		m.Call("POST", "/api/account/passkeys", map[string]any{"credential": credential, "name": name}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
	if n := len(list(m)); n != 0 {
		t.Errorf("%d were stored", n)
	}
}

func TestChallenge_OtherPurposeOwnerOrTooOld_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, phone, stranger, others := h.AddMember(), newAuthenticator(t), h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	others.addPasskey(stranger)
	other := h.Guest()
	other.Token = h.Login(m.Phone, m.Password)
	confirm, login := confirmOptions(m), loginOptions(h)
	checkRefused := func(a servertest.Response) { t.Helper(); a.WantCode(http.StatusBadRequest, "PASSKEY_INVALID") }

	checkRefused(loginBy(h.Guest(), phone.signAssertion(confirm)))                                       // another purpose
	checkRefused(confirmBy(m, phone.signAssertion(login)))                                               // the reverse
	checkRefused(confirmBy(m, phone.signAssertion(withChallenge(t, confirm, challengeIn(t, begin(m)))))) // nor an addition's
	checkRefused(confirmBy(other, phone.signAssertion(confirm)))                                         // another session
	checkRefused(confirmBy(stranger, others.signAssertion(confirm)))                                     // another member
	checkRefused(loginBy(h.Guest(), phone.signAssertion(withChallenge(t, login, inventedChallenge()))))  // a made-up one
	checkRefused(loginBy(h.Guest(), phone.signAssertion(withChallenge(t, login, "c2hvcnQtb25lMTIz"))))   // too short
	late, slow := phone.signAssertion(loginOptions(h)), phone.second().createCredential(begin(m))
	h.Clock.Advance(5*time.Minute + 2*time.Second)
	checkRefused(loginBy(h.Guest(), late))
	checkRefused(m.Call("POST", "/api/account/passkeys", map[string]any{"credential": slow}))

	phone.login(h).Want(http.StatusOK)
}

func TestConfirm_PasskeyOfAnotherMember_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, thief, others := h.AddMember(), h.AddMember(), newAuthenticator(t)
	newAuthenticator(t).addPasskey(m)
	others.addPasskey(thief)

	confirmBy(m, others.signAssertion(confirmOptions(m))).WantCode(http.StatusUnauthorized, "PASSKEY_UNKNOWN")
}

func TestAddPasskey_CredentialOfAnotherMember_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, thief, phone := h.AddMember(), h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)

	thief.Call("POST", "/api/account/passkeys", map[string]any{"credential": phone.createCredential(begin(thief))}).WantCode(http.StatusBadRequest, "PASSKEY_INVALID")

	if len(list(thief)) != 0 || len(list(m)) != 1 {
		t.Error("the passkey belongs to another member now")
	}
}

func TestCounter_DecreasesOnADeviceBoundPasskey_BlocksIt(t *testing.T) {
	h := servertest.New(t)
	m, key := h.AddMember(), newAuthenticator(t)
	subscribe(m)
	key.key.Counter = 7
	key.addPasskey(m)
	key.key.Counter = 8
	key.login(h).Want(http.StatusOK)

	key.login(h).WantCode(http.StatusForbidden, "PASSKEY_STOPPED") // counter 8 again: a copy exists

	key.key.Counter = 9
	key.login(h).WantCode(http.StatusForbidden, "PASSKEY_STOPPED")
	confirmBy(m, key.signAssertion(confirmOptions(m))).WantCode(http.StatusForbidden, "PASSKEY_STOPPED")
	if p := list(m)[0]; !p.Stopped {
		t.Error("the list does not show that the passkey is stopped")
	}
	if n := h.Count(`select count(*) from river_job where kind = 'send_push' and args->>'what' = 'passkey.stopped'`); n != 1 {
		t.Errorf("%d pushes", n)
	}
}

func TestCounter_OfASyncedPasskey_IsIgnored(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.auth.Options.BackupEligible, phone.auth.Options.BackupState = true, true
	phone.key.Counter = 7
	phone.addPasskey(m)
	phone.key.Counter = 3

	phone.login(h).Want(http.StatusOK)

	if p := list(m)[0]; !p.Synced || p.Stopped {
		t.Errorf("%+v", p)
	}
}

func TestPasskeyLogin_ManyFailures_BlockTheAddressButNoKnownDevice(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	m, phone, unknown := h.AddMember(), newAuthenticator(t), newAuthenticator(t)
	phone.addPasskey(m)
	device := h.LoggedInBrowser(m)
	unknown.auth.Options.UserHandle = make([]byte, 32)
	const attacker = "198.51.100.67"
	withAddress := func(c *servertest.Client, address string) *servertest.Client {
		return c.With("X-Forwarded-For", address)
	}
	for range 100 {
		loginBy(withAddress(h.Guest(), attacker), unknown.signAssertion(loginOptions(h))).WantCode(http.StatusUnauthorized, "PASSKEY_UNKNOWN")
	}

	got := loginBy(withAddress(h.Guest(), attacker), phone.signAssertion(loginOptions(h))).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")

	if got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	loginBy(withAddress(device, attacker), phone.signAssertion(loginOptions(h))).Want(http.StatusOK)
	loginBy(withAddress(h.Guest(), "203.0.113.1"), phone.signAssertion(loginOptions(h))).Want(http.StatusOK)
	h.Clock.Advance(16 * time.Minute)
	loginBy(withAddress(h.Guest(), attacker), phone.signAssertion(loginOptions(h))).Want(http.StatusOK)
}

// TestLoginOptions_Requested_UseNoDatabase uses a service without a database.
func TestLoginOptions_Requested_UseNoDatabase(t *testing.T) {
	s, err := passkey.New(passkey.Service{Clock: time.Now, Secret: []byte("a secret of the server")}, "wallet.example", "https://wallet.example")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}

	for range 100_000 {
		seen[s.LoginOptions().Challenge] = true
	}

	if len(seen) != 100_000 {
		t.Errorf("%d different challenges", len(seen))
	}
}

func TestCredential_FieldTooLong_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, phone := h.AddMember(), newAuthenticator(t)
	phone.addPasskey(m)
	for _, field := range []string{"clientDataJSON", "authenticatorData", "signature", "userHandle"} {
		credential := phone.signAssertion(loginOptions(h))
		credential["response"].(map[string]any)[field] = fmt.Sprintf("%05000d", 0)

		got := loginBy(h.Guest(), credential).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")

		if got.Field("credential.response."+field) == "" {
			t.Errorf("%s: %s", field, got.Body)
		}
	}
}
