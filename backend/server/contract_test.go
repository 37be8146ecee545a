package server_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// TestEachLookupAnswersTheseFields holds the contract of the lookups: a field
// that is renamed, or no longer told, fails.
// spec 3.5, 3.6, 3.12, 3.13, 3.14, 3.16, 3.22, 3.32a, 3.32b, 3.32c, 3.32d, 3.32e, 3.32f, 3.32g
// spec 3.32h, 3.32i, 3.32j, 3.32k, 3.32l, 3.32m, 7.4a, 7.4b, 7.4c, 7.4d, 7.4e, 7.4f, 7.4g, 7.4h
// spec 7.4i, 7.4j, 7.4k, 7.4l, 7.4m, 7.32, D1.13, D3.25
func TestEachLookupAnswersTheseFields(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	names := "nameEN:text nameLO:text nameTH:text"
	for name, want := range map[string]string{
		"banks": "{banks:[{code:text currency:text " + names + " recommended:bool}]}",
		"deposit": "{banks:[{bank:{" + names + "} bankAccountName:text bankAccountNo:text bankCode:text bankType:text currency:text mode:text}]" +
			" isManual:bool qr:[{minDeposit:number presets:[number] provider:text}]" +
			" wallets:[{mode:text walletAccountName:text walletAccountNo:empty}]}",
		"conditions":       "{conditions:[text]}",
		"agreements":       "{agreements:[text]}",
		"info":             "{name:text website:empty}",
		"notice":           "{notice:text}",
		"contact":          "{contactText:text lineLink:text lineName:text lineQR:empty}",
		"withdraw":         "{autoLimit:number bonusEnd:number turnoverMultiple:number withdrawMax:number withdrawMin:number}",
		"slip":             "{closedFrom:null closedUntil:null maxBytes:number open:bool withinMinutes:number}",
		"sources":          "{sources:[{code:text description:text}]}",
		"active":           "{terminated:empty}",
		"registerOTP":      "{registerOTP:bool}",
		"enableChatWidget": "{enableChatWidget:bool}",
	} {
		if got := m.Call("GET", "/api/lookup/"+name, nil).Want(http.StatusOK).Shape(); got != want {
			t.Errorf("%s\n got %s\nwant %s", name, got, want)
		}
	}
}

