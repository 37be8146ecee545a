package sandbox

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/thaiqr"
)

// The names of the gateways, as in the paths of the wallet's webhooks.
const (
	kbankName   = "KBANK"
	payonexName = "PAYONEX"
	wwName      = "WW"
	paytimzName = "PAYTIMZ"
	zpayName    = "ZPAY"
)

var qrGateways = []string{kbankName, wwName, paytimzName, payonexName, zpayName}

// qrBillers has the account into which the codes of each gateway pay.
var qrBillers = map[string]string{
	kbankName: "010753600031508", wwName: "010755600012301", paytimzName: "010756700045601", payonexName: "010757800078901", zpayName: "010758900091201",
}

// The statuses of an order in the plain signed format.
const (
	qrPending   = "PENDING"
	qrPaid      = "PAID"
	qrExpired   = "EXPIRED"
	qrCancelled = "CANCELLED"
	qrFailed    = "FAILED"
	qrReview    = "REVIEW"
	qrRefunded  = "REFUNDED"
)

// qrOrder is an order for a QR code at a gateway.
type qrOrder struct {
	Gateway   string       `json:"provider"`
	Reference string       `json:"qrcodeId"` // the wallet's
	ID        string       `json:"id"`       // the gateway's
	Customer  string       `json:"customer"`
	Amount    money.Satang `json:"amount"`
	Pay       money.Satang `json:"payAmount"`
	Payload   string       `json:"payload"`
	At        time.Time    `json:"at"`
	Expires   time.Time    `json:"expiresAt"`

	end *qrEnd
}

// qrEnd is the last change of an order. An order may be paid after it was cancelled.
type qrEnd struct {
	Reference string       `json:"reference"`
	Status    string       `json:"status"`
	Paid      money.Satang `json:"paid"`
	At        time.Time    `json:"at"`
	TxnNo     string       `json:"txnNo,omitempty"`
}

func (o *qrOrder) status(now time.Time) string {
	switch {
	case o.end != nil:
		return o.end.Status
	case now.After(o.Expires):
		return qrExpired
	}
	return qrPending
}

// came reports whether the payer has sent money, even if the gateway did not accept it.
func (o *qrOrder) came() bool { return o.end != nil && o.end.Paid > 0 }

func (o *qrOrder) paid() money.Satang {
	if o.end == nil {
		return 0
	}
	return o.end.Paid
}

// qrBook has the orders of all gateways.
type qrBook struct {
	list   []*qrOrder
	byRef  map[string]*qrOrder
	byID   map[string]*qrOrder
	tokens map[string]bool // in memory: after a restart the callers log in again
}

func newQRBook() qrBook {
	return qrBook{byRef: map[string]*qrOrder{}, byID: map[string]*qrOrder{}, tokens: map[string]bool{}}
}

func (b *qrBook) replay(e event) {
	if o := e.QROrder; o != nil {
		b.list = append(b.list, o)
		b.byRef[o.Reference], b.byID[o.ID] = o, o
	}
	if e.QREnd != nil {
		if o := b.byRef[e.QREnd.Reference]; o != nil {
			o.end = e.QREnd
		}
	}
}

func (w *World) qrRoutes(mux *http.ServeMux) {
	w.kbankRoutes(mux)
	w.payonexRoutes(mux)
	for _, name := range []string{wwName, paytimzName, zpayName} {
		w.qrSignedRoutes(mux, name)
	}
	mux.HandleFunc("GET /qr/orders", control(w.qrOrders))
	mux.HandleFunc("POST /qr/pay", control(w.qrPay))
	mux.HandleFunc("POST /qr/decide", control(w.qrDecide))
}

