package sandbox

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"krapao/backend/platform/money"
)

const (
	qrKey         = "sandbox-key"
	qrSecret      = "sandbox-secret"
	kbankPartner  = "sandbox"
	kbankMerchant = "KB000000000001"
	kbankLife     = 10 * time.Minute
)

// kbankRoutes registers KBANK's QR payment API.
func (sb *Sandbox) kbankRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /kbank/v2/oauth/token", sb.kbankToken)
	mux.HandleFunc("POST /kbank/v1/qrpayment/request", sb.withFaultsOf("qr:create:"+kbankName, refuseKBank, sb.kbankCall(sb.kbankRequest)))
	mux.HandleFunc("POST /kbank/v1/qrpayment/v4/inquiry", sb.withFaultsOf("qr:query:"+kbankName, refuseKBank, sb.kbankCall(sb.kbankInquiry)))
	mux.HandleFunc("POST /kbank/v1/qrpayment/cancel", sb.withFaultsOf("qr:cancel:"+kbankName, refuseKBank, sb.kbankCall(sb.kbankCancel)))
}

func refuseKBank(rw http.ResponseWriter, code string) { kbankError(rw, textOr(code, "account_error")) }

func kbankError(rw http.ResponseWriter, code string) {
	sendJSON(rw, http.StatusOK, map[string]any{"partnerId": kbankPartner, "statusCode": "10", "errorCode": code, "errorDesc": strings.ReplaceAll(code, "_", " ")})
}

func (sb *Sandbox) kbankToken(rw http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	if id != qrKey || secret != qrSecret || r.FormValue("grant_type") != "client_credentials" {
		sendJSON(rw, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
		return
	}
	token := rand.Text()
	sb.mu.Lock()
	sb.qr.tokens[kbankName+token] = true
	sb.mu.Unlock()
	sendJSON(rw, http.StatusOK, map[string]string{"token_type": "Bearer", "access_token": token, "expires_in": "1799", "status": "approved"})
}

type kbankBody struct {
	PartnerTxnUID   string       `json:"partnerTxnUid"`
	PartnerID       string       `json:"partnerId"`
	PartnerSecret   string       `json:"partnerSecret"`
	MerchantID      string       `json:"merchantId"`
	QRType          string       `json:"qrType"`
	TxnAmount       money.Satang `json:"txnAmount"`
	TxnCurrencyCode string       `json:"txnCurrencyCode"`
	Reference1      string       `json:"reference1"`
	Original        string       `json:"origPartnerTxnUid"`
	// These fields are used for lists.
	From      string `json:"fromDt"`
	PageToken string `json:"pageToken"`
	PageSize  int    `json:"pageSize"`
}

// kbankCall returns a handler that checks the caller's credentials, and runs do with the lock held.
func (sb *Sandbox) kbankCall(do func(http.ResponseWriter, kbankBody)) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		var body kbankBody
		err := decode(r, &body)
		sb.mu.Lock()
		defer sb.mu.Unlock()
		switch {
		case !sb.qr.tokens[kbankName+bearer]:
			sendJSON(rw, http.StatusUnauthorized, map[string]string{"error": "invalid_token"})
		case err != nil || len(body.PartnerTxnUID) > 15 || body.PartnerTxnUID == "":
			kbankError(rw, "bad_request")
		case body.PartnerID != kbankPartner || body.PartnerSecret != qrSecret || body.MerchantID != kbankMerchant:
			kbankError(rw, "authentication_error")
		default:
			do(rw, body)
		}
	}
}

func (sb *Sandbox) kbankRequest(rw http.ResponseWriter, body kbankBody) {
	switch {
	case body.QRType != "3":
		kbankError(rw, "invalid_qr_type")
		return
	case body.TxnAmount <= 0:
		kbankError(rw, "invalid_txn_amount")
		return
	case body.TxnCurrencyCode != "THB":
		kbankError(rw, "invalid_currency_code")
		return
	case sb.qr.byRef[body.PartnerTxnUID] != nil:
		kbankError(rw, "duplicate_request")
		return
	}
	o, err := sb.makeQR(qrOrder{Gateway: kbankName, Reference: body.PartnerTxnUID, ID: body.PartnerTxnUID, Amount: body.TxnAmount, Pay: body.TxnAmount}, kbankLife)
	if err != nil {
		kbankError(rw, "invalid_request")
		return
	}
	sendJSON(rw, http.StatusOK, map[string]any{
		"partnerTxnUid": o.Reference, "partnerId": kbankPartner, "statusCode": "00", "errorCode": nil, "errorDesc": nil,
		"accountName": "KRAPAO PAY", "qrCode": o.Payload, "sof": []string{"PP"},
	})
}

// kbankStatus maps an order's status to the bank's name for it.
var kbankStatus = map[string]string{
	qrPending: "REQUESTED", qrPaid: "PAID", qrCancelled: "CANCELLED", qrExpired: "EXPIRED", qrRefunded: "VOIDED",
	qrReview: "REQUESTED", qrFailed: "VOIDED", // the bank holds no payments back
}

func (sb *Sandbox) kbankInquiry(rw http.ResponseWriter, body kbankBody) {
	o := sb.qr.byRef[body.Original]
	if o == nil || o.Gateway != kbankName {
		kbankError(rw, "invalid_origPartnerTxnUid")
		return
	}
	status := kbankStatus[o.status(sb.now())]
	out := o.kbank(body.PartnerTxnUID)
	out["txnStatus"] = status
	if status != "PAID" && status != "VOIDED" {
		out["txnAmount"] = o.Amount
	}
	sendJSON(rw, http.StatusOK, out)
}

func (sb *Sandbox) kbankCancel(rw http.ResponseWriter, body kbankBody) {
	o := sb.qr.byRef[body.Original]
	switch {
	case o == nil || o.Gateway != kbankName:
		kbankError(rw, "invalid_origPartnerTxnUid")
		return
	case o.hasMoney():
		kbankError(rw, "qr_paid")
		return
	case o.status(sb.now()) == qrExpired:
		kbankError(rw, "qr_expired")
		return
	case o.status(sb.now()) == qrCancelled:
		kbankError(rw, "qr_cancelled")
		return
	}
	if err := sb.cancelQR(o); err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	sendJSON(rw, http.StatusOK, map[string]any{"partnerTxnUid": body.PartnerTxnUID, "partnerId": kbankPartner, "statusCode": "00", "errorCode": nil, "errorDesc": nil})
}

// kbank returns an order in the bank's format.
func (o *qrOrder) kbank(uid string) map[string]any {
	out := map[string]any{
		"partnerTxnUid": uid, "partnerId": kbankPartner, "statusCode": "00", "errorCode": nil, "errorDesc": nil, "merchantId": kbankMerchant,
		"txnAmount": o.paid(), "txnCurrencyCode": "THB", "loyaltyId": nil, "txnNo": nil, "reference1": o.Reference, "additionalInfo": nil,
	}
	if o.lastChange != nil {
		out["txnNo"] = o.lastChange.TxnNo
	}
	return out
}

// kbankNotice returns the webhook of a payment. It has no signature, like the bank's webhooks.
func (o *qrOrder) kbankNotice() webhook {
	notice := o.kbank(o.Reference)
	notice["txnStatus"] = kbankStatus[o.lastChange.Status]
	body, _ := json.Marshal(notice) // plain values always marshal
	return webhook{Body: body}
}
