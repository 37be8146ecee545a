package sandbox

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/thaiqr"
)

// The gateways, by the names in the wallet's webhook addresses.
const (
	kbankName   = "KBANK"
	payonexName = "PAYONEX"
	wwName      = "WW"
	paytimzName = "PAYTIMZ"
	zpayName    = "ZPAY"
)

var qrGateways = []string{kbankName, wwName, paytimzName, payonexName, zpayName}

// qrBillers are the accounts that each gateway's codes pay into.
var qrBillers = map[string]string{
	kbankName: "010753600031508", wwName: "010755600012301", paytimzName: "010756700045601", payonexName: "010757800078901", zpayName: "010758900091201",
}

// Statuses of an order, in the words of the plain signed form.
const (
	qrPending   = "PENDING"
	qrPaid      = "PAID"
	qrExpired   = "EXPIRED"
	qrCancelled = "CANCELLED"
	qrFailed    = "FAILED"
	qrReview    = "REVIEW"
	qrRefunded  = "REFUNDED"
)

// qrOrder is a code that a gateway made.
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

// qrEnd is what became of an order last. A payment may follow a cancelling.
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

// came tells that money was paid, whatever the gateway made of it.
func (o *qrOrder) came() bool { return o.end != nil && o.end.Paid > 0 }

func (o *qrOrder) paid() money.Satang {
	if o.end == nil {
		return 0
	}
	return o.end.Paid
}

// qrBook is what all gateways know.
type qrBook struct {
	list   []*qrOrder
	byRef  map[string]*qrOrder
	byID   map[string]*qrOrder
	tokens map[string]bool // in memory: after a restart their holders log in anew
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

// qrOrders lists the newest orders, 200 unless `limit` says more.
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

// qrPay has a payer pay a code: of another amount where one is given, and late
// or after a cancelling like a payer whose app had the code already. With
// review the gateway holds the payment back. A code is paid once.
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

// qrDecide is the gateway's own staff: {qrcodeId, status: PAID or FAILED of a
// payment held back, REFUNDED of any}.
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

// qrHappen makes an end of an order durable and has its gateway tell the
// wallet. The caller holds the lock.
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

// qrMake makes an order, or answers the one of that reference. The caller holds
// the lock.
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

// qrCancelled cancels an unpaid order; one that ended before stays as it is.
// The caller holds the lock.
func (w *World) qrCancel(o *qrOrder) error {
	if o.status(w.now()) != qrPending {
		return nil
	}
	return w.qrHappen(o, qrEnd{Reference: o.Reference, Status: qrCancelled, At: w.now().UTC()})
}

// totals per gateway: what was paid into our account with it, what it gave
// back, and what it holds back still.
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
