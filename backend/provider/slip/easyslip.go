package slip

import (
	"context"
	"net/http"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/provider"
)

// easySlip implements EasySlip's API, version 2. checkDuplicate is off, for the same reason as log in slipOK.
type easySlip struct{ cfg Config }

type easySlipResponse struct {
	Success bool `json:"success"`
	Data    struct {
		IsDuplicate bool    `json:"isDuplicate"`
		RawSlip     rawSlip `json:"rawSlip"`
	} `json:"data"`
	Error struct {
		Code string `json:"code"`
	} `json:"error"`
}

type rawSlip struct {
	TransRef string `json:"transRef"`
	Date     string `json:"date"`
	Amount   struct {
		Amount decimal `json:"amount"`
	} `json:"amount"`
	Sender   easySlipParty `json:"sender"`
	Receiver easySlipParty `json:"receiver"`
}

type easySlipParty struct {
	Bank struct {
		ID string `json:"id"`
	} `json:"bank"`
	Account struct {
		Name struct {
			TH string `json:"th"`
			EN string `json:"en"`
		} `json:"name"`
		Bank struct {
			Type    string `json:"type"`
			Account string `json:"account"`
		} `json:"bank"`
		Proxy struct {
			Type    string `json:"type"`
			Account string `json:"account"`
		} `json:"proxy"`
	} `json:"account"`
}

func (c easySlip) Verify(ctx context.Context, q Query) (Response, error) {
	header := http.Header{"Authorization": {"Bearer " + c.cfg.Key}}
	body := map[string]any{"payload": q.Text, "checkDuplicate": false}
	var a easySlipResponse
	status, err := provider.PostJSON(provider.WithName(ctx, "slip"), c.cfg.BaseURL+"/v2/verify/bank", header, body, &a)
	if ctx.Err() != nil {
		return Response{}, ctx.Err()
	}
	if err != nil {
		return Response{Outcome: Down}, nil
	}
	return c.response(status, a, q), nil
}

func (c easySlip) response(status int, a easySlipResponse, q Query) Response {
	out := Response{Code: a.Error.Code}
	if a.Success && status == http.StatusOK {
		outcome := Valid
		if a.Data.IsDuplicate {
			outcome = Duplicate
		}
		return withFacts(out, outcome, true, a.Data.RawSlip.facts, q)
	}
	switch a.Error.Code {
	case "SLIP_NOT_FOUND":
		out.Outcome = NotFound
	case "SLIP_PENDING":
		out.Outcome = PendingBank
	case "CAPTCHA_FAILED":
		out.Outcome = Captcha
	case "QUOTA_EXCEEDED":
		out.Outcome = Quota
	case "INVALID_API_KEY", "MISSING_API_KEY", "BRANCH_INACTIVE":
		out.Outcome = Auth
	case "INVALID_PAYLOAD", "VALIDATION_ERROR", "SLIP_REFUSED":
		out.Outcome = Refused
	default:
		out.Outcome = Down
	}
	return out
}

func (r rawSlip) facts() (Facts, error) {
	a, err := amount(string(r.Amount.Amount))
	if err != nil {
		return Facts{}, err
	}
	at, err := time.Parse(time.RFC3339, r.Date)
	if err != nil { // without a zone it is Bangkok time
		at, err = time.ParseInLocation("2006-01-02T15:04:05", r.Date, clock.Bangkok)
	}
	return Facts{TransRef: r.TransRef, SendingBank: r.Sender.Bank.ID, Amount: a, At: at, Sender: r.Sender.party(), Receiver: r.Receiver.party()}, err
}

func (p easySlipParty) party() Party {
	return Party{Bank: p.Bank.ID, Account: p.Account.Bank.Account, NameTH: p.Account.Name.TH, NameEN: p.Account.Name.EN, Proxy: p.Account.Proxy.Account}
}
