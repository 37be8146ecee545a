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
type generic struct{ baseClient }

func newGeneric(cfg Config) Client { return &generic{newBaseClient(cfg)} }

var genericCodes = codes{
	"409 USERNAME_TAKEN":     refusedAs(PlayerExists, opCreate),
	"404 USER_NOT_FOUND":     noPlayerMeaning(opDefinite),
	"404 TRANSFER_NOT_FOUND": {{opQuery, NotKnown, ""}},
	"422 INSUFFICIENT_FUNDS": refusedAs(InsufficientFunds, opOut),
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

type genericResponse struct {
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

// Rules returns the rules of the format. Open may also return a form, which the LaunchTarget then contains.
func (g *generic) Rules() Rules { return Rules{IDs: true, LongestCall: time.Minute} }

func (g *generic) sendSigned(ctx context.Context, method, path string, body any) (status int, raw json.RawMessage, err error) {
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return 0, nil, nil
		}
	}
	return g.send(ctx, method, path, signed.Header(g.cfg.Secret, g.now(), text), text)
}

// call returns reply if the provider executed the call, and otherwise the meaning of its error code in refusal.
func (g *generic) call(ctx context.Context, on op, method, path string, body any) (reply *genericResponse, refusal Response, err error) {
	status, raw, err := g.sendSigned(ctx, method, path, body)
	a, ok := decode[genericResponse](raw)
	switch {
	case err != nil || !ok:
		return nil, unknownResponse(statusAsCode(status)), err
	case isOK(status):
		return &a, unknownResponse(""), nil
	case on == opQuery && path != "/transfers/"+a.ID:
		return nil, unknownResponse(a.Code), nil
	}
	return nil, g.interpretRefusal(on, status, a.Code), nil
}

// interpretRefusal returns the meaning of a refusal's status and code.
func (g *generic) interpretRefusal(on op, status int, code string) Response {
	if code == "" {
		return unknownResponse(statusAsCode(status))
	}
	response := genericCodes.response(on, fmt.Sprintf("%d %s", status, code))
	if response.Outcome == Unknown && status == http.StatusUnprocessableEntity && on&opDefinite != 0 {
		response.Outcome = Refused
	}
	response.Code = printableCode(code)
	return response
}

func (g *generic) playerPath(username, rest string) string {
	return "/players/" + url.PathEscape(username) + rest
}

// callForPlayer makes a call whose response contains only the player's name.
func (g *generic) callForPlayer(ctx context.Context, on op, method, path, username string, body any) (Response, error) {
	reply, refusal, err := g.call(ctx, on, method, path, body)
	if reply == nil || reply.Username != username {
		return refusal, err
	}
	return doneResponse(""), nil
}

// Create makes a player.
func (g *generic) Create(ctx context.Context, username, password string) (Response, error) {
	return g.callForPlayer(ctx, opCreate, http.MethodPost, "/players", username, map[string]string{
		"username": username, "password": password, "currency": g.cfg.Currency,
	})
}

// SetPassword sets a player's password.
func (g *generic) SetPassword(ctx context.Context, username, password string) (Response, error) {
	return g.callForPlayer(ctx, opPassword, http.MethodPut, g.playerPath(username, "/password"), username, map[string]string{"password": password})
}

// Balance returns a player's balance.
func (g *generic) Balance(ctx context.Context, username string) (Response, error) {
	reply, refusal, err := g.call(ctx, opBalance, http.MethodGet, g.playerPath(username, "/balance"), nil)
	if reply == nil {
		return refusal, err
	}
	return balanceResponse(reply.Username == username && reply.Currency == g.cfg.Currency, reply.Balance.signedAmount, refusal.Code), nil
}

// transferDirection returns the format's code of a transfer's direction.
func transferDirection(t Transfer) string {
	if t.In {
		return "IN"
	}
	return "OUT"
}

// Transfer moves money. Our id is sent unchanged.
func (g *generic) Transfer(ctx context.Context, t Transfer) (Response, error) {
	reply, refusal, err := g.call(ctx, transferOp(t), http.MethodPost, "/transfers", genericTransfer{t.ID, t.Username, t.Amount.number(), transferDirection(t)})
	if reply == nil {
		return refusal, err
	}
	return reply.readTransfer(t, refusal), nil
}

// Query returns the outcome of a transfer, by our id.
func (g *generic) Query(ctx context.Context, t Transfer) (Response, error) {
	reply, refusal, err := g.call(ctx, opQuery, http.MethodGet, "/transfers/"+url.PathEscape(t.ID), nil)
	if reply == nil {
		return refusal, err
	}
	return reply.readTransfer(t, refusal), nil
}

// readTransfer reads the state of a transfer, or returns refusal if the response is about another one.
func (a *genericResponse) readTransfer(t Transfer, refusal Response) Response {
	if a.ID != t.ID || a.Username != t.Username || a.Direction != transferDirection(t) || !a.Amount.isSet {
		return refusal
	}
	response := transferResponse(genericStates, a.Status, a.Amount.orNil(), a.Balance.orNil())
	if response.Outcome == Refused {
		response.Code = printableCode(a.Code)
		switch {
		case a.Code == "INSUFFICIENT_FUNDS" && !t.In:
			response.Reason = InsufficientFunds
		case a.Code == "USER_NOT_FOUND":
			response.Reason = NoPlayer
		}
	}
	return response
}

// Open returns a link or a form for the game.
func (g *generic) Open(ctx context.Context, l Launch) (LaunchTarget, Response, error) {
	reply, refusal, err := g.call(ctx, opOpen, http.MethodPost, g.playerPath(l.Username, "/launch"), map[string]string{"lang": l.Lang, "back": l.ReturnURL})
	if reply == nil || reply.Username != l.Username || (reply.Link == "") == (reply.Action == "") {
		return LaunchTarget{}, refusal, err
	}
	if reply.Link != "" {
		target, a := linkResponse(true, reply.Link, "")
		return target, a, nil
	}
	fields := map[string]string{"username": l.Username, "password": l.Password}
	if !isBrowserURL(reply.Action) || len(reply.Fields)+len(reply.Event) > maxFields || !addFields(fields, reply.Fields) || !addFields(fields, reply.Event) {
		return LaunchTarget{}, refusal, nil
	}
	target := LaunchTarget{Action: reply.Action, Fields: fields}
	if len(reply.Event) > 0 {
		target.Event = reply.Event
	}
	return target, doneResponse(""), nil
}

// Plays returns the plays after the cursor. Each entry contains its own cursor.
func (g *generic) Plays(ctx context.Context, since time.Time, cursor string) (Page, Response, error) {
	query := url.Values{"cursor": {cursor}, "limit": {strconv.Itoa(pageSize)}, "since": {formatTime(since)}}
	status, raw, err := g.sendSigned(ctx, http.MethodGet, "/plays?"+query.Encode(), nil)
	a, ok := decodePage[struct {
		Code  string             `json:"code"`
		Plays *[]json.RawMessage `json:"plays"`
	}](raw)
	switch {
	case err != nil || !ok:
		return Page{Next: cursor}, unknownResponse(statusAsCode(status)), err
	case !isOK(status):
		return Page{Next: cursor}, g.interpretRefusal(opPlays, status, a.Code), nil
	case a.Plays == nil:
		return Page{Next: cursor}, unknownResponse(""), nil
	}
	return readRows(*a.Plays, cursor, func(raw json.RawMessage) (row, bool) {
		r, ok := parsePlainPlay(raw)
		return r, ok && isVisibleASCII(r.cursor)
	}), doneResponse(""), nil
}
