package qr

import (
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
)

// QR is the state of a member's code at a gateway, as the member sees it. If there is no code, ID is empty,
// and Message may have the reason.
type QR struct {
	ID             string       `json:"qrcodeId"`
	LineID         *uuid.UUID   `json:"lineId" nullable:"true" doc:"The id of the statement line that the payment of this code will have."`
	Provider       string       `json:"provider" enum:"KBANK,WW,PAYTIMZ,PAYONEX,ZPAY"`
	HasQR          bool         `json:"hasQrcode"`
	Markup         string       `json:"qrcode" doc:"SVG, to be shown as an image."`
	Payload        string       `json:"payload,omitempty" doc:"The code's text (EMV)."`
	Amount         money.Satang `json:"amount"`
	TransferAmount money.Satang `json:"transferAmount" doc:"The amount to pay. The gateway may have added some satang."`
	ExpireIn       *time.Time   `json:"expireIn" nullable:"true"`
	Message        apperr.Code  `json:"message" enum:"QR_FAIL," doc:"Why there is no code, or empty."`
	TimeLimit      int          `json:"timeLimit" doc:"Minutes for which a code is valid."`
	MinDeposit     money.Satang `json:"minDeposit"`
}

// withoutCode returns a QR without a code, with message as the reason.
func (g Gateway) withoutCode(message apperr.Code) QR {
	return QR{Provider: g.Provider, Message: message, TimeLimit: int(codeLife / time.Minute), MinDeposit: g.MinDeposit}
}

// withCode returns a QR with the code if it may still be shown, otherwise without one.
func (g Gateway) withCode(row db.QrOrder, now time.Time) (QR, error) {
	out := g.withoutCode(apperr.Code(row.Refusal))
	if row.State != stateLive || row.ExpiresAt == nil || !row.ExpiresAt.After(now) || row.PayAmount == nil {
		return out, nil
	}
	expires := row.ExpiresAt.UTC()
	out.ID, out.LineID, out.HasQR, out.Payload, out.Amount, out.TransferAmount, out.ExpireIn = row.Reference, &row.ID, true, row.Payload, row.Amount, *row.PayAmount, &expires
	if row.Payload == "" {
		out.Markup = framePicture(row.Picture)
		return out, nil
	}
	var err error
	out.Markup, err = renderMarkup(row.Payload)
	return out, err
}
