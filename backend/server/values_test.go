package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// Other tests check which fields exist. These tests check each value, so that swapped or constant fields are
// noticed.

// Here the server's local time zone is Bangkok. On a machine in UTC, nobody would notice a time in the local
// zone.
func init() { time.Local = clock.Bangkok }

// checkSameJSON fails the test unless two JSON texts have the same value.
func checkSameJSON(t *testing.T, name, got, want string) {
	t.Helper()
	var a, b any
	if err := json.Unmarshal([]byte(got), &a); err != nil {
		t.Fatalf("%s: %v in %s", name, err, got)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatalf("%s: %v in %s", name, err, want)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s\n got %s\nwant %s", name, got, want)
	}
}

// fieldOf returns one field of a response as raw JSON.
func fieldOf(t *testing.T, a servertest.Response, name string) string {
	t.Helper()
	var all map[string]json.RawMessage
	a.Want(http.StatusOK).Into(&all)
	return string(all[name])
}

// entryWith returns the entry of a JSON list whose field has the value.
func entryWith(t *testing.T, list, field, value string) string {
	t.Helper()
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(list), &all); err != nil {
		t.Fatalf("%v in %s", err, list)
	}
	for _, one := range all {
		var fields map[string]any
		if err := json.Unmarshal(one, &fields); err == nil && fields[field] == value {
			return string(one)
		}
	}
	t.Fatalf("no entry with %s = %s in %s", field, value, list)
	return ""
}

// spec 3.5, 3.6, 3.12, 3.14, 3.16, 3.22, 3.32a, 3.32b, 3.32c, 3.32d, 3.32e, 3.32f, 3.32g, 3.32h, 3.32i, 3.32j
// spec 3.32k, 3.32l, 3.32m, 7.4a, 7.4b, 7.4c, 7.4d, 7.4e, 7.4f, 7.4g, 7.4h, 7.4i, 7.4j, 7.4k, 7.4l, 7.4m, 7.6
// spec D1.13, D1.43
func TestLookup_Each_ReturnsTheStoredContent(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	lookup := func(name string) servertest.Response { return m.Call("GET", "/api/lookup/"+name, nil) }
	for _, name := range []string{"registerOTP", "enableChatWidget"} {
		checkSameJSON(t, name+" by default", string(lookup(name).Body), `{"`+name+`":true}`)
		h.SetSetting(name, false)
		checkSameJSON(t, name+" switched off", string(lookup(name).Body), `{"`+name+`":false}`)
	}
	checkSameJSON(t, "active", string(lookup("active").Body), `{"terminated":""}`)
	h.Exec(`delete from page_text`)
	h.Exec(`insert into page_text (kind, position, th, lo, en) values ('condition', 2, '<p>สอง</p>', 'x', 'x'), ('condition', 1, '<p>หนึ่ง</p>', 'x', 'x'),
		('agreement', 2, '<b>ข</b>', 'x', 'x'), ('agreement', 1, '<b>ก</b>', 'x', 'x'), ('notice', 1, '<p>ประกาศ</p>', 'x', 'x'), ('contact', 1, '<p>ติดต่อ</p>', 'x', 'x')`)
	h.Exec(`update deposit_wallet set account_name = 'Gift Wallet', mobile = '0811111111', mode = 'gift'`)
	h.Exec(`insert into deposit_wallet (account_name, mobile, mode, position) values ('Auto Wallet', '0822222222', 'AUTO', 5)`)
	baht := func(n int) map[string]int { return map[string]int{"BAHT": n, "LAK": 1} }
	for name, value := range map[string]any{
		"siteName": map[string]string{"th": "ชื่อ", "lo": "x", "en": "x"}, "website": "https://site.example",
		"lineLink": "https://line.example/us", "lineName": "@us", "lineQR": "https://line.example/us.png",
		"withdrawMin": baht(150), "withdrawMax": baht(9000), "withdrawAuto": baht(4000), "turnoverMultiple": 1.5, "bonusEnd": baht(7), "slipWithin": 45, "isManual": true,
	} {
		h.SetSetting(name, value)
	}

	for name, want := range map[string]string{
		"conditions": `{"conditions":["<p>หนึ่ง</p>","<p>สอง</p>"]}`,
		"agreements": `{"agreements":["<b>ก</b>","<b>ข</b>"]}`,
		"notice":     `{"notice":"<p>ประกาศ</p>"}`,
		"info":       `{"name":"ชื่อ","website":"https://site.example"}`,
		"contact":    `{"contactText":"<p>ติดต่อ</p>","lineLink":"https://line.example/us","lineName":"@us","lineQR":"https://line.example/us.png"}`,
		"withdraw":   `{"withdrawMin":150,"withdrawMax":9000,"autoLimit":4000,"turnoverMultiple":1.5,"bonusEnd":7}`,
		"slip":       `{"open":true,"closedFrom":null,"closedUntil":null,"maxBytes":10485760,"withinMinutes":45}`,
	} {
		checkSameJSON(t, name, string(lookup(name).Want(http.StatusOK).Body), want)
	}
	deposit := lookup("deposit")
	checkSameJSON(t, "isManual", fieldOf(t, deposit, "isManual"), `true`)
	checkSameJSON(t, "wallets", fieldOf(t, deposit, "wallets"),
		`[{"walletAccountName":"Auto Wallet","walletAccountNo":"0822222222","mode":"AUTO"},{"walletAccountName":"Gift Wallet","walletAccountNo":"","mode":"gift"}]`)
	checkSameJSON(t, "an account to pay into", entryWith(t, fieldOf(t, deposit, "banks"), "bankCode", "GSB"),
		`{"bank":{"nameTH":"ธนาคารออมสิน","nameEN":"Government Savings Bank","nameLO":"ທະນາຄານອອມສິນ"},"bankCode":"GSB","bankType":"bank","mode":"SMS",
		"bankAccountName":"บจก. กระเป๋า เพย์","bankAccountNo":"020123456789","currency":"BAHT"}`)
	checkSameJSON(t, "a bank", entryWith(t, fieldOf(t, lookup("banks"), "banks"), "code", "SCB"),
		`{"code":"SCB","currency":"BAHT","nameTH":"ธนาคารไทยพาณิชย์","nameEN":"Siam Commercial Bank","nameLO":"ທະນາຄານໄທພານິດ","recommended":false}`)
	checkSameJSON(t, "a source", entryWith(t, fieldOf(t, lookup("sources"), "sources"), "code", "TIKTOK"), `{"code":"TIKTOK","description":"ติ๊กต็อก"}`)
}

