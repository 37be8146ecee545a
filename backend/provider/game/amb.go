package game

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"
)

// amb implements docs/games/formats.md §3. The format has no transfer ids, so the outcome of a transfer
// without a response cannot be found out.
type amb struct{ baseClient }

func newAMB(cfg Config) Client { return &amb{newBaseClient(cfg)} }

var ambCodes = codes{
	"902": refusedAs(PlayerExists, opCreate),
	"901": noPlayerMeaning(opDefinite),
	"800": refusedAs(InsufficientFunds, opOut),
	"900": refusedAll(),
	"997": refusedAll(),
	"998": refusedAll(),
}

// ambCall is the body of every call, its fields in the format's order.
type ambCall struct {
	Username    string      `json:"username,omitempty"`
	Password    string      `json:"password,omitempty"`
	NewPassword string      `json:"newPassword,omitempty"`
	Amount      json.Number `json:"amount,omitempty"`
	Lang        string      `json:"lang,omitempty"`
	ReturnURL   string      `json:"returnUrl,omitempty"`
	Agent       string      `json:"agent"`
}

// ambReport is the body of the call for plays.
type ambReport struct {
	From  string `json:"from"`
	After string `json:"after"`
	Limit int    `json:"limit"`
	Agent string `json:"agent"`
}

type ambStatus struct {
	Code json.Number `json:"code"`
}

// ambRounds is the number of PBKDF2 rounds.
const ambRounds = 1000

func ambSignature(secret string, body []byte) (string, error) {
	key, err := pbkdf2.Key(sha512.New, string(body), []byte(secret), ambRounds, sha512.Size)
	return base64.StdEncoding.EncodeToString(key), err
}

// Rules returns the rules of the format.
func (a *amb) Rules() Rules { return Rules{IDs: false, LongestCall: time.Minute} }

func (a *amb) post(ctx context.Context, call string, fields any) (status int, raw json.RawMessage, err error) {
	body, err := json.Marshal(fields)
	if err != nil {
		return 0, nil, nil
	}
	signature, err := ambSignature(a.cfg.Secret, body)
	if err != nil {
		return 0, nil, nil
	}
	return a.send(ctx, http.MethodPost, "/partner/"+call, http.Header{"X-Amb-Signature": {signature}}, body)
}

// callAMB makes a call. It returns the provider's data, or nil and the response to return. With data, the
// response is Unknown with code 0.
func callAMB[T any](ctx context.Context, a *amb, on op, call string, fields ambCall) (data *T, response Response, err error) {
	fields.Agent = a.cfg.ID
	status, raw, err := a.post(ctx, call, fields)
	out, ok := decode[struct {
		Status ambStatus `json:"status"`
		Data   *T        `json:"data"`
	}](raw)
	switch {
	case err != nil || !ok || !isOK(status):
		return nil, unknownResponse(statusAsCode(status)), err
	case out.Status.Code != "0" && out.Data == nil:
		return nil, ambCodes.response(on, string(out.Status.Code)), nil
	case out.Status.Code != "0" || out.Data == nil:
		return nil, unknownResponse(string(out.Status.Code)), nil
	}
	return out.Data, unknownResponse("0"), nil
}

type ambPlayer struct {
	Username string `json:"username"`
	Balance  amount `json:"balance"`
	URL      string `json:"url"`
}

// Create makes a player.
func (a *amb) Create(ctx context.Context, username, password string) (Response, error) {
	data, response, err := callAMB[ambPlayer](ctx, a, opCreate, "create", ambCall{Username: username, Password: password})
	if data == nil {
		return response, err
	}
	return doneIf(data.Username == username, "0"), nil
}

// SetPassword sets a player's password.
func (a *amb) SetPassword(ctx context.Context, username, password string) (Response, error) {
	data, response, err := callAMB[ambPlayer](ctx, a, opPassword, "password", ambCall{Username: username, NewPassword: password})
	if data == nil {
		return response, err
	}
	return doneIf(data.Username == username, "0"), nil
}

