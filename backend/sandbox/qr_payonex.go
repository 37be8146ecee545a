package sandbox

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"

	"krapao/backend/platform/money"
)

const (
	payonexLife = 15 * time.Minute
	payonexMin  = money.Satang(2000)
)

// payonexRoutes registers PAYONEX's API.
func (sb *Sandbox) payonexRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /payonex/authenticate", sb.payonexToken)
	mux.HandleFunc("POST /payonex/v2/customers", sb.payonexCall(sb.payonexCustomer))
	mux.HandleFunc("POST /payonex/transactions/deposit/request", sb.withFaultsOf("qr:create:"+payonexName, refusePayonex, sb.payonexCall(sb.payonexDeposit)))
	mux.HandleFunc("GET /payonex/transactions", sb.withFaultsOf("qr:query:"+payonexName, refusePayonex, sb.payonexCall(sb.payonexList)))
	mux.HandleFunc("GET /payonex/transactions/{uuid}", sb.withFaultsOf("qr:query:"+payonexName, refusePayonex, sb.payonexCall(sb.payonexTransaction)))
}

func refusePayonex(rw http.ResponseWriter, code string) {
	payonexError(rw, http.StatusBadRequest, textOr(code, "40003"))
}

func payonexError(rw http.ResponseWriter, status int, code string) {
	sendJSON(rw, status, map[string]any{"success": false, "code": code, "message": "refused"})
}

func payonexOK(rw http.ResponseWriter, data any) {
	sendJSON(rw, http.StatusOK, map[string]any{"success": true, "message": "successfully", "code": "20000", "data": data})
}

func (sb *Sandbox) payonexToken(rw http.ResponseWriter, r *http.Request) {
	var body struct {
		AccessKey string `json:"accessKey"`
		SecretKey string `json:"secretKey"`
	}
	if err := decode(r, &body); err != nil || body.AccessKey != qrKey || body.SecretKey != qrSecret {
		sendJSON(rw, http.StatusBadRequest, map[string]any{"success": false, "code": "40502", "data": "Credential not found"})
		return
	}
	token := rand.Text()
	sb.mu.Lock()
	sb.qr.tokens[payonexName+token] = true
	sb.mu.Unlock()
	payonexOK(rw, map[string]string{"token": token})
}

// payonexCall returns a handler that checks the caller's token, and runs do with the lock held.
func (sb *Sandbox) payonexCall(do http.HandlerFunc) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		bearer := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		sb.mu.Lock()
		defer sb.mu.Unlock()
		if !sb.qr.tokens[payonexName+bearer] {
			payonexError(rw, http.StatusUnauthorized, "40101")
			return
		}
		do(rw, r)
	}
}

// payonexCustomer sends the customer for an account. The customer's uuid encodes the account, so it is
// always the same and need not be stored.
func (sb *Sandbox) payonexCustomer(rw http.ResponseWriter, r *http.Request) {
	var body struct {
		Name      string `json:"name"`
		BankCode  string `json:"bankCode"`
		AccountNo string `json:"accountNo"`
	}
	if err := decode(r, &body); err != nil || body.Name == "" || body.BankCode == "" || !isAccountNo(body.AccountNo) {
		payonexError(rw, http.StatusBadRequest, "40001")
		return
	}
	if _, known := findBank(body.BankCode); !known {
		payonexError(rw, http.StatusBadRequest, "40001")
		return
	}
	payonexOK(rw, map[string]any{"customerUuid": base64.RawURLEncoding.EncodeToString([]byte(body.BankCode + body.AccountNo)), "status": "SUCCESS"})
}

