package game

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// sbobet implements docs/games/formats.md §5. Its games are opened by a form.
type sbobet struct{ caller }

func newSbobet(cfg Config) Client { return &sbobet{newCaller(cfg)} }

var sboCodes = codes{
	"4103": refusedAs(Exists, opCreate),
	"3303": noPlayer(opDoing),
	"4501": refusedAs(Funds, opOut),
	"4601": {{opAsk, NotKnown, ""}},
	"4602": {{opTransfer | opAsk, Pending, ""}},
	"4603": refusedAs("", opAsk),
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

type sboAnswer struct {
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

// free returns the balance that the player can take out: without open bets.
func (a *sboAnswer) free() (free signedAmount) {
	free.Units = a.Balance.Units - a.Outstanding.Units
	free.told = a.Balance.told && a.Outstanding.told && free.Units >= 0
	return free
}

// Rules returns the rules of the format.
func (s *sbobet) Rules() Rules { return Rules{IDs: true, Longest: time.Minute, Form: true} }

func (s *sbobet) post(ctx context.Context, call string, fields sboCall) (status int, raw json.RawMessage, err error) {
	body, err := json.Marshal(fields)
	if err != nil {
		return 0, nil, nil
	}
	return s.send(ctx, http.MethodPost, "/web-root/restricted/"+call+".aspx", nil, body)
}

// call returns yes if the provider did the call, else the meaning of its error in no.
func (s *sbobet) call(ctx context.Context, on op, call string, fields sboCall) (yes *sboAnswer, no Answer, err error) {
	fields.CompanyKey, fields.ServerID = s.cfg.Secret, s.guid()
	status, raw, err := s.post(ctx, call, fields)
	a, ok := decode[sboAnswer](raw)
	switch {
	case err != nil || !ok || !ok200(status) || a.ServerID != fields.ServerID:
		return nil, unknown(statusCode(status)), err
	case a.Error.ID != "0":
		return nil, sboCodes.read(on, string(a.Error.ID)), nil
	}
	return &a, unknown("0"), nil
}

// Create makes a player.
func (s *sbobet) Create(ctx context.Context, username, password string) (Answer, error) {
	return s.named(ctx, opCreate, "player/register-player", sboCall{Username: username, Password: password, Agent: s.cfg.ID})
}

// SetPassword sets a player's password.
func (s *sbobet) SetPassword(ctx context.Context, username, password string) (Answer, error) {
	return s.named(ctx, opPassword, "player/update-player-password", sboCall{Username: username, Password: password})
}

func (s *sbobet) named(ctx context.Context, on op, call string, fields sboCall) (Answer, error) {
	yes, no, err := s.call(ctx, on, call, fields)
	if yes == nil {
		return no, err
	}
	return doneIf(yes.Username == fields.Username, "0"), nil
}

// Balance returns the balance that the player can take out.
func (s *sbobet) Balance(ctx context.Context, username string) (Answer, error) {
	yes, no, err := s.call(ctx, opBalance, "player/get-player-balance", sboCall{Username: username})
	if yes == nil {
		return no, err
	}
	return balanced(yes.Username == username && yes.Currency == s.cfg.Currency, yes.free(), "0"), nil
}

// Transfer moves money. Our id is sent as the TxnId.
func (s *sbobet) Transfer(ctx context.Context, t Transfer) (Answer, error) {
	call, fields := "player/deposit", sboCall{Username: t.Username, Amount: t.Amount.number(), TxnID: t.ID}
	if !t.In {
		call, fields.IsFullAmount = "player/withdraw", new(bool)
	}
	yes, no, err := s.call(ctx, way(t), call, fields)
	if yes == nil {
		return no, err
	}
	balance := yes.free()
	if yes.Username != t.Username || yes.TxnID != t.ID || !yes.Amount.told || !balance.told {
		return no, nil
	}
	return Answer{Outcome: Done, Code: "0", Amount: yes.Amount.or(), Balance: &balance.Units}, nil
}

// Ask returns the outcome of a transfer, by its TxnId.
func (s *sbobet) Ask(ctx context.Context, t Transfer) (Answer, error) {
	yes, no, err := s.call(ctx, opAsk, "player/check-transaction-status", sboCall{TxnID: t.ID})
	if yes == nil {
		return no, err
	}
	kind := "withdraw"
	if t.In {
		kind = "deposit"
	}
	if yes.Username != t.Username || yes.TxnID != t.ID || yes.Type != kind || !yes.Amount.told {
		return no, nil
	}
	return Answer{Outcome: Done, Code: "0", Amount: yes.Amount.or()}, nil
}

// Open returns a form. It contains the state from the response to the provider's login.
func (s *sbobet) Open(ctx context.Context, l Launch) (Opening, Answer, error) {
	yes, no, err := s.call(ctx, opOpen, "player/login", sboCall{Username: l.Username, Portfolio: "SportsBook", Lang: l.Lang})
	if yes == nil {
		return Opening{}, no, err
	}
	fields := map[string]string{"username": l.Username, "password": l.Password, "lang": l.Lang, "returnUrl": l.Back}
	if yes.Username != l.Username || !address(yes.Action) || len(yes.Event) == 0 || len(yes.Event) > maxEvent || !join(fields, yes.Event) {
		return Opening{}, no, nil
	}
	return Opening{Action: yes.Action, Fields: fields, Event: yes.Event}, done("0"), nil
}

// join adds fields to a form. It returns false for a field that exists already, has no name or is too long.
func join(fields, more map[string]string) bool {
	for name, value := range more {
		if _, there := fields[name]; there || name == "" || len(name) > 64 || len(value) > maxEventValue {
			return false
		}
		fields[name] = value
	}
	return true
}

// Plays returns the plays after the cursor, which is a row's seq.
func (s *sbobet) Plays(ctx context.Context, since time.Time, cursor string) (Page, Answer, error) {
	last, ok := counted(cursor)
	if !ok {
		return badCursor(cursor)
	}
	seq := last
	fields := sboCall{
		CompanyKey: s.cfg.Secret, ServerID: s.guid(), Portfolio: "SportsBook", StartDate: stamp(since), AfterSeq: &seq, Limit: pageSize,
	}
	status, raw, err := s.post(ctx, "report/get-bet-list-by-modify-date", fields)
	a, ok := decodePage[struct {
		sboHead
		Result *[]json.RawMessage `json:"result"`
	}](raw)
	switch {
	case err != nil || !ok || !ok200(status) || a.ServerID != fields.ServerID:
		return Page{Next: cursor}, unknown(statusCode(status)), err
	case a.Error.ID != "0":
		return Page{Next: cursor}, sboCodes.read(opPlays, string(a.Error.ID)), nil
	case a.Result == nil:
		return Page{Next: cursor}, unknown("0"), nil
	}
	return readRows(*a.Result, cursor, func(raw json.RawMessage) (row, bool) { return readSBO(raw, &last) }), done("0"), nil
}

// sboSettled has the states of a settled bet. The value is true if the stake was returned.
var sboSettled = map[string]bool{"won": false, "lose": false, "draw": false, "void": true, "refund": true}

func readSBO(raw json.RawMessage, last *int64) (row, bool) {
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
	place, ok1 := after(last, p.Seq)
	version, ok2 := whole(p.Version)
	void, ok3 := sboSettled[p.Status]
	payout := amount{signedAmount{p.Stake.Units + p.WinLost.Units, p.WinLost.told}}
	out := row{Play: Play{ID: p.RefNo, Revision: version, Username: p.Username, At: p.OrderTime}, place: place}
	return out, out.stakes(p.Stake, payout, p.Turnover, void) && ok && ok1 && ok2 && ok3
}
