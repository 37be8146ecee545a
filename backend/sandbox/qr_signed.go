package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"krapao/backend/platform/money"
)

const signedLife = 10 * time.Minute

// qrSignedRoutes registers the plain signed format for one gateway.
func (sb *Sandbox) qrSignedRoutes(mux *http.ServeMux, name string) {
	base := qrBase(name)
	mux.HandleFunc("POST "+base, sb.withFaultsOf("qr:create:"+name, refuseQR, func(rw http.ResponseWriter, r *http.Request) { sb.qrSignedCreate(rw, r, name) }))
	mux.HandleFunc("GET "+base+"/{reference}", sb.withFaultsOf("qr:query:"+name, refuseQR, sb.qrSignedOrder(name, func(*qrOrder) error { return nil })))
	mux.HandleFunc("POST "+base+"/{reference}/cancel", sb.withFaultsOf("qr:cancel:"+name, refuseQR, sb.qrSignedOrder(name, func(o *qrOrder) error {
		if o.hasMoney() {
			return problem{http.StatusConflict, "ALREADY_PAID"}
		}
		return sb.cancelQR(o)
	})))
}

func qrBase(name string) string { return "/" + strings.ToLower(name) + "/orders" }

func refuseQR(rw http.ResponseWriter, code string) {
	qrSignedError(rw, http.StatusUnprocessableEntity, textOr(code, "REFUSED"))
}

func qrSignedError(rw http.ResponseWriter, status int, code string) {
	sendJSON(rw, status, map[string]string{"code": code, "message": strings.ToLower(code)})
}

func (sb *Sandbox) qrSignedCreate(rw http.ResponseWriter, r *http.Request, name string) {
	raw, ok := readSigned(r, qrKey, sb.now())
	if !ok {
		qrSignedError(rw, http.StatusUnauthorized, "BAD_SIGNATURE")
		return
	}
	var body struct {
		Reference string       `json:"reference"`
		Amount    money.Satang `json:"amount"`
		Payer     struct {
			ID string `json:"id"`
		} `json:"payer"`
	}
	if err := decodeFrom(bytes.NewReader(raw), &body); err != nil || body.Amount <= 0 || body.Reference == "" {
		qrSignedError(rw, http.StatusBadRequest, "MALFORMED")
		return
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	o, err := sb.makeQR(qrOrder{
		Gateway: name, Reference: body.Reference, ID: name + body.Reference, Customer: body.Payer.ID, Amount: body.Amount, Pay: body.Amount,
	}, signedLife)
	switch {
	case err != nil:
		qrSignedError(rw, http.StatusUnprocessableEntity, "INVALID_REFERENCE")
	case !o.isSameOrder(name, body.Amount):
		qrSignedError(rw, http.StatusConflict, "CONFLICT")
	default:
		sendJSON(rw, http.StatusOK, o.signed(sb.now()))
	}
}

// qrSignedOrder returns a handler that runs do on an order, with the lock held, and sends the order.
func (sb *Sandbox) qrSignedOrder(name string, do func(*qrOrder) error) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		if _, ok := readSigned(r, qrKey, sb.now()); !ok {
			qrSignedError(rw, http.StatusUnauthorized, "BAD_SIGNATURE")
			return
		}
		sb.mu.Lock()
		defer sb.mu.Unlock()
		o := sb.qr.byRef[r.PathValue("reference")]
		if o == nil || o.Gateway != name {
			qrSignedError(rw, http.StatusNotFound, "NOT_FOUND")
			return
		}
		switch err := do(o).(type) {
		case nil:
			sendJSON(rw, http.StatusOK, o.signed(sb.now()))
		case problem:
			qrSignedError(rw, err.status, err.text)
		default:
			http.Error(rw, err.Error(), http.StatusInternalServerError)
		}
	}
}

func (o *qrOrder) signed(now time.Time) map[string]any {
	return map[string]any{
		"id": o.ID, "reference": o.Reference, "status": o.status(now), "amount": o.Amount, "payAmount": o.Pay, "paidAmount": o.paid(),
		"payload": o.Payload, "createdAt": o.At, "expiresAt": o.Expires,
	}
}

// signedNotice returns the webhook of a change, which is sent with a signature.
func (o *qrOrder) signedNotice(now time.Time) webhook {
	body, _ := json.Marshal(o.signed(now)) // plain values always marshal
	return webhook{Key: qrKey, Body: body}
}
