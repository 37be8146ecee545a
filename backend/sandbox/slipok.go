package sandbox

import (
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"strconv"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/thaiqr"
)

const slipKey = "sandbox-key"

// slipOKRoutes registers SlipOK's API.
func (sb *Sandbox) slipOKRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /slip/api/line/apikey/{branch}", sb.withFaultsOf("slip:verify", refuseSlipOK, sb.slipOK))
}

// slipOKCodes are the provider's refusals that a fault can select.
var slipOKCodes = map[string]int{
	"": 1014, "BANK_DOWN": 1009, "BANK_DELAY": 1010, "PENDING": 1010, "NOT_FOUND": 1011, "DUPLICATE": 1012, "CAPTCHA": 1015,
	"QUOTA": 1003, "AUTH": 1002, "IMAGE": 1005,
}

func refuseSlipOK(rw http.ResponseWriter, name string) {
	code, named := slipOKCodes[name]
	if !named {
		if n, err := strconv.Atoi(name); err == nil {
			code = n
		} else {
			code = slipOKCodes[""]
		}
	}
	slipOKError(rw, code, textOr(name, "REFUSED"), nil)
}

func slipOKError(rw http.ResponseWriter, code int, text string, data any) {
	status := http.StatusBadRequest
	if code == 1002 {
		status = http.StatusUnauthorized
	}
	if code == 1010 && data == nil {
		data = map[string]any{"delay": 1}
	}
	sendJSON(rw, status, map[string]any{"code": code, "message": text, "data": data})
}

func (sb *Sandbox) slipOK(rw http.ResponseWriter, r *http.Request) {
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Authorization")), []byte(slipKey)) != 1 {
		slipOKError(rw, 1002, "Authorization Header ไม่ถูกต้อง", nil)
		return
	}
	var body struct {
		Data   string      `json:"data"`
		Log    bool        `json:"log"`
		Amount json.Number `json:"amount"`
	}
	if err := decode(r, &body); err != nil || body.Data == "" {
		slipOKError(rw, 1000, "กรุณาใส่ข้อมูล QR Code ให้ครบ", nil)
		return
	}
	slip, err := thaiqr.ParseSlip(body.Data)
	if err != nil {
		slipOKError(rw, 1007, "รูปภาพไม่มี QR Code", nil)
		return
	}
	t, repeated, err := sb.findTransfer(slip, body.Log)
	switch {
	case err != nil:
		http.Error(rw, err.Error(), http.StatusInternalServerError)
	case t == nil:
		slipOKError(rw, 1011, "QR Code หมดอายุ หรือ ไม่มีรายการอยู่จริง", nil)
	case repeated:
		slipOKError(rw, 1012, "สลิปซ้ำ สลิปนี้เคยส่งเข้ามาในระบบแล้ว", t.slipOK())
	default:
		sendJSON(rw, http.StatusOK, map[string]any{"success": true, "data": t.slipOK()})
	}
}

// findTransfer returns the transfer of a mini QR, or nil if the reference is unknown or belongs to another
// bank. With `remember` it stores the query; repeated then reports whether there was such a query before.
func (sb *Sandbox) findTransfer(slip thaiqr.Slip, remember bool) (t *transfer, repeated bool, err error) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	t = sb.byRef[slip.TransRef]
	if t == nil || t.FromBank != slip.Bank {
		return nil, false, nil
	}
	repeated = sb.verified[t.TransRef] > 0
	if remember {
		e := event{Verified: t.TransRef}
		if err := sb.journal.append(e); err != nil {
			return nil, false, err
		}
		sb.replay(e)
	}
	return t, repeated && remember, nil
}

// slipOK returns the transfer in SlipOK's format, with masked accounts and shortened names.
func (t *transfer) slipOK() map[string]any {
	local := t.At.In(clock.Bangkok)
	party := func(name, no, proxy string) map[string]any {
		shown := map[string]any{
			"displayName": shortName(name), "name": shortName(name),
			"proxy": map[string]any{"type": nil, "value": nil}, "account": map[string]any{"type": nil, "value": nil},
		}
		if no != "" {
			shown["account"] = map[string]string{"type": "BANKAC", "value": maskAccount(no)}
		}
		if proxy != "" {
			shown["proxy"] = map[string]string{"type": proxyType(proxy), "value": maskProxy(proxy)}
		}
		return shown
	}
	return map[string]any{
		"success": true, "message": "✅", "rqUID": "", "language": "TH",
		"transRef": t.TransRef, "sendingBank": t.FromBank, "receivingBank": t.ToBank,
		"transDate": local.Format("20060102"), "transTime": local.Format("15:04:05"), "transTimestamp": t.At.UTC().Format("2006-01-02T15:04:05.000Z"),
		"sender":   party(t.shownValue("fromName", t.FromName), t.shownValue("fromAccount", t.FromAccountNo), ""),
		"receiver": party(t.shownValue("toName", t.ToName), t.shownValue("toAccount", t.ToAccountNo), t.ToProxy),
		"amount":   json.RawMessage(t.Amount.String()), "paidLocalAmount": json.RawMessage(t.Amount.String()),
		"paidLocalCurrency": "764", "countryCode": "TH", "transFeeAmount": "0", "ref1": "", "ref2": "", "ref3": "", "toMerchantId": "",
	}
}
