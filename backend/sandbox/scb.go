package sandbox

import (
	"crypto/subtle"
	"net/http"
	"strconv"
	"strings"
	"time"

	"krapao/backend/platform/thaiqr"
)

const (
	scbSecret   = "sandbox-secret"
	scbBearer   = "sandbox-scb-token"
	scbLifetime = 30 * time.Minute
)

// scbRoutes registers SCB's open API: a token, and a transfer by its reference.
func (sb *Sandbox) scbRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /slip/v1/oauth/token", sb.scbToken)
	mux.HandleFunc("GET /slip/v1/payment/billpayment/transactions/{ref}", sb.withFaultsOf("slip:verify", refuseSCB, sb.scbTransaction))
}

// scbCodes are the bank's refusals that a fault can select, with code and HTTP status. The bank has no
// code for a captcha, or for a slip that it does not know yet.
var scbCodes = map[string][2]int{
	"": {1102, 400}, "BANK_DOWN": {8101, 500}, "NOT_FOUND": {1104, 404}, "QUOTA": {8888, 429}, "AUTH": {9503, 403}, "TOKEN": {9300, 401},
}

func refuseSCB(rw http.ResponseWriter, name string) {
	code, named := scbCodes[name]
	if !named {
		code = scbCodes[""]
	}
	scbError(rw, code[1], code[0], strings.ToLower(textOr(name, "Invalid parameters entered")))
}

func scbError(rw http.ResponseWriter, status, code int, text string) {
	sendJSON(rw, status, map[string]any{"status": map[string]any{"code": code, "description": text}})
}

func scbSuccess(rw http.ResponseWriter, data any) {
	sendJSON(rw, http.StatusOK, map[string]any{"status": map[string]any{"code": 1000, "description": "Success"}, "data": data})
}

// hasSCBHeaders reports whether a call has the application's key and a call id, which the API requires.
func hasSCBHeaders(r *http.Request) bool {
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("resourceOwnerId")), []byte(slipKey)) == 1 && r.Header.Get("requestUId") != ""
}

func (sb *Sandbox) scbToken(rw http.ResponseWriter, r *http.Request) {
	var body struct {
		Key    string `json:"applicationKey"`
		Secret string `json:"applicationSecret"`
	}
	if err := decode(r, &body); err != nil || r.Header.Get("requestUId") == "" {
		scbError(rw, http.StatusBadRequest, 9100, "Required standard headers")
		return
	}
	if !hasSCBHeaders(r) || subtle.ConstantTimeCompare([]byte(body.Key+"\x00"+body.Secret), []byte(slipKey+"\x00"+scbSecret)) != 1 {
		scbError(rw, http.StatusUnauthorized, 9500, "Invalid apikey provided")
		return
	}
	until := sb.now().Add(scbLifetime).Unix()
	scbSuccess(rw, map[string]any{
		"accessToken": scbBearer + "." + strconv.FormatInt(until, 10), "tokenType": "Bearer", "expiresIn": int(scbLifetime.Seconds()), "expiresAt": until,
	})
}

// isValidSCBToken reports whether the bearer token is one of ours and has not expired.
func (sb *Sandbox) isValidSCBToken(authorization string) bool {
	name, until, _ := strings.Cut(strings.TrimPrefix(authorization, "Bearer "), ".")
	ends, err := strconv.ParseInt(until, 10, 64)
	return err == nil && name == scbBearer && sb.now().Unix() < ends
}

func (sb *Sandbox) scbTransaction(rw http.ResponseWriter, r *http.Request) {
	bank := r.URL.Query().Get("sendingBank")
	switch {
	case !hasSCBHeaders(r):
		scbError(rw, http.StatusUnauthorized, 9500, "Invalid apikey provided")
		return
	case !sb.isValidSCBToken(r.Header.Get("Authorization")):
		scbError(rw, http.StatusUnauthorized, 9300, "Invalid/expired temporary token")
		return
	case len(bank) != 3:
		scbError(rw, http.StatusBadRequest, 1101, "Missing required parameters")
		return
	}
	t, _, err := sb.findTransfer(thaiqr.Slip{Bank: bank, TransRef: r.PathValue("ref")}, false)
	switch {
	case err != nil:
		http.Error(rw, err.Error(), http.StatusInternalServerError)
	case t == nil:
		scbError(rw, http.StatusNotFound, 1104, "Requested entity record does not exist")
	default:
		data := t.slipOK()
		for _, name := range []string{"success", "message", "rqUID", "language", "transTimestamp", "transFeeAmount", "toMerchantId"} {
			delete(data, name) // fields that only SlipOK has
		}
		data["amount"], data["paidLocalAmount"] = t.Amount.String(), t.Amount.String()
		scbSuccess(rw, data)
	}
}
