package game

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"time"
)

// pgsoft implements docs/games/formats.md §2.
type pgsoft struct{ baseClient }

func newPGSoft(cfg Config) Client { return &pgsoft{newBaseClient(cfg)} }

// pgFailed and pgPending are the provider's codes for a failed and a pending transfer.
const (
	pgFailed  = "3100"
	pgPending = "3101"
)

var pgCodes = codes{
	"1305":    append(refusedAs(PlayerExists, opCreate), noPlayerMeaning(opPassword|opOpen)...),
	"3005":    noPlayerMeaning(opBalance | opTransfer),
	"3013":    refusedAs(InsufficientFunds, opOut),
	"3040":    {{opQuery, NotKnown, ""}},
	pgPending: {{opTransfer | opQuery, Pending, ""}},
	pgFailed:  refusedAs("", opTransfer|opQuery),
	"1034":    refusedAll(),
	"1204":    refusedAll(),
	"3001":    refusedAll(),
}

// The types of a transaction.
const (
	pgIn  = "100"
	pgOut = "200"
)

type pgError struct {
	Code string `json:"code"`
}

// pgPlayer has the fields of all responses about a player.
type pgPlayer struct {
	ActionResult int    `json:"action_result"`
	Name         string `json:"playerName"`
	Reference    string `json:"transferReference"`
	Currency     string `json:"currencyCode"`
	CashBalance  amount `json:"cashBalance"`
	// The response to a transfer has these fields.
	Amount  amount `json:"amount"`
	Balance amount `json:"balanceAmount"`
	// The response to a status query has these fields.
	Type  string `json:"transactionType"`
	Moved amount `json:"transactionAmount"`
	// The response to a launch has this field.
	URL string `json:"url"`
}

// Rules returns the rules of the format.
func (p *pgsoft) Rules() Rules { return Rules{IDs: true, LongestCall: time.Minute} }

func (p *pgsoft) post(ctx context.Context, path string, fields url.Values) (status int, raw json.RawMessage, err error) {
	fields.Set("operator_token", p.cfg.ID)
	fields.Set("secret_key", p.cfg.Secret)
	return p.postForm(ctx, "/"+path+"?trace_id="+p.guid(), nil, fields)
}

// call returns reply, the provider's data, or the meaning of its error in refusal.
func (p *pgsoft) call(ctx context.Context, on op, path string, fields url.Values) (reply *pgPlayer, refusal Response, err error) {
	status, raw, err := p.post(ctx, path, fields)
	a, ok := decode[struct {
		Data  *pgPlayer `json:"data"`
		Error *pgError  `json:"error"`
	}](raw)
	switch {
	case err != nil || !ok || !isOK(status) || (a.Data == nil) == (a.Error == nil):
		return nil, unknownResponse(statusAsCode(status)), err
	case a.Error != nil:
		return nil, pgCodes.response(on, a.Error.Code), nil
	}
	return a.Data, unknownResponse(""), nil
}

// Create makes a player.
func (p *pgsoft) Create(ctx context.Context, username, password string) (Response, error) {
	return p.callForPlayer(ctx, opCreate, "Player/v1/Create", username, url.Values{
		"player_name": {username}, "nickname": {username}, "currency": {p.cfg.Currency}, "password": {password},
	})
}

// SetPassword sets a player's password.
func (p *pgsoft) SetPassword(ctx context.Context, username, password string) (Response, error) {
	return p.callForPlayer(ctx, opPassword, "Player/v1/ChangePassword", username, url.Values{"player_name": {username}, "password": {password}})
}

func (p *pgsoft) callForPlayer(ctx context.Context, on op, path, username string, fields url.Values) (Response, error) {
	reply, refusal, err := p.call(ctx, on, path, fields)
	if reply == nil {
		return refusal, err
	}
	return doneIf(reply.ActionResult == 1 && reply.Name == username, ""), nil
}

// Balance returns the player's cash.
func (p *pgsoft) Balance(ctx context.Context, username string) (Response, error) {
	reply, refusal, err := p.call(ctx, opBalance, "Cash/v3/GetPlayerWallet", url.Values{"player_name": {username}})
	if reply == nil {
		return refusal, err
	}
	return balanceResponse(reply.Name == username && reply.Currency == p.cfg.Currency, reply.CashBalance.signedAmount, ""), nil
}

// Transfer moves money. Our id is sent as the transfer_reference.
func (p *pgsoft) Transfer(ctx context.Context, t Transfer) (Response, error) {
	path := "Cash/v3/TransferOut"
	if t.In {
		path = "Cash/v3/TransferIn"
	}
	reply, refusal, err := p.call(ctx, transferOp(t), path, url.Values{
		"player_name": {t.Username}, "amount": {t.Amount.String()}, "transfer_reference": {t.ID}, "currency": {p.cfg.Currency},
	})
	if reply == nil {
		return refusal, err
	}
	if reply.Name != t.Username || reply.Reference != t.ID || !reply.Amount.isSet || !reply.Balance.isSet {
		return refusal, nil
	}
	return Response{Outcome: Done, Amount: reply.Amount.orNil(), Balance: reply.Balance.orNil()}, nil
}

