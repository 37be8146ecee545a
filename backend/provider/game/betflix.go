package game

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/platform/clock"
)

// betflix implements docs/games/formats.md §4. Its calls take longer than those of other formats.
type betflix struct{ caller }

func newBetflix(cfg Config) Client { return &betflix{newCaller(cfg)} }

var betflixCodes = codes{
	"1001": refusedAs(Exists, opCreate),
	"1002": noPlayer(opDoing),
	"1003": refusedAs(Funds, opOut),
	"1004": {{opAsk, NotKnown, ""}},
	"1005": {{opTransfer | opAsk, Pending, ""}},
	"1006": refusedAll(),
	"1007": refusedAll(),
}

type betflixHead struct {
	Status string      `json:"status"`
	Code   json.Number `json:"error_code"`
}

// yes and no recognise the two defined forms of a response. Any other form is Unknown.
func (h betflixHead) yes() bool { return h.Status == "success" && h.Code == "0" }
func (h betflixHead) no() bool  { return h.Status == "error" && h.Code != "0" && h.Code != "" }

type betflixData struct {
	Username string       `json:"username"`
	Ref      string       `json:"ref"`
	Amount   signedAmount `json:"amount"`
	Balance  amount       `json:"balance"`
	Status   string       `json:"status"`
	URL      string       `json:"url"`
}

// Rules returns the rules of the format.
func (b *betflix) Rules() Rules { return Rules{IDs: true, Longest: 90 * time.Second} }

func (b *betflix) keys() http.Header {
	return http.Header{"X-Api-Betflix": {b.cfg.ID}, "X-Api-Key": {b.cfg.Secret}}
}

// call returns yes, the provider's data, or the meaning of its error_code in no.
func (b *betflix) call(ctx context.Context, on op, call string, fields url.Values) (yes *betflixData, no Answer, err error) {
	status, raw, err := b.postForm(ctx, "/v4/"+call, b.keys(), fields)
	a, ok := decode[struct {
		betflixHead
		Data *betflixData `json:"data"`
	}](raw)
	switch {
	case err != nil || !ok || !ok200(status):
		return nil, unknown(statusCode(status)), err
	case a.no():
		return nil, betflixCodes.read(on, string(a.Code)), nil
	case !a.yes() || a.Data == nil:
		return nil, unknown(string(a.Code)), nil
	}
	return a.Data, unknown("0"), nil
}

// Create makes a player.
func (b *betflix) Create(ctx context.Context, username, password string) (Answer, error) {
	return b.named(ctx, opCreate, "user/register", username, password)
}

// SetPassword sets a player's password.
func (b *betflix) SetPassword(ctx context.Context, username, password string) (Answer, error) {
	return b.named(ctx, opPassword, "user/changePassword", username, password)
}

func (b *betflix) named(ctx context.Context, on op, call, username, password string) (Answer, error) {
	yes, no, err := b.call(ctx, on, call, url.Values{"username": {username}, "password": {password}})
	if yes == nil {
		return no, err
	}
	return doneIf(yes.Username == username, "0"), nil
}

// Balance returns a player's balance.
func (b *betflix) Balance(ctx context.Context, username string) (Answer, error) {
	yes, no, err := b.call(ctx, opBalance, "user/balance", url.Values{"username": {username}})
	if yes == nil {
		return no, err
	}
	return balanced(yes.Username == username, yes.Balance.signedAmount, "0"), nil
}

// Transfer moves a signed amount. Our id is sent as the ref.
func (b *betflix) Transfer(ctx context.Context, t Transfer) (Answer, error) {
	move := t.Amount
	if !t.In {
		move = -move
	}
	yes, no, err := b.call(ctx, way(t), "user/transfer", url.Values{"username": {t.Username}, "amount": {move.String()}, "ref": {t.ID}})
	if yes == nil {
		return no, err
	}
	if moved, ok := yes.moved(t); ok && yes.Balance.told {
		return Answer{Outcome: Done, Code: "0", Amount: &moved, Balance: yes.Balance.or()}, nil
	}
	return no, nil
}

// moved returns the amount of a transfer without its sign. ok is false if the response is about another
// transfer.
func (d *betflixData) moved(t Transfer) (moved Units, ok bool) {
	moved = d.Amount.Units
	if !t.In {
		moved = -moved
	}
	return moved, d.Username == t.Username && d.Ref == t.ID && moved > 0
}

// Ask returns the outcome of a transfer, by its ref.
func (b *betflix) Ask(ctx context.Context, t Transfer) (Answer, error) {
	yes, no, err := b.call(ctx, opAsk, "user/checkTransfer", url.Values{"username": {t.Username}, "ref": {t.ID}})
	if yes == nil {
		return no, err
	}
	moved, ok := yes.moved(t)
	if !ok {
		return no, nil
	}
	return ended(map[string]Outcome{"success": Done, "pending": Pending, "failed": Refused}, yes.Status, &moved, nil), nil
}

// Open returns a link to the game.
func (b *betflix) Open(ctx context.Context, l Launch) (Opening, Answer, error) {
	yes, no, err := b.call(ctx, opOpen, "play/login", url.Values{"username": {l.Username}, "language": {l.Lang}, "returnUrl": {l.Back}})
	if yes == nil {
		return Opening{}, no, err
	}
	opening, a := linked(yes.Username == l.Username, yes.URL, "0")
	return opening, a, nil
}

// Plays returns the plays after the cursor, which is a row's id.
func (b *betflix) Plays(ctx context.Context, since time.Time, cursor string) (Page, Answer, error) {
	last, ok := counted(cursor)
	if !ok {
		return badCursor(cursor)
	}
	query := url.Values{"lastedID": {strconv.FormatInt(last, 10)}, "limit": {strconv.Itoa(pageSize)}, "start": {stamp(since)}, "upline": {b.cfg.ID}}
	status, raw, err := b.send(ctx, http.MethodGet, "/v4/report/getBetlog?"+query.Encode(), b.keys(), nil)
	a, ok := decodePage[struct {
		betflixHead
		Data *[]json.RawMessage `json:"data"`
	}](raw)
	switch {
	case err != nil || !ok || !ok200(status):
		return Page{Next: cursor}, unknown(statusCode(status)), err
	case a.no():
		return Page{Next: cursor}, betflixCodes.read(opPlays, string(a.Code)), nil
	case !a.yes() || a.Data == nil:
		return Page{Next: cursor}, unknown(string(a.Code)), nil
	}
	return readRows(*a.Data, cursor, func(raw json.RawMessage) (row, bool) { return readBetflix(raw, &last) }), done("0"), nil
}

func readBetflix(raw json.RawMessage, last *int64) (row, bool) {
	p, ok := decode[struct {
		ID          json.Number `json:"id"`
		Ref         string      `json:"ref"`
		Version     json.Number `json:"version"`
		Username    string      `json:"username"`
		BetTime     string      `json:"bet_time"`
		BetAmount   amount      `json:"bet_amount"`
		Payout      amount      `json:"payout"`
		ValidAmount amount      `json:"valid_amount"`
		Status      string      `json:"status"`
	}](raw)
	place, ok1 := after(last, p.ID)
	version, ok2 := whole(p.Version)
	at, err := time.ParseInLocation(time.DateTime, p.BetTime, clock.Bangkok)
	out := row{Play: Play{ID: p.Ref, Revision: version, Username: p.Username, At: at}, place: place}
	void := p.Status == "void" || p.Status == "refund"
	return out, out.stakes(p.BetAmount, p.Payout, p.ValidAmount, void) && ok && ok1 && ok2 && err == nil && (void || p.Status == "settled")
}
