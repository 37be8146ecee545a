package identity_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

type ticket struct{ OTPRef, OTPToken, Code string }

// sendOTP asks for a code and reads the SMS.
func sendOTP(h *servertest.House, phone, purpose string) (ticket, string) {
	var sent ticket
	h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone, "purpose": purpose}).Want(http.StatusOK).Into(&sent)
	return sent, lastCode(h, phone)
}

func lastCode(h *servertest.House, phone string) string {
	var inbox struct{ Messages []struct{ OTPCode string } }
	h.World("GET", "/sms/messages?phone="+phone, nil, &inbox)
	if len(inbox.Messages) == 0 {
		return ""
	}
	return inbox.Messages[0].OTPCode
}

func prove(h *servertest.House, phone, purpose string) ticket {
	sent, code := sendOTP(h, phone, purpose)
	h.Visitor().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code}).Want(http.StatusOK)
	return sent
}

func registration(phone string, change map[string]any) map[string]any {
	r := map[string]any{
		"name": "มานี", "username": phone, "password": "a good password", "sourceCode": "FRIEND", "inviteCode": "",
		"bankCode": "KBANK", "bankAccountName": "มานี มีนา", "bankAccountNo": "1" + phone[1:], "currency": "BAHT",
	}
	for k, v := range change {
		if v == nil {
			delete(r, k)
		} else {
			r[k] = v
		}
	}
	return r
}

func TestAMemberRegistersInFourStepsAndLogsIn(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891112223"
	prove(h, phone, "register")
	v := h.Visitor()
	v.Call("POST", "/api/account/validate", map[string]any{"username": phone, "name": "มานี", "password": "a good password"}).Want(http.StatusOK)

	var made struct {
		Profile struct {
			ID string `json:"_id"`
		}
		Token *string
	}
	v.Call("POST", "/api/account", registration(phone, nil)).Want(http.StatusCreated).Into(&made)
	member := h.Visitor()
	member.Token = h.Login(phone, "a good password")

	var profile struct {
		Profile     struct{ Username, Name, Currency string }
		BankAccount struct {
			BankAccountName string
			Bank            struct{ NameTH string }
		}
	}
	member.Call("GET", "/api/account/profile", nil).Want(http.StatusOK).Into(&profile)
	if made.Profile.ID == "" || made.Token != nil || profile.Profile.Username != phone || profile.Profile.Currency != "BAHT" ||
		profile.BankAccount.Bank.NameTH != "ธนาคารกสิกรไทย" {
		t.Errorf("made %+v, profile %+v", made, profile)
	}
	if got := member.Balance(); got != "0.00" {
		t.Errorf("balance %s", got)
	}
}