// spec 3.2a, 3.2b, 3.2c, 3.2d, 3.4a, 3.4b, 3.4c, 3.8, 3.9, 3.17a, 3.17b, 3.17c, 7.9, 7.16, 7.17a
// spec 7.17b, 7.17c, 7.17d, 7.17e, 2.34a, 2.34b, 2.34c, 2.34e
func TestAccount_EachField_HasItsValue(t *testing.T) {
	h := servertest.New(t)
	h.SetSetting("inviteSuccess", 0.25)
	h.SetSetting("inviteFail", 2)
	h.EndDay() // settings take effect the next day
	h.Exec(`update slot set web = 'https://imi.example/web', android = 'https://imi.example/app.apk', ios = 'https://imi.example/ios' where code = 'imi'`)
	before := h.Clock.Now()
	m := h.AddMemberWithAccount("9876501234", "MANEE MEENA")
	m.CreditWallet(money.Baht(1234) + 5)
	m.Call("POST", "/api/wallet/activate/imi", nil).Want(http.StatusOK)
	m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "imi", "amount": 200}).Want(http.StatusOK)
	id := servertest.Value[string](h, `select public_id from member where phone = $1`, m.Phone)

	home, own := m.Call("GET", "/api/wallet", nil), m.Call("GET", "/api/account/profile", nil)

	var profile struct{ CreatedAt time.Time }
	if err := json.Unmarshal([]byte(fieldOf(t, own, "profile")), &profile); err != nil {
		t.Fatal(err)
	}
	// The database stores whole microseconds.
	if profile.CreatedAt.Before(before.Add(-time.Millisecond)) || profile.CreatedAt.After(h.Clock.Now()) {
		t.Errorf("createdAt is %s, but the member was added after %s", profile.CreatedAt, before)
	}
	at, _ := json.Marshal(profile.CreatedAt)
	for _, a := range []servertest.Response{home, own} {
		checkSameJSON(t, "profile", fieldOf(t, a, "profile"), fmt.Sprintf(`{"_id":%q,"username":%q,"name":"สมชาย","createdAt":%s,"coin":0,"currency":"BAHT"}`, id, m.Phone, at))
		checkSameJSON(t, "bankAccount", fieldOf(t, a, "bankAccount"), `{"bankCode":"KTB","bankAccountName":"MANEE MEENA","bankAccountNo":"9876501234",
			"bank":{"nameTH":"ธนาคารกรุงไทย","nameEN":"Krungthai Bank","nameLO":"ທະນາຄານກຸງໄທ"}}`)
	}
	var wallet struct {
		Amount   money.Satang
		Currency string
	}
	if err := json.Unmarshal([]byte(fieldOf(t, home, "wallet")), &wallet); err != nil || wallet.Amount != money.Baht(1034)+5 || wallet.Currency != "BAHT" {
		t.Errorf("the wallet: %+v, %v", wallet, err)
	}
	checkSameJSON(t, "invite", fieldOf(t, home, "invite"), `{"amount":0,"soFar":0,"success":0.25,"fail":2,"dayMost":2000}`)
	var slot map[string]any
	if err := json.Unmarshal([]byte(entryWith(t, fieldOf(t, home, "slots"), "code", "imi")), &slot); err != nil {
		t.Fatal(err)
	}
	delete(slot, "asOf") // the time at which the provider reported it
	rest, _ := json.Marshal(slot)
	checkSameJSON(t, "a game", string(rest), `{"code":"imi","name":"IMI","logo":"/games/imi.svg","background":"/games/bg-2.svg","category":"slot","isActive":true,"opening":false,
		"amount":200,"ftWalletSlot":0.001,"step":10,"way":"link","web":"https://imi.example/web","android":"https://imi.example/app.apk","ios":"https://imi.example/ios",
		"stale":false,"moving":false,"inDoubt":false}`)
	for code, want := range map[string]string{"joker2": `"slot"`, "ufabet": `"sport"`, "huayhd": `"lotto"`} {
		one := entryWith(t, fieldOf(t, home, "slots"), "code", code)
		if !strings.Contains(one, `"category":`+want) || !strings.Contains(one, `"isActive":false`) || !strings.Contains(one, `"web":null`) {
			t.Errorf("%s: %s", code, one)
		}
	}
}

