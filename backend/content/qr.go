package content

import (
	"context"
	"fmt"
	"hash/crc32"
	"strings"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// DepositQR is a gateway that makes QR codes for deposits.
type DepositQR struct {
	Provider   string         `json:"provider" enum:"KBANK,WW,PAYTIMZ,PAYONEX,ZPAY"`
	MinDeposit money.Satang   `json:"minDeposit"`
	MaxDeposit money.Satang   `json:"maxDeposit,omitempty" doc:"Left out where the gateway has told none."`
	Presets    []money.Satang `json:"presets" doc:"Amounts to choose from."`
	Resting    bool           `json:"resting,omitempty" doc:"It had trouble lately: others go before it."`
}

// DepositGateways are the open gateways, in the order in which the member sees them, and the names of the
// paused ones.
type DepositGateways struct {
	Open   []DepositQR
	Paused []string
}

// gateways returns the QR gateways for a currency. Only baht has any. It returns none if QR is nil.
func (l *Library) gateways(ctx context.Context, q pg.DB, currency string) (out DepositGateways) {
	if l.QR != nil && currency != kip {
		out = l.QR(ctx, q)
	}
	if out.Open == nil {
		out.Open = []DepositQR{}
	}
	return out
}

// taggedWith adds a hash of inputs to a lookup's ETag. inputs has what the lookup depends on besides the
// tables: the server's configuration, and the caller. The tables' versions do not include these.
func taggedWith(tag string, inputs ...any) string {
	mark := crc32.ChecksumIEEE(fmt.Append(nil, inputs...))
	return fmt.Sprintf(`%s-%x"`, strings.TrimSuffix(tag, `"`), mark)
}
