package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// These tests compare the names in JSON with the specification's names, which are written here by hand.
// Other tests check the values of the fields.

// Fields that several calls return.
const (
	bankAccount     = "bankAccount{bank{nameEN nameLO nameTH} bankAccountName bankAccountNo bankCode}"
	profile         = "profile{_id coin createdAt currency name username}"
	slot            = "amount android asOf background category code ftWalletSlot inDoubt ios isActive logo moving name opening stale step way web"
	qrDepositFields = "amount expireIn hasQrcode lineId message minDeposit payload! provider qrcode qrcodeId timeLimit transferAmount"
	walletNow       = "wallet{" + servertest.WalletFields + "}"
)

// expectedResponse is a response and the fields that it must have.
type expectedResponse struct {
	response servertest.Response
	fields   string
}

// checkFields fails the test unless each response is a success with its fields.
func checkFields(t *testing.T, all ...expectedResponse) {
	t.Helper()
	for _, n := range all {
		n.response.Want(http.StatusOK).WantFields(n.fields)
	}
}

// spec 3.5, 3.6, 3.12, 3.13, 3.14, 3.16, 3.22, 3.32a, 3.32b, 3.32c, 3.32d, 3.32e, 3.32f, 3.32g, 3.32h, 3.32i
// spec 3.32j, 3.32k, 3.32l, 3.32m, 7.4a, 7.4b, 7.4c, 7.4d, 7.4e, 7.4f, 7.4g, 7.4h, 7.4i, 7.4j, 7.4k, 7.4l, 7.4m
// spec 7.32, D1.13, D3.25, D1.43
func TestLookup_Each_HasTheFieldsOfTheSpecification(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	h.RejectSlips(time.Hour)
	for name, fields := range map[string]string{
		"banks": "banks[code currency nameEN nameLO nameTH recommended]",
		"deposit": "banks[bank{nameEN nameLO nameTH} bankAccountName bankAccountNo bankCode bankType currency lapnet? mode] isManual" +
			" qr[maxDeposit? minDeposit presets[] provider resting?] qrPaused?[] wallets[mode walletAccountName walletAccountNo]",
		"conditions":       "conditions[]",
		"agreements":       "agreements[]",
		"info":             "name website",
		"notice":           "notice",
		"contact":          "contactText lineLink lineName lineQR",
		"withdraw":         "autoLimit bonusEnd turnoverMultiple withdrawMax withdrawMin",
		"slip":             "closedFrom closedUntil maxBytes open withinMinutes",
		"sources":          "sources[code description]",
		"active":           "terminated",
		"registerOTP":      "registerOTP",
		"enableChatWidget": "enableChatWidget",
	} {
		checkFields(t, expectedResponse{m.Call("GET", "/api/lookup/"+name, nil), fields})
	}
}

// spec 3.2a, 3.2b, 3.2c, 3.2d, 3.4a, 3.4b, 3.4c, 3.7, 3.8, 7.7, 7.9, 7.14, 7.15, 7.16, 7.17a, 7.17b, 7.17c
// spec 2.34a, 2.34b, 2.34c, 7.12, 2.34e, 3.9, 7.17e
func TestAccountCalls_FullResponse_HaveTheFieldsOfTheSpecification(t *testing.T) {
	h := servertest.New(t)
	h.Exec(`update slot set web = 'https://imi.example/web', android = 'https://imi.example/app.apk', ios = 'https://imi.example/ios' where code = 'imi'`)
	m, guest := h.AddMember(), h.Guest()
	m.Call("POST", "/api/wallet/activate/imi", nil).Want(http.StatusOK)
	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK)
	sendResponse := guest.Call("POST", "/api/otp/send", map[string]string{"phoneNumber": "0891231299"})
	var sent struct{ OTPToken string }
	sendResponse.Into(&sent)
	var inbox struct{ Messages []struct{ OTPCode string } }
	h.Control("GET", "/sms/messages?phone=0891231299", nil, &inbox)
	verifyResponse := guest.Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": inbox.Messages[0].OTPCode})

	checkFields(t, []expectedResponse{
		{sendResponse, "code expiresAt! otpRef otpToken"},
		{verifyResponse, "code"},
		{guest.Call("POST", "/api/login", map[string]string{"username": m.Phone, "password": m.Password}), "expiresAt token"},
		{m.Call("GET", "/api/account/profile", nil), bankAccount + " " + profile},
		{m.Call("GET", "/api/wallet", nil), bankAccount + " invite{amount dayMost fail soFar success} " + profile + " slots[" + slot + "] toPlay " + walletNow},
		{m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": m.Password, "newPassword": "a new password"}), "passkeys? success"},
	}...)
}