func TestEachRuleOfRegistrationHasItsCode(t *testing.T) {
	h := servertest.New(t)
	old := h.Member()
	const phone = "0892223334"
	prove(h, phone, "register")
	for name, tc := range map[string]struct {
		change map[string]any
		status int
		code   string
		field  string
	}{
		"an unproven phone":       {map[string]any{"username": "0893334445"}, 400, "UNVERIFIED_OTP", "username"},
		"a member's bank account": {map[string]any{"bankCode": old.BankCode, "bankAccountNo": old.AccountNo, "bankAccountName": "MANEE"}, 409, "EXISTING_BANK", "bankAccountNo"},
		"a Thai name at KTB":      {map[string]any{"bankCode": "KTB"}, 400, "BANK_ACCOUNT_NAME_ENG", "bankAccountName"},
		"a Thai name at TMB":      {map[string]any{"bankCode": "TMB"}, 400, "BANK_ACCOUNT_NAME_ENG", "bankAccountName"},
		"a Thai name at BBL":      {map[string]any{"bankCode": "BBL"}, 400, "BANK_ACCOUNT_NAME_ENG", "bankAccountName"},
		"an unknown bank":         {map[string]any{"bankCode": "NOBANK"}, 400, "INVALID_BANK", "bankCode"},
		"no bank":                 {map[string]any{"bankCode": nil}, 400, "INVALID_BANK", "bankCode"},
		"no name":                 {map[string]any{"name": "  "}, 400, "INVALID_USER_INFO", "name"},
		"a short password":        {map[string]any{"password": "seven77"}, 400, "INVALID_USER_INFO", "password"},
		"no account number":       {map[string]any{"bankAccountNo": nil}, 400, "INVALID_USER_INFO", "bankAccountNo"},
		"letters for a number":    {map[string]any{"bankAccountNo": "12345abc"}, 400, "INVALID_USER_INFO", "bankAccountNo"},
		"an unknown invite code":  {map[string]any{"inviteCode": "PRNOBODY"}, 400, "INVALID_USER_INFO", "inviteCode"},
		"an unknown source":       {map[string]any{"sourceCode": "MARS"}, 400, "INVALID_USER_INFO", "sourceCode"},
		"kip outside Laos":        {map[string]any{"currency": "LAK"}, 400, "INVALID_USER_INFO", "currency"},
		"a number for a name":     {map[string]any{"name": 7}, 400, "INVALID_USER_INFO", "name"},
	} {
		for _, path := range []string{"/api/account/validate", "/api/account"} {
			got := h.Visitor().Call("POST", path, registration(phone, tc.change))
			if tc.change[tc.field] == nil && path == "/api/account/validate" {
				continue // what is not sent is not checked there
			}
			if got.Status != tc.status || got.Code() != tc.code || got.Field(tc.field) != tc.code {
				t.Errorf("%s at %s: %d %s", name, path, got.Status, got.Body)
			}
		}
	}
	h.Visitor().Call("POST", "/api/account", registration(phone, nil)).Want(http.StatusCreated)
}

func TestAPhoneOfAMemberIsToldOnlyToWhoeverProvedIt(t *testing.T) {
	h := servertest.New(t)
	old := h.Member()

	stranger := h.Visitor().Call("POST", "/api/account/validate", map[string]any{"username": old.Phone})
	prove(h, old.Phone, "register")
	owner := h.Visitor().Call("POST", "/api/account/validate", map[string]any{"username": old.Phone})

	stranger.WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
	owner.WantCode(http.StatusConflict, "EXISTING_USER")
}

func TestThePhoneRuleIsTenDigitsOrEightToElevenInLaos(t *testing.T) {
	thai, lao := servertest.New(t), servertest.New(t, servertest.Laos)
	for phone, want := range map[string][2]bool{
		"0812345678": {true, true}, "081234567": {false, true}, "02012345": {false, true}, "08123456789": {false, true},
		"0201234": {false, false}, "020123456789": {false, false}, "08123x5678": {false, false}, "": {false, false},
	} {
		for i, h := range []*servertest.House{thai, lao} {
			got := h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone})
			if ok := got.Status == http.StatusOK; ok != want[i] || (!ok && got.Code() != "PHONE_NUMBER_REQUIRE_10_DIGIT") {
				t.Errorf("%q in house %d: %d %s", phone, i, got.Status, got.Body)
			}
		}
	}
}

func TestARepeatedRegistrationAnswersTheSameMember(t *testing.T) {
	h := servertest.New(t)
	const phone = "0894445556"
	prove(h, phone, "register")
	v := h.Visitor().With("Idempotency-Key", "register-once")
	first := v.Call("POST", "/api/account", registration(phone, nil)).Want(http.StatusCreated)

	again := v.Call("POST", "/api/account", registration(phone, nil)).Want(http.StatusCreated)

	if string(first.Body) != string(again.Body) {
		t.Errorf("first %s, again %s", first.Body, again.Body)
	}
}

