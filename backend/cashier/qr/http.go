package qr

import (
	"context"
	"net/http"

	"krapao/backend/cashier"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

const tag = "Deposit"

// documentPath is the path in the API document. The document needs one path for both kinds of calls, those by
// gateway and those by code.
const documentPath = "/api/qrcode/{providerOrId}"

// Routes registers the HTTP routes of the package and the gateways' webhooks.
func (s *Service) Routes(e *web.Edge) {
	type named struct {
		Provider string `path:"providerOrId" maxLength:"32" doc:"KBANK, WW, PAYTIMZ, PAYONEX or ZPAY."`
	}
	type shown struct{ Body QR }
	web.Handle(e, web.Route{
		ID: "showQrcode", Method: http.MethodGet, Path: "/api/qrcode/{provider}", Template: documentPath, Tag: tag, Auth: web.SignedIn,
		Summary: "The member's code at a gateway", Errors: apperr.Codes{apperr.NoData},
	},
		func(ctx context.Context, in *named) (*shown, error) {
			out, err := s.ShowCode(ctx, in.Provider)
			return &shown{out}, err
		})
	type create struct {
		Provider string `path:"providerOrId" maxLength:"32" doc:"The gateway."`
		Body     struct {
			Amount money.Satang `json:"amount"`
		}
	}
	web.Handle(e, web.Route{
		ID: "createQrcode", Method: http.MethodPost, Path: "/api/qrcode/{provider}", Template: documentPath, Tag: tag, Auth: web.SignedIn, Money: true,
		Summary: "Make a code at a gateway, and end the member's previous code",
		Errors:  cashier.DepositErrors.And(apperr.NoData, apperr.QRFail, apperr.RequestLimit),
	},
		func(ctx context.Context, in *create) (*web.Response[QR], error) {
			return s.CreateCode(ctx, in.Provider, in.Body.Amount)
		})
	type one struct {
		ID string `path:"providerOrId" maxLength:"64" doc:"The code's qrcodeId."`
	}
	web.Handle(e, web.Route{
		ID: "cancelQrcode", Method: http.MethodDelete, Path: "/api/qrcode/{qrcodeId}", Template: documentPath, Tag: tag, Auth: web.SignedIn,
		Summary: "Cancel a code", Errors: apperr.Codes{apperr.NoData},
	},
		func(ctx context.Context, in *one) (*web.Response[QR], error) { return s.CancelCode(ctx, in.ID) })
	e.App.Post(webhookPath+":provider", s.handleWebhook)
}
