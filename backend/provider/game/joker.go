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
type joker struct{ baseClient }

func newJoker(cfg Config) Client { return &joker{newBaseClient(cfg)} }

var jokerCodes = codes{
	"404 UserNotFound":       noPlayerMeaning(opDefinite),
	"404 RequestNotFound":    {{opQuery, NotKnown, ""}},
	"400 InsufficientCredit": refusedAs(InsufficientFunds, opOut),
	"400 InvalidAmount":      refusedAs("", opTransfer),
	"400 InvalidParameter":   refusedAll(),
	"401 InvalidSignature":   refusedAll(),
	"403 InvalidAppID":       refusedAll(),
}

// jokerResponse has the fields of all responses, with the provider's names.
type jokerResponse struct {
	Status, RequestID, Username, Error string
	Data                               struct{ Username string }
	Credit                             amount
	Amount                             signedAmount
	Token, ForwardURL                  string
}

// Rules returns the rules of the format.
func (j *joker) Rules() Rules { return Rules{IDs: true, LongestCall: time.Minute} }

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

// call returns reply if the provider did the call (status 200 or 201), else the meaning of its error in
// refusal.
func (j *joker) call(ctx context.Context, on op, method string, fields map[string]any) (status int, reply *jokerResponse, refusal Response, err error) {
	status, raw, err := j.post(ctx, method, fields)
	if err != nil || status == 0 {
		return status, nil, unknownResponse(""), err
	}
	a, ok := decode[jokerResponse](raw)
	switch code := fmt.Sprintf("%d %s", status, a.Error); {
	case !ok:
		return status, nil, unknownResponse(strconv.Itoa(status)), nil
	case a.Error != "" && on == opQuery && a.RequestID != fields["RequestID"]:
		return status, nil, unknownResponse(code), nil
	case a.Error != "":
		return status, nil, jokerCodes.response(on, code), nil
	case status != http.StatusOK && status != http.StatusCreated:
		return status, nil, unknownResponse(strconv.Itoa(status)), nil
	}
	return status, &a, unknownResponse(a.Status), nil
}

// Create makes a player. If the player is new, Create then sets the password.
func (j *joker) Create(ctx context.Context, username, password string) (Response, error) {
	status, reply, refusal, err := j.call(ctx, opCreate, "CU", map[string]any{"Username": username})
	switch {
	case reply == nil || reply.Data.Username != username:
		return refusal, err
	case status == http.StatusOK && reply.Status == "OK":
		return Response{Outcome: Refused, Reason: PlayerExists, Code: "OK"}, nil
	case status != http.StatusCreated || reply.Status != "Created":
		return refusal, nil
	}
	set, err := j.SetPassword(ctx, username, password)
	if set.Outcome != Done {
		return unknownResponse(set.Code), err // the player exists now
	}
	return set, err
}

// SetPassword sets a player's password.
func (j *joker) SetPassword(ctx context.Context, username, password string) (Response, error) {
	status, reply, refusal, err := j.call(ctx, opPassword, "SP", map[string]any{"Password": password, "Username": username})
	if reply == nil {
		return refusal, err
	}
	return doneIf(isOK(status) && reply.Status == "OK" && reply.Username == username, reply.Status), nil
}

// Balance returns the player's credit.
func (j *joker) Balance(ctx context.Context, username string) (Response, error) {
	status, reply, refusal, err := j.call(ctx, opBalance, "GC", map[string]any{"Username": username})
	if reply == nil {
		return refusal, err
	}
	return balanceResponse(isOK(status) && reply.Username == username, reply.Credit.signedAmount, ""), nil
}

// Transfer moves a signed amount. Our id is sent as the RequestID.
func (j *joker) Transfer(ctx context.Context, t Transfer) (Response, error) {
	move := t.Amount
	if !t.In {
		move = -move
	}
	status, reply, refusal, err := j.call(ctx, transferOp(t), "TC", map[string]any{"Amount": move.number(), "RequestID": t.ID, "Username": t.Username})
	if reply == nil {
		return refusal, err
	}
	if !isOK(status) || reply.RequestID != t.ID || reply.Username != t.Username || !reply.Credit.isSet {
		return refusal, nil
	}
	return Response{Outcome: Done, Balance: reply.Credit.orNil()}, nil
}