func TestManyRegistrationsOfOnePhoneAtOnceMakeOneMember(t *testing.T) {
	h := servertest.New(t)
	const phone = "0895556667"
	prove(h, phone, "register")
	var made atomic.Int64

	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			got := h.Visitor().Call("POST", "/api/account", registration(phone, map[string]any{"bankAccountNo": fmt.Sprintf("55500000%02d", i)}))
			switch got.Status {
			case http.StatusCreated:
				made.Add(1)
			case http.StatusBadRequest, http.StatusConflict:
			default:
				t.Errorf("%d %s", got.Status, got.Body)
			}
		})
	}
	wg.Wait()

	if made.Load() != 1 {
		t.Fatalf("%d members", made.Load())
	}
}

func TestAnInvitedMemberRemembersWhoInvited(t *testing.T) {
	h := servertest.New(t)
	inviter := h.Member()
	var profile struct {
		Profile struct {
			ID string `json:"_id"`
		}
	}
	inviter.Call("GET", "/api/account/profile", nil).Into(&profile)
	const phone = "0896667778"
	prove(h, phone, "register")

	h.Visitor().Call("POST", "/api/account", registration(phone, map[string]any{"inviteCode": "PR" + profile.Profile.ID})).Want(http.StatusCreated)

	var by string
	if err := h.Pool.QueryRow(t.Context(), `select i.phone from member m join member i on i.id = m.invited_by where m.phone = $1`, phone).Scan(&by); err != nil || by != inviter.Phone {
		t.Fatalf("invited by %q, %v", by, err)
	}
}

func TestOTPLimits(t *testing.T) {
	h := servertest.New(t)
	const phone = "0897778889"
	send := func() servertest.Answer {
		return h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone})
	}
	send().Want(http.StatusOK)
	send().WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
	for range 4 {
		h.Clock.Advance(61 * time.Second)
		send().Want(http.StatusOK)
	}
	h.Clock.Advance(61 * time.Second)
	send().WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	h.Clock.Advance(time.Hour)
	send().Want(http.StatusOK)
}

func TestTwoSendsAtOnceSendOneMessage(t *testing.T) {
	h := servertest.New(t)
	const phone = "0898889990"
	var sent atomic.Int64

	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			if h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Status == http.StatusOK {
				sent.Add(1)
			}
		})
	}
	wg.Wait()

	var inbox struct{ Messages []struct{} }
	h.World("GET", "/sms/messages?phone="+phone, nil, &inbox)
	if sent.Load() != 1 || len(inbox.Messages) != 1 {
		t.Fatalf("%d sent, %d messages", sent.Load(), len(inbox.Messages))
	}
}

func TestFiveWrongCodesBlockForFifteenMinutes(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891231231"
	sent, code := sendOTP(h, phone, "register")
	verify := func(code string) servertest.Answer {
		return h.Visitor().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code})
	}
	wrong := "000000"
	if code == wrong {
		wrong = "111111"
	}
	for range 4 {
		verify(wrong).WantCode(http.StatusBadRequest, "OTP_CODE_INVALID")
	}
	verify(wrong).WantCode(http.StatusTooManyRequests, "OTP_BLOCK")
	verify(code).WantCode(http.StatusTooManyRequests, "OTP_BLOCK")
	h.Clock.Advance(2 * time.Minute)
	h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).WantCode(http.StatusTooManyRequests, "OTP_BLOCK")
	h.Clock.Advance(14 * time.Minute)
	h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK)
}

func TestParallelGuessesGetFiveTriesAltogether(t *testing.T) {
	h := servertest.New(t)
	sent, code := sendOTP(h, "0891231232", "register")
	var wrong atomic.Int64

	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			guess := fmt.Sprintf("%06d", i)
			if guess == code {
				return
			}
			got := h.Visitor().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": guess})
			if got.Code() == "OTP_CODE_INVALID" {
				wrong.Add(1)
			}
		})
	}
	wg.Wait()

	if wrong.Load() > 4 {
		t.Fatalf("%d guesses were answered", wrong.Load())
	}
}

