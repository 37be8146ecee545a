package identity_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

type ticket struct{ OTPRef, OTPToken, Code string }

// sendOTP requests a code and reads the SMS.
func sendOTP(h *servertest.Environment, phone, purpose string) (ticket, string) {
	var sent ticket
	h.Guest().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone, "purpose": purpose}).Want(http.StatusOK).Into(&sent)
	return sent, lastCode(h, phone)
}

func lastCode(h *servertest.Environment, phone string) string {
	var inbox struct{ Messages []struct{ OTPCode string } }
	h.Control("GET", "/sms/messages?phone="+phone, nil, &inbox)
	if len(inbox.Messages) == 0 {
		return ""
	}
	return inbox.Messages[0].OTPCode
}

func provePhone(h *servertest.Environment, phone, purpose string) ticket {
	sent, code := sendOTP(h, phone, purpose)
	h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": code}).Want(http.StatusOK)
	return sent
}

// newProvenBrowser returns a browser in which the right code for the phone was typed.
func newProvenBrowser(h *servertest.Environment, phone, purpose string) *servertest.Client {
	b := h.Browser()
	var sent ticket
	b.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone, "purpose": purpose}).Want(http.StatusOK).Into(&sent)
	b.Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": lastCode(h, phone)}).Want(http.StatusOK)
	return b
}

