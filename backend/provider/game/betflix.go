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
type betflix struct{ baseClient }

func newBetflix(cfg Config) Client { return &betflix{newBaseClient(cfg)} }

var betflixCodes = codes{
	"1001": refusedAs(PlayerExists, opCreate),
	"1002": noPlayerMeaning(opDefinite),
	"1003": refusedAs(InsufficientFunds, opOut),
	"1004": {{opQuery, NotKnown, ""}},
	"1005": {{opTransfer | opQuery, Pending, ""}},
	"1006": refusedAll(),
	"1007": refusedAll(),
}

type betflixHead struct {
	Status string      `json:"status"`
	Code   json.Number `json:"error_code"`
}

// isSuccess and isError recognise the two defined forms of a response. Any other form is Unknown.
func (h betflixHead) isSuccess() bool { return h.Status == "success" && h.Code == "0" }

func (h betflixHead) isError() bool { return h.Status == "error" && h.Code != "0" && h.Code != "" }

type betflixData struct {
	Username string       `json:"username"`
	Ref      string       `json:"ref"`
	Amount   signedAmount `json:"amount"`
	Balance  amount       `json:"balance"`
	Status   string       `json:"status"`
	URL      string       `json:"url"`
}

// Rules returns the rules of the format.
func (b *betflix) Rules() Rules { return Rules{IDs: true, LongestCall: 90 * time.Second} }

func (b *betflix) keyHeader() http.Header {
	return http.Header{"X-Api-Betflix": {b.cfg.ID}, "X-Api-Key": {b.cfg.Secret}}
}

// call returns reply, the provider's data, or the meaning of its error_code in refusal.
func (b *betflix) call(ctx context.Context, on op, call string, fields url.Values) (reply *betflixData, refusal Response, err error) {
	status, raw, err := b.postForm(ctx, "/v4/"+call, b.keyHeader(), fields)
	a, ok := decode[struct {
		betflixHead
		Data *betflixData `json:"data"`
	}](raw)
	switch {
	case err != nil || !ok || !isOK(status):
		return nil, unknownResponse(statusAsCode(status)), err
	case a.isError():
		return nil, betflixCodes.response(on, string(a.Code)), nil
	case !a.isSuccess() || a.Data == nil:
		return nil, unknownResponse(string(a.Code)), nil
	}
	return a.Data, unknownResponse("0"), nil
}

// Create makes a player.
func (b *betflix) Create(ctx context.Context, username, password string) (Response, error) {
	return b.callForPlayer(ctx, opCreate, "user/register", username, password)
}

// SetPassword sets a player's password.
func (b *betflix) SetPassword(ctx context.Context, username, password string) (Response, error) {
	return b.callForPlayer(ctx, opPassword, "user/changePassword", username, password)
}

func (b *betflix) callForPlayer(ctx context.Context, on op, call, username, password string) (Response, error) {
	reply, refusal, err := b.call(ctx, on, call, url.Values{"username": {username}, "password": {password}})
	if reply == nil {
		return refusal, err
	}
	return doneIf(reply.Username == username, "0"), nil
}

// Balance returns a player's balance.
func (b *betflix) Balance(ctx context.Context, username string) (Response, error) {
	reply, refusal, err := b.call(ctx, opBalance, "user/balance", url.Values{"username": {username}})
	if reply == nil {
		return refusal, err
	}
	return balanceResponse(reply.Username == username, reply.Balance.signedAmount, "0"), nil
}

// Transfer moves a signed amount. Our id is sent as the ref.
func (b *betflix) Transfer(ctx context.Context, t Transfer) (Response, error) {
	move := t.Amount
	if !t.In {
		move = -move
	}
	reply, refusal, err := b.call(ctx, transferOp(t), "user/transfer", url.Values{"username": {t.Username}, "amount": {move.String()}, "ref": {t.ID}})
	if reply == nil {
		return refusal, err
	}
	if moved, ok := reply.movedUnits(t); ok && reply.Balance.isSet {
		return Response{Outcome: Done, Code: "0", Amount: &moved, Balance: reply.Balance.orNil()}, nil
	}
	return refusal, nil
}

// movedUnits returns the amount of a transfer without its sign. ok is false if the response is about another
// transfer.
func (d *betflixData) movedUnits(t Transfer) (moved Units, ok bool) {
	moved = d.Amount.Units
	if !t.In {
		moved = -moved
	}
	return moved, d.Username == t.Username && d.Ref == t.ID && moved > 0
}

// Query returns the outcome of a transfer, by its ref.
func (b *betflix) Query(ctx context.Context, t Transfer) (Response, error) {
	reply, refusal, err := b.call(ctx, opQuery, "user/checkTransfer", url.Values{"username": {t.Username}, "ref": {t.ID}})
	if reply == nil {
		return refusal, err
	}
	moved, ok := reply.movedUnits(t)
	if !ok {
		return refusal, nil
	}
	return transferResponse(map[string]Outcome{"success": Done, "pending": Pending, "failed": Refused}, reply.Status, &moved, nil), nil
}

// Open returns a link to the game.
func (b *betflix) Open(ctx context.Context, l Launch) (LaunchTarget, Response, error) {
	reply, refusal, err := b.call(ctx, opOpen, "play/login", url.Values{"username": {l.Username}, "language": {l.Lang}, "returnUrl": {l.ReturnURL}})
	if reply == nil {
		return LaunchTarget{}, refusal, err
	}
	target, a := linkResponse(reply.Username == l.Username, reply.URL, "0")
	return target, a, nil
}

// Plays returns the plays after the cursor, which is a row's id.
func (b *betflix) Plays(ctx context.Context, since time.Time, cursor string) (Page, Response, error) {
	last, ok := parseRowCursor(cursor)
	if !ok {
		return badCursorResult(cursor)
	}
	query := url.Values{"lastedID": {strconv.FormatInt(last, 10)}, "limit": {strconv.Itoa(pageSize)}, "start": {formatTime(since)}, "upline": {b.cfg.ID}}
	status, raw, err := b.send(ctx, http.MethodGet, "/v4/report/getBetlog?"+query.Encode(), b.keyHeader(), nil)
	a, ok := decodePage[struct {
		betflixHead
		Data *[]json.RawMessage `json:"data"`
	}](raw)
	switch {
	case err != nil || !ok || !isOK(status):
		return Page{Next: cursor}, unknownResponse(statusAsCode(status)), err
	case a.isError():
		return Page{Next: cursor}, betflixCodes.response(opPlays, string(a.Code)), nil
	case !a.isSuccess() || a.Data == nil:
		return Page{Next: cursor}, unknownResponse(string(a.Code)), nil
	}
	return readRows(*a.Data, cursor, func(raw json.RawMessage) (row, bool) { return parseBetflixPlay(raw, &last) }), doneResponse("0"), nil
}

func parseBetflixPlay(raw json.RawMessage, last *int64) (row, bool) {
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
	cursor, ok1 := nextCursor(last, p.ID)
	version, ok2 := parseInteger(p.Version)
	at, err := time.ParseInLocation(time.DateTime, p.BetTime, clock.Bangkok)
	out := row{Play: Play{ID: p.Ref, Revision: version, Username: p.Username, At: at}, cursor: cursor}
	void := p.Status == "void" || p.Status == "refund"
	return out, out.setAmounts(p.BetAmount, p.Payout, p.ValidAmount, void) && ok && ok1 && ok2 && err == nil && (void || p.Status == "settled")
}