// spec 3.7, 7.14, 7.15
func TestOTP_ReferenceAndToken_MatchTheSMSAndProveThePhone(t *testing.T) {
	h := servertest.New(t)
	const phone = "0891231288"
	var sent struct{ OTPRef, OTPToken, Code string }
	h.Guest().Call("POST", "/api/otp/send", map[string]string{"phoneNumber": phone}).Want(http.StatusOK).Into(&sent)
	var inbox struct {
		Messages []struct{ OTPRef, OTPCode string }
	}
	h.Control("GET", "/sms/messages?phone="+phone, nil, &inbox)
	verify := h.Guest().Call("POST", "/api/otp/verify", map[string]string{"otpToken": sent.OTPToken, "otpCode": inbox.Messages[0].OTPCode})

	if len(inbox.Messages) != 1 || sent.OTPRef != inbox.Messages[0].OTPRef || sent.OTPToken == sent.OTPRef || sent.Code != "OK" {
		t.Errorf("the response is %+v, the SMS is %+v", sent, inbox)
	}
	checkSameJSON(t, "verify", string(verify.Want(http.StatusOK).Body), `{"code":"OTP_CODE_VALID"}`)
	h.Guest().Call("POST", "/api/account/validate", map[string]string{"username": phone, "otpToken": sent.OTPToken}).Want(http.StatusOK)
}