// qrOrders returns the newest orders: `limit` of them, or 200.
func (w *World) qrOrders(r *http.Request) (any, error) {
	type shown struct {
		*qrOrder
		Status string       `json:"status"`
		Paid   money.Satang `json:"paidAmount"`
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	out := []shown{}
	for _, o := range slices.Backward(w.qr.list) {
		if out = append(out, shown{o, o.status(w.now()), o.paid()}); len(out) == listed(r) {
			break
		}
	}
	return map[string]any{"orders": out}, nil
}

// qrPay simulates a payer who pays a code, with another amount if one is given. It also works after the
// code has expired or was cancelled, as if the payer had scanned it before. With `review` the gateway
// holds the payment back. A code can be paid once.
func (w *World) qrPay(r *http.Request) (any, error) {
	var body struct {
		Reference string       `json:"qrcodeId"`
		Amount    money.Satang `json:"amount"`
		Review    bool         `json:"review"`
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.qr.byRef[body.Reference]
	switch {
	case o == nil:
		return nil, problem{http.StatusNotFound, "no gateway has an order of that qrcodeId"}
	case o.came():
		return nil, problem{http.StatusConflict, "it is paid already"}
	case body.Amount == 0:
		body.Amount = o.Pay
	}
	end := qrEnd{Reference: o.Reference, Status: qrPaid, Paid: body.Amount, At: w.now().UTC(), TxnNo: newTransRef(w.now())}
	if body.Review {
		end.Status = qrReview
	}
	return map[string]any{"qrcodeId": o.Reference, "provider": o.Gateway, "amount": end.Paid, "txnNo": end.TxnNo}, w.qrHappen(o, end)
}

// qrDecide simulates a decision of the gateway's staff: {qrcodeId, status}. PAID or FAILED decide a
// payment that is held back. REFUNDED returns any payment.
func (w *World) qrDecide(r *http.Request) (any, error) {
	var body qrEnd
	var named struct {
		Reference string `json:"qrcodeId"`
		Status    string `json:"status"`
	}
	if err := decode(r, &named); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.qr.byRef[named.Reference]
	switch {
	case o == nil || !o.came():
		return nil, problem{http.StatusNotFound, "no payment of that qrcodeId"}
	case named.Status != qrRefunded && (o.end.Status != qrReview || (named.Status != qrPaid && named.Status != qrFailed)):
		return nil, problem{http.StatusConflict, "it is " + o.end.Status}
	}
	body = *o.end
	body.Status, body.At = named.Status, w.now().UTC()
	return map[string]any{"qrcodeId": o.Reference, "status": body.Status}, w.qrHappen(o, body)
}

// qrHappen stores a change of an order and sends the gateway's webhook to the wallet. The caller must
// hold the lock.
func (w *World) qrHappen(o *qrOrder, end qrEnd) error {
	after := *o
	after.end = &end
	var h webhook
	switch o.Gateway {
	case kbankName:
		h = after.kbankNotice()
	case payonexName:
		h = after.payonexNotice()
	default:
		h = after.signedNotice(w.now())
	}
	h.Path = "/webhook/qr/" + o.Gateway
	return w.happenAndTell(event{QREnd: &end}, w.told("qr:callback", h)...)
}

// qrMake makes an order, or returns the existing one with its reference. The caller must hold the lock.
func (w *World) qrMake(o qrOrder, life time.Duration) (*qrOrder, error) {
	if first := w.qr.byRef[o.Reference]; first != nil {
		return first, nil
	}
	o.At = w.now().UTC()
	o.Expires = o.At.Add(life)
	short := strings.ToUpper(strings.ReplaceAll(o.ID, "-", ""))
	var err error
	o.Payload, err = thaiqr.Payment{
		Dynamic: true, Scheme: thaiqr.Biller, Payee: qrBillers[o.Gateway], Ref1: o.Reference, Ref2: short[:min(len(short), 20)], Amount: o.Pay,
	}.Format()
	if err != nil {
		return nil, bad("a reference is 1 to 20 capitals and digits: " + err.Error())
	}
	return &o, w.happen(event{QROrder: &o})
}

func (o *qrOrder) same(gateway string, amount money.Satang) bool {
	return o.Gateway == gateway && o.Amount == amount
}

// qrCancel cancels a pending order. It does not change any other order. The caller must hold the lock.
func (w *World) qrCancel(o *qrOrder) error {
	if o.status(w.now()) != qrPending {
		return nil
	}
	return w.qrHappen(o, qrEnd{Reference: o.Reference, Status: qrCancelled, At: w.now().UTC()})
}

// totals returns sums per gateway: what was paid into our account, what was returned, and what the
// gateway holds back.
func (b *qrBook) totals() map[string]any {
	type sums struct {
		flow
		Held money.Satang `json:"held"`
	}
	by := map[string]*sums{}
	for _, name := range qrGateways {
		by[name] = &sums{}
	}
	for _, o := range b.list {
		s := by[o.Gateway]
		switch {
		case !o.came():
			continue
		case o.end.Status == qrReview:
			s.Held += o.end.Paid
			continue
		case o.end.Status != qrPaid:
			s.Out += o.end.Paid
		}
		s.In, s.Count = s.In+o.end.Paid, s.Count+1
	}
	out := map[string]any{}
	for name, s := range by {
		out[name] = s
	}
	return out
}
