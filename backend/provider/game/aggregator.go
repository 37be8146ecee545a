package game

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// aggregator implements docs/games/formats.md §6.
type aggregator struct {
	baseClient
	ratio string // the value of the provider's unit, in units of the currency
}

func newAggregator(cfg Config) Client {
	a := &aggregator{baseClient: newBaseClient(cfg), ratio: "1"}
	if cfg.Thousands {
		a.ratio = "1000"
	}
	return a
}

var aggCodes = func() codes {
	c := codes{
		"82":   refusedAs(PlayerExists, opCreate),
		"81":   noPlayerMeaning(opDefinite),
		"72":   refusedAs(InsufficientFunds, opOut),
		"-987": {{opQuery, NotKnown, ""}},
	}
	for _, code := range []string{"61", "70", "73", "74", "75", "90", "91", "92", "93", "94", "95", "98", "99", "600", "601", "602", "603"} {
		c[code] = refusedAll()
	}
	return c
}()

var aggStates = map[string]Outcome{"SUCCESS": Done, "PROCESSING": Pending, "FAILED": Refused}

var aggLangs = map[string]string{"th": "th-TH", "lo": "lo-LA", "en": "en-US"}

type aggTransfer struct {
	RefID    string `json:"ref_id"`
	Username string `json:"username"`
	Type     string `json:"type"`
	Amount   amount `json:"amount"`
	Ratio    string `json:"ratio"`
	Status   string `json:"status"`
	Balance  amount `json:"balance"`
}

type aggResponse struct {
	Code     string       `json:"errCode"`
	Message  string       `json:"errMsg"`
	Username string       `json:"username"`
	Ratio    string       `json:"ratio"`
	Balance  amount       `json:"balance"`
	URL      string       `json:"gameUrl"`
	Data     *aggTransfer `json:"data"`
	Result   *string      `json:"result"`
}

// aggReference returns the reference for our id, in the 20 characters that the provider accepts.
func aggReference(id string) string {
	sum := sha256.Sum256([]byte(id))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:20]
}

// aggSignature signs the values of a call's fields, in the order of the field names.
func aggSignature(secret string, fields url.Values) string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		text.WriteString(fields.Get(name))
	}
	text.WriteString(secret)
	sum := md5.Sum([]byte(text.String()))
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

// Rules returns the rules of the format.
func (g *aggregator) Rules() Rules { return Rules{IDs: true, LongestCall: time.Minute} }

// call returns reply if the provider did the call, else the meaning of its errCode in refusal.
func (g *aggregator) call(ctx context.Context, on op, call string, fields url.Values) (reply *aggResponse, refusal Response, err error) {
	fields.Set("operatorcode", g.cfg.ID)
	fields.Set("signature", aggSignature(g.cfg.Secret, fields))
	status, raw, err := g.postForm(ctx, "/"+call, nil, fields)
	a, ok := decode[aggResponse](raw)
	switch {
	case err != nil || !ok || !isOK(status):
		return nil, unknownResponse(statusAsCode(status)), err
	case a.Code != "0":
		return nil, aggCodes.response(on, a.Code), nil
	case a.Message != "SUCCESS":
		return nil, unknownResponse(a.Message), nil
	}
	return &a, unknownResponse("0"), nil
}

// Create makes a player.
func (g *aggregator) Create(ctx context.Context, username, password string) (Response, error) {
	return g.callForPlayer(ctx, opCreate, "createMember.aspx", url.Values{
		"username": {username}, "password": {password}, "currency": {g.cfg.Currency}, "ratio": {g.ratio},
	})
}

// SetPassword sets a player's password.
func (g *aggregator) SetPassword(ctx context.Context, username, password string) (Response, error) {
	return g.callForPlayer(ctx, opPassword, "changePassword.aspx", url.Values{"username": {username}, "password": {password}})
}

func (g *aggregator) callForPlayer(ctx context.Context, on op, call string, fields url.Values) (Response, error) {
	reply, refusal, err := g.call(ctx, on, call, fields)
	if reply == nil {
		return refusal, err
	}
	return doneIf(reply.Username == fields.Get("username"), "0"), nil
}

// Balance returns a player's balance, in the provider's unit.
func (g *aggregator) Balance(ctx context.Context, username string) (Response, error) {
	reply, refusal, err := g.call(ctx, opBalance, "getBalance.aspx", url.Values{"username": {username}, "ratio": {g.ratio}})
	if reply == nil {
		return refusal, err
	}
	return balanceResponse(reply.Username == username && reply.Ratio == g.ratio, reply.Balance.signedAmount, "0"), nil
}

