package content

import (
	"context"
	"fmt"
	"hash/crc32"
	"strings"

	"krapao/backend/platform/money"
)

// DepositQR is a gateway that makes QR codes to pay.
type DepositQR struct {
	Provider   string         `json:"provider" enum:"KBANK,WW,PAYTIMZ,PAYONEX,ZPAY"`
	MinDeposit money.Satang   `json:"minDeposit"`
	Presets    []money.Satang `json:"presets" doc:"Amounts to choose from."`
}

// gateways are the open ones, or none where nobody was wired to tell.
func (l *Library) gateways(ctx context.Context) []DepositQR {
	if l.QR == nil {
		return []DepositQR{}
	}
	return l.QR(ctx)
}

// withGateways marks the deposit lookup's ETag with what is open: that comes from
// the server's settings, which no table's version knows of.
func (l *Library) withGateways(ctx context.Context, tag string) string {
	mark := crc32.ChecksumIEEE(fmt.Append(nil, l.gateways(ctx)))
	return fmt.Sprintf(`%s-%x"`, strings.TrimSuffix(tag, `"`), mark)
}
