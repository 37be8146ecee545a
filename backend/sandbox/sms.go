package sandbox

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"time"
)

// message is a code that was sent to a phone.
type message struct {
	Phone string    `json:"phone"`
	Text  string    `json:"text"`
	Ref   string    `json:"otpRef"`
	Code  string    `json:"otpCode"`
	Token string    `json:"token"`
	At    time.Time `json:"at"`
	Used  bool      `json:"-"`
}

const (
	smsKey    = "sandbox-key"
	smsSecret = "sandbox-secret"
	smsLife   = 5 * time.Minute
	// smsTemplate is the text that is configured at the provider. Its last line names the site, so that a
	// phone's browser offers the code only there (WebOTP).
	smsTemplate = "รหัส OTP ของคุณคือ %[1]s (Ref: %[2]s) ใช้ได้ 5 นาที อย่าบอกใคร\n\n@localhost #%[1]s"
)

// smsRoutes registers the OTP APIs of ThaiBulkSMS, version 2, and SMSMKT.
func (sb *Sandbox) smsRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /sms/v2/otp/request", sb.withFaultsOf("sms:request", refuseSMS, sb.smsRequest))
	mux.HandleFunc("POST /sms/v2/otp/verify", sb.withFaultsOf("sms:verify", refuseSMS, sb.smsVerify))
	sb.smsMKTRoutes(mux)
	mux.HandleFunc("GET /sms/messages", control(func(r *http.Request) (any, error) {
		phone := r.URL.Query().Get("phone")
		sb.mu.Lock()
		defer sb.mu.Unlock()
		found := []*message{}
		for _, m := range slices.Backward(sb.messages) {
			if phone == "" || m.Phone == phone {
				found = append(found, m)
			}
			if len(found) == 100 {
				break
			}
		}
		return map[string]any{"messages": found}, nil
	}))
}

// refuseSMS sends a refusal in ThaiBulkSMS's format.
func refuseSMS(rw http.ResponseWriter, text string) {
	smsError(rw, http.StatusBadRequest, 1000, textOr(text, "ERROR_INSUFFICIENT_CREDIT"))
}

func textOr(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}

func smsError(rw http.ResponseWriter, status, code int, text string) {
	sendJSON(rw, status, map[string]any{"code": code, "errors": []map[string]string{{"message": text}}})
}

type smsBody struct {
	Key    string `json:"key"`
	Secret string `json:"secret"`
	Msisdn string `json:"msisdn"`
	Token  string `json:"token"`
	Pin    string `json:"pin"`
}

func readSMS(rw http.ResponseWriter, r *http.Request) (body smsBody, ok bool) {
	if err := decode(r, &body); err != nil {
		smsError(rw, http.StatusBadRequest, 1001, "ERROR_MALFORMED")
		return body, false
	}
	right := subtle.ConstantTimeCompare([]byte(body.Key+"\x00"+body.Secret), []byte(smsKey+"\x00"+smsSecret))
	if right != 1 {
		smsError(rw, http.StatusUnauthorized, 1002, "ERROR_AUTHENTICATE_FAIL")
		return body, false
	}
	return body, true
}

func (sb *Sandbox) smsRequest(rw http.ResponseWriter, r *http.Request) {
	body, ok := readSMS(rw, r)
	if !ok {
		return
	}
	if !isPhone(body.Msisdn) {
		smsError(rw, http.StatusBadRequest, 1003, "ERROR_MSISDN_INVALID")
		return
	}
	if m := sb.sendCode(rw, body.Msisdn); m != nil {
		sendJSON(rw, http.StatusOK, map[string]string{"status": "success", "token": m.Token, "refno": m.Ref})
	}
}

func isPhone(phone string) bool {
	return len(phone) >= 8 && len(phone) <= 12 && strings.Trim(phone, "0123456789") == ""
}

// sendCode makes a code and stores its message. If that fails, it sends a 500 and returns nil.
func (sb *Sandbox) sendCode(rw http.ResponseWriter, phone string) *message {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // the system's randomness does not fail
	}
	m := &message{
		Phone: phone, Code: fmt.Sprintf("%06d", n), Ref: rand.Text()[:5], Token: strings.ToLower(rand.Text()), At: sb.now().UTC(),
	}
	m.Text = fmt.Sprintf(smsTemplate, m.Code, m.Ref)
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if err := sb.record(event{Message: m}); err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return nil
	}
	return m
}

// codeResult is the result of checking a code.
type codeResult int

const (
	codeRight codeResult = iota
	codeWrong
	codeExpired
	codeUnknown
)

// tryCode checks whether a code belongs to the token. A right code becomes used.
func (sb *Sandbox) tryCode(token, ref, code string) (codeResult, error) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	m := sb.byToken[token]
	switch {
	case m == nil || (ref != "" && ref != m.Ref):
		return codeUnknown, nil
	case m.Used || sb.now().Sub(m.At) > smsLife:
		return codeExpired, nil
	case subtle.ConstantTimeCompare([]byte(m.Code), []byte(code)) != 1:
		return codeWrong, nil
	}
	return codeRight, sb.record(event{Used: m.Token})
}

func (sb *Sandbox) smsVerify(rw http.ResponseWriter, r *http.Request) {
	body, ok := readSMS(rw, r)
	if !ok {
		return
	}
	result, err := sb.tryCode(body.Token, "", body.Pin)
	switch {
	case err != nil:
		http.Error(rw, err.Error(), http.StatusInternalServerError)
	case result == codeUnknown:
		smsError(rw, http.StatusBadRequest, 1011, "ERROR_TOKEN_INVALID")
	case result == codeExpired:
		smsError(rw, http.StatusBadRequest, 1012, "ERROR_TOKEN_EXPIRED")
	case result == codeWrong:
		smsError(rw, http.StatusBadRequest, 1013, "ERROR_PIN_INVALID")
	default:
		sendJSON(rw, http.StatusOK, map[string]string{"status": "success", "message": "Code is correct."})
	}
}
