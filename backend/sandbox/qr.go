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

	lastChange *qrChange
}

// qrChange is the last change of an order. An order may be paid after it was cancelled.
type qrChange struct {
	Reference string       `json:"reference"`
	Status    string       `json:"status"`
	Paid      money.Satang `json:"paid"`
	At        time.Time    `json:"at"`
	TxnNo     string       `json:"txnNo,omitempty"`
}

func (o *qrOrder) status(now time.Time) string {
	switch {
	case o.lastChange != nil:
		return o.lastChange.Status
	case now.After(o.Expires):
		return qrExpired
	}
	return qrPending
}

// hasMoney reports whether the payer has sent money, even if the gateway did not accept it.
func (o *qrOrder) hasMoney() bool { return o.lastChange != nil && o.lastChange.Paid > 0 }

func (o *qrOrder) paid() money.Satang {
	if o.lastChange == nil {
		return 0
	}
	return o.lastChange.Paid
}

// qrOrders has the orders of all gateways.
type qrOrders struct {
	list   []*qrOrder
	byRef  map[string]*qrOrder
	byID   map[string]*qrOrder
	tokens map[string]bool // in memory: after a restart the callers log in again
}

func newQROrders() qrOrders {
	return qrOrders{byRef: map[string]*qrOrder{}, byID: map[string]*qrOrder{}, tokens: map[string]bool{}}
}

func (b *qrOrders) replay(e event) {
	if o := e.QROrder; o != nil {
		b.list = append(b.list, o)
		b.byRef[o.Reference], b.byID[o.ID] = o, o
	}
	if e.QREnd != nil {
		if o := b.byRef[e.QREnd.Reference]; o != nil {
			o.lastChange = e.QREnd
		}
	}
}

func (sb *Sandbox) qrRoutes(mux *http.ServeMux) {
	sb.kbankRoutes(mux)
	sb.payonexRoutes(mux)
	for _, name := range []string{wwName, paytimzName, zpayName} {
		sb.qrSignedRoutes(mux, name)
	}
	mux.HandleFunc("GET /qr/orders", control(sb.listQROrders))
	mux.HandleFunc("POST /qr/pay", control(sb.payQR))
	mux.HandleFunc("POST /qr/decide", control(sb.decideQR))
}