func TestAnOTPIsJudgedByItsTokenAndAge(t *testing.T) {
	h := servertest.New(t)
	verify := func(token, code string) servertest.Answer {
		return h.Visitor().Call("POST", "/api/otp/verify", map[string]string{"otpToken": token, "otpCode": code})
	}
	verify("made-up", "123456").WantCode(http.StatusBadRequest, "OTP_TOKEN_INVALID")

	sent, code := sendOTP(h, "0891231233", "register")
	verify(sent.OTPToken, code).Want(http.StatusOK)
	verify(sent.OTPToken, code).Want(http.StatusOK) // the answer was lost, the app asks again
	verify(sent.OTPToken, "999999x").WantCode(http.StatusBadRequest, "OTP_CODE_INVALID")

	late, code := sendOTP(h, "0891231234", "register")
	h.Clock.Advance(6 * time.Minute)
	verify(late.OTPToken, code).WantCode(http.StatusBadRequest, "OTP_EXPIRED")
}

func TestAVerifiedPhoneNeedsNoSecondCodeForHalfAnHour(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891231235"
	prove(h, phone, "register")
	h.Clock.Advance(29 * time.Minute)
	var soon ticket
	h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&soon)
	h.Clock.Advance(2 * time.Minute)
	var late ticket
	h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&late)

	if soon.Code != "OTP_VERIFIED" || late.Code != "OK" {
		t.Fatalf("soon %+v, late %+v", soon, late)
	}
}

func TestAFailingSMSCompanyCostsNoTry(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891231236"
	h.Fault("sms:request", "error", "", 1, 0)
	h.Visitor().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).WantCode(http.StatusServiceUnavailable, "OTP_SEND_FAIL")
	sent, code := sendOTP(h, phone, "register") // a definite refusal frees the next send at once

	for range 6 {
		h.Fault("sms:verify", "http500", "", 1, 0)
		h.Visitor().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code}).
			WantCode(http.StatusServiceUnavailable, "OTP_VERIFY_FAIL")
	}
	h.Visitor().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code}).Want(http.StatusOK)
}

func TestLoginTellsNothingOfWhoIsAMember(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	login := func(phone, password string) servertest.Answer {
		return h.Visitor().Call("POST", "/api/login", map[string]any{"username": phone, "password": password})
	}

	login(m.Phone, "wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("0800000000", "wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	if _, err := h.Pool.Exec(t.Context(), `update member set active = false where phone = $1`, m.Phone); err != nil {
		t.Fatal(err)
	}
	login(m.Phone, "wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login(m.Phone, m.Password).WantCode(http.StatusForbidden, "INACTIVE_USER")
	m.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
}

func TestTenWrongPasswordsStopAnAddressButNotAKnownDevice(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	login := func(c *servertest.Client, password string) servertest.Answer {
		return c.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": password})
	}
	device := h.DeviceOf(m)
	for range 10 {
		login(h.Visitor(), "guess").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}

	login(h.Visitor(), m.Password).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	login(h.Visitor().With("Cookie", device), m.Password).Want(http.StatusOK)
	h.Clock.Advance(16 * time.Minute)
	login(h.Visitor(), m.Password).Want(http.StatusOK)
}

func TestSessionsEndWhenTheyShould(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	var remembered struct{ Token string }
	h.Visitor().Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password, "rememberMe": true}).Into(&remembered)
	works := func(token string) bool {
		c := h.Visitor()
		c.Token = token
		return c.Call("GET", "/api/account/profile", nil).Status == http.StatusOK
	}
	h.Clock.Advance(11 * time.Hour)
	used := works(m.Token)
	h.Clock.Advance(11 * time.Hour)
	kept := works(m.Token)
	h.Clock.Advance(13 * time.Hour)
	idle, long := works(m.Token), works(remembered.Token)
	h.Clock.Advance(30 * 24 * time.Hour)

	if !used || !kept || idle || !long || works(remembered.Token) {
		t.Fatalf("used %t, kept %t, idle %t, remembered %t then %t", used, kept, idle, long, works(remembered.Token))
	}
}