func registrationBody(phone string, change map[string]any) map[string]any {
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

// spec 1.4, 3.1a, 3.1b, 3.1c, 3.1d, 3.1f, 3.1g, 3.1h, 3.1i, 7.8b, D2.5, D2.6
func TestRegister_FourSteps_MemberCanLogIn(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891112223"
	v := newProvenBrowser(h, phone, "register")
	v.Call("POST", "/api/account/validate", map[string]any{"username": phone, "name": "มานี", "password": "a good password"}).Want(http.StatusOK)

	var made struct {
		Profile struct {
			ID string `json:"_id"`
		}
		Token *string
	}
	v.Call("POST", "/api/account", registrationBody(phone, nil)).Want(http.StatusCreated).Into(&made)
	member := h.Guest()
	member.Token = h.Login(phone, "a good password")

	var profile struct {
		Profile     struct{ Username, Name, Currency string }
		BankAccount struct {
			BankAccountName string
			BankAccountNo   string
			Bank            struct{ NameTH string }
		}
	}
	member.Call("GET", "/api/account/profile", nil).Want(http.StatusOK).Into(&profile)
	if made.Profile.ID == "" || made.Token != nil || profile.Profile.Username != phone || profile.Profile.Currency != "BAHT" ||
		profile.BankAccount.Bank.NameTH != "ธนาคารกสิกรไทย" || profile.BankAccount.BankAccountNo != "1891112223" ||
		profile.Profile.Name != "มานี" || profile.BankAccount.BankAccountName != "มานี มีนา" {
		t.Errorf("made %+v, profile %+v", made, profile)
	}
	if n := h.Count(`select count(*) from member where phone = $1 and source_code = 'FRIEND' and bank_code = 'KBANK'`, phone); n != 1 {
		t.Errorf("the source and the bank are stored for %d members", n)
	}
	if got := member.Balance(); got != "0.00" {
		t.Errorf("balance %s", got)
	}
}

// spec 2.21, 3.1a, 3.1c, 3.1d, 3.1e, 3.1f, 3.1h, 3.1i, 5.7, 7.8a, 7.8b, 8.9d, 8.9e, 8.9f, 8.9h, 8.9i, 9.5, D2.2
// spec D2.3, D2.4, D2.9, D2.39
func TestRegister_EachBrokenRule_ReturnsItsCode(t *testing.T) {
	h := servertest.New(t)
	old := h.AddMember()
	const phone = "0892223334"
	owner := newProvenBrowser(h, phone, "register")
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
		"a digit in it at KTB":    {map[string]any{"bankCode": "KTB", "bankAccountName": "MANEE MEENA 2"}, 400, "BANK_ACCOUNT_NAME_ENG", "bankAccountName"},
		"a dot in it at KTB":      {map[string]any{"bankCode": "KTB", "bankAccountName": "MRS.MANEE MEENA"}, 400, "BANK_ACCOUNT_NAME_ENG", "bankAccountName"},
		"an unknown bank":         {map[string]any{"bankCode": "NOBANK"}, 400, "INVALID_BANK", "bankCode"},
		"no bank":                 {map[string]any{"bankCode": nil}, 400, "INVALID_BANK", "bankCode"},
		"no name":                 {map[string]any{"name": "  "}, 400, "INVALID_USER_INFO", "name"},
		"a common password":       {map[string]any{"password": "P@ssw0rd2024"}, 400, "INVALID_USER_INFO", "password"},
		"the phone for password":  {map[string]any{"password": phone}, 400, "INVALID_USER_INFO", "password"},
		"the name for password":   {map[string]any{"name": "Maneerat", "password": "maneerat99"}, 400, "INVALID_USER_INFO", "password"},
		"a short password":        {map[string]any{"password": "k7vq2mz"}, 400, "INVALID_USER_INFO", "password"},
		"no account number":       {map[string]any{"bankAccountNo": nil}, 400, "INVALID_USER_INFO", "bankAccountNo"},
		"letters for a number":    {map[string]any{"bankAccountNo": "12345abc"}, 400, "INVALID_USER_INFO", "bankAccountNo"},
		"an unknown invite code":  {map[string]any{"inviteCode": "PRNOBODY"}, 400, "INVALID_USER_INFO", "inviteCode"},
		"an unknown source":       {map[string]any{"sourceCode": "MARS"}, 400, "INVALID_USER_INFO", "sourceCode"},
		"129 characters":          {map[string]any{"password": strings.Repeat("my own long words ", 8)[:129]}, 400, "INVALID_USER_INFO", "password"},
		"kip outside Laos":        {map[string]any{"currency": "LAK"}, 400, "INVALID_USER_INFO", "currency"},
		"a number for a name":     {map[string]any{"name": 7}, 400, "INVALID_USER_INFO", "name"},
		"a name of digits":        {map[string]any{"name": "12345"}, 400, "INVALID_USER_INFO", "name"},
		"a holder of two scripts": {map[string]any{"bankAccountName": "สมชาย JAIDEE"}, 400, "INVALID_USER_INFO", "bankAccountName"},
	} {
		for _, path := range []string{"/api/account/validate", "/api/account"} {
			got := owner.Call("POST", path, registrationBody(phone, tc.change))
			if path == "/api/account/validate" && (tc.change[tc.field] == nil || tc.code == "EXISTING_BANK") {
				if got.Code() == "EXISTING_BANK" {
					t.Errorf("validate reveals %s", name)
				}
				continue // validate does not check what is not sent
			}
			if got.Status != tc.status || got.Code() != tc.code || got.Field(tc.field) != tc.code {
				t.Errorf("%s at %s: %d %s", name, path, got.Status, got.Body)
			}
		}
	}
	for _, fits := range []string{"k7vq2mzd", strings.Repeat("my own long words ", 8)[:128]} {
		owner.Call("POST", "/api/account/validate", registrationBody(phone, map[string]any{"password": fits})).Want(http.StatusOK)
	}
	var lookup struct{ Banks []struct{ Code string } }
	owner.Call("GET", "/api/lookup/banks", nil).Want(http.StatusOK).Into(&lookup)
	for _, bank := range lookup.Banks { // every other bank accepts a Thai name
		if english := map[string]bool{"KTB": true, "TMB": true, "BBL": true}; !english[bank.Code] {
			owner.Call("POST", "/api/account/validate", registrationBody(phone, map[string]any{"bankCode": bank.Code})).Want(http.StatusOK)
		}
	}
	owner.Call("POST", "/api/account", registrationBody(phone, nil)).Want(http.StatusCreated)
}

