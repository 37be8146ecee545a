package sandbox

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"krapao/backend/platform/money"
)

// voucher is a gift of TrueMoney. A gift for several people has one ticket for each, with equal shares.
type voucher struct {
	Hash    string       `json:"hash"`
	Amount  money.Satang `json:"amount"`
	Tickets int          `json:"tickets"`
	At      time.Time    `json:"at"`
	Expired bool         `json:"expired"`

	redeemedBy []string // phone numbers
}

// redemption is a ticket that was redeemed.
type redemption struct {
	Hash   string    `json:"hash"`
	Mobile string    `json:"mobile"`
	At     time.Time `json:"at"`
}

// vouchers are all vouchers, in the order of their creation.
type vouchers struct {
	list        []*voucher
	byHash      map[string]*voucher
	redemptions []*redemption // in the order of redemption
}

func (v *vouchers) replay(e event) {
	if e.Voucher != nil {
		if v.byHash == nil {
			v.byHash = map[string]*voucher{}
		}
		v.list = append(v.list, e.Voucher)
		v.byHash[e.Voucher.Hash] = e.Voucher
	}
	if r := e.Redeemed; r != nil {
		if known := v.byHash[r.Hash]; known != nil {
			known.redeemedBy = append(known.redeemedBy, r.Mobile)
			v.redemptions = append(v.redemptions, r)
		}
	}
}

// ticket returns the amount of one ticket, in satang.
func (v *voucher) ticket() money.Satang { return v.Amount / money.Satang(max(v.Tickets, 1)) }

func (sb *Sandbox) trueMoneyRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /truemoney/vouchers", control(sb.makeVoucher))
	mux.HandleFunc("GET /truemoney/vouchers", control(func(*http.Request) (any, error) {
		sb.mu.Lock()
		defer sb.mu.Unlock()
		all := []map[string]any{}
		for _, v := range sb.vouchers.list {
			all = append(all, map[string]any{"hash": v.Hash, "amount": v.Amount, "tickets": v.Tickets, "ticket": v.ticket(), "takenBy": append([]string{}, v.redeemedBy...)})
		}
		return map[string]any{"vouchers": all}, nil
	}))
	mux.HandleFunc("GET /truemoney/campaign/vouchers/{hash}/verify", sb.withFaultsOf("truemoney:verify", refuseVoucher, func(rw http.ResponseWriter, r *http.Request) {
		sb.mu.Lock()
		defer sb.mu.Unlock()
		v := sb.vouchers.byHash[r.PathValue("hash")]
		sendVoucher(rw, v, v.state(r.URL.Query().Get("mobile")))
	}))
	mux.HandleFunc("POST /truemoney/campaign/vouchers/{hash}/redeem", sb.withFaultsOf("truemoney:redeem", refuseVoucher, sb.redeemVoucher))
}

// makeVoucher creates a gift, as if someone had given it.
func (sb *Sandbox) makeVoucher(r *http.Request) (any, error) {
	v := voucher{Tickets: 1, At: sb.now().UTC()}
	if err := decode(r, &v); err != nil {
		return nil, err
	}
	if v.Amount <= 0 || v.Tickets < 1 {
		return nil, badRequest("amount is more than 0, tickets at least 1")
	}
	v.Hash = rand.Text()
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if err := sb.record(event{Voucher: &v}); err != nil {
		return nil, err
	}
	return map[string]any{"hash": v.Hash, "link": "https://gift.truemoney.com/campaign/?v=" + v.Hash, "amount": v.Amount}, nil
}

func (sb *Sandbox) redeemVoucher(rw http.ResponseWriter, r *http.Request) {
	var in struct {
		Mobile string `json:"mobile"`
		Hash   string `json:"voucher_hash"`
	}
	if err := decode(r, &in); err != nil || in.Hash != r.PathValue("hash") {
		refuseVoucher(rw, "CONDITION_NOT_MET")
		return
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	v := sb.vouchers.byHash[in.Hash]
	code := v.state(in.Mobile)
	if code == "SUCCESS" {
		if err := sb.record(event{Redeemed: &redemption{Hash: in.Hash, Mobile: in.Mobile, At: sb.now().UTC()}}); err != nil {
			http.Error(rw, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	sendVoucher(rw, v, code)
}

// state returns the provider's code for a voucher and the wallet of a phone number.
func (v *voucher) state(mobile string) string {
	switch {
	case v == nil:
		return "VOUCHER_NOT_FOUND"
	case v.Expired:
		return "VOUCHER_EXPIRED"
	case len(mobile) != 10 || !strings.HasPrefix(mobile, "0"):
		return "TARGET_USER_NOT_FOUND"
	}
	for _, taken := range v.redeemedBy {
		if taken == mobile {
			return "TARGET_USER_REDEEMED"
		}
	}
	if len(v.redeemedBy) >= v.Tickets {
		return "VOUCHER_OUT_OF_STOCK"
	}
	return "SUCCESS"
}

func refuseVoucher(rw http.ResponseWriter, code string) {
	sendVoucher(rw, nil, textOr(code, "VOUCHER_OUT_OF_STOCK"))
}

func sendVoucher(rw http.ResponseWriter, v *voucher, code string) {
	status, data := http.StatusOK, map[string]any{}
	if code != "SUCCESS" {
		status = http.StatusBadRequest
	}
	if v != nil {
		data["voucher"] = map[string]any{"voucher_id": v.Hash, "amount_baht": withCommas(v.Amount), "member": v.Tickets, "status": "active"}
		if code == "SUCCESS" || code == "TARGET_USER_REDEEMED" {
			data["my_ticket"] = map[string]any{"amount_baht": withCommas(v.ticket())}
		}
	}
	sendJSON(rw, status, map[string]any{"status": map[string]string{"code": code, "message": strings.ToLower(code)}, "data": data})
}

// totals returns the sum and the number of the redeemed tickets.
func (v *vouchers) totals() flow {
	var all flow
	for _, v := range v.list {
		all.In, all.Count = all.In+v.ticket()*money.Satang(len(v.redeemedBy)), all.Count+len(v.redeemedBy)
	}
	return all
}
