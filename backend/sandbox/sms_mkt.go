package sandbox

import (
	"crypto/subtle"
	"net/http"
)

const smsProject = "sandbox-project"

// smsMKTRoutes registers SMSMKT's OTP API.
func (sb *Sandbox) smsMKTRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /sms/otp-send", sb.withFaultsOf("sms:request", refuseSMSMKT, sb.smsMKTSend))
	mux.HandleFunc("POST /sms/otp-validate", sb.withFaultsOf("sms:verify", refuseSMSMKT, sb.smsMKTValidate))
}

// refuseSMSMKT sends a refusal in SMSMKT's format. Its HTTP status is 200, too.
func refuseSMSMKT(rw http.ResponseWriter, text string) {
	sendSMSMKT(rw, "400", textOr(text, "Can't send SMS, Credit balance is not enough"), nil)
}

func sendSMSMKT(rw http.ResponseWriter, code, detail string, result any) {
	body := map[string]any{"code": code, "detail": detail}
	if result != nil {
		body["result"] = result
	}
	sendJSON(rw, http.StatusOK, body)
}

type smsMKTBody struct {
	Project string `json:"project_key"`
	Phone   string `json:"phone"`
	Token   string `json:"token"`
	Code    string `json:"otp_code"`
	Ref     string `json:"ref_code"`
}

func readSMSMKT(rw http.ResponseWriter, r *http.Request) (body smsMKTBody, ok bool) {
	keys := r.Header.Get("api_key") + "\x00" + r.Header.Get("secret_key")
	if subtle.ConstantTimeCompare([]byte(keys), []byte(smsKey+"\x00"+smsSecret)) != 1 {
		sendSMSMKT(rw, "1004", "API key or Secret key incorrect", nil)
		return body, false
	}
	if err := decode(r, &body); err != nil {
		sendSMSMKT(rw, "1001", "Parameter incorrect", nil)
		return body, false
	}
	return body, true
}

func (sb *Sandbox) smsMKTSend(rw http.ResponseWriter, r *http.Request) {
	body, ok := readSMSMKT(rw, r)
	switch {
	case !ok:
		return
	case body.Project != smsProject:
		sendSMSMKT(rw, "1005", "Project key incorrect", nil)
		return
	case !isPhone(body.Phone):
		sendSMSMKT(rw, "1006", "Phone number incorrect", nil)
		return
	}
	if m := sb.sendCode(rw, body.Phone); m != nil {
		sendSMSMKT(rw, "000", "OK.", map[string]string{"token": m.Token, "ref_code": m.Ref})
	}
}

func (sb *Sandbox) smsMKTValidate(rw http.ResponseWriter, r *http.Request) {
	body, ok := readSMSMKT(rw, r)
	if !ok {
		return
	}
	result, err := sb.tryCode(body.Token, body.Ref, body.Code)
	switch {
	case err != nil:
		http.Error(rw, err.Error(), http.StatusInternalServerError)
	case result == codeUnknown:
		sendSMSMKT(rw, "1002", "Token incorrect", nil)
	case result == codeExpired:
		sendSMSMKT(rw, "5000", "Token expire", nil)
	default:
		sendSMSMKT(rw, "000", "OK.", map[string]bool{"status": result == codeRight})
	}
}
