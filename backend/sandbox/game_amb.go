package sandbox

import (
	"crypto/pbkdf2"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/money"
)

// amb implements docs/games/formats.md §3. The format has no transfer ids, so a repeated call moves money
// again.
type amb struct{ *gameProvider }

func ambFormat(provider *gameProvider) gameFormat {
	a := amb{provider}
	return gameFormat{
		calls: map[string]gameAction{
			"POST /partner/create":      {actionCreate, a.create},
			"POST /partner/password":    {actionPassword, a.changePassword},
			"POST /partner/balance":     {actionBalance, a.balance},
			"POST /partner/deposit":     {actionTransfer, func(c *gameCall) (any, error) { return a.transfer(c, true) }},
			"POST /partner/withdraw":    {actionTransfer, func(c *gameCall) (any, error) { return a.transfer(c, false) }},
			"POST /partner/launch":      {actionLaunch, a.open},
			"POST /partner/report/list": {actionPlays, a.listPlays},
		},
		json: true, authenticate: authenticateAMB,
		sendSuccess: func(c *gameCall, data any) {
			sendJSON(c.rw, http.StatusOK, map[string]any{"status": map[string]any{"code": 0, "message": "Success"}, "data": data})
		},
		sendRefusal: func(c *gameCall, code string) {
			n := codeNumber(code, 997)
			sendJSON(c.rw, http.StatusOK, map[string]any{"status": map[string]any{"code": n, "message": "refused"}, "data": nil})
		},
		codes:     map[gameRefusal]string{refuseNameTaken: "902", refuseNoPlayer: "901", refuseFunds: "800", refuseMalformed: "997", refuseCredentials: "998"},
		faultCode: "997",
	}
}

func authenticateAMB(c *gameCall) error {
	key, err := pbkdf2.Key(sha512.New, string(c.body), []byte(gameSecret), 1000, 64)
	switch {
	case err != nil:
		return err
	case !equalSecrets(c.r.Header.Get("x-amb-signature"), base64.StdEncoding.EncodeToString(key)):
		return refuseCredentials
	case c.text("agent") != gameID:
		return gameRefusal("900")
	}
	return nil
}

func (a amb) create(c *gameCall) (any, error) {
	name, password := c.text("username"), c.text("password")
	if password == "" {
		return nil, refuseMalformed
	}
	return map[string]string{"username": name}, a.gameProvider.createPlayer(name, password, a.slot.Currency)
}

func (a amb) changePassword(c *gameCall) (any, error) {
	name := c.text("username")
	return map[string]string{"username": name}, a.setPassword(name, c.text("newPassword"))
}

func (a amb) balance(c *gameCall) (any, error) {
	p, err := a.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": p.Username, "balance": c.reportedBalance(p.balance)}, nil
}

func (a amb) transfer(c *gameCall, in bool) (any, error) {
	amount, err := c.amount("amount")
	if err != nil {
		return nil, err
	}
	t, err := a.gameProvider.recordTransfer(c, gameTransfer{Username: c.text("username"), In: in, Amount: amount})
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": t.Username, "amount": t.Amount, "balance": map[string]money.Satang{"before": c.reportedBalance(t.before), "after": c.reportedBalance(t.after)}}, nil
}

func (a amb) open(c *gameCall) (any, error) {
	p, err := a.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]string{"username": p.Username, "url": a.providerURL(c.r, "/enter/"+a.newTicket(p, c.text("lang"), c.text("returnUrl")))}, nil
}

func (a amb) listPlays(c *gameCall) (any, error) {
	var cursor int64
	from, err := parseTime(c.text("from"))
	if after := c.text("after"); after != "" {
		cursor, err = strconv.ParseInt(after, 16, 64)
	}
	if err != nil {
		return nil, refuseMalformed
	}
	return map[string]any{"transactions": c.feedRows(a.playsAfter(cursor, from, int(c.integer("limit"))), func(p *gamePlay) map[string]any {
		return p.addValid(map[string]any{
			"key": fmt.Sprintf("%08x", p.Seq), "refId": p.ID, "version": p.FormatRevision, "username": p.Username, "betTime": bangkokTime(p.At),
			"betAmount": p.Bet, "payout": p.Payout, "status": p.status("SETTLED", "VOID"),
		}, "validAmount", plainAmount)
	})}, nil
}

// utcTime formats a time as most providers do.
func utcTime(at time.Time) string { return at.UTC().Format(time.RFC3339) }
