package passkey_test

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"testing"

	virtual "github.com/descope/virtualwebauthn"

	"krapao/backend/server/servertest"
)

// authenticator is a member's phone or security key, together with the browser.
type authenticator struct {
	t    *testing.T
	site virtual.RelyingParty
	auth virtual.Authenticator
	key  virtual.Credential
}

func newAuthenticator(t *testing.T) *authenticator {
	return &authenticator{
		t: t, site: virtual.RelyingParty{ID: "localhost", Name: "Krapao", Origin: servertest.SiteOrigin},
		auth: virtual.NewAuthenticator(), key: newKey(),
	}
}

// second returns an authenticator of the same member with a second key.
func (a *authenticator) second() *authenticator {
	b := *a
	b.key = newKey()
	return &b
}

// createCredential returns the result of navigator.credentials.create for these options.
func (a *authenticator) createCredential(options []byte) (credential map[string]any) {
	a.t.Helper()
	parsed, err := virtual.ParseAttestationOptions(string(options))
	if err != nil {
		a.t.Fatalf("%v in %s", err, options)
	}
	a.auth.Options.UserHandle = []byte(parsed.UserID)
	return object(a.t, virtual.CreateAttestationResponse(a.site, a.auth, a.key, *parsed))
}

// signAssertion returns the result of navigator.credentials.get.
func (a *authenticator) signAssertion(options []byte) (credential map[string]any) {
	a.t.Helper()
	parsed, err := virtual.ParseAssertionOptions(string(options))
	if err != nil {
		a.t.Fatalf("%v in %s", err, options)
	}
	return object(a.t, virtual.CreateAssertionResponse(a.site, a.auth, a.key, *parsed))
}

func object(t *testing.T, text string) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// begin returns the options for a new passkey.
func begin(m *servertest.Client) []byte {
	return m.Call("POST", "/api/account/passkeys/begin", m.PasswordBody()).Want(http.StatusOK).Body
}

type storedPasskey struct {
	ID              string `json:"_id"`
	Name            string
	Synced, Stopped bool
	UsedAt          *string
	CredentialID    string
	CreatedAt       string
}

// addPasskey makes a passkey for a member and stores it at the server.
func (a *authenticator) addPasskey(m *servertest.Client) (p storedPasskey) {
	a.t.Helper()
	credential := a.createCredential(begin(m))
	m.Call("POST", "/api/account/passkeys", map[string]any{"credential": credential}).Want(http.StatusCreated).Into(&p)
	return p
}

// loginOptions returns the options of a login by passkey. They name no member.
func loginOptions(h *servertest.Environment) []byte {
	return h.Guest().Call("POST", "/api/login/passkey/begin", nil).Want(http.StatusOK).Body
}

func loginBy(c *servertest.Client, credential map[string]any) servertest.Response {
	return c.Call("POST", "/api/login/passkey", map[string]any{"credential": credential})
}

// login signs in from a new browser.
func (a *authenticator) login(h *servertest.Environment) servertest.Response {
	a.t.Helper()
	return loginBy(h.Guest(), a.signAssertion(loginOptions(h)))
}

func confirmOptions(m *servertest.Client) []byte {
	return m.Call("POST", "/api/account/confirm/passkey/begin", nil).Want(http.StatusOK).Body
}

func confirmBy(m *servertest.Client, credential map[string]any) servertest.Response {
	return m.Call("POST", "/api/account/confirm/passkey", map[string]any{"credential": credential})
}

func list(m *servertest.Client) []storedPasskey {
	var out struct{ Passkeys []storedPasskey }
	m.Call("GET", "/api/account/passkeys", nil).Want(http.StatusOK).Into(&out)
	return out.Passkeys
}

// inventedChallenge returns a challenge of the right length that the server did not make.
func inventedChallenge() string {
	raw := make([]byte, 56)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

func challengeIn(t *testing.T, options []byte) string {
	t.Helper()
	challenge, _ := object(t, string(options))["challenge"].(string)
	return challenge
}

// withChallenge returns options with another challenge.
func withChallenge(t *testing.T, options []byte, challenge string) []byte {
	t.Helper()
	fields := object(t, string(options))
	fields["challenge"] = challenge
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// newKey makes a credential whose coordinates have 32 bytes each, as COSE requires (RFC 9053, 7.1.1).
// The library omits leading zeros, and the server rejects such a key: one in 128.
func newKey() virtual.Credential {
	for {
		key := virtual.NewCredential(virtual.KeyTypeEC2)
		if len(key.Key.AttestationData()) == 77 {
			return key
		}
	}
}