// Query returns the outcome of a transfer, by its RequestID.
func (j *joker) Query(ctx context.Context, t Transfer) (Response, error) {
	status, reply, refusal, err := j.call(ctx, opQuery, "TCH", map[string]any{"RequestID": t.ID})
	if reply == nil {
		return refusal, err
	}
	moved := reply.Amount.Units
	if !t.In {
		moved = -moved
	}
	if !isOK(status) || reply.RequestID != t.ID || reply.Username != t.Username || moved <= 0 {
		return refusal, nil
	}
	return Response{Outcome: Done, Amount: &moved}, nil
}

// Open returns a link with a token that is valid once.
func (j *joker) Open(ctx context.Context, l Launch) (LaunchTarget, Response, error) {
	status, reply, refusal, err := j.call(ctx, opOpen, "PLAY", map[string]any{"Username": l.Username})
	if reply == nil {
		return LaunchTarget{}, refusal, err
	}
	link, err := url.Parse(reply.ForwardURL)
	if err != nil || reply.Token == "" {
		return LaunchTarget{}, refusal, nil
	}
	query := link.Query()
	query.Set("token", reply.Token)
	query.Set("lang", l.Lang)
	query.Set("redirectUrl", l.ReturnURL)
	link.RawQuery = query.Encode()
	target, a := linkResponse(isOK(status) && reply.Username == l.Username, link.String(), "")
	return target, a, nil
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
func (j *joker) Plays(ctx context.Context, since time.Time, cursor string) (Page, Response, error) {
	start, end, next := since.Unix(), j.now().Unix(), ""
	if cursor != "" {
		first, rest, within := strings.Cut(cursor, ".")
		last, id, _ := strings.Cut(rest, ".")
		var ok, ok2 bool
		start, ok = parseInteger(json.Number(first))
		if ok2 = true; within {
			end, ok2 = parseInteger(json.Number(last))
			next = id
		}
		if !ok || !ok2 {
			return badCursorResult(cursor)
		}
	}
	if end <= start {
		return Page{Next: cursor}, doneResponse(""), nil
	}
	fields := map[string]any{"Delay": 0, "EndDate": end, "NextId": next, "StartDate": start}
	status, raw, err := j.post(ctx, "TSM", fields)
	a, ok := decodePage[jokerPage](raw)
	switch {
	case err != nil || !ok:
		return Page{Next: cursor}, unknownResponse(""), err
	case a.Error != "":
		code := fmt.Sprintf("%d %s", status, a.Error)
		return Page{Next: cursor}, jokerCodes.response(opPlays, code), nil
	case !isOK(status) || a.Data == nil || a.NextID == nil || (*a.NextID != "" && (*a.NextID == next || !isVisibleASCII(*a.NextID))):
		return Page{Next: cursor}, unknownResponse(strconv.Itoa(status)), nil
	}
	position := 0
	page := readRows(slices.Concat(a.Data.Game, a.Data.Jackpot, a.Data.Competition), "", func(raw json.RawMessage) (row, bool) {
		position++
		r, ok := parseJokerPlay(raw)
		r.cursor = strconv.Itoa(position)
		if position > len(a.Data.Game) { // nothing was staked
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
	return page, doneResponse(""), nil
}

func parseJokerPlay(raw json.RawMessage) (row, bool) {
	p, ok := decode[struct {
		OCode, Username, Type       string
		Version                     json.Number
		Time                        json.Number
		Amount, Result, ValidAmount amount
	}](raw)
	version, ok2 := parseInteger(cmp.Or(p.Version, "1"))
	at, ok3 := parseInteger(p.Time)
	out := row{Play: Play{ID: p.OCode, Revision: version, Username: p.Username, At: time.Unix(at, 0)}}
	return out, out.setAmounts(p.Amount, p.Result, p.ValidAmount, p.Type == "Cancelled") && ok && ok2 && ok3
}
