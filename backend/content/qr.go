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
	MaxDeposit money.Satang   `json:"maxDeposit,omitempty" doc:"Omitted if the gateway has no maximum."`
	Presets    []money.Satang `json:"presets" doc:"Amounts to choose from."`
	Resting    bool           `json:"resting,omitempty" doc:"The gateway failed recently, so other gateways are listed first."`
}

// DepositGateways are the open gateways, in the order in which the member sees them, and the names of the
// paused ones.
type DepositGateways struct {
	Open   []DepositQR
	Paused []string
}

// gateways returns the QR gateways for a currency. Only baht has any. It returns none if QR is nil.
func (c *Service) gateways(ctx context.Context, q pg.DB, currency string) (out DepositGateways) {
	if c.QR != nil && currency != kip {
		out = c.QR(ctx, q)
	}
	if out.Open == nil {
		out.Open = []DepositQR{}
	}
	return out
}

// addInputHash adds a hash of inputs to a lookup's ETag. inputs are the values besides the tables on which the
// lookup depends: the server's configuration, and the caller. The tables' versions do not include these values.
func addInputHash(tag string, inputs ...any) string {
	mark := crc32.ChecksumIEEE(fmt.Append(nil, inputs...))
	return fmt.Sprintf(`%s-%x"`, strings.TrimSuffix(tag, `"`), mark)
}
