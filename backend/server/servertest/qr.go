package servertest

import (
	"net/http"

	"krapao/backend/cashier/qr"
)

// MakeQR makes a code, and fails the test if it cannot.
func (c *Client) MakeQR(provider string, baht float64) qr.QR {
	c.t.Helper()
	var made qr.QR
	c.Call("POST", "/api/qrcode/"+provider, map[string]any{"amount": baht}).Want(http.StatusOK).Into(&made)
	if !made.HasQR {
		c.t.Fatalf("no code of %s: %+v", provider, made)
	}
	return made
}

// QR returns the member's current code at a gateway.
func (c *Client) QR(provider string) qr.QR {
	c.t.Helper()
	var shown qr.QR
	c.Call("GET", "/api/qrcode/"+provider, nil).Want(http.StatusOK).Into(&shown)
	return shown
}

// QROrder is a code as its gateway has it.
type QROrder struct {
	QRCodeID, Provider, Status string
	Amount, PayAmount          float64
	PaidAmount                 float64
}

// QROrders returns all codes that the gateways made, newest first.
func (h *Environment) QROrders() []QROrder {
	h.t.Helper()
	var out struct{ Orders []QROrder }
	h.Control("GET", "/qr/orders", nil, &out)
	return out.Orders
}

// PayQR makes a payer pay a code. If baht is 0, the payer pays the code's own amount.
func (h *Environment) PayQR(reference string, baht float64) {
	h.t.Helper()
	h.Control("POST", "/qr/pay", map[string]any{"qrcodeId": reference, "amount": baht}, nil)
}
