package sandbox

import (
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"strings"
	"unicode"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/thaiqr"
)

// easySlipRoutes adds EasySlip's API, version 2.
func (sb *Sandbox) easySlipRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /slip/v2/verify/bank", sb.withFaultsOf("slip:verify", refuseEasySlip, sb.easySlip))
}

var easySlipCodes = map[string]string{
	"": "SLIP_REFUSED", "BANK_DOWN": "API_SERVER_ERROR", "BANK_DELAY": "SLIP_PENDING", "PENDING": "SLIP_PENDING",
	"NOT_FOUND": "SLIP_NOT_FOUND", "CAPTCHA": "CAPTCHA_FAILED", "QUOTA": "QUOTA_EXCEEDED", "AUTH": "INVALID_API_KEY",
}

func refuseEasySlip(rw http.ResponseWriter, name string) {
	code, ok := easySlipCodes[name]
	if !ok {
		code = name
	}
	easySlipError(rw, http.StatusBadRequest, code)
}

func easySlipError(rw http.ResponseWriter, status int, code string) {
	sendJSON(rw, status, map[string]any{"success": false, "error": map[string]string{"code": code, "message": strings.ToLower(code)}})
}

func (sb *Sandbox) easySlip(rw http.ResponseWriter, r *http.Request) {
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+slipKey)) != 1 {
		easySlipError(rw, http.StatusUnauthorized, "INVALID_API_KEY")
		return
	}
	var body struct {
		Payload        string `json:"payload"`
		CheckDuplicate bool   `json:"checkDuplicate"`
	}
	if err := decode(r, &body); err != nil || body.Payload == "" {
		easySlipError(rw, http.StatusBadRequest, "VALIDATION_ERROR")
		return
	}
	slip, err := thaiqr.ParseSlip(body.Payload)
	if err != nil {
		easySlipError(rw, http.StatusBadRequest, "INVALID_PAYLOAD")
		return
	}
	t, repeated, err := sb.findTransfer(slip, body.CheckDuplicate)
	switch {
	case err != nil:
		http.Error(rw, err.Error(), http.StatusInternalServerError)
	case t == nil:
		easySlipError(rw, http.StatusNotFound, "SLIP_NOT_FOUND")
	default:
		sendJSON(rw, http.StatusOK, map[string]any{"success": true, "data": map[string]any{"isDuplicate": repeated, "rawSlip": t.easySlip(body.Payload)}})
	}
}

// easySlip returns the transfer in EasySlip's format.
func (t *transfer) easySlip(payload string) map[string]any {
	party := func(number, name, no, proxy string) map[string]any {
		b, _ := findBank(number)
		names := map[string]string{"en": shortName(name)}
		if strings.IndexFunc(name, func(c rune) bool { return unicode.Is(unicode.Thai, c) }) >= 0 {
			names = map[string]string{"th": shortName(name)}
		}
		account := map[string]any{"name": names}
		if no != "" {
			account["bank"] = map[string]string{"type": "BANKAC", "account": maskAccount(no)}
		}
		if proxy != "" {
			account["proxy"] = map[string]string{"type": proxyType(proxy), "account": maskProxy(proxy)}
		}
		return map[string]any{"bank": map[string]string{"id": number, "name": b.NameTH, "short": b.Code}, "account": account}
	}
	return map[string]any{
		"payload": payload, "transRef": t.TransRef, "date": t.At.In(clock.Bangkok).Format("2006-01-02T15:04:05-07:00"), "countryCode": "TH",
		"amount": map[string]any{"amount": json.RawMessage(t.Amount.String()), "local": map[string]any{"amount": 0, "currency": ""}},
		"fee":    0, "ref1": "", "ref2": "", "ref3": "",
		"sender":   party(t.FromBank, t.shownValue("fromName", t.FromName), t.shownValue("fromAccount", t.FromAccountNo), ""),
		"receiver": party(t.ToBank, t.shownValue("toName", t.ToName), t.shownValue("toAccount", t.ToAccountNo), t.ToProxy),
	}
}
