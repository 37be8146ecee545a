package environment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"krapao/backend/platform/money"
)

// These are the bank, number and name of the site's account into which members pay, as in the demo content.
const (
	OurBank      = "KBANK"
	OurAccountNo = "0483921567"
	OurName      = "บจก. กระเป๋า เพย์"
)

// Sandbox is the sandbox program. URL is its address.
type Sandbox struct{ URL string }

// Control makes a control call to the sandbox. It makes the call only once, because a repeated transfer would move money
// twice. If there is no response, the caller must find out what the call did.
func (s Sandbox) Control(method, path string, body, out any) error {
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body)
	}
	req, err := http.NewRequest(method, s.URL+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	res := SendRequest(req)
	if res.Status != http.StatusOK {
		return fmt.Errorf("sandbox: %s %s: %d %s", method, path, res.Status, res.Body)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(res.Body, out)
}

// Pay transfers money from a member's bank account into ours. It returns the path of the slip's picture. If feed is
// true, the bank reports the transfer, with this many digits of the payer's account.
func (s Sandbox) Pay(accountNo, holder string, amount money.Satang, feed bool, digits int) (png string, err error) {
	var made struct{ Slip struct{ PNG string } }
	err = s.Control("POST", "/bank/transfers", map[string]any{
		"fromBank": "KTB", "fromAccountNo": accountNo, "fromName": holder, "toBank": OurBank, "toAccountNo": OurAccountNo, "toName": OurName,
		"amount": amount, "feed": feed, "feedDigits": digits,
	}, &made)
	return made.Slip.PNG, err
}

// Transfer is a bank transfer into or out of our account.
type Transfer struct {
	TransRef, FromAccountNo, ToAccountNo, ToName string
	Amount                                       money.Satang
	At                                           time.Time
}

// Payout is a payout at the provider.
type Payout struct {
	Reference, ToAccountNo, Status string
	Amount                         money.Satang
}

// Paid reports whether the money was sent.
func (p *Payout) Paid() bool { return p.Status == "SUCCESS" }

// Voucher is a gift voucher. TakenBy has one entry for each redemption.
type Voucher struct {
	Hash    string
	Ticket  money.Satang
	TakenBy []string
}

// QROrder is a QR order at its gateway.
type QROrder struct {
	ID       string `json:"qrcodeId"`
	Customer string
	Status   string
	Paid     money.Satang `json:"paidAmount"`
}

// Records are the providers' records, by the references that both sides have.
type Records struct {
	Transfers map[string]*Transfer
	Payouts   map[string]*Payout
	Vouchers  map[string]*Voucher
	QROrders  map[string]*QROrder
}

// ReadRecords reads all records of the providers.
func (s Sandbox) ReadRecords() (*Records, error) {
	r := &Records{Transfers: map[string]*Transfer{}, Payouts: map[string]*Payout{}, Vouchers: map[string]*Voucher{}, QROrders: map[string]*QROrder{}}
	var bank struct{ Transfers []*Transfer }
	var paid struct{ Payouts []*Payout }
	var gifts struct{ Vouchers []*Voucher }
	var qr struct{ Orders []*QROrder }
	for path, into := range map[string]any{
		"/bank/transfers?limit=1000000": &bank, "/bank/payouts": &paid, "/truemoney/vouchers": &gifts, "/qr/orders?limit=1000000": &qr,
	} {
		if err := s.Control("GET", path, nil, into); err != nil {
			return nil, err
		}
	}
	for _, t := range bank.Transfers {
		r.Transfers[t.TransRef] = t
	}
	for _, p := range paid.Payouts {
		r.Payouts[p.Reference] = p
	}
	for _, v := range gifts.Vouchers {
		r.Vouchers[v.Hash] = v
	}
	for _, q := range qr.Orders {
		r.QROrders[q.ID] = q
	}
	return r, nil
}