// spec D1.9
func TestTimes_InResponses_AreInUTC(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500.25}))
	m.MakeQR("KBANK", 100)
	m.Call("PUT", "/api/limits", map[string]any{"day": 1000}).Want(http.StatusOK)
	m.Call("PUT", "/api/limits", map[string]any{"day": 2000}).Want(http.StatusOK)
	local := regexp.MustCompile(`"\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d"`)
	times := 0

	for _, c := range append(contractCalls(h), call{"POST", "/api/statement", nil}, call{"POST", "/api/statement/slip", nil}, call{"GET", "/api/qrcode/KBANK", nil}) {
		if strings.HasPrefix(c.path, "/api/operator/") || strings.Contains(c.path, "{") || (c.op != nil && c.method != "GET") {
			continue
		}
		body := string(m.Call(c.method, c.path, map[string]any{}).Body)
		if found := local.FindString(body); found != "" {
			t.Errorf("%s %s returns %s", c.method, c.path, found)
		}
		times += strings.Count(body, `Z"`)
	}

	if times < 10 {
		t.Errorf("only %d times in the responses", times)
	}
}

// spec 3.15, 3.26a, 3.26f, 3.26g, 3.26h, 3.26i, 3.26j, 3.27, 7.51, 7.52, D1.9, D3.49
func TestStatementLineAndSlip_EachField_HasItsValue(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMemberWithAccount("9876501234", "")
	begun := h.Clock.Now().Truncate(time.Microsecond)
	good := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500.25}))
	bad := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 70, ToAccountNo: "1112223399"}))
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 250}).Want(http.StatusOK)

	lines := fieldOf(t, m.Call("POST", "/api/statement", map[string]int{}), "statements")
	slips := fieldOf(t, m.Call("POST", "/api/statement/slip", map[string]int{}), "slips")

	// removeUnpredictable returns an entry without the fields that no test can predict, and checks the entry's time.
	removeUnpredictable := func(one string) string {
		var fields map[string]any
		if err := json.Unmarshal([]byte(one), &fields); err != nil {
			t.Fatal(err)
		}
		at, err := time.Parse("2006-01-02T15:04:05.999999999Z", fmt.Sprint(fields["createdAt"]))
		if err != nil || at.Before(begun) || at.After(h.Clock.Now()) {
			t.Errorf("createdAt is %v, the test began at %s", fields["createdAt"], begun)
		}
		for _, name := range []string{"_id", "createdAt", "version", "clientId"} {
			delete(fields, name)
		}
		out, _ := json.Marshal(fields)
		return string(out)
	}
	from := `"fromPlace":{"kind":"bank","code":"KTB","tail":"1234"},"toPlace":{"kind":"wallet"},"from":"KTB xxx1234","to":"WALLET","currency":"BAHT","canCancel":false`
	checkSameJSON(t, "credited", removeUnpredictable(entryWith(t, lines, "status", "SUCCESS")), `{"statementType":"deposit","status":"SUCCESS",`+from+`,"amount":500.25}`)
	checkSameJSON(t, "refused", removeUnpredictable(entryWith(t, lines, "status", "FAILED")), `{"statementType":"deposit","status":"FAILED",`+from+`,"amount":70,"note":"DEST_ACC_INVALID"}`)
	checkSameJSON(t, "announced", removeUnpredictable(entryWith(t, lines, "status", "PENDING")),
		`{"statementType":"deposit","status":"PENDING","fromPlace":{"kind":"bank","code":"KTB"},"toPlace":{"kind":"wallet"},"from":"KTB","to":"WALLET","currency":"BAHT","canCancel":false,"amount":250}`)
	for _, tc := range []struct{ id, want string }{
		{good.ClientID.String(), `{"amount":500.25,"currency":"BAHT","status":"SUCCESS","review":false,"link":"/api/statement/slip/reference/%[1]s","reference":"%[1]s"}`},
		{bad.ClientID.String(), `{"amount":70,"currency":"BAHT","status":"FAILED","note":"DEST_ACC_INVALID","review":false,"link":"/api/statement/slip/reference/%[1]s","reference":"%[1]s"}`},
	} {
		one := entryWith(t, slips, "clientId", tc.id)
		reference := servertest.Value[string](h, `select reference from slip where id = $1`, tc.id)
		checkSameJSON(t, "a slip", removeUnpredictable(one), fmt.Sprintf(tc.want, reference))
	}
}
