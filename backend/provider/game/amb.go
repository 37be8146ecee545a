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
type amb struct{ caller }

func newAMB(cfg Config) Client { return &amb{newCaller(cfg)} }

var ambCodes = codes{
	"902": refusedAs(Exists, opCreate),
	"901": noPlayer(opDoing),
	"800": refusedAs(Funds, opOut),
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
func (a *amb) Rules() Rules { return Rules{IDs: false, Longest: time.Minute} }

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

// ambAsk returns yes, the provider's data, or the meaning of the provider's code in no.
func ambAsk[T any](ctx context.Context, a *amb, on op, call string, fields ambCall) (yes *T, no Answer, err error) {
	fields.Agent = a.cfg.ID
	status, raw, err := a.post(ctx, call, fields)
	out, ok := decode[struct {
		Status ambStatus `json:"status"`
		Data   *T        `json:"data"`
	}](raw)
	switch {
	case err != nil || !ok || !ok200(status):
		return nil, unknown(statusCode(status)), err
	case out.Status.Code != "0" && out.Data == nil:
		return nil, ambCodes.read(on, string(out.Status.Code)), nil
	case out.Status.Code != "0" || out.Data == nil:
		return nil, unknown(string(out.Status.Code)), nil
	}
	return out.Data, unknown("0"), nil
}

type ambPlayer struct {
	Username string `json:"username"`
	Balance  amount `json:"balance"`
	URL      string `json:"url"`
}

// Create makes a player.
func (a *amb) Create(ctx context.Context, username, password string) (Answer, error) {
	yes, no, err := ambAsk[ambPlayer](ctx, a, opCreate, "create", ambCall{Username: username, Password: password})
	if yes == nil {
		return no, err
	}
	return doneIf(yes.Username == username, "0"), nil
}

// SetPassword sets a player's password.
func (a *amb) SetPassword(ctx context.Context, username, password string) (Answer, error) {
	yes, no, err := ambAsk[ambPlayer](ctx, a, opPassword, "password", ambCall{Username: username, NewPassword: password})
	if yes == nil {
		return no, err
	}
	return doneIf(yes.Username == username, "0"), nil
}

// Balance returns a player's balance.
func (a *amb) Balance(ctx context.Context, username string) (Answer, error) {
	yes, no, err := ambAsk[ambPlayer](ctx, a, opBalance, "balance", ambCall{Username: username})
	if yes == nil {
		return no, err
	}
	return balanced(yes.Username == username, yes.Balance.signedAmount, "0"), nil
}

// Transfer moves money. The format sends no id.
func (a *amb) Transfer(ctx context.Context, t Transfer) (Answer, error) {
	call := "withdraw"
	if t.In {
		call = "deposit"
	}
	yes, no, err := ambAsk[struct {
		Username string `json:"username"`
		Amount   amount `json:"amount"`
		Balance  struct {
			After amount `json:"after"`
		} `json:"balance"`
	}](ctx, a, way(t), call, ambCall{Username: t.Username, Amount: t.Amount.number()})
	if yes == nil {
		return no, err
	}
	if yes.Username != t.Username || !yes.Amount.told || !yes.Balance.After.told {
		return no, nil
	}
	return Answer{Outcome: Done, Code: "0", Amount: yes.Amount.or(), Balance: yes.Balance.After.or()}, nil
}

// Ask always returns Unknown: the format has no ids to ask about.
func (a *amb) Ask(context.Context, Transfer) (Answer, error) { return unknown(""), nil }

// Open returns a link to the game.
func (a *amb) Open(ctx context.Context, l Launch) (Opening, Answer, error) {
	yes, no, err := ambAsk[ambPlayer](ctx, a, opOpen, "launch", ambCall{Username: l.Username, Lang: l.Lang, ReturnURL: l.Back})
	if yes == nil {
		return Opening{}, no, err
	}
	opening, said := linked(yes.Username == l.Username, yes.URL, "0")
	return opening, said, nil
}

// Plays returns the plays after the cursor, which is an entry's key.
func (a *amb) Plays(ctx context.Context, since time.Time, cursor string) (Page, Answer, error) {
	status, raw, err := a.post(ctx, "report/list", ambReport{From: stamp(since), After: cursor, Limit: pageSize, Agent: a.cfg.ID})
	out, ok := decodePage[struct {
		Status ambStatus `json:"status"`
		Data   struct {
			Transactions *[]json.RawMessage `json:"transactions"`
		} `json:"data"`
	}](raw)
	switch {
	case err != nil || !ok || !ok200(status):
		return Page{Next: cursor}, unknown(statusCode(status)), err
	case out.Status.Code != "0":
		return Page{Next: cursor}, ambCodes.read(opPlays, string(out.Status.Code)), nil
	case out.Data.Transactions == nil:
		return Page{Next: cursor}, unknown("0"), nil
	}
	return readRows(*out.Data.Transactions, cursor, readAMB), done("0"), nil
}

func readAMB(raw json.RawMessage) (row, bool) {
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
	version, ok2 := whole(p.Version)
	out := row{Play: Play{ID: p.RefID, Revision: version, Username: p.Username, At: p.BetTime}, place: p.Key}
	void := p.Status == "VOID" || p.Status == "REFUND"
	return out, out.stakes(p.BetAmount, p.Payout, p.ValidAmount, void) && ok && ok2 && visible(p.Key) && (void || p.Status == "SETTLED")
}
