package identity_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

const proofCookie = "__Host-krapao_proof"

// tryRegister tries to register the phone with this bank account.
func tryRegister(c *servertest.Client, phone, account string) servertest.Response {
	return c.Call("POST", "/api/account", registrationBody(phone, map[string]any{"bankAccountNo": account}))
}

// spec D2.15, D2.40
func TestProof_FromAnotherBrowser_IsNotAccepted(t *testing.T) {
	h := servertest.New(t)
	const phone = "0871110001"
	stranger := h.Browser()
	var strangers ticket
	stranger.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&strangers) // before
	h.Clock.Advance(61 * time.Second)
	owner := newProvenBrowser(h, phone, "register")
	other := newProvenBrowser(h, "0871110002", "register")
	h.Clock.Advance(61 * time.Second)
	stranger.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&strangers) // and after

	for name, c := range map[string]*servertest.Client{"without cookies": h.Guest(), "a stranger who requested a code": stranger, "the owner of another phone": other} {
		for _, body := range []map[string]any{
			registrationBody(phone, map[string]any{"bankAccountNo": "6660000001"}),
			registrationBody(phone, map[string]any{"bankAccountNo": "6660000001", "otpToken": strangers.OTPToken}),
			registrationBody(phone, map[string]any{"bankAccountNo": "6660000001", "otpToken": ""}),
			registrationBody(phone, map[string]any{"bankAccountNo": "6660000001", "otpToken": "AAAAAAAAAAAAAAAAAAAAAAAAAA"}),
		} {
			for _, path := range []string{"/api/account", "/api/account/validate"} {
				if got := c.Call("POST", path, body); got.Code() != "UNVERIFIED_OTP" || got.Status != http.StatusBadRequest {
					t.Errorf("%s at %s with %v: %d %s", name, path, body["otpToken"], got.Status, got.Body)
				}
			}
		}
	}
	tryRegister(owner, phone, "1870000001").Want(http.StatusCreated)
	tryRegister(stranger, phone, "6660000001").WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
}

// spec D2.16
func TestProof_InBodyAndCookie_UsesTheBodys(t *testing.T) {
	h := servertest.New(t)
	const phone, other = "0871110003", "0871110004"
	owner, token := newProvenBrowser(h, other, "register"), provePhone(h, phone, "register")
	registerWith := func(phone, token string) servertest.Response {
		return owner.Call("POST", "/api/account", registrationBody(phone, map[string]any{"otpToken": token}))
	}

	registerWith(other, token.OTPToken).WantCode(http.StatusBadRequest, "UNVERIFIED_OTP") // the browser's own cookie would be valid
	registerWith(phone, token.OTPToken).Want(http.StatusCreated)
}

// spec D2.15, D2.16
func TestProof_OtherPurposeUsedOrTooOld_IsRefused(t *testing.T) {
	h := servertest.New(t)
	const phone, late = "0871110005", "0871110006"
	tryRegister(newProvenBrowser(h, phone, "reset"), phone, "1870000005").WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
	h.Clock.Advance(61 * time.Second)
	owner := newProvenBrowser(h, phone, "register")
	used := owner.Cookie(proofCookie)
	tryRegister(owner, phone, "1870000005").Want(http.StatusCreated)
	if owner.Cookie(proofCookie) != "" {
		t.Error("registering leaves the proof in the browser")
	}
	thief := h.Browser()
	thief.SetCookie(proofCookie, used)
	tryRegister(thief, phone, "1870000006").WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")

	slow := newProvenBrowser(h, late, "register")
	h.Clock.Advance(31 * time.Minute)
	tryRegister(slow, late, "1870000007").WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
	unproven, _ := sendOTP(h, late, "register") // sent, and the code never typed
	thief.SetCookie(proofCookie, unproven.OTPToken)
	tryRegister(thief, late, "1870000007").WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
}