func TestLogoutEndsThisSessionOnly(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	other := h.Visitor()
	other.Token = h.Login(m.Phone, m.Password)

	m.Call("POST", "/api/logout", nil).Want(http.StatusOK)

	m.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	other.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
}

func TestAMemberSeesAndEndsTheirOwnSessionsOnly(t *testing.T) {
	h := servertest.New(t)
	m, stranger := h.Member(), h.Member()
	other := h.Visitor()
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
			stranger.Call("DELETE", "/api/account/sessions/"+s.ID, nil).WantCode(http.StatusNotFound, "NO_DATA")
			m.Call("DELETE", "/api/account/sessions/"+s.ID, nil).Want(http.StatusOK)
		}
	}

	if len(list.Sessions) != 2 {
		t.Errorf("%d sessions", len(list.Sessions))
	}
	other.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
	m.Call("DELETE", "/api/account/sessions/none", nil).WantCode(http.StatusNotFound, "NO_DATA")
}

func TestChangingThePasswordEndsAllOtherSessions(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	other := h.Visitor()
	other.Token = h.Login(m.Phone, m.Password)
	change := func(old, fresh string) servertest.Answer {
		return m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": old, "newPassword": fresh})
	}
	change("wrong", "a new password").WantCode(http.StatusBadRequest, "WRONG_PASSWORD")
	change(m.Password, "short").WantCode(http.StatusBadRequest, "INVALID_USER_INFO")

	change(m.Password, "a new password").Want(http.StatusOK)

	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
	other.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	h.Login(m.Phone, "a new password")
}

func TestAForgottenPasswordIsSetByTheProvenPhone(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	reset := func(token string) servertest.Answer {
		return h.Visitor().Call("POST", "/api/account/resetpwd", map[string]string{"otpToken": token, "newPassword": "brand new one"})
	}
	unverified, _ := sendOTP(h, m.Phone, "reset")
	reset("made-up").WantCode(http.StatusBadRequest, "OTP_TOKEN_INVALID")
	reset(unverified.OTPToken).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	h.Clock.Advance(61 * time.Second)
	forRegister := prove(h, m.Phone, "register")
	reset(forRegister.OTPToken).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	h.Clock.Advance(61 * time.Second)
	proven := prove(h, m.Phone, "reset")

	reset(proven.OTPToken).Want(http.StatusOK)

	reset(proven.OTPToken).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	m.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	h.Login(m.Phone, "brand new one")
	stranger := prove(h, "0899999999", "reset")
	reset(stranger.OTPToken).WantCode(http.StatusNotFound, "NO_USER")
}

