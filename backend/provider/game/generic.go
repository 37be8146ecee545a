package game

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/platform/signed"
)

// generic implements docs/games/formats.md §7, which is our own format.
type generic struct{ caller }

func newGeneric(cfg Config) Client { return &generic{newCaller(cfg)} }

var genericCodes = codes{
	"409 USERNAME_TAKEN":     refusedAs(Exists, opCreate),
	"404 USER_NOT_FOUND":     noPlayer(opDoing),
	"404 TRANSFER_NOT_FOUND": {{opAsk, NotKnown, ""}},
	"422 INSUFFICIENT_FUNDS": refusedAs(Funds, opOut),
	"401 BAD_SIGNATURE":      refusedAll(),
}

var genericStates = map[string]Outcome{"DONE": Done, "PENDING": Pending, "REFUSED": Refused}

// maxFields is the maximum number of a form's fields, without name and password.
const maxFields = 32

type genericTransfer struct {
	ID        string      `json:"id"`
	Username  string      `json:"username"`
	Amount    json.Number `json:"amount"`
	Direction string      `json:"direction"`
}

type genericAnswer struct {
	Code      string            `json:"code"`
	ID        string            `json:"id"`
	Username  string            `json:"username"`
	Currency  string            `json:"currency"`
	Amount    amount            `json:"amount"`
	Direction string            `json:"direction"`
	Status    string            `json:"status"`
	Balance   amount            `json:"balance"`
	Link      string            `json:"link"`
	Action    string            `json:"action"`
	Fields    map[string]string `json:"fields"`
	Event     map[string]string `json:"event"`
}

// Rules returns the rules of the format. A slot of this format may also open games by a form; then its
// Opening has one.
func (g *generic) Rules() Rules { return Rules{IDs: true, Longest: time.Minute} }

func (g *generic) do(ctx context.Context, method, path string, body any) (status int, raw json.RawMessage, err error) {
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return 0, nil, nil
		}
	}
	return g.send(ctx, method, path, signed.Header(g.cfg.Secret, g.now(), text), text)
}

// call returns yes if the provider did the call, else the meaning of its code in no.
func (g *generic) call(ctx context.Context, on op, method, path string, body any) (yes *genericAnswer, no Answer, err error) {
	status, raw, err := g.do(ctx, method, path, body)
	a, ok := decode[genericAnswer](raw)
	switch {
	case err != nil || !ok:
		return nil, unknown(statusCode(status)), err
	case ok200(status):
		return &a, unknown(""), nil
	case on == opAsk && path != "/transfers/"+a.ID:
		return nil, unknown(a.Code), nil
	}
	return nil, g.meaning(on, status, a.Code), nil
}

// meaning returns the meaning of a refusal's status and code.
func (g *generic) meaning(on op, status int, code string) Answer {
	if code == "" {
		return unknown(statusCode(status))
	}
	said := genericCodes.read(on, fmt.Sprintf("%d %s", status, code))
	if said.Outcome == Unknown && status == http.StatusUnprocessableEntity && on&opDoing != 0 {
		said.Outcome = Refused
	}
	said.Code = word(code)
	return said
}

func (g *generic) player(username, rest string) string {
	return "/players/" + url.PathEscape(username) + rest
}

// named makes a call whose response contains only the player's name.
func (g *generic) named(ctx context.Context, on op, method, path, username string, body any) (Answer, error) {
	yes, no, err := g.call(ctx, on, method, path, body)
	if yes == nil || yes.Username != username {
		return no, err
	}
	return done(""), nil
}

// Create makes a player.
func (g *generic) Create(ctx context.Context, username, password string) (Answer, error) {
	return g.named(ctx, opCreate, http.MethodPost, "/players", username, map[string]string{
		"username": username, "password": password, "currency": g.cfg.Currency,
	})
}

// SetPassword sets a player's password.
func (g *generic) SetPassword(ctx context.Context, username, password string) (Answer, error) {
	return g.named(ctx, opPassword, http.MethodPut, g.player(username, "/password"), username, map[string]string{"password": password})
}

