package game

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// sbobet implements docs/games/formats.md §5. Its games are opened by a form.
type sbobet struct{ baseClient }

func newSbobet(cfg Config) Client { return &sbobet{newBaseClient(cfg)} }

var sboCodes = codes{
	"4103": refusedAs(PlayerExists, opCreate),
	"3303": noPlayerMeaning(opDefinite),
	"4501": refusedAs(InsufficientFunds, opOut),
	"4601": {{opQuery, NotKnown, ""}},
	"4602": {{opTransfer | opQuery, Pending, ""}},
	"4603": refusedAs("", opQuery),
	"2":    refusedAll(),
	"3":    refusedAll(),
}

// maxEvent and maxEventValue limit the state of a form.
const (
	maxEvent      = 16
	maxEventValue = 8 << 10 // bytes
)

// sboCall is the body of every call, its fields in the format's order.
type sboCall struct {
	CompanyKey   string
	ServerID     string      `json:"ServerId"`
	Username     string      `json:",omitempty"`
	Password     string      `json:",omitempty"`
	Agent        string      `json:",omitempty"`
	Amount       json.Number `json:",omitempty"`
	TxnID        string      `json:"TxnId,omitempty"`
	IsFullAmount *bool       `json:",omitempty"`
	Portfolio    string      `json:",omitempty"`
	Lang         string      `json:",omitempty"`
	StartDate    string      `json:",omitempty"`
	AfterSeq     *int64      `json:",omitempty"`
	Limit        int         `json:",omitempty"`
}

type sboHead struct {
	ServerID string `json:"serverId"`
	Error    struct {
		ID json.Number `json:"id"`
	} `json:"error"`
}

type sboResponse struct {
	sboHead
	Username    string            `json:"username"`
	Currency    string            `json:"currency"`
	TxnID       string            `json:"txnId"`
	Type        string            `json:"type"`
	Amount      amount            `json:"amount"`
	Balance     amount            `json:"balance"`
	Outstanding amount            `json:"outstanding"`
	Action      string            `json:"action"`
	Event       map[string]string `json:"event"`
}

// withdrawable returns the balance that the player can take out: without open bets.
func (a *sboResponse) withdrawable() (free signedAmount) {
	free.Units = a.Balance.Units - a.Outstanding.Units
	free.isSet = a.Balance.isSet && a.Outstanding.isSet && free.Units >= 0
	return free
}

// Rules returns the rules of the format.
func (s *sbobet) Rules() Rules { return Rules{IDs: true, LongestCall: time.Minute, Form: true} }

func (s *sbobet) post(ctx context.Context, call string, fields sboCall) (status int, raw json.RawMessage, err error) {
	body, err := json.Marshal(fields)
	if err != nil {
		return 0, nil, nil
	}
	return s.send(ctx, http.MethodPost, "/web-root/restricted/"+call+".aspx", nil, body)
}

// call returns reply if the provider did the call, else the meaning of its error in refusal.
func (s *sbobet) call(ctx context.Context, on op, call string, fields sboCall) (reply *sboResponse, refusal Response, err error) {
	fields.CompanyKey, fields.ServerID = s.cfg.Secret, s.guid()
	status, raw, err := s.post(ctx, call, fields)
	a, ok := decode[sboResponse](raw)
	switch {
	case err != nil || !ok || !isOK(status) || a.ServerID != fields.ServerID:
		return nil, unknownResponse(statusAsCode(status)), err
	case a.Error.ID != "0":
		return nil, sboCodes.response(on, string(a.Error.ID)), nil
	}
	return &a, unknownResponse("0"), nil
}

// Create makes a player.
func (s *sbobet) Create(ctx context.Context, username, password string) (Response, error) {
	return s.callForPlayer(ctx, opCreate, "player/register-player", sboCall{Username: username, Password: password, Agent: s.cfg.ID})
}

// SetPassword sets a player's password.
func (s *sbobet) SetPassword(ctx context.Context, username, password string) (Response, error) {
	return s.callForPlayer(ctx, opPassword, "player/update-player-password", sboCall{Username: username, Password: password})
}

func (s *sbobet) callForPlayer(ctx context.Context, on op, call string, fields sboCall) (Response, error) {
	reply, refusal, err := s.call(ctx, on, call, fields)
	if reply == nil {
		return refusal, err
	}
	return doneIf(reply.Username == fields.Username, "0"), nil
}

// Balance returns the balance that the player can take out.
func (s *sbobet) Balance(ctx context.Context, username string) (Response, error) {
	reply, refusal, err := s.call(ctx, opBalance, "player/get-player-balance", sboCall{Username: username})
	if reply == nil {
		return refusal, err
	}
	return balanceResponse(reply.Username == username && reply.Currency == s.cfg.Currency, reply.withdrawable(), "0"), nil
}