// Query returns the outcome of a transfer, by its transfer_reference.
func (p *pgsoft) Query(ctx context.Context, t Transfer) (Response, error) {
	reply, refusal, err := p.call(ctx, opQuery, "Cash/v3/GetSingleTransaction", url.Values{"player_name": {t.Username}, "transfer_reference": {t.ID}})
	if reply == nil {
		return refusal, err
	}
	kind := pgOut
	if t.In {
		kind = pgIn
	}
	if reply.Name != t.Username || reply.Reference != t.ID || reply.Currency != p.cfg.Currency || reply.Type != kind || !reply.Moved.isSet {
		return refusal, nil
	}
	return Response{Outcome: Done, Amount: reply.Moved.orNil()}, nil
}

// Open returns a link to the game.
func (p *pgsoft) Open(ctx context.Context, l Launch) (LaunchTarget, Response, error) {
	reply, refusal, err := p.call(ctx, opOpen, "Launch/v1/GetLaunchUrl", url.Values{"player_name": {l.Username}, "language": {l.Lang}, "exit_url": {l.ReturnURL}})
	if reply == nil {
		return LaunchTarget{}, refusal, err
	}
	target, a := linkResponse(reply.Name == l.Username, reply.URL, "")
	return target, a, nil
}

// Plays returns the plays after the cursor, which is a row_version.
func (p *pgsoft) Plays(ctx context.Context, since time.Time, cursor string) (Page, Response, error) {
	version, ok := parseRowCursor(cursor)
	if !ok {
		return badCursorResult(cursor)
	}
	if cursor == "" {
		version = since.UnixMilli() - 1
	}
	status, raw, err := p.post(ctx, "Bet/v4/GetHistory", url.Values{
		"count": {strconv.Itoa(pageSize)}, "bet_type": {"1"}, "hands_status": {"0"}, "row_version": {strconv.FormatInt(version, 10)},
	})
	a, ok := decodePage[struct {
		Data  *[]json.RawMessage `json:"data"`
		Error *pgError           `json:"error"`
	}](raw)
	switch {
	case err != nil || !ok || !isOK(status) || (a.Data == nil) == (a.Error == nil):
		return Page{Next: cursor}, unknownResponse(statusAsCode(status)), err
	case a.Error != nil:
		return Page{Next: cursor}, pgCodes.response(opPlays, a.Error.Code), nil
	}
	return p.page(*a.Data, version, cursor), doneResponse(""), nil
}

// page reads the rows of a page. Several rows may have one row_version, and a cursor is after all of them.
// If a row cannot be read, the cursor stays before the first row of its version. Earlier rows of that
// version are then reported again.
func (p *pgsoft) page(rows []json.RawMessage, version int64, cursor string) Page {
	last, before := version, cursor // before the rows of the last version
	i := 0
	page := readRows(rows, "-", func(raw json.RawMessage) (row, bool) {
		i++
		r, ok := p.row(raw)
		if !ok || !r.isValid() || r.Revision < last || r.Revision == version {
			return row{}, false
		}
		if r.Revision > last {
			if last > version {
				before = strconv.FormatInt(last, 10)
			}
			last = r.Revision
		}
		r.cursor = strconv.Itoa(i)
		return r, true
	})
	switch {
	case len(rows) == 0:
		page.Next = cursor
	case page.Bad != "":
		page.Next = before
	default:
		page.Next = strconv.FormatInt(last, 10)
	}
	return page
}

// pgFreeGame is the transactionType of a free round.
const pgFreeGame = 3

func (p *pgsoft) row(raw json.RawMessage) (row, bool) {
	b, ok := decode[struct {
		BetID           json.Number `json:"betId"`
		PlayerName      string      `json:"playerName"`
		Currency        string      `json:"currency"`
		TransactionType int         `json:"transactionType"`
		BetAmount       amount      `json:"betAmount"`
		WinAmount       amount      `json:"winAmount"`
		ValidBetAmount  amount      `json:"validBetAmount"`
		RowVersion      json.Number `json:"rowVersion"`
		BetTime         json.Number `json:"betTime"`
	}](raw)
	_, ok1 := parseInteger(cmp.Or(b.BetID, "-"))
	version, ok2 := parseInteger(b.RowVersion)
	at, ok3 := parseInteger(b.BetTime)
	out := row{Play: Play{ID: string(b.BetID), Revision: version, Username: b.PlayerName, At: time.UnixMilli(at)}}
	isFree := b.TransactionType == pgFreeGame
	ok = out.setAmounts(b.BetAmount, b.WinAmount, b.ValidBetAmount, isFree) && ok
	if isFree {
		out.Bet = 0 // nothing was staked
	}
	return out, ok && ok1 && ok2 && ok3 && b.Currency == p.cfg.Currency
}