// spec 3.15, 3.26a, 3.26f, 3.26g, 3.26h, 3.26i, 3.26j, 3.27, 7.34, 7.35, 7.51, 7.52, 7.53, 9.17a
// spec 9.17b, D1.13
func TestMoneyCalls_FullResponse_HaveTheFieldsOfTheSpecification(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	slip := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500}))
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100, ToAccountNo: "1112223399"})) // rejected, so it has a note

	checkFields(t, []expectedResponse{
		{m.Call("POST", "/api/statement", map[string]int{}), "statements[" + servertest.LineWith("note", "code", "tail") + "] total totals?[currency in out]"},
		{m.Call("POST", "/api/statement/slip", map[string]int{}), "slips[amount capturedAt? clientId createdAt currency link note! reference review status version] total"},
		{m.Call("GET", slip.Link, nil), "url"},
		{m.Call("POST", "/api/qrcode/WW", map[string]int{"amount": 100}), qrDepositFields},
		{m.Call("GET", "/api/qrcode/WW", nil), qrDepositFields},
	}...)
}

// spec 3.10, 7.20
func TestGameCalls_FullResponse_HaveTheFieldsOfTheSpecification(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(100))
	h.Exec(`update slot set web = 'https://x.example/web', android = 'https://x.example/app.apk', ios = 'https://x.example/ios' where code = 'circus'`)
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	moved := "statement{" + strings.Replace(servertest.LineFields, "toPlace{code?", "toPlace{code!", 1) + "} " + walletNow

	checkFields(t, []expectedResponse{
		{m.Call("GET", "/api/wallet/account/circus", nil), "event? password username"},
		{m.Call("POST", "/api/wallet/resetpassword/circus", nil), "event? password username"},
		{m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "circus", "amount": 10}), moved},
		{m.Call("POST", "/api/wallet/transferAll", map[string]any{"to": "circus"}), moved},
		{m.Call("GET", "/api/wallet/refresh/slot", nil), "slots[" + slot + "]"},
	}...)
}

// spec 3.33a, 3.33b, 3.33c, 3.33d, 3.33h, 7.60, 7.61, 7.62, D1.1
func TestChatCalls_FullResponse_HaveTheFieldsOfTheSpecification(t *testing.T) {
	h := servertest.New(t)
	m, guest := h.AddMember(), h.Guest()
	message := map[string]any{"message_type": "text", "payload": "hello"}
	guestID := uuid.NewString()

	checkFields(t, []expectedResponse{
		{guest.Call("GET", "/api/chat/config", nil), "PREFIX"},
		{m.Call("POST", "/api/chat/send-message", map[string]any{"userId": m.PublicID(), "clientId": uuid.New(), "message": message}), "_id seq timestamp"},
		{guest.Call("POST", "/api/chat/send-message", map[string]any{"guestId": guestID, "clientId": uuid.New(), "message": message}), "_id seq timestamp"},
		{m.Call("POST", "/api/chat/history", map[string]any{"userId": m.PublicID()}), "[_id clientId createdAt deviceToken? message{message_type payload} name! sender seq session_id! userId! username!]"},
		{guest.Call("POST", "/api/chat/history", map[string]any{"guestId": guestID}), "[_id clientId createdAt deviceToken? message{message_type payload} name? sender seq session_id? userId? username?]"},
	}...)
}