// Transfer moves money. Our id is sent as the TxnId.
func (s *sbobet) Transfer(ctx context.Context, t Transfer) (Response, error) {
	call, fields := "player/deposit", sboCall{Username: t.Username, Amount: t.Amount.number(), TxnID: t.ID}
	if !t.In {
		call, fields.IsFullAmount = "player/withdraw", new(bool)
	}
	reply, refusal, err := s.call(ctx, transferOp(t), call, fields)
	if reply == nil {
		return refusal, err
	}
	balance := reply.withdrawable()
	if reply.Username != t.Username || reply.TxnID != t.ID || !reply.Amount.isSet || !balance.isSet {
		return refusal, nil
	}
	return Response{Outcome: Done, Code: "0", Amount: reply.Amount.orNil(), Balance: &balance.Units}, nil
}

// Query returns the outcome of a transfer, by its TxnId.
func (s *sbobet) Query(ctx context.Context, t Transfer) (Response, error) {
	reply, refusal, err := s.call(ctx, opQuery, "player/check-transaction-status", sboCall{TxnID: t.ID})
	if reply == nil {
		return refusal, err
	}
	kind := "withdraw"
	if t.In {
		kind = "deposit"
	}
	if reply.Username != t.Username || reply.TxnID != t.ID || reply.Type != kind || !reply.Amount.isSet {
		return refusal, nil
	}
	return Response{Outcome: Done, Code: "0", Amount: reply.Amount.orNil()}, nil
}

// Open returns a form. It contains the state from the response to the provider's login.
func (s *sbobet) Open(ctx context.Context, l Launch) (LaunchTarget, Response, error) {
	reply, refusal, err := s.call(ctx, opOpen, "player/login", sboCall{Username: l.Username, Portfolio: "SportsBook", Lang: l.Lang})
	if reply == nil {
		return LaunchTarget{}, refusal, err
	}
	fields := map[string]string{"username": l.Username, "password": l.Password, "lang": l.Lang, "returnUrl": l.ReturnURL}
	if reply.Username != l.Username || !isBrowserURL(reply.Action) || len(reply.Event) == 0 || len(reply.Event) > maxEvent || !addFields(fields, reply.Event) {
		return LaunchTarget{}, refusal, nil
	}
	return LaunchTarget{Action: reply.Action, Fields: fields, Event: reply.Event}, doneResponse("0"), nil
}

// addFields adds fields to a form. It returns false for a field that exists already, has no name or is too
// long.
func addFields(fields, more map[string]string) bool {
	for name, value := range more {
		if _, exists := fields[name]; exists || name == "" || len(name) > 64 || len(value) > maxEventValue {
			return false
		}
		fields[name] = value
	}
	return true
}

// Plays returns the plays after the cursor, which is a row's seq.
func (s *sbobet) Plays(ctx context.Context, since time.Time, cursor string) (Page, Response, error) {
	last, ok := parseRowCursor(cursor)
	if !ok {
		return badCursorResult(cursor)
	}
	seq := last
	fields := sboCall{
		CompanyKey: s.cfg.Secret, ServerID: s.guid(), Portfolio: "SportsBook", StartDate: formatTime(since), AfterSeq: &seq, Limit: pageSize,
	}
	status, raw, err := s.post(ctx, "report/get-bet-list-by-modify-date", fields)
	a, ok := decodePage[struct {
		sboHead
		Result *[]json.RawMessage `json:"result"`
	}](raw)
	switch {
	case err != nil || !ok || !isOK(status) || a.ServerID != fields.ServerID:
		return Page{Next: cursor}, unknownResponse(statusAsCode(status)), err
	case a.Error.ID != "0":
		return Page{Next: cursor}, sboCodes.response(opPlays, string(a.Error.ID)), nil
	case a.Result == nil:
		return Page{Next: cursor}, unknownResponse("0"), nil
	}
	return readRows(*a.Result, cursor, func(raw json.RawMessage) (row, bool) { return parseSBOPlay(raw, &last) }), doneResponse("0"), nil
}

// sboSettled has the states of a settled bet. The value is true if the stake was returned.
var sboSettled = map[string]bool{"won": false, "lose": false, "draw": false, "void": true, "refund": true}

func parseSBOPlay(raw json.RawMessage, last *int64) (row, bool) {
	p, ok := decode[struct {
		Seq       json.Number  `json:"seq"`
		RefNo     string       `json:"refNo"`
		Version   json.Number  `json:"version"`
		Username  string       `json:"username"`
		OrderTime time.Time    `json:"orderTime"`
		Stake     amount       `json:"stake"`
		WinLost   signedAmount `json:"winLost"`
		Turnover  amount       `json:"turnover"`
		Status    string       `json:"status"`
	}](raw)
	cursor, ok1 := nextCursor(last, p.Seq)
	version, ok2 := parseInteger(p.Version)
	void, ok3 := sboSettled[p.Status]
	payout := amount{signedAmount{p.Stake.Units + p.WinLost.Units, p.WinLost.isSet}}
	out := row{Play: Play{ID: p.RefNo, Revision: version, Username: p.Username, At: p.OrderTime}, cursor: cursor}
	return out, out.setAmounts(p.Stake, payout, p.Turnover, void) && ok && ok1 && ok2 && ok3
}
