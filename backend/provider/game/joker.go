package game

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// joker implements docs/games/formats.md §1.
type joker struct{ caller }

func newJoker(cfg Config) Client { return &joker{newCaller(cfg)} }

var jokerCodes = codes{
	"404 UserNotFound":       noPlayer(opDoing),
	"404 RequestNotFound":    {{opAsk, NotKnown, ""}},
	"400 InsufficientCredit": refusedAs(Funds, opOut),
	"400 InvalidAmount":      refusedAs("", opTransfer),
	"400 InvalidParameter":   refusedAll(),
	"401 InvalidSignature":   refusedAll(),
	"403 InvalidAppID":       refusedAll(),
}

// jokerAnswer has the fields of all responses, with the provider's names.
type jokerAnswer struct {
	Status, RequestID, Username, Error string
	Data                               struct{ Username string }
	Credit                             amount
	Amount                             signedAmount
	Token, ForwardURL                  string
}

// Rules returns the rules of the format.
func (j *joker) Rules() Rules { return Rules{IDs: true, Longest: time.Minute} }

// jokerSignature signs the fields of a body.
func jokerSignature(secret string, fields map[string]any) string {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		pairs = append(pairs, fmt.Sprintf("%s=%v", name, fields[name]))
	}
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write([]byte(strings.Join(pairs, "&")))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func (j *joker) post(ctx context.Context, method string, fields map[string]any) (status int, raw json.RawMessage, err error) {
	fields["Method"], fields["Timestamp"] = method, j.now().Unix()
	body, err := json.Marshal(fields) // in the order of the names
	if err != nil {
		return 0, nil, nil
	}
	query := url.Values{"AppID": {j.cfg.ID}, "Signature": {jokerSignature(j.cfg.Secret, fields)}}
	return j.send(ctx, http.MethodPost, "?"+query.Encode(), nil, body)
}

// call returns yes if the provider did the call (status 200 or 201), else the meaning of its error in no.
func (j *joker) call(ctx context.Context, on op, method string, fields map[string]any) (status int, yes *jokerAnswer, no Answer, err error) {
	status, raw, err := j.post(ctx, method, fields)
	if err != nil || status == 0 {
		return status, nil, unknown(""), err
	}
	a, ok := decode[jokerAnswer](raw)
	switch code := fmt.Sprintf("%d %s", status, a.Error); {
	case !ok:
		return status, nil, unknown(strconv.Itoa(status)), nil
	case a.Error != "" && on == opAsk && a.RequestID != fields["RequestID"]:
		return status, nil, unknown(code), nil
	case a.Error != "":
		return status, nil, jokerCodes.read(on, code), nil
	case status != http.StatusOK && status != http.StatusCreated:
		return status, nil, unknown(strconv.Itoa(status)), nil
	}
	return status, &a, unknown(a.Status), nil
}

// Create makes a player. If the player is new, Create then sets the password.
func (j *joker) Create(ctx context.Context, username, password string) (Answer, error) {
	status, yes, no, err := j.call(ctx, opCreate, "CU", map[string]any{"Username": username})
	switch {
	case yes == nil || yes.Data.Username != username:
		return no, err
	case status == http.StatusOK && yes.Status == "OK":
		return Answer{Outcome: Refused, Reason: Exists, Code: "OK"}, nil
	case status != http.StatusCreated || yes.Status != "Created":
		return no, nil
	}
	set, err := j.SetPassword(ctx, username, password)
	if set.Outcome != Done {
		return unknown(set.Code), err // the player exists now
	}
	return set, err
}

// SetPassword sets a player's password.
func (j *joker) SetPassword(ctx context.Context, username, password string) (Answer, error) {
	status, yes, no, err := j.call(ctx, opPassword, "SP", map[string]any{"Password": password, "Username": username})
	if yes == nil {
		return no, err
	}
	return doneIf(ok200(status) && yes.Status == "OK" && yes.Username == username, yes.Status), nil
}

// Balance returns the player's credit.
func (j *joker) Balance(ctx context.Context, username string) (Answer, error) {
	status, yes, no, err := j.call(ctx, opBalance, "GC", map[string]any{"Username": username})
	if yes == nil {
		return no, err
	}
	return balanced(ok200(status) && yes.Username == username, yes.Credit.signedAmount, ""), nil
}

// Transfer moves a signed amount. Our id is sent as the RequestID.
func (j *joker) Transfer(ctx context.Context, t Transfer) (Answer, error) {
	move := t.Amount
	if !t.In {
		move = -move
	}
	status, yes, no, err := j.call(ctx, way(t), "TC", map[string]any{"Amount": move.number(), "RequestID": t.ID, "Username": t.Username})
	if yes == nil {
		return no, err
	}
	if !ok200(status) || yes.RequestID != t.ID || yes.Username != t.Username || !yes.Credit.told {
		return no, nil
	}
	return Answer{Outcome: Done, Balance: yes.Credit.or()}, nil
}

