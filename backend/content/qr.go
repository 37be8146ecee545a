package content

import (
	"context"
	"fmt"
	"hash/crc32"
	"strings"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// DepositQR is a gateway that makes QR codes to pay.
type DepositQR struct {
	Provider   string         `json:"provider" enum:"KBANK,WW,PAYTIMZ,PAYONEX,ZPAY"`
	MinDeposit money.Satang   `json:"minDeposit"`
	MaxDeposit money.Satang   `json:"maxDeposit,omitempty" doc:"Left out where the gateway has told none."`
	Presets    []money.Satang `json:"presets" doc:"Amounts to choose from."`
	Resting    bool           `json:"resting,omitempty" doc:"It had trouble lately: others go before it."`
}

// DepositGateways are the open ones, in the order to lead the member to them, and
// the names of those that stand still.
type DepositGateways struct {
	Open   []DepositQR
	Paused []string
}

// gateways of a currency: they take baht. None where nobody was wired to tell.
func (l *Library) gateways(ctx context.Context, q pg.DB, currency string) (out DepositGateways) {
	if l.QR != nil && currency != kip {
		out = l.QR(ctx, q)
	}
	if out.Open == nil {
		out.Open = []DepositQR{}
	}
	return out
}

// marked marks a lookup's ETag with what it depends on beside the tables: the server's
// own settings, and whose it is. No table's version knows of those.
func marked(tag string, by ...any) string {
	mark := crc32.ChecksumIEEE(fmt.Append(nil, by...))
	return fmt.Sprintf(`%s-%x"`, strings.TrimSuffix(tag, `"`), mark)
}
