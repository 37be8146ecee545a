package sandbox

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/signed"
)

// joker implements docs/games/formats.md §1.
type joker struct{ *gameProvider }

var jokerStatus = map[string]int{
	"UserNotFound": http.StatusNotFound, "RequestNotFound": http.StatusNotFound, "InvalidSignature": http.StatusUnauthorized,
	"InvalidAppID": http.StatusForbidden, "RequestConflict": http.StatusConflict,
}

func jokerFormat(provider *gameProvider) gameFormat {
	j := joker{provider}
	methods := map[string]gameAction{
		"CU": {actionCreate, j.create}, "SP": {actionPassword, j.changePassword}, "GC": {actionBalance, j.balance}, "TC": {actionTransfer, j.transfer},
		"TCH": {actionQuery, j.query}, "PLAY": {actionLaunch, j.open}, "TSM": {actionPlays, j.listPlays},
	}
	return gameFormat{
		json: true, actionOf: func(c *gameCall) gameAction { return methods[c.text("Method")] },
		authenticate: func(c *gameCall) error { return authenticateJoker(c, provider.sandbox.now()) },
		sendSuccess: func(c *gameCall, data any) {
			status := http.StatusOK
			if response, ok := data.(map[string]any); ok && response["Status"] == "Created" {
				status = http.StatusCreated
			}
			sendJSON(c.rw, status, data)
		},
		sendRefusal: sendJokerRefusal, faultCode: "InvalidParameter",
		codes: map[gameRefusal]string{
			refuseNoPlayer: "UserNotFound", refuseFunds: "InsufficientCredit", refuseNoTransfer: "RequestNotFound", refuseConflict: "RequestConflict",
			refuseMalformed: "InvalidParameter", refuseCredentials: "InvalidSignature",
		},
	}
}

func sendJokerRefusal(c *gameCall, code string) {
	status := jokerStatus[code]
	if status == 0 {
		status = http.StatusBadRequest
	}
	body := map[string]string{"Error": code, "Message": strings.ToLower(code)}
	if code == "RequestNotFound" {
		body["RequestID"] = c.text("RequestID")
	}
	sendJSON(c.rw, status, body)
}

func authenticateJoker(c *gameCall, now time.Time) error {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		pairs = append(pairs, fmt.Sprintf("%s=%v", name, c.fields[name]))
	}
	mac := hmac.New(sha1.New, []byte(gameSecret))
	mac.Write([]byte(strings.Join(pairs, "&")))
	query := c.r.URL.Query()
	age := now.Sub(time.Unix(c.integer("Timestamp"), 0)).Abs()
	switch {
	case query.Get("AppID") != gameID:
		return gameRefusal("InvalidAppID")
	case !equalSecrets(query.Get("Signature"), base64.StdEncoding.EncodeToString(mac.Sum(nil))) || age > signed.MaxClockDifference:
		return refuseCredentials
	}
	return nil
}

func (j joker) create(c *gameCall) (any, error) {
	name, status := c.text("Username"), "Created"
	err := j.gameProvider.createPlayer(name, "", j.slot.Currency)
	if err == refuseNameTaken {
		status, err = "OK", nil
	}
	return map[string]any{"Status": status, "Data": map[string]string{"Username": name, "Status": "Active"}}, err
}

func (j joker) changePassword(c *gameCall) (any, error) {
	name := c.text("Username")
	return map[string]string{"Status": "OK", "Username": name}, j.setPassword(name, c.text("Password"))
}

func (j joker) balance(c *gameCall) (any, error) {
	p, err := j.player(c.text("Username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"Username": p.Username, "Credit": c.reportedBalance(p.balance), "OutstandingCredit": money.Satang(0)}, nil
}

func (j joker) transfer(c *gameCall) (any, error) {
	amount, err := c.amount("Amount")
	if err != nil || amount == 0 {
		return nil, gameRefusal("InvalidAmount")
	}
	if c.text("RequestID") == "" {
		return nil, refuseMalformed
	}
	t, err := j.gameProvider.recordTransfer(c, withAmount(gameTransfer{ID: c.text("RequestID"), Username: c.text("Username")}, amount))
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"RequestID": t.ID, "Username": t.Username, "Time": bangkokTime(t.At), "Credit": c.reportedBalance(j.balanceOf(t)), "BeforeCredit": c.reportedBalance(t.before), "OutstandingCredit": money.Satang(0),
	}, nil
}

// bangkokTime formats a time as providers in Thailand do.
func bangkokTime(at time.Time) string { return at.In(clock.Bangkok).Format(time.RFC3339) }

func (j joker) query(c *gameCall) (any, error) {
	t, err := j.transferByID(c.text("RequestID"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"RequestID": t.ID, "Username": t.Username, "Time": bangkokTime(t.At), "Amount": t.signedAmount()}, nil
}

// open returns a link. The wallet adds token, lang and redirectUrl to its query.
func (j joker) open(c *gameCall) (any, error) {
	p, err := j.player(c.text("Username"))
	if err != nil {
		return nil, err
	}
	return map[string]string{"Username": p.Username, "Token": j.newTicket(p, "", ""), "ForwardUrl": j.providerURL(c.r, "/enter")}, nil
}

// listPlays returns the entries that were written between two times, in whole seconds.
func (j joker) listPlays(c *gameCall) (any, error) {
	start, end := time.Unix(c.integer("StartDate"), 0), time.Unix(c.integer("EndDate"), 0)
	next := c.text("NextId")
	cursor, err := strconv.ParseInt(textOr(next, "0"), 10, 64)
	if err != nil || cursor < 0 {
		return nil, refuseMalformed
	}
	found, more := j.playsAfter(cursor, start, maxFeedPage), ""
	for i, p := range found {
		if !p.Written.Before(end) {
			found = found[:i]
			break
		}
	}
	if len(found) == maxFeedPage {
		more = strconv.FormatInt(found[maxFeedPage-1].Seq, 10)
	}
	lists := map[string]any{}
	for credit, name := range jokerLists {
		of := slices.DeleteFunc(slices.Clone(found), func(p *gamePlay) bool { return p.Credit != credit })
		lists[name] = c.feedRows(of, jokerRow)
	}
	return map[string]any{"data": lists, "nextId": more}, nil
}

// jokerLists has the name of the list on a page of plays, by kind of credit; "" is for plays.
var jokerLists = map[string]string{"": "Game", creditJackpot: "Jackpot", creditCorrection: "Competition"}

func jokerRow(p *gamePlay) map[string]any {
	kind := p.status("Spin", "Cancelled")
	if p.Credit != "" {
		kind = jokerLists[p.Credit]
	}
	return p.addValid(map[string]any{
		"OCode": p.ID, "Version": p.FormatRevision, "Username": p.Username, "GameCode": "fwria11mjbrwh", "Type": kind,
		"Time": p.At.Unix(), "Amount": p.Bet, "Result": p.Payout,
	}, "ValidAmount", plainAmount)
}