// Balance returns a player's balance.
func (g *generic) Balance(ctx context.Context, username string) (Answer, error) {
	yes, no, err := g.call(ctx, opBalance, http.MethodGet, g.player(username, "/balance"), nil)
	if yes == nil {
		return no, err
	}
	return balanced(yes.Username == username && yes.Currency == g.cfg.Currency, yes.Balance.signedAmount, no.Code), nil
}

// direction returns a transfer's direction in the format's words.
func direction(t Transfer) string {
	if t.In {
		return "IN"
	}
	return "OUT"
}

// Transfer moves money. Our id is sent unchanged.
func (g *generic) Transfer(ctx context.Context, t Transfer) (Answer, error) {
	yes, no, err := g.call(ctx, way(t), http.MethodPost, "/transfers", genericTransfer{t.ID, t.Username, t.Amount.number(), direction(t)})
	if yes == nil {
		return no, err
	}
	return yes.transfer(t, no), nil
}

// Ask returns the outcome of a transfer, by our id.
func (g *generic) Ask(ctx context.Context, t Transfer) (Answer, error) {
	yes, no, err := g.call(ctx, opAsk, http.MethodGet, "/transfers/"+url.PathEscape(t.ID), nil)
	if yes == nil {
		return no, err
	}
	return yes.transfer(t, no), nil
}

// transfer reads the state of a transfer, or returns no if the response is about another one.
func (a *genericAnswer) transfer(t Transfer, no Answer) Answer {
	if a.ID != t.ID || a.Username != t.Username || a.Direction != direction(t) || !a.Amount.told {
		return no
	}
	said := ended(genericStates, a.Status, a.Amount.or(), a.Balance.or())
	if said.Outcome == Refused {
		said.Code = word(a.Code)
		switch {
		case a.Code == "INSUFFICIENT_FUNDS" && !t.In:
			said.Reason = Funds
		case a.Code == "USER_NOT_FOUND":
			said.Reason = NoPlayer
		}
	}
	return said
}

// Open returns a link or a form for the game.
func (g *generic) Open(ctx context.Context, l Launch) (Opening, Answer, error) {
	yes, no, err := g.call(ctx, opOpen, http.MethodPost, g.player(l.Username, "/launch"), map[string]string{"lang": l.Lang, "back": l.Back})
	if yes == nil || yes.Username != l.Username || (yes.Link == "") == (yes.Action == "") {
		return Opening{}, no, err
	}
	if yes.Link != "" {
		opening, a := linked(true, yes.Link, "")
		return opening, a, nil
	}
	fields := map[string]string{"username": l.Username, "password": l.Password}
	if !address(yes.Action) || len(yes.Fields)+len(yes.Event) > maxFields || !join(fields, yes.Fields) || !join(fields, yes.Event) {
		return Opening{}, no, nil
	}
	opening := Opening{Action: yes.Action, Fields: fields}
	if len(yes.Event) > 0 {
		opening.Event = yes.Event
	}
	return opening, done(""), nil
}

// Plays returns the plays after the cursor, which each entry contains.
func (g *generic) Plays(ctx context.Context, since time.Time, cursor string) (Page, Answer, error) {
	query := url.Values{"cursor": {cursor}, "limit": {strconv.Itoa(pageSize)}, "since": {stamp(since)}}
	status, raw, err := g.do(ctx, http.MethodGet, "/plays?"+query.Encode(), nil)
	a, ok := decodePage[struct {
		Code  string             `json:"code"`
		Plays *[]json.RawMessage `json:"plays"`
	}](raw)
	switch {
	case err != nil || !ok:
		return Page{Next: cursor}, unknown(statusCode(status)), err
	case !ok200(status):
		return Page{Next: cursor}, g.meaning(opPlays, status, a.Code), nil
	case a.Plays == nil:
		return Page{Next: cursor}, unknown(""), nil
	}
	return readRows(*a.Plays, cursor, func(raw json.RawMessage) (row, bool) {
		r, ok := readPlain(raw)
		return r, ok && visible(r.place)
	}), done(""), nil
}