// Balance returns a player's balance.
func (a *amb) Balance(ctx context.Context, username string) (Response, error) {
	data, response, err := callAMB[ambPlayer](ctx, a, opBalance, "balance", ambCall{Username: username})
	if data == nil {
		return response, err
	}
	return balanceResponse(data.Username == username, data.Balance.signedAmount, "0"), nil
}

// Transfer moves money. The format sends no id.
func (a *amb) Transfer(ctx context.Context, t Transfer) (Response, error) {
	call := "withdraw"
	if t.In {
		call = "deposit"
	}
	data, response, err := callAMB[struct {
		Username string `json:"username"`
		Amount   amount `json:"amount"`
		Balance  struct {
			After amount `json:"after"`
		} `json:"balance"`
	}](ctx, a, transferOp(t), call, ambCall{Username: t.Username, Amount: t.Amount.number()})
	if data == nil {
		return response, err
	}
	if data.Username != t.Username || !data.Amount.isSet || !data.Balance.After.isSet {
		return response, nil
	}
	return Response{Outcome: Done, Code: "0", Amount: data.Amount.orNil(), Balance: data.Balance.After.orNil()}, nil
}

// Query always returns Unknown, because the format has no ids.
func (a *amb) Query(context.Context, Transfer) (Response, error) { return unknownResponse(""), nil }

// Open returns a link to the game.
func (a *amb) Open(ctx context.Context, l Launch) (LaunchTarget, Response, error) {
	data, response, err := callAMB[ambPlayer](ctx, a, opOpen, "launch", ambCall{Username: l.Username, Lang: l.Lang, ReturnURL: l.ReturnURL})
	if data == nil {
		return LaunchTarget{}, response, err
	}
	target, response := linkResponse(data.Username == l.Username, data.URL, "0")
	return target, response, nil
}

// Plays returns the plays after the cursor, which is an entry's key.
func (a *amb) Plays(ctx context.Context, since time.Time, cursor string) (Page, Response, error) {
	status, raw, err := a.post(ctx, "report/list", ambReport{From: formatTime(since), After: cursor, Limit: pageSize, Agent: a.cfg.ID})
	out, ok := decodePage[struct {
		Status ambStatus `json:"status"`
		Data   struct {
			Transactions *[]json.RawMessage `json:"transactions"`
		} `json:"data"`
	}](raw)
	switch {
	case err != nil || !ok || !isOK(status):
		return Page{Next: cursor}, unknownResponse(statusAsCode(status)), err
	case out.Status.Code != "0":
		return Page{Next: cursor}, ambCodes.response(opPlays, string(out.Status.Code)), nil
	case out.Data.Transactions == nil:
		return Page{Next: cursor}, unknownResponse("0"), nil
	}
	return readRows(*out.Data.Transactions, cursor, parseAMBPlay), doneResponse("0"), nil
}

func parseAMBPlay(raw json.RawMessage) (row, bool) {
	p, ok := decode[struct {
		Key         string      `json:"key"`
		RefID       string      `json:"refId"`
		Version     json.Number `json:"version"`
		Username    string      `json:"username"`
		BetTime     time.Time   `json:"betTime"`
		BetAmount   amount      `json:"betAmount"`
		Payout      amount      `json:"payout"`
		ValidAmount amount      `json:"validAmount"`
		Status      string      `json:"status"`
	}](raw)
	version, ok2 := parseInteger(p.Version)
	out := row{Play: Play{ID: p.RefID, Revision: version, Username: p.Username, At: p.BetTime}, cursor: p.Key}
	void := p.Status == "VOID" || p.Status == "REFUND"
	return out, out.setAmounts(p.BetAmount, p.Payout, p.ValidAmount, void) && ok && ok2 && isVisibleASCII(p.Key) && (void || p.Status == "SETTLED")
}