// spec 3.1a, 3.1c, 3.1f, 3.1g, 3.1h
func TestRegister_NamePasswordOrBankAccountMissing_IsRefused(t *testing.T) {
	h := servertest.New(t)
	const phone = "0897654321"
	owner := newProvenBrowser(h, phone, "register")

	for field, code := range map[string]string{
		"name": "INVALID_USER_INFO", "password": "INVALID_USER_INFO", "bankCode": "INVALID_BANK",
		"bankAccountName": "INVALID_USER_INFO", "bankAccountNo": "INVALID_USER_INFO",
	} {
		missing := owner.Call("POST", "/api/account", registrationBody(phone, map[string]any{field: nil}))
		blank := owner.Call("POST", "/api/account", registrationBody(phone, map[string]any{field: " "}))
		for _, got := range []servertest.Response{missing, blank} {
			if got.Status != http.StatusBadRequest || got.Code() != code || got.Field(field) != code {
				t.Errorf("without %s: %d %s", field, got.Status, got.Body)
			}
		}
	}
	owner.Call("POST", "/api/account", registrationBody(phone, nil)).Want(http.StatusCreated)
}

// spec 8.9c, D2.3
func TestRegister_PhoneOfAMember_IsRevealedOnlyAfterItsProof(t *testing.T) {
	h := servertest.New(t)
	old := h.AddMember()

	owner := newProvenBrowser(h, old.Phone, "register")

	for _, path := range []string{"/api/account/validate", "/api/account"} {
		for name, body := range map[string]map[string]any{
			"the phone alone":   {"username": old.Phone},
			"all of it":         registrationBody(old.Phone, nil),
			"with other faults": registrationBody(old.Phone, map[string]any{"bankCode": "NOBANK", "password": "short", "name": " "}),
		} {
			stranger, proved := h.Guest().Call("POST", path, body), owner.Call("POST", path, body)
			if stranger.Status != http.StatusBadRequest || stranger.Code() != "UNVERIFIED_OTP" || proved.Status != http.StatusConflict || proved.Code() != "EXISTING_USER" {
				t.Errorf("%s at %s: a stranger gets %d %s, the proven owner %d %s", name, path, stranger.Status, stranger.Code(), proved.Status, proved.Code())
			}
		}
	}
}

// spec 1.2b, 3.1b, 5.2a, 5.2b, 8.9k, 9.3a, 9.3b, D2.8, D2.39
func TestPhone_Length_IsTenDigitsOrEightToElevenInLaos(t *testing.T) {
	thai, lao := servertest.New(t), servertest.New(t, servertest.Laos)
	for phone, want := range map[string][2]bool{
		"0812345678": {true, true}, "081234567": {false, true}, "02012345": {false, true}, "08123456789": {false, true},
		"0201234": {false, false}, "020123456789": {false, false}, "08123x5678": {false, false}, "": {false, false},
	} {
		for i, h := range []*servertest.Environment{thai, lao} {
			got := h.Guest().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone})
			if ok := got.Status == http.StatusOK; ok != want[i] || (!ok && got.Code() != "PHONE_NUMBER_REQUIRE_10_DIGIT") {
				t.Errorf("%q at server %d: %d %s", phone, i, got.Status, got.Body)
			}
		}
	}
}

func TestRegister_Repeated_ReturnsTheSameMember(t *testing.T) {
	h := servertest.New(t)
	const phone = "0894445556"
	v := newProvenBrowser(h, phone, "register").With("Idempotency-Key", "register-once")
	first := v.Call("POST", "/api/account", registrationBody(phone, nil)).Want(http.StatusCreated)

	again := v.Call("POST", "/api/account", registrationBody(phone, nil)).Want(http.StatusCreated)

	if string(first.Body) != string(again.Body) {
		t.Errorf("first %s, again %s", first.Body, again.Body)
	}
}