// Transfer moves money. Our id is sent as the referenceid.
func (g *aggregator) Transfer(ctx context.Context, t Transfer) (Response, error) {
	return g.transfer(ctx, transferOp(t), "makeTransfer.aspx", t, url.Values{
		"username": {t.Username}, "referenceid": {aggReference(t.ID)}, "type": {aggType(t)}, "amount": {t.Amount.String()}, "ratio": {g.ratio},
	})
}

// Query returns the outcome of a transfer, by its referenceid.
func (g *aggregator) Query(ctx context.Context, t Transfer) (Response, error) {
	return g.transfer(ctx, opQuery, "checkTransaction.ashx", t, url.Values{"referenceid": {aggReference(t.ID)}, "ratio": {g.ratio}})
}

// aggType returns a transfer's direction.
func aggType(t Transfer) string {
	if t.In {
		return "0"
	}
	return "1"
}

func (g *aggregator) transfer(ctx context.Context, on op, call string, t Transfer, fields url.Values) (Response, error) {
	reply, refusal, err := g.call(ctx, on, call, fields)
	if reply == nil {
		return refusal, err
	}
	d := reply.Data
	if d == nil || d.RefID != aggReference(t.ID) || d.Username != t.Username || d.Type != aggType(t) || d.Ratio != g.ratio || !d.Amount.isSet {
		return refusal, nil
	}
	return transferResponse(aggStates, d.Status, d.Amount.orNil(), d.Balance.orNil()), nil
}

// Open returns a link to the game.
func (g *aggregator) Open(ctx context.Context, l Launch) (LaunchTarget, Response, error) {
	reply, refusal, err := g.call(ctx, opOpen, "launchGames.aspx", url.Values{
		"username": {l.Username}, "password": {l.Password}, "lang": {aggLangs[l.Lang]}, "returnurl": {l.ReturnURL},
	})
	if reply == nil {
		return LaunchTarget{}, refusal, err
	}
	target, a := linkResponse(reply.Username == l.Username, reply.URL, "0")
	return target, a, nil
}

// Plays returns the plays after the cursor, which is a row's versionkey.
func (g *aggregator) Plays(ctx context.Context, since time.Time, cursor string) (Page, Response, error) {
	last, ok := parseRowCursor(cursor)
	if !ok {
		return badCursorResult(cursor)
	}
	reply, refusal, err := g.call(ctx, opPlays, "fetchbykey.aspx", url.Values{
		"versionkey": {strconv.FormatInt(last, 10)}, "from": {formatTime(since)}, "limit": {strconv.Itoa(pageSize)},
	})
	if reply == nil {
		return Page{Next: cursor}, refusal, err
	}
	var rows *[]json.RawMessage
	if reply.Result == nil || json.Unmarshal([]byte(*reply.Result), &rows) != nil || rows == nil {
		return Page{Next: cursor}, refusal, nil
	}
	return readRows(*rows, cursor, func(raw json.RawMessage) (row, bool) { return g.row(raw, &last) }), doneResponse("0"), nil
}

func (g *aggregator) row(raw json.RawMessage, last *int64) (row, bool) {
	p, ok := decode[struct {
		VersionKey json.Number `json:"versionkey"`
		ID         json.Number `json:"id"`
		Member     string      `json:"member"`
		StartTime  time.Time   `json:"start_time"`
		Turnover   amount      `json:"turnover"`
		Bet        amount      `json:"bet"`
		Payout     amount      `json:"payout"`
		Status     *int        `json:"status"`
		Ratio      string      `json:"ratio"`
	}](raw)
	cursor, ok1 := nextCursor(last, p.VersionKey)
	_, ok2 := parseInteger(p.ID)
	if !ok || !ok1 || !ok2 || p.Status == nil || *p.Status < -1 || *p.Status > 1 || p.Ratio != g.ratio {
		return row{}, false
	}
	out := row{Play: Play{ID: string(p.ID), Revision: *last, Username: p.Member, At: p.StartTime}, cursor: cursor, open: *p.Status == 0}
	return out, out.setAmounts(p.Bet, p.Payout, p.Turnover, *p.Status == -1) || out.open
}