func (sb *Sandbox) payonexDeposit(rw http.ResponseWriter, r *http.Request) {
	var body struct {
		CustomerUUID string       `json:"customerUuid"`
		Amount       money.Satang `json:"amount"`
		ReferenceID  string       `json:"referenceId"`
	}
	if err := decode(r, &body); err != nil || body.CustomerUUID == "" || body.ReferenceID == "" {
		payonexError(rw, http.StatusBadRequest, "40001")
		return
	}
	if body.Amount < payonexMin {
		payonexError(rw, http.StatusBadRequest, "40004")
		return
	}
	first := sb.qr.byRef[body.ReferenceID]
	if first != nil && !first.isSameOrder(payonexName, body.Amount) {
		payonexError(rw, http.StatusBadRequest, "40001")
		return
	}
	id := rand.Text()
	// Extra satang distinguish payers of the same amount.
	pay := body.Amount + money.Satang(len(sb.qr.list)%50)
	o, err := sb.makeQR(qrOrder{
		Gateway: payonexName, Reference: body.ReferenceID, ID: id[:8] + "-" + id[8:], Customer: body.CustomerUUID, Amount: body.Amount, Pay: pay,
	}, payonexLife)
	if err != nil {
		payonexError(rw, http.StatusBadRequest, "40001")
		return
	}
	picture, err := qrPicture(o.Payload)
	if err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	payonexOK(rw, map[string]any{
		"uuid": o.ID, "qrCode": o.Payload, "qrBase64": "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture),
		"transferAmount": o.Pay, "qrExpireTime": o.Expires.UnixMilli(),
	})
}

// qrPicture returns a QR code as a PNG, with the white border that scanners need.
func qrPicture(payload string) ([]byte, error) {
	const side, quiet = 256, 4
	code, err := qr.Encode(payload, qr.M, qr.Auto)
	if err != nil {
		return nil, err
	}
	modules := code.Bounds().Dx()
	drawn := side / (modules + 2*quiet) * modules
	if code, err = barcode.Scale(code, drawn, drawn); err != nil {
		return nil, err
	}
	from := (side - drawn) / 2
	out := image.NewGray(image.Rect(0, 0, side, side))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, image.Rect(from, from, from+drawn, from+drawn), code, image.Point{}, draw.Src)
	var file bytes.Buffer
	err = png.Encode(&file, out)
	return file.Bytes(), err
}

// payonexStatus maps an order's status to the gateway's name for it. The gateway has no cancelled orders.
var payonexStatus = map[string]string{
	qrPending: "PROCESSING", qrPaid: "SUCCESS", qrReview: "ON_HOLD", qrFailed: "REJECTED", qrRefunded: "REFUNDED", qrExpired: "EXPIRED",
}

func (o *qrOrder) payonex(now time.Time) map[string]any {
	amount := o.paid()
	if amount == 0 {
		amount = o.Pay
	}
	return map[string]any{
		"uuid": o.ID, "referenceId": o.Reference, "customerUuid": o.Customer, "type": "deposit", "status": payonexStatus[o.status(now)],
		"amount": amount, "transferAmount": o.Pay, "fee": 0, "settleAmount": amount, "currency": "THB", "createdAt": o.At.UnixMilli(),
	}
}

func (sb *Sandbox) payonexTransaction(rw http.ResponseWriter, r *http.Request) {
	o := sb.qr.byID[r.PathValue("uuid")]
	if o == nil || o.Gateway != payonexName {
		payonexError(rw, http.StatusBadRequest, "40400")
		return
	}
	payonexOK(rw, o.payonex(sb.now()))
}

// payonexList sends a page of the orders, newest first.
func (sb *Sandbox) payonexList(rw http.ResponseWriter, r *http.Request) {
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	size, _ := strconv.Atoi(r.URL.Query().Get("size"))
	page, size = max(page, 1), min(max(size, 1), 100)
	all := []map[string]any{}
	for _, o := range slices.Backward(sb.qr.list) {
		if o.Gateway == payonexName {
			all = append(all, o.payonex(sb.now()))
		}
	}
	from, to := min((page-1)*size, len(all)), min(page*size, len(all))
	payonexOK(rw, map[string]any{"data": all[from:to], "count": len(all), "totalPages": (len(all) + size - 1) / size})
}

// payonexNotice returns the webhook of a change. It has no signature, like the gateway's webhooks.
func (o *qrOrder) payonexNotice() webhook {
	body, _ := json.Marshal(map[string]any{"success": true, "message": "successfully", "code": "20000", "data": o.payonex(o.lastChange.At)}) // always marshals
	return webhook{Body: body}
}
