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

// gateways are the open ones: they take baht. None where nobody was wired to tell.
func (l *Library) gateways(ctx context.Context, currency string) []DepositQR {
	if l.QR == nil || currency == kip {
		return []DepositQR{}
	}
	return l.QR(ctx)
}

// marked marks a lookup's ETag with what it depends on beside the tables: the server's
// own settings, and whose it is. No table's version knows of those.
func marked(tag string, by ...any) string {
	mark := crc32.ChecksumIEEE(fmt.Append(nil, by...))
	return fmt.Sprintf(`%s-%x"`, strings.TrimSuffix(tag, `"`), mark)
}