// Ask returns the outcome of a transfer, by its RequestID.
func (j *joker) Ask(ctx context.Context, t Transfer) (Answer, error) {
	status, yes, no, err := j.call(ctx, opAsk, "TCH", map[string]any{"RequestID": t.ID})
	if yes == nil {
		return no, err
	}
	moved := yes.Amount.Units
	if !t.In {
		moved = -moved
	}
	if !ok200(status) || yes.RequestID != t.ID || yes.Username != t.Username || moved <= 0 {
		return no, nil
	}
	return Answer{Outcome: Done, Amount: &moved}, nil
}

// Open returns a link with a token that is valid once.
func (j *joker) Open(ctx context.Context, l Launch) (Opening, Answer, error) {
	status, yes, no, err := j.call(ctx, opOpen, "PLAY", map[string]any{"Username": l.Username})
	if yes == nil {
		return Opening{}, no, err
	}
	link, err := url.Parse(yes.ForwardURL)
	if err != nil || yes.Token == "" {
		return Opening{}, no, nil
	}
	query := link.Query()
	query.Set("token", yes.Token)
	query.Set("lang", l.Lang)
	query.Set("redirectUrl", l.Back)
	link.RawQuery = query.Encode()
	opening, a := linked(ok200(status) && yes.Username == l.Username, link.String(), "")
	return opening, a, nil
}

type jokerPage struct {
	Data *struct {
		Game, Jackpot, Competition []json.RawMessage
	} `json:"data"`
	NextID *string `json:"nextId"`
	Error  string
}

// Plays returns the plays of a span of seconds. A cursor is "start". Within a span that has several pages it
// is "start.end.nextId".
func (j *joker) Plays(ctx context.Context, since time.Time, cursor string) (Page, Answer, error) {
	start, end, next := since.Unix(), j.now().Unix(), ""
	if cursor != "" {
		first, rest, within := strings.Cut(cursor, ".")
		last, id, _ := strings.Cut(rest, ".")
		var ok, ok2 bool
		start, ok = whole(json.Number(first))
		if ok2 = true; within {
			end, ok2 = whole(json.Number(last))
			next = id
		}
		if !ok || !ok2 {
			return badCursor(cursor)
		}
	}
	if end <= start {
		return Page{Next: cursor}, done(""), nil
	}
	fields := map[string]any{"Delay": 0, "EndDate": end, "NextId": next, "StartDate": start}
	status, raw, err := j.post(ctx, "TSM", fields)
	a, ok := decodePage[jokerPage](raw)
	switch {
	case err != nil || !ok:
		return Page{Next: cursor}, unknown(""), err
	case a.Error != "":
		code := fmt.Sprintf("%d %s", status, a.Error)
		return Page{Next: cursor}, jokerCodes.read(opPlays, code), nil
	case !ok200(status) || a.Data == nil || a.NextID == nil || (*a.NextID != "" && (*a.NextID == next || !visible(*a.NextID))):
		return Page{Next: cursor}, unknown(strconv.Itoa(status)), nil
	}
	place := 0
	page := readRows(slices.Concat(a.Data.Game, a.Data.Jackpot, a.Data.Competition), "", func(raw json.RawMessage) (row, bool) {
		place++
		r, ok := readJoker(raw)
		r.place = strconv.Itoa(place)
		if place > len(a.Data.Game) { // nothing was staked
			r.Credit, r.Bet, r.Valid = true, 0, 0
		}
		return r, ok
	})
	slices.SortStableFunc(page.Plays, func(a, b Play) int { return a.At.Compare(b.At) })
	page.More = false
	switch {
	case page.Bad != "":
		page.Next = fmt.Sprintf("%d.%d.%s", start, end, next)
	case *a.NextID != "":
		page.Next, page.More = fmt.Sprintf("%d.%d.%s", start, end, *a.NextID), true
	default:
		page.Next = strconv.FormatInt(end, 10)
	}
	return page, done(""), nil
}

func readJoker(raw json.RawMessage) (row, bool) {
	p, ok := decode[struct {
		OCode, Username, Type       string
		Version                     json.Number
		Time                        json.Number
		Amount, Result, ValidAmount amount
	}](raw)
	version, ok2 := whole(cmp.Or(p.Version, "1"))
	at, ok3 := whole(p.Time)
	out := row{Play: Play{ID: p.OCode, Revision: version, Username: p.Username, At: time.Unix(at, 0)}}
	return out, out.stakes(p.Amount, p.Result, p.ValidAmount, p.Type == "Cancelled") && ok && ok2 && ok3
}
