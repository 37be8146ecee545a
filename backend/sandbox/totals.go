package sandbox

import (
	"net/http"

	"krapao/backend/platform/money"
)

// flow is money in and out, in satang. In JSON it is in baht.
type flow struct {
	In    money.Satang `json:"in"`
	Out   money.Satang `json:"out"`
	Count int          `json:"count"`
}

// totals returns the providers' own sums, to be compared with the wallet's ledger. For banks it also returns
// the sums into and out of each account.
func (sb *Sandbox) totals(*http.Request) (any, error) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	accounts := map[string]flow{}
	var all flow
	add := func(key string, in, out money.Satang) {
		f := accounts[key]
		f.In, f.Out, f.Count = f.In+in, f.Out+out, f.Count+1
		accounts[key] = f
	}
	for _, t := range sb.transfers {
		add(t.ToBank+":"+t.ToAccountNo, t.Amount, 0)
		add(t.FromBank+":"+t.FromAccountNo, 0, t.Amount)
		all.In, all.Out, all.Count = all.In+t.Amount, all.Out+t.Amount, all.Count+1
	}
	return map[string]any{
		"bank": map[string]any{"in": all.In, "out": all.Out, "count": all.Count, "accounts": accounts},
		"sms":  map[string]int{"sent": len(sb.messages)},

		"payout": sb.payouts.totals(),
		"qr":     sb.qr.totals(),

		"truemoney": sb.vouchers.totals(),

		"games": sb.gameTotals(),
	}, nil
}
