package main

import (
	"strings"
	"time"

	"krapao/backend/platform/money"
)

type transfer struct {
	TransRef, FromAccountNo, ToAccountNo, ToName string
	Amount                                       money.Satang
	At                                           time.Time
}

type payout struct {
	Reference, ToAccountNo, Status string
	Amount                         money.Satang
}

type voucher struct {
	Hash    string
	Ticket  money.Satang
	TakenBy []string
}

type code struct {
	ID     string `json:"qrcodeId"`
	Status string
	Paid   money.Satang `json:"paidAmount"`
}

// outside is the outside world's own books, by the names that both sides know.
type outside struct {
	transfers map[string]*transfer
	payouts   map[string]*payout
	vouchers  map[string]*voucher
	codes     map[string]*code
	owners    map[string]string // account number to the member's _id
	returned  map[string]bool   // items of the desk that were given back
}

func readOutside(t *town) (*outside, error) {
	o := &outside{
		transfers: map[string]*transfer{}, payouts: map[string]*payout{}, vouchers: map[string]*voucher{}, codes: map[string]*code{},
		owners: map[string]string{}, returned: map[string]bool{},
	}
	var bank struct{ Transfers []*transfer }
	var paid struct{ Payouts []*payout }
	var gifts struct{ Vouchers []*voucher }
	var qr struct{ Orders []*code }
	for path, into := range map[string]any{
		"/bank/transfers?limit=1000000": &bank, "/bank/payouts": &paid, "/truemoney/vouchers": &gifts, "/qr/orders?limit=1000000": &qr,
	} {
		if err := t.ask("GET", path, nil, into); err != nil {
			return nil, err
		}
	}
	for _, b := range bank.Transfers {
		o.transfers[b.TransRef] = b
		if id, is := strings.CutPrefix(b.ToName, returnName); is {
			o.returned[id] = true
		}
	}
	for _, p := range paid.Payouts {
		o.payouts[p.Reference] = p
	}
	for _, v := range gifts.Vouchers {
		o.vouchers[v.Hash] = v
	}
	for _, q := range qr.Orders {
		o.codes[q.ID] = q
	}
	members, err := t.sql(`select coalesce(string_agg(bank_account_no || ' ' || public_id, E'\n'), '') from member`)
	for _, line := range strings.Split(members, "\n") {
		if account, id, ok := strings.Cut(line, " "); ok {
			o.owners[account] = id
		}
	}
	return o, err
}
