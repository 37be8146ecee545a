package identity_test

import (
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// spec D9.3a
func TestSendOTP_ConcurrentRequests_SendsOneMessage(t *testing.T) {
	h := servertest.New(t)
	const phone = "0898889990"
	var sent atomic.Int64

	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			if h.Guest().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Status == http.StatusOK {
				sent.Add(1)
			}
		})
	}
	wg.Wait()

	var inbox struct{ Messages []struct{} }
	h.Control("GET", "/sms/messages?phone="+phone, nil, &inbox)
	if sent.Load() != 1 || len(inbox.Messages) != 1 {
		t.Fatalf("%d sent, %d messages", sent.Load(), len(inbox.Messages))
	}
}

// spec 8.10a, D2.11, D2.18
func TestOTP_FiveWrongCodes_BlockTheTokenOnly(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	const phone = "0891231231"
	var owner ticket // sent before a stranger starts to request codes
	h.Guest().With("X-Forwarded-For", "203.0.113.1").Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone, "purpose": "register"}).Want(http.StatusOK).Into(&owner)
	ownCode := lastCode(h, phone)
	sent, code := sendOTP(h, phone, "register")
	verify := func(token, code string) servertest.Response {
		return h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": token, "otpCode": code})
	}
	wrong := "000000"
	if code == wrong {
		wrong = "111111"
	}
	for range 4 {
		verify(sent.OTPToken, wrong).WantCode(http.StatusBadRequest, "OTP_CODE_INVALID")
	}
	blocked := verify(sent.OTPToken, wrong).WantCode(http.StatusTooManyRequests, "OTP_BLOCK")
	if wait := blocked.Header.Get("Retry-After"); wait != "900" {
		t.Errorf("blocked for %s s", wait)
	}
	verify(sent.OTPToken, code).WantCode(http.StatusTooManyRequests, "OTP_BLOCK")
	verify(owner.OTPToken, ownCode).Want(http.StatusOK)
	h.Clock.Advance(61 * time.Second)

	again, code := sendOTP(h, phone, "register")

	verify(again.OTPToken, code).Want(http.StatusOK)
	h.Clock.Advance(13 * time.Minute)
	verify(sent.OTPToken, code).WantCode(http.StatusTooManyRequests, "OTP_BLOCK")
	h.Clock.Advance(time.Minute)
	verify(sent.OTPToken, code).WantCode(http.StatusBadRequest, "OTP_EXPIRED")
}

// spec D2.21
func TestOTP_ParallelGuesses_GetFiveTriesInTotal(t *testing.T) {
	h := servertest.New(t)
	sent, code := sendOTP(h, "0891231232", "register")
	var guesses, wrong, blocked atomic.Int64

	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			guess := fmt.Sprintf("%06d", i)
			if guess == code {
				return
			}
			guesses.Add(1)
			got := h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": guess})
			switch got.Code() {
			case "OTP_CODE_INVALID":
				wrong.Add(1)
			case "OTP_BLOCK":
				blocked.Add(1)
			}
		})
	}
	wg.Wait()

	if wrong.Load() > 4 || wrong.Load()+blocked.Load() != guesses.Load() {
		t.Errorf("of %d guesses %d were checked and %d refused", guesses.Load(), wrong.Load(), blocked.Load())
	}
	if tries := h.Count("select tries from otp order by id desc limit 1"); tries != 5 {
		t.Errorf("the provider checked %d guesses", tries)
	}
}

// spec 8.10d, 8.10g, 8.10h, 8.10i, 8.15k, D2.11, D2.14, D2.20
func TestOTP_WrongTokenOrTooOld_IsRefused(t *testing.T) {
	h := servertest.New(t)
	verify := func(token, code string) servertest.Response {
		return h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": token, "otpCode": code})
	}
	verify("made-up", "123456").WantCode(http.StatusBadRequest, "OTP_TOKEN_INVALID")

	sent, code := sendOTP(h, "0891231233", "register")
	var right ticket
	verify(sent.OTPToken, code).Want(http.StatusOK).Into(&right)
	verify(sent.OTPToken, code).Want(http.StatusOK) // the response was lost, the app repeats the call
	verify(sent.OTPToken, "999999x").WantCode(http.StatusBadRequest, "OTP_CODE_INVALID")

	inTime, code := sendOTP(h, "0891231234", "register")
	if !regexp.MustCompile(`^[0-9]{6}$`).MatchString(code) {
		t.Errorf("the code is %q", code)
	}
	other := "000000"
	if code == other {
		other = "000001"
	}
	for _, wrong := range []string{"12345", "1234567", "12345x", "", other} {
		verify(inTime.OTPToken, wrong).WantCode(http.StatusBadRequest, "OTP_CODE_INVALID")
	}
	h.Clock.Advance(4*time.Minute + 30*time.Second)
	verify(inTime.OTPToken, code).Want(http.StatusOK)
	late, code := sendOTP(h, "0891231237", "register")
	h.Clock.Advance(5*time.Minute + 30*time.Second)
	verify(late.OTPToken, code).WantCode(http.StatusBadRequest, "OTP_EXPIRED")
	if right.Code != "OTP_CODE_VALID" || sent.Code != "OK" {
		t.Errorf("sent %+v, the right code returns %+v", sent, right)
	}
}