// listQROrders returns the newest orders: `limit` of them, or 200.
func (sb *Sandbox) listQROrders(r *http.Request) (any, error) {
	type shown struct {
		*qrOrder
		Status string       `json:"status"`
		Paid   money.Satang `json:"paidAmount"`
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	out := []shown{}
	for _, o := range slices.Backward(sb.qr.list) {
		if out = append(out, shown{o, o.status(sb.now()), o.paid()}); len(out) == listLimit(r) {
			break
		}
	}
	return map[string]any{"orders": out}, nil
}

// payQR simulates a payer who pays a code, with another amount if one is given. It also works after the
// code has expired or was cancelled, as if the payer had scanned it before. With `review` the gateway
// holds the payment back. A code can be paid once.
func (sb *Sandbox) payQR(r *http.Request) (any, error) {
	var body struct {
		Reference string       `json:"qrcodeId"`
		Amount    money.Satang `json:"amount"`
		Review    bool         `json:"review"`
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	o := sb.qr.byRef[body.Reference]
	switch {
	case o == nil:
		return nil, problem{http.StatusNotFound, "no gateway has an order of that qrcodeId"}
	case o.hasMoney():
		return nil, problem{http.StatusConflict, "it is paid already"}
	case body.Amount == 0:
		body.Amount = o.Pay
	}
	end := qrChange{Reference: o.Reference, Status: qrPaid, Paid: body.Amount, At: sb.now().UTC(), TxnNo: newTransRef(sb.now())}
	if body.Review {
		end.Status = qrReview
	}
	return map[string]any{"qrcodeId": o.Reference, "provider": o.Gateway, "amount": end.Paid, "txnNo": end.TxnNo}, sb.changeQR(o, end)
}

// decideQR simulates a decision of the gateway's staff: {qrcodeId, status}. PAID or FAILED decide a
// payment that is held back. REFUNDED returns any payment.
func (sb *Sandbox) decideQR(r *http.Request) (any, error) {
	var body struct {
		Reference string `json:"qrcodeId"`
		Status    string `json:"status"`
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	o := sb.qr.byRef[body.Reference]
	switch {
	case o == nil || !o.hasMoney():
		return nil, problem{http.StatusNotFound, "no payment of that qrcodeId"}
	case body.Status != qrRefunded && (o.lastChange.Status != qrReview || (body.Status != qrPaid && body.Status != qrFailed)):
		return nil, problem{http.StatusConflict, "it is " + o.lastChange.Status}
	}
	change := *o.lastChange
	change.Status, change.At = body.Status, sb.now().UTC()
	return map[string]any{"qrcodeId": o.Reference, "status": change.Status}, sb.changeQR(o, change)
}

// changeQR stores a change of an order and sends the gateway's webhook to the wallet. The caller must
// hold the lock.
func (sb *Sandbox) changeQR(o *qrOrder, end qrChange) error {
	after := *o
	after.lastChange = &end
	var h webhook
	switch o.Gateway {
	case kbankName:
		h = after.kbankNotice()
	case payonexName:
		h = after.payonexNotice()
	default:
		h = after.signedNotice(sb.now())
	}
	h.Path = "/webhook/qr/" + o.Gateway
	return sb.recordWithWebhooks(event{QREnd: &end}, sb.withFaults("qr:callback", h)...)
}

// makeQR makes an order, or returns the existing one with its reference. The caller must hold the lock.
func (sb *Sandbox) makeQR(o qrOrder, life time.Duration) (*qrOrder, error) {
	if first := sb.qr.byRef[o.Reference]; first != nil {
		return first, nil
	}
	o.At = sb.now().UTC()
	o.Expires = o.At.Add(life)
	short := strings.ToUpper(strings.ReplaceAll(o.ID, "-", ""))
	var err error
	o.Payload, err = thaiqr.Payment{
		Dynamic: true, Scheme: thaiqr.Biller, Payee: qrBillers[o.Gateway], Ref1: o.Reference, Ref2: short[:min(len(short), 20)], Amount: o.Pay,
	}.Format()
	if err != nil {
		return nil, badRequest("a reference is 1 to 20 capitals and digits: " + err.Error())
	}
	return &o, sb.record(event{QROrder: &o})
}

func (o *qrOrder) isSameOrder(gateway string, amount money.Satang) bool {
	return o.Gateway == gateway && o.Amount == amount
}

// cancelQR cancels a pending order. It does not change any other order. The caller must hold the lock.
func (sb *Sandbox) cancelQR(o *qrOrder) error {
	if o.status(sb.now()) != qrPending {
		return nil
	}
	return sb.changeQR(o, qrChange{Reference: o.Reference, Status: qrCancelled, At: sb.now().UTC()})
}

// totals returns sums per gateway: payments into our account, refunds, and payments that the gateway
// holds back.
func (b *qrOrders) totals() map[string]any {
	type sums struct {
		flow
		Held money.Satang `json:"held"`
	}
	byGateway := map[string]*sums{}
	for _, name := range qrGateways {
		byGateway[name] = &sums{}
	}
	for _, o := range b.list {
		s := byGateway[o.Gateway]
		switch {
		case !o.hasMoney():
			continue
		case o.lastChange.Status == qrReview:
			s.Held += o.lastChange.Paid
			continue
		case o.lastChange.Status != qrPaid:
			s.Out += o.lastChange.Paid
		}
		s.In, s.Count = s.In+o.lastChange.Paid, s.Count+1
	}
	out := map[string]any{}
	for name, s := range byGateway {
		out[name] = s
	}
	return out
}
