package slip

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/provider"
)

// slipOK implements SlipOK's API. log is false, because only our own claim decides whether a transfer was
// credited. If SlipOK remembered a query from before a crash of ours, the slip would fail as a duplicate.
type slipOK struct{ cfg Config }

type slipOKResponse struct {
	Success bool            `json:"success"`
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

type slipOKData struct {
	TransRef       string      `json:"transRef"`
	SendingBank    string      `json:"sendingBank"`
	ReceivingBank  string      `json:"receivingBank"`
	TransDate      string      `json:"transDate"` // 20261121
	TransTime      string      `json:"transTime"` // 14:02:03
	TransTimestamp string      `json:"transTimestamp"`
	Amount         decimal     `json:"amount"`
	Sender         slipOKParty `json:"sender"`
	Receiver       slipOKParty `json:"receiver"`
	Delay          json.Number `json:"delay"` // minutes, with code 1010
}

type slipOKParty struct {
	DisplayName string `json:"displayName"`
	Name        string `json:"name"`
	Account     struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	} `json:"account"`
	Proxy struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	} `json:"proxy"`
}

func (c slipOK) Verify(ctx context.Context, q Query) (Response, error) {
	header := http.Header{"X-Authorization": {c.cfg.Key}}
	body := map[string]any{"data": q.Text, "log": false}
	var a slipOKResponse
	status, err := provider.PostJSON(provider.WithName(ctx, "slip"), c.cfg.BaseURL+"/api/line/apikey/"+c.cfg.Branch, header, body, &a)
	if ctx.Err() != nil {
		return Response{}, ctx.Err()
	}
	if err != nil {
		return Response{Outcome: Down}, nil
	}
	return c.response(status, a, q), nil
}

func (c slipOK) response(status int, a slipOKResponse, q Query) Response {
	out := Response{Code: fmt.Sprint(a.Code)}
	var data slipOKData
	decodes := json.Unmarshal(a.Data, &data) == nil
	switch {
	case a.Success && status == http.StatusOK:
		return withFacts(out, Valid, decodes, data.facts, q)
	case a.Code == 1012:
		return withFacts(out, Duplicate, decodes, data.facts, q)
	case a.Code == 1009:
		out.Outcome, out.RetryAfter = Down, 15*time.Minute
	case a.Code == 1010:
		out.Outcome = PendingBank
		if minutes, err := data.Delay.Int64(); err == nil && minutes > 0 {
			out.RetryAfter = time.Duration(minutes) * time.Minute
		}
	case a.Code == 1011:
		out.Outcome = NotFound
	case a.Code == 1015: // the bank's captcha
		out.Outcome = Captcha
	case a.Code == 1003 || a.Code == 1004:
		out.Outcome = Quota
	case a.Code == 1000 || a.Code == 1001 || a.Code == 1002 || status == http.StatusUnauthorized || status == http.StatusForbidden:
		out.Outcome = Auth
	case a.Code >= 1005 && a.Code <= 1014 && status >= 400 && status < 500:
		out.Outcome = Refused
	default:
		out.Outcome = Down
	}
	return out
}

// withFacts adds the facts if they are complete and about the requested transfer. Otherwise a Valid counts as
// no response, and a Duplicate gets no facts. A response without the sending bank is incomplete: two banks may
// use the same reference, and a slip that names the wrong bank would count as another transfer.
func withFacts(out Response, outcome Outcome, decodes bool, read func() (Facts, error), q Query) Response {
	out.Outcome = outcome
	f, err := Facts{}, errors.New("no data")
	if decodes {
		f, err = read()
	}
	if err == nil && f.TransRef == q.TransRef && f.SendingBank == q.Bank {
		out.Facts = f
	} else if outcome == Valid {
		out.Outcome = Down
	}
	return out
}

func (d slipOKData) facts() (Facts, error) {
	a, err := amount(string(d.Amount))
	if err != nil {
		return Facts{}, err
	}
	at, err := time.Parse(time.RFC3339, d.TransTimestamp)
	if err != nil {
		at, err = time.ParseInLocation("20060102 15:04:05", d.TransDate+" "+d.TransTime, clock.Bangkok)
	}
	return Facts{
		TransRef: d.TransRef, SendingBank: d.SendingBank, Amount: a, At: at,
		Sender: d.Sender.party(d.SendingBank), Receiver: d.Receiver.party(d.ReceivingBank),
	}, err
}

func (p slipOKParty) party(bank string) Party {
	out := Party{Bank: bank, Account: p.Account.Value, Proxy: p.Proxy.Value}
	for _, name := range []string{p.DisplayName, p.Name} {
		if strings.IndexFunc(name, func(c rune) bool { return c >= 0x0E01 && c <= 0x0E5B }) >= 0 {
			out.NameTH = name
		} else if name != "" {
			out.NameEN = name
		}
	}
	return out
}