// spec 3.2a, 3.2b, 3.2c, 3.2d, 3.4a, 3.4b, 3.4c, 3.7, 3.8, 7.7, 7.9, 7.14, 7.15, 7.16, 7.17a, 7.17b, 7.17c
// spec 2.34a, 2.34b, 2.34c, 7.12, 2.34e, 3.9, 7.17e
func TestEachCallOfAnAccountAnswersTheseFields(t *testing.T) {
	h := servertest.New(t)
	m, visitor := h.Member(), h.Visitor()
	const phone = "0891231299"
	profile := "profile:{_id:text coin:number createdAt:time currency:text name:text username:text}"
	slot := "{amount:number android:null asOf:null background:text category:text code:text ftWalletSlot:number inDoubt:bool ios:null isActive:bool" +
		" logo:text moving:bool name:text opening:bool stale:bool step:number way:text web:null}"
	account := "bankAccount:{bank:{nameEN:text nameLO:text nameTH:text} bankAccountName:text bankAccountNo:text bankCode:text}"

	send := visitor.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone})
	var sent struct{ OTPToken string }
	send.Into(&sent)
	var inbox struct{ Messages []struct{ OTPCode string } }
	h.World("GET", "/sms/messages?phone="+phone, nil, &inbox)
	verify := visitor.Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": inbox.Messages[0].OTPCode})

	for _, tc := range []struct {
		name   string
		answer servertest.Answer
		want   string
	}{
		{"otp/send", send, "{code:text expiresAt:time otpRef:text otpToken:text}"},
		{"otp/verify", verify, "{code:text}"},
		{"login", visitor.Call("POST", "/api/login", map[string]string{"username": m.Phone, "password": m.Password}), "{expiresAt:time token:text}"},
		{"account/profile", m.Call("GET", "/api/account/profile", nil), "{" + account + " " + profile + "}"},
		{
			"wallet", m.Call("GET", "/api/wallet", nil),
			"{" + account + " invite:{amount:number fail:number soFar:number success:number} " + profile + " slots:[" + slot + "] wallet:{amount:number asOf:time currency:text}}",
		},
		{"changepwd", m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": m.Password, "newPassword": "a new password"}), "{success:bool}"},
	} {
		if got := tc.answer.Want(http.StatusOK).Shape(); got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

// spec 3.15, 3.26a, 3.26f, 3.26g, 3.26h, 3.26i, 3.26j, 3.27, 7.34, 7.35, 7.51, 7.52, 7.53, 9.17a
// spec 9.17b, D1.9, D1.13
func TestEachCallOfMoneyAnswersTheseFields(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	slip := m.HandIn(m.Transfer(servertest.Transfer{Amount: 500}))
	m.HandIn(m.Transfer(servertest.Transfer{Amount: 100, ToAccountNo: "1112223399"})) // is refused, so it has a note
	line := "{_id:text amount:number canCancel:bool createdAt:time currency:text from:text fromPlace:{code:text kind:text tail:text} note:text" +
		" statementType:text status:text to:text toPlace:{kind:text} version:number}"
	code := "{amount:number expireIn:time hasQrcode:bool lineId:text message:empty minDeposit:number payload:text provider:text" +
		" qrcode:text qrcodeId:text timeLimit:number transferAmount:number}"

	for _, tc := range []struct {
		name   string
		answer servertest.Answer
		want   string
	}{
		{"statement", m.Call("POST", "/api/statement", map[string]int{}), "{statements:[" + line + "] total:number}"},
		{
			"statement/slip", m.Call("POST", "/api/statement/slip", map[string]int{}),
			"{slips:[{amount:number clientId:text createdAt:time currency:text link:text note:text reference:text review:bool status:text version:number}] total:number}",
		},
		{"statement/slip/reference", m.Call("GET", slip.Link, nil), "{url:text}"},
		{"qrcode, made", m.Call("POST", "/api/qrcode/WW", map[string]int{"amount": 100}), code},
		{"qrcode, shown", m.Call("GET", "/api/qrcode/WW", nil), code},
	} {
		if got := tc.answer.Want(http.StatusOK).Shape(); got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

// spec 3.10, 7.20
func TestEachCallOfTheGamesAnswersTheseFields(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	m.Give(money.Baht(100))
	slot := "{amount:number android:null asOf:null background:text category:text code:text ftWalletSlot:number inDoubt:bool ios:null isActive:bool" +
		" logo:text moving:bool name:text opening:bool stale:bool step:number way:text web:null}"
	activated := m.Call("POST", "/api/wallet/activate/circus", nil)
	line := "{_id:text amount:number canCancel:bool createdAt:time currency:text from:text fromPlace:{kind:text}" +
		" statementType:text status:text to:text toPlace:{code:text kind:text} version:number}"

	for _, tc := range []struct {
		name   string
		answer servertest.Answer
		want   string
	}{
		{"activate", activated, "{slot:" + slot + "}"},
		{"account", m.Call("GET", "/api/wallet/account/circus", nil), "{password:text username:text}"},
		{"resetpassword", m.Call("POST", "/api/wallet/resetpassword/circus", nil), "{password:text username:text}"},
		{
			"transfer", m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "circus", "amount": 10}),
			"{statement:" + line + " wallet:{amount:number asOf:time currency:text}}",
		},
		{"transferAll", m.Call("POST", "/api/wallet/transferAll", map[string]any{"to": "circus"}), "{statement:" + line + " wallet:{amount:number asOf:time currency:text}}"},
	} {
		if got := tc.answer.Want(http.StatusOK).Shape(); got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

// spec 3.33a, 3.33b, 3.33c, 3.33d, 3.33h, 7.60, 7.61, 7.62, D1.1
func TestEachCallOfTheChatAnswersTheseFields(t *testing.T) {
	h := servertest.New(t)
	m, guest := h.Member(), h.Visitor()
	message := map[string]any{"message_type": "text", "payload": "hello"}
	guestID := uuid.NewString()
	said := func(name string) string {
		return "[{_id:text clientId:text createdAt:time message:{message_type:text payload:text}" + name + " sender:text seq:number"
	}

	for _, tc := range []struct {
		name   string
		answer servertest.Answer
		want   string
	}{
		{"config", guest.Call("GET", "/api/chat/config", nil), "{PREFIX:text}"},
		{
			"send-message", m.Call("POST", "/api/chat/send-message", map[string]any{"userId": m.PublicID(), "clientId": uuid.New(), "message": message}),
			"{_id:text seq:number timestamp:time}",
		},
		{
			"send-message of a guest", guest.Call("POST", "/api/chat/send-message", map[string]any{"guestId": guestID, "clientId": uuid.New(), "message": message}),
			"{_id:text seq:number timestamp:time}",
		},
		{"history", m.Call("POST", "/api/chat/history", map[string]any{"userId": m.PublicID()}), said(" name:text") + " session_id:text userId:text username:text}]"},
		{"history of a guest", guest.Call("POST", "/api/chat/history", map[string]any{"guestId": guestID}), said("") + "}]"},
	} {
		if got := tc.answer.Want(http.StatusOK).Shape(); got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
	var config map[string]string
	if guest.Call("GET", "/api/chat/config", nil).Into(&config); config["PREFIX"] != "support-" {
		t.Errorf("config %v", config)
	}
}

// spec 7.19, 7.21, 7.39, 7.42b, 7.42c, 7.44, 7.47, 7.50, D1.26, 8.14g
func TestWhatChangesSomethingByGETIsThereAsAPOSTWithAKeyToo(t *testing.T) {
	h := servertest.New(t)
	for path, want := range map[string]string{
		"/api/wallet/activate/nothing":     "NO_GAME",
		"/api/wallet/resetpassword/circus": "SLOT_NO_ACCOUNT",
		"/api/invite/bonus":                "NO_INVITEE_PLAY_INFO",
		"/api/bonus/activate/DAILY":        "BONUS_CONDITION",
		"/api/bonus/clear":                 "NO_DATA",
		"/api/promotion/activate/NOTHING":  "NO_PROMOTION",
		"/api/refund/receive":              "NO_REFUND",
		"/api/refund/addWallet":            "REFUND_MINIMUM",
	} {
		m := h.Member()
		byGET := m.Call("GET", path, nil)
		byPOST := m.With("Idempotency-Key", "k").Call("POST", path, nil)

		if byGET.Code() != want || byPOST.Code() != want {
			t.Errorf("%s: GET %d %s, POST %d %s", path, byGET.Status, byGET.Body, byPOST.Status, byPOST.Body)
		}
	}
}
