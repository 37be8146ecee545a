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
type amb struct{ *house }

func ambForm(h *house) gameForm {
	a := amb{h}
	return gameForm{
		calls: map[string]gameAction{
			"POST /partner/create":      {actCreate, a.create},
			"POST /partner/password":    {actPassword, a.password},
			"POST /partner/balance":     {actBalance, a.balance},
			"POST /partner/deposit":     {actTransfer, func(c *gameCall) (any, error) { return a.transfer(c, true) }},
			"POST /partner/withdraw":    {actTransfer, func(c *gameCall) (any, error) { return a.transfer(c, false) }},
			"POST /partner/launch":      {actLogin, a.open},
			"POST /partner/report/list": {actPlays, a.list},
		},
		json: true, enter: ambEnter,
		yes: func(c *gameCall, data any) {
			answer(c.rw, http.StatusOK, map[string]any{"status": map[string]any{"code": 0, "message": "Success"}, "data": data})
		},
		no: func(c *gameCall, code string) {
			n := codeNumber(code, 997)
			answer(c.rw, http.StatusOK, map[string]any{"status": map[string]any{"code": n, "message": "refused"}, "data": nil})
		},
		codes:   map[gameNo]string{noTaken: "902", noPlayer: "901", noFunds: "800", noMalformed: "997", noEntry: "998"},
		refused: "997",
	}
}

func ambEnter(c *gameCall) error {
	key, err := pbkdf2.Key(sha512.New, string(c.body), []byte(gameSecret), 1000, 64)
	switch {
	case err != nil:
		return err
	case !equal(c.r.Header.Get("x-amb-signature"), base64.StdEncoding.EncodeToString(key)):
		return noEntry
	case c.text("agent") != gameID:
		return gameNo("900")
	}
	return nil
}

func (a amb) create(c *gameCall) (any, error) {
	name, password := c.text("username"), c.text("password")
	if password == "" {
		return nil, noMalformed
	}
	return map[string]string{"username": name}, a.house.create(name, password, a.slot.Currency)
}

func (a amb) password(c *gameCall) (any, error) {
	name := c.text("username")
	return map[string]string{"username": name}, a.setPassword(name, c.text("newPassword"))
}

func (a amb) balance(c *gameCall) (any, error) {
	p, err := a.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": p.Username, "balance": c.stateBalance(p.balance)}, nil
}

func (a amb) transfer(c *gameCall, in bool) (any, error) {
	amount, err := c.amount("amount")
	if err != nil {
		return nil, err
	}
	t, err := a.house.transfer(c, gameTransfer{Username: c.text("username"), In: in, Amount: amount})
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": t.Username, "amount": t.Amount, "balance": map[string]money.Satang{"before": c.stateBalance(t.before), "after": c.stateBalance(t.after)}}, nil
}

func (a amb) open(c *gameCall) (any, error) {
	p, err := a.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]string{"username": p.Username, "url": a.url(c.r, "/enter/"+a.ticket(p, c.text("lang"), c.text("returnUrl")))}, nil
}

func (a amb) list(c *gameCall) (any, error) {
	var place int64
	from, err := when(c.text("from"))
	if after := c.text("after"); after != "" {
		place, err = strconv.ParseInt(after, 16, 64)
	}
	if err != nil {
		return nil, noMalformed
	}
	return map[string]any{"transactions": c.feedRows(a.after(place, from, int(c.whole("limit"))), func(p *gamePlay) map[string]any {
		return p.withValid(map[string]any{
			"key": fmt.Sprintf("%08x", p.Seq), "refId": p.ID, "version": p.Told, "username": p.Username, "betTime": local(p.At),
			"betAmount": p.Bet, "payout": p.Payout, "status": p.status("SETTLED", "VOID"),
		}, "validAmount", plain)
	})}, nil
}

// utc formats a time as most providers do.
func utc(at time.Time) string { return at.UTC().Format(time.RFC3339) }