// spec D2.16
func TestProofCookie_CodeLoginOrLogout_IsSetOrDeleted(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	b := newProvenBrowser(h, "0871110007", "register")
	first := b.Cookie(proofCookie)
	var sent ticket
	b.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": "0871110008"}).Want(http.StatusOK).Into(&sent)
	b.Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": "12345x"}).Want(http.StatusBadRequest)
	if b.Cookie(proofCookie) != first {
		t.Error("a wrong code changes the proof")
	}
	right := b.Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": lastCode(h, "0871110008")}).Want(http.StatusOK)
	for _, line := range right.Header.Values("Set-Cookie") {
		if strings.HasPrefix(line, proofCookie) && !strings.Contains(line, "HttpOnly") {
			t.Errorf("scripts can read the cookie: %s", line)
		}
	}
	if now := b.Cookie(proofCookie); now == first || now == "" {
		t.Error("the second proof is not set")
	}
	tryRegister(b, "0871110007", "1870000008").WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")

	b.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": "not this one"}).Want(http.StatusUnauthorized)
	if b.Cookie(proofCookie) == "" {
		t.Error("a failed login deletes the proof")
	}
	var session struct{ Token string }
	b.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password}).Want(http.StatusOK).Into(&session)
	if b.Cookie(proofCookie) != "" {
		t.Error("a login does not delete the proof")
	}
	b.SetCookie(proofCookie, first)
	b.Token = session.Token
	b.Call("POST", "/api/logout", nil).Want(http.StatusOK)
	if b.Cookie(proofCookie) != "" || b.Cookie("__Host-krapao_device") == "" {
		t.Error("after the logout the proof is there, or the device is not")
	}
}

// spec D1.19
func TestSendOTP_SameKeyFromAnotherCaller_GetsItsOwnTicket(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	const phone = "0871110009"
	send := func(address string) (sent ticket) {
		h.Guest().With("X-Forwarded-For", address).With("Idempotency-Key", "1").
			Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&sent)
		return sent
	}

	if owner, stranger := send("203.0.113.1"), send("203.0.113.2"); owner.OTPToken == stranger.OTPToken {
		t.Error("both callers got the same token")
	}
}

func TestRegister_Repeated_NeedsNoSecondProof(t *testing.T) {
	h := servertest.New(t)
	const phone = "0871110010"
	b := newProvenBrowser(h, phone, "register").With("Idempotency-Key", "k")
	first := tryRegister(b, phone, "1870000010").Want(http.StatusCreated)

	again := tryRegister(b, phone, "1870000010").Want(http.StatusCreated) // its cookie is deleted by now

	if string(first.Body) != string(again.Body) {
		t.Errorf("%s, then %s", first.Body, again.Body)
	}
	tryRegister(b, phone, "1870000011").WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
	tryRegister(h.Guest(), phone, "1870000010").WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
}

func TestValidate_ManyRequests_AreLimitedAndRevealNothing(t *testing.T) {
	h := servertest.New(t)
	old := h.AddMember()
	const phone = "0871110011"
	owner := newProvenBrowser(h, phone, "register")
	validate := func(c *servertest.Client, body map[string]any) servertest.Response {
		return c.Call("POST", "/api/account/validate", body)
	}
	taken := map[string]any{"username": phone, "bankCode": old.BankCode, "bankAccountNo": old.AccountNo}

	validate(h.Guest(), taken).WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
	validate(h.Guest(), map[string]any{"username": phone, "inviteCode": "PRNOBODY"}).WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
	validate(owner, taken).Want(http.StatusOK)
	for i := range 59 {
		validate(owner, map[string]any{"username": phone, "inviteCode": fmt.Sprintf("PR%08d", i)}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
	got := validate(owner, map[string]any{"username": phone, "inviteCode": "PR99999999"}).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	if got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

// spec 8.9k
func TestRegister_CodesOff_PhoneIsStillChecked(t *testing.T) {
	h := servertest.New(t)
	h.SetSetting("registerOTP", false)
	for _, path := range []string{"/api/account/validate", "/api/account"} {
		got := h.Guest().Call("POST", path, registrationBody("087111001", nil))

		if got.WantCode(http.StatusBadRequest, "PHONE_NUMBER_REQUIRE_10_DIGIT"); got.Field("username") != "PHONE_NUMBER_REQUIRE_10_DIGIT" {
			t.Errorf("%s does not name the field: %s", path, got.Body)
		}
	}
}

// spec D2.19, D2.43
func TestRegister_CodesOff_IsLimitedByAddress(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	old := h.AddMember()
	if err := h.Content.PutSetting(t.Context(), h.Pool, "registerOTP", false); err != nil {
		t.Fatal(err)
	}
	withAddress := func(address string) *servertest.Client { return h.Guest().With("X-Forwarded-For", address) }
	validate := func(c *servertest.Client) servertest.Response {
		return c.Call("POST", "/api/account/validate", map[string]any{"username": old.Phone})
	}
	for i := range 100 {
		validate(withAddress(fmt.Sprintf("2001:db8:1:1::%x", i+1))).WantCode(http.StatusConflict, "EXISTING_USER")
	}

	validate(withAddress("2001:db8:1:1::ffff")).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	tryRegister(withAddress("2001:db8:1:1::ffff"), "0871110012", "1870000012").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	tryRegister(withAddress("2001:db8:1:2::1"), "0871110012", "1870000012").Want(http.StatusCreated)
}
