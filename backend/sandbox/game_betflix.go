package sandbox

import (
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/clock"
)

// betflix implements docs/games/formats.md §4.
type betflix struct{ *house }

func betflixForm(h *house) gameForm {
	b := betflix{h}
	return gameForm{
		calls: map[string]gameAction{
			"POST /v4/user/register":       {actCreate, b.create},
			"POST /v4/user/changePassword": {actPassword, b.password},
			"POST /v4/user/balance":        {actBalance, b.balance},
			"POST /v4/user/transfer":       {actTransfer, b.transfer},
			"POST /v4/user/checkTransfer":  {actQuery, b.ask},
			"POST /v4/play/login":          {actLogin, b.open},
			"GET /v4/report/getBetlog":     {actPlays, b.list},
		},
		enter: func(c *gameCall) error {
			if !equal(c.r.Header.Get("x-api-betflix"), gameID) || !equal(c.r.Header.Get("x-api-key"), gameSecret) {
				return noEntry
			}
			return nil
		},
		yes: func(c *gameCall, data any) {
			answer(c.rw, http.StatusOK, map[string]any{"status": "success", "error_code": 0, "msg": "", "data": data})
		},
		no: func(c *gameCall, code string) {
			n := codeNumber(code, 1006)
			answer(c.rw, http.StatusOK, map[string]any{"status": "error", "error_code": n, "msg": "refused"})
		},
		codes: map[gameNo]string{
			noTaken: "1001", noPlayer: "1002", noFunds: "1003", noTransfer: "1004", noYet: "1005", noMalformed: "1006", noEntry: "1007", noConflict: "1008",
			noFailed: "1009", // the format's document lacks this code, so the caller must query the transfer
		},
		refused: "1006", pends: true,
	}
}

func (b betflix) create(c *gameCall) (any, error) {
	name, password := c.text("username"), c.text("password")
	if password == "" {
		return nil, noMalformed
	}
	return map[string]string{"username": name}, b.house.create(name, password, b.slot.Currency)
}

func (b betflix) password(c *gameCall) (any, error) {
	name := c.text("username")
	return map[string]string{"username": name}, b.setPassword(name, c.text("password"))
}

func (b betflix) balance(c *gameCall) (any, error) {
	p, err := b.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]string{"username": p.Username, "balance": c.stateBalance(p.balance).String()}, nil
}

func (b betflix) transfer(c *gameCall) (any, error) {
	amount, err := c.amount("amount")
	if err != nil || c.text("ref") == "" {
		return nil, noMalformed
	}
	t, err := b.house.transfer(c, moved(gameTransfer{ID: c.text("ref"), Username: c.text("username")}, amount))
	if err != nil {
		return nil, err
	}
	return map[string]string{
		"username": t.Username, "ref": t.ID, "amount": t.signedAmount().String(), "before_balance": c.stateBalance(t.before).String(),
		"balance": c.stateBalance(b.balanceOf(t)).String(),
	}, nil
}

func (b betflix) ask(c *gameCall) (any, error) {
	p, err := b.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	t, err := b.asked(c.text("ref"))
	if err != nil || t.Username != p.Username {
		return nil, noTransfer
	}
	status := map[error]string{nil: "success", noYet: "pending", noFailed: "failed"}[t.state]
	return map[string]string{"username": t.Username, "ref": t.ID, "amount": t.signedAmount().String(), "status": status}, nil
}

func (b betflix) open(c *gameCall) (any, error) {
	p, err := b.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]string{"username": p.Username, "url": b.url(c.r, "/enter/"+b.ticket(p, c.text("language"), c.text("returnUrl")))}, nil
}

func (b betflix) list(c *gameCall) (any, error) {
	place, err := strconv.ParseInt(c.text("lastedID"), 10, 64)
	if err != nil || c.text("upline") != gameID {
		return nil, noMalformed
	}
	from, err := when(c.text("start"))
	if err != nil {
		return nil, err
	}
	return c.feedRows(b.after(place, from, int(c.whole("limit"))), func(p *gamePlay) map[string]any {
		return p.withValid(map[string]any{
			"id": p.Seq, "ref": p.ID, "version": p.Told, "username": p.Username, "bet_time": p.At.In(clock.Bangkok).Format(time.DateTime),
			"bet_amount": p.Bet.String(), "payout": p.Payout.String(), "status": p.status("settled", "void"),
		}, "valid_amount", quoted)
	}), nil
}