// spec 8.10f, D2.14, D2.15, D2.41
func TestSendOTP_PhoneProvedByThisBrowser_NeedsNoCodeForHalfAnHour(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891231235"
	owner := newProvenBrowser(h, phone, "register")
	h.Clock.Advance(29 * time.Minute)
	var soon, strangers ticket
	h.Guest().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&strangers)
	owner.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&soon)
	h.Clock.Advance(2 * time.Minute)
	var late ticket
	owner.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&late)

	if soon.Code != "OTP_VERIFIED" || soon.OTPToken != "" || strangers.Code != "OK" || late.Code != "OK" {
		t.Fatalf("within half an hour %+v, a stranger's %+v, later %+v", soon, strangers, late)
	}
}

// spec 8.10j, 8.10k, D2.14
func TestSendOTP_ProviderFails_CountsNoTry(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891231236"
	h.Fault("sms:request", "error", "", 1, 0)
	h.Guest().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).WantCode(http.StatusServiceUnavailable, "OTP_SEND_FAIL")
	sent, code := sendOTP(h, phone, "register") // after a definite refusal the next send is allowed at once

	for range 6 {
		h.Fault("sms:verify", "http500", "", 1, 0)
		h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code}).
			WantCode(http.StatusServiceUnavailable, "OTP_VERIFY_FAIL")
	}
	h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code}).Want(http.StatusOK)
}

func TestSendOTP_RepeatWithSameKey_ReturnsTheSameTicketAndSendsNothing(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891231240"
	send := func(key string) servertest.Response {
		return h.Guest().With("Idempotency-Key", key).Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone})
	}
	var first, again ticket

	send("tap-1").Want(http.StatusOK).Into(&first)
	send("tap-1").Want(http.StatusOK).Into(&again)

	send("tap-2").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
	var inbox struct{ Messages []struct{} }
	h.Control("GET", "/sms/messages?phone="+phone, nil, &inbox)
	if first != again || first.OTPToken == "" || len(inbox.Messages) != 1 {
		t.Fatalf("first %+v, again %+v, %d messages", first, again, len(inbox.Messages))
	}
}

func TestSendOTP_RepeatAfterAFailure_Sends(t *testing.T) {
	h := servertest.New(t)
	send := func() servertest.Response {
		return h.Guest().With("Idempotency-Key", "tap").Call("POST", "/api/otp/send", map[string]string{"phoneNumber": "0891231241"})
	}
	h.Fault("sms:request", "http500", "", 1, 0)
	send().WantCode(http.StatusServiceUnavailable, "OTP_SEND_FAIL")
	h.Clock.Advance(61 * time.Second)
	var later ticket

	send().Want(http.StatusOK).Into(&later)

	if later.OTPToken == "" {
		t.Fatal("no token")
	}
}

func TestOTP_RightCodeManyTimesAtOnce_SucceedsEachTime(t *testing.T) {
	h := servertest.New(t)
	sent, code := sendOTP(h, "0891231242", "register")
	var refused sync.Map

	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got := h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code})
			if got.Status != http.StatusOK {
				refused.Store(got.Code(), true)
			}
		})
	}
	wg.Wait()

	refused.Range(func(code, _ any) bool { t.Errorf("a repeat returned %s", code); return true })
}

func TestOTP_CodeWithoutSixDigits_CountsNoTry(t *testing.T) {
	h := servertest.New(t)
	sent, code := sendOTP(h, "0891231243", "register")
	verify := func(code string) servertest.Response {
		return h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code})
	}
	for _, malformed := range []string{"", "12345", "1234567", "12345x", "๑๒๓๔๕๖", " 12345"} {
		verify(malformed).WantCode(http.StatusBadRequest, "OTP_CODE_INVALID")
	}
	verify(code).Want(http.StatusOK)
}

// TestRegister_CodeOfEachSMSProvider_Works shows that the rules are the same with each provider.
// spec P6.2
func TestRegister_CodeOfEachSMSProvider_Works(t *testing.T) {
	for _, provider := range []string{"thaibulksms", "smsmkt"} {
		h := servertest.New(t, servertest.SMS(provider))
		const phone = "0895554440"
		sent, code := sendOTP(h, phone, "register")
		wrong := "000000"
		if code == wrong {
			wrong = "111111"
		}
		verify := func(code string) servertest.Response {
			return h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code})
		}

		verify(wrong).WantCode(http.StatusBadRequest, "OTP_CODE_INVALID")
		h.Fault("sms:verify", "error", "", 1, 0) // an error that is not about the code
		verify(code).WantCode(http.StatusServiceUnavailable, "OTP_VERIFY_FAIL")
		verify(code).Want(http.StatusOK)
		h.Guest().Call("POST", "/api/account", registrationBody(phone, map[string]any{"otpToken": sent.OTPToken})).Want(http.StatusCreated)

		h.Fault("sms:request", "error", "", 1, 0)
		h.Guest().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": "0895554441"}).WantCode(http.StatusServiceUnavailable, "OTP_SEND_FAIL")
		h.Guest().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": "0895554441"}).Want(http.StatusOK)
	}
}