func TestTheProfileCallChangesTheNameAndNothingElse(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	put := func(body map[string]any) servertest.Answer { return m.Call("PUT", "/api/account/profile", body) }

	put(map[string]any{"name": "ใหม่", "bankCode": "SCB"}).WantCode(http.StatusConflict, "INVALID_BANK")
	put(map[string]any{"name": "ใหม่", "bankAccountNo": "1112223334"}).WantCode(http.StatusConflict, "INVALID_BANK")
	put(map[string]any{"name": " "}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	var after struct {
		Profile     struct{ Name string }
		BankAccount struct{ BankAccountNo string }
	}
	put(map[string]any{"name": "ใหม่", "bankCode": m.BankCode, "bankAccountNo": m.AccountNo, "bankAccountName": m.AccountName}).Want(http.StatusOK).Into(&after)

	if after.Profile.Name != "ใหม่" || after.BankAccount.BankAccountNo != m.AccountNo {
		t.Fatalf("%+v", after)
	}
}

func TestTheAccountNameIsWrittenInEnglishOnlyWhereTheBankWantsIt(t *testing.T) {
	h := servertest.New(t)
	latin, thai := h.Member(), h.Member()
	if _, err := h.Pool.Exec(t.Context(), `update member set bank_account_name = 'สมชาย ใจดี' where phone = $1`, thai.Phone); err != nil {
		t.Fatal(err)
	}
	put := func(c *servertest.Client, bank, name string) servertest.Answer {
		return c.Call("PUT", "/api/account/bankAccountName", map[string]string{"bankCode": bank, "bankAccountName": name})
	}

	put(latin, "KTB", "OTHER NAME").WantCode(http.StatusConflict, "INVALID_BANK")
	put(thai, "SCB", "SOMCHAI JAIDEE").WantCode(http.StatusConflict, "INVALID_BANK")
	put(thai, "KTB", "สมชาย").WantCode(http.StatusBadRequest, "BANK_ACCOUNT_NAME_ENG")
	put(thai, "KTB", "SOMCHAI 2").WantCode(http.StatusBadRequest, "BANK_ACCOUNT_NAME_ENG")
	put(thai, "KTB", "").WantCode(http.StatusBadRequest, "BANK_ACCOUNT_NAME_ENG")
	var after struct {
		BankAccount struct{ BankAccountName string }
	}
	put(thai, "KTB", "somchai jaidee").Want(http.StatusOK).Into(&after)

	if after.BankAccount.BankAccountName != "SOMCHAI JAIDEE" {
		t.Fatalf("%+v", after)
	}
}

func TestARepeatedKeyedLoginAnswersTheSameToken(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	login := func(password string) servertest.Answer {
		return h.Visitor().With("Idempotency-Key", "login-1").Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": password})
	}
	var first, again struct{ Token string }
	login(m.Password).Want(http.StatusOK).Into(&first)
	login(m.Password).Want(http.StatusOK).Into(&again)

	if first.Token == "" || first.Token != again.Token {
		t.Errorf("first %s, again %s", first.Token, again.Token)
	}
	login("wrong").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
}

func TestAKeyedLoginRepeatedAfterItsSessionEndedOpensAnother(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	login := func() string {
		var out struct{ Token string }
		h.Visitor().With("Idempotency-Key", "login-1").Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password}).
			Want(http.StatusOK).Into(&out)
		return out.Token
	}
	first := login()
	h.Clock.Advance(13 * time.Hour)

	m.Token = login()

	m.Call("GET", "/api/account/profile", nil).Want(http.StatusOK)
	if m.Token == first {
		t.Error("an ended session's token came again")
	}
}

func TestALoginWithTheOldPasswordDoesNotOutliveItsChange(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	changing, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = changing.Rollback(context.Background()) }()
	_, err = changing.Exec(t.Context(), `update member set password_hash = 'another' where phone = $1`, m.Phone)
	if err != nil {
		t.Fatal(err)
	}
	answer := make(chan servertest.Answer, 1)
	go func() {
		answer <- h.Visitor().Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password})
	}()
	time.Sleep(500 * time.Millisecond) // the old password has been found right by now
	if err := changing.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}

	(<-answer).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
}

// TestARenamingMemberHoldsUpNoDeposit pins the order of locks: whoever writes
// a member's line holds the version and then touches the member's row.
func TestARenamingMemberHoldsUpNoDeposit(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	deposit, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = deposit.Rollback(context.Background()) }()
	var member int64
	err = deposit.QueryRow(t.Context(), `select id from member, next_version(id) where phone = $1`, m.Phone).Scan(&member)
	if err != nil {
		t.Fatal(err)
	}
	renamed := make(chan servertest.Answer, 1)
	go func() { renamed <- m.Call("PUT", "/api/account/profile", map[string]any{"name": "ใหม่"}) }()
	time.Sleep(300 * time.Millisecond) // it has the member's row and waits for the version

	_, err = deposit.Exec(t.Context(), `set local lock_timeout = '300ms'`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Server.Statement.AddTx(t.Context(), deposit, member, statement.Line{
		Type: statement.Deposit, Status: statement.Failed, From: "KTB", To: statement.Wallet, Currency: "BAHT", CreatedAt: h.Clock.Now(),
	})
	if err != nil {
		t.Fatalf("the deposit waits for the renaming, which waits for it: %v", err)
	}
	if err := deposit.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-renamed).Want(http.StatusOK)
}