func TestRegister_OnePhoneManyTimesAtOnce_CreatesOneMember(t *testing.T) {
	h := servertest.New(t)
	const phone = "0895556667"
	proof := provePhone(h, phone, "register")
	var made atomic.Int64

	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			got := h.Guest().Call("POST", "/api/account", registrationBody(phone, map[string]any{"bankAccountNo": fmt.Sprintf("55500000%02d", i), "otpToken": proof.OTPToken}))
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

// The first checks run before the other transaction commits, so they do not see its change.
// spec 8.9c, 8.9d
func TestRegister_PhoneOrAccountTakenMeanwhile_ReturnsItsCode(t *testing.T) {
	h := servertest.New(t)
	for _, tc := range []struct{ phone, column, want string }{
		{"0895556668", "phone", "EXISTING_USER"},
		{"0895556669", "bank_account_no", "EXISTING_BANK"},
	} {
		other, owner := h.AddMember(), newProvenBrowser(h, tc.phone, "register")

		got := callDuringChange(t, h, func() servertest.Response {
			return owner.Call("POST", "/api/account", registrationBody(tc.phone, map[string]any{"bankCode": other.BankCode, "bankAccountNo": tc.phone, "bankAccountName": "MANEE MEENA"}))
		}, `update member set `+tc.column+` = $2 where id = $1`, other.ID(), tc.phone)

		if got.Status != http.StatusConflict || got.Code() != tc.want {
			t.Errorf("%s: %d %s", tc.want, got.Status, got.Body)
		}
	}
}

// spec 3.1e, D2.1, D2.2, D2.7
func TestRegister_Invited_StoresTheInviter(t *testing.T) {
	h := servertest.New(t)
	inviter := h.AddMember()
	var profile struct {
		Profile struct {
			ID string `json:"_id"`
		}
	}
	inviter.Call("GET", "/api/account/profile", nil).Into(&profile)
	const phone = "0896667778"
	owner := newProvenBrowser(h, phone, "register")
	bare := registrationBody(phone, map[string]any{"inviteCode": profile.Profile.ID})
	owner.Call("POST", "/api/account/validate", bare).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")

	owner.Call("POST", "/api/account", registrationBody(phone, map[string]any{"inviteCode": "PR" + profile.Profile.ID, "currency": nil})).Want(http.StatusCreated)

	var inviterPhone, currency string
	err := h.Pool.QueryRow(t.Context(), `select i.phone, m.currency from member m join member i on i.id = m.invited_by where m.phone = $1`, phone).Scan(&inviterPhone, &currency)
	if err != nil || inviterPhone != inviter.Phone || currency != "BAHT" {
		t.Fatalf("invited by %q, in %q, %v", inviterPhone, currency, err)
	}
	if !regexp.MustCompile(`^[34679AC-HJKMNP-RT-Y]{6,10}$`).MatchString(profile.Profile.ID) {
		t.Errorf("the id is %q", profile.Profile.ID)
	}
}

// otherColumns returns a member's row without one of its columns and without its version.
func otherColumns(h *servertest.Environment, m *servertest.Client, column string) string {
	return servertest.Value[string](h, `select (to_jsonb(m) - array['version', $2::text])::text from member m where phone = $1`, m.Phone, column)
}

// spec 1.16, 3.3, 7.10, D2.30, 8.9e, 8.9h
func TestProfile_OtherFieldsSent_ChangesTheNameOnly(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	put := func(body map[string]any) servertest.Response { return m.Call("PUT", "/api/account/profile", body) }

	put(map[string]any{"name": "ใหม่", "bankCode": "SCB"}).WantCode(http.StatusConflict, "INVALID_BANK")
	put(map[string]any{"name": "ใหม่", "bankAccountNo": "1112223334"}).WantCode(http.StatusConflict, "INVALID_BANK")
	put(map[string]any{"name": "ใหม่", "bankAccountName": "SOMEBODY ELSE"}).WantCode(http.StatusConflict, "INVALID_BANK")
	put(map[string]any{"name": " "}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	var after struct {
		Profile     struct{ Name string }
		BankAccount struct{ BankAccountNo string }
	}
	before := otherColumns(h, m, "name")
	put(map[string]any{"name": "ใหม่", "bankCode": m.BankCode, "bankAccountNo": m.AccountNo, "bankAccountName": m.AccountName}).Want(http.StatusOK).Into(&after)

	if after.Profile.Name != "ใหม่" || after.BankAccount.BankAccountNo != m.AccountNo {
		t.Fatalf("%+v", after)
	}
	if after := otherColumns(h, m, "name"); after != before {
		t.Errorf("from %s\nto %s", before, after)
	}
}

// spec 1.16, 5.11, 5.12, 7.11, 7.33, D2.31, 8.9h, 8.9i
func TestHolderName_EnglishOnly_IsRequiredByItsBankOnly(t *testing.T) {
	h := servertest.New(t)
	latin, thai := h.AddMember(), h.AddMember()
	if _, err := h.Pool.Exec(t.Context(), `update member set bank_account_name = 'สมชาย ใจดี' where phone = $1`, thai.Phone); err != nil {
		t.Fatal(err)
	}
	put := func(c *servertest.Client, bank, name string) servertest.Response {
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
	before := otherColumns(h, thai, "bank_account_name")
	put(thai, "KTB", "somchai jaidee").Want(http.StatusOK).Into(&after)

	if after.BankAccount.BankAccountName != "SOMCHAI JAIDEE" {
		t.Fatalf("%+v", after)
	}
	if after := otherColumns(h, thai, "bank_account_name"); after != before {
		t.Errorf("from %s\nto %s", before, after)
	}
	for bank, wants := range map[string]bool{"KTB": true, "TMB": true, "BBL": true, "SCB": false, "KBANK": false} {
		h.Exec(`update member set bank_account_name = 'สมชาย ใจดี', bank_code = $2 where phone = $1`, thai.Phone, bank)
		if got := put(thai, bank, "SOMCHAI JAIDEE"); (got.Status == http.StatusOK) != wants || !wants && got.Code() != "INVALID_BANK" {
			t.Errorf("%s: %d %s", bank, got.Status, got.Code())
		}
	}
}

// TestProfile_RenameDuringADeposit_DoesNotBlockTheDeposit fixes the order of locks: a deposit first takes the
// member's sync version, and then locks the member's row.
func TestProfile_RenameDuringADeposit_DoesNotBlockTheDeposit(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
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
	renamed := make(chan servertest.Response, 1)
	go func() { renamed <- m.Call("PUT", "/api/account/profile", map[string]any{"name": "ใหม่"}) }()
	h.WaitUntil("the renaming waits for the version", func() bool { return pgtest.HasWaiter(t, h.Pool) })

	_, err = deposit.Exec(t.Context(), `set local lock_timeout = '300ms'`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Server.Statement.AddTx(t.Context(), deposit, member, statement.Line{
		Type: statement.Deposit, Status: statement.Failed, FromPlace: statement.AccountPlace("KTB", ""), ToPlace: statement.PlaceOf(statement.Wallet), Currency: "BAHT", CreatedAt: h.Clock.Now(),
	})
	if err == nil { // as inserting a row that refers to the member does; waiting could deadlock, with the error on either side
		_, err = deposit.Exec(t.Context(), `select from member where id = $1 for key share nowait`, member)
	}
	if err != nil {
		t.Fatalf("the deposit and the renaming wait for each other: %v", err)
	}
	if err := deposit.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-renamed).Want(http.StatusOK)
}

// spec P7.1
func TestAccountNumber_Length_IsSixToFifteenDigits(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891112224"
	v := newProvenBrowser(h, phone, "register")
	validate := func(no string) servertest.Response {
		return v.Call("POST", "/api/account/validate", registrationBody(phone, map[string]any{"bankAccountNo": no}))
	}

	for _, no := range []string{"123456", "123456789012345", "123-456-78", "๑๒๓๔๕๖"} {
		validate(no).Want(http.StatusOK)
	}
	for _, no := range []string{"12345", "1234567890123456", "12345abc", "xxx-x-x4482-x"} {
		validate(no).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
}
