package sandbox

import (
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/clock"
)

// betflix implements docs/games/formats.md §4.
type betflix struct{ *gameProvider }

func betflixFormat(provider *gameProvider) gameFormat {
	b := betflix{provider}
	return gameFormat{
		calls: map[string]gameAction{
			"POST /v4/user/register":       {actionCreate, b.create},
			"POST /v4/user/changePassword": {actionPassword, b.changePassword},
			"POST /v4/user/balance":        {actionBalance, b.balance},
			"POST /v4/user/transfer":       {actionTransfer, b.transfer},
			"POST /v4/user/checkTransfer":  {actionQuery, b.query},
			"POST /v4/play/login":          {actionLaunch, b.open},
			"GET /v4/report/getBetlog":     {actionPlays, b.listPlays},
		},
		authenticate: func(c *gameCall) error {
			if !equalSecrets(c.r.Header.Get("x-api-betflix"), gameID) || !equalSecrets(c.r.Header.Get("x-api-key"), gameSecret) {
				return refuseCredentials
			}
			return nil
		},
		sendSuccess: func(c *gameCall, data any) {
			sendJSON(c.rw, http.StatusOK, map[string]any{"status": "success", "error_code": 0, "msg": "", "data": data})
		},
		sendRefusal: func(c *gameCall, code string) {
			n := codeNumber(code, 1006)
			sendJSON(c.rw, http.StatusOK, map[string]any{"status": "error", "error_code": n, "msg": "refused"})
		},
		codes: map[gameRefusal]string{
			refuseNameTaken: "1001", refuseNoPlayer: "1002", refuseFunds: "1003", refuseNoTransfer: "1004", refuseInProgress: "1005", refuseMalformed: "1006", refuseCredentials: "1007", refuseConflict: "1008",
			refuseFailed: "1009", // the format's document lacks this code, so the caller must query the transfer
		},
		faultCode: "1006", hasPending: true,
	}
}

func (b betflix) create(c *gameCall) (any, error) {
	name, password := c.text("username"), c.text("password")
	if password == "" {
		return nil, refuseMalformed
	}
	return map[string]string{"username": name}, b.gameProvider.createPlayer(name, password, b.slot.Currency)
}

func (b betflix) changePassword(c *gameCall) (any, error) {
	name := c.text("username")
	return map[string]string{"username": name}, b.setPassword(name, c.text("password"))
}

func (b betflix) balance(c *gameCall) (any, error) {
	p, err := b.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]string{"username": p.Username, "balance": c.reportedBalance(p.balance).String()}, nil
}

func (b betflix) transfer(c *gameCall) (any, error) {
	amount, err := c.amount("amount")
	if err != nil || c.text("ref") == "" {
		return nil, refuseMalformed
	}
	t, err := b.gameProvider.recordTransfer(c, withAmount(gameTransfer{ID: c.text("ref"), Username: c.text("username")}, amount))
	if err != nil {
		return nil, err
	}
	return map[string]string{
		"username": t.Username, "ref": t.ID, "amount": t.signedAmount().String(), "before_balance": c.reportedBalance(t.before).String(),
		"balance": c.reportedBalance(b.balanceOf(t)).String(),
	}, nil
}

func (b betflix) query(c *gameCall) (any, error) {
	p, err := b.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	t, err := b.transferByID(c.text("ref"))
	if err != nil || t.Username != p.Username {
		return nil, refuseNoTransfer
	}
	status := map[error]string{nil: "success", refuseInProgress: "pending", refuseFailed: "failed"}[t.refusal]
	return map[string]string{"username": t.Username, "ref": t.ID, "amount": t.signedAmount().String(), "status": status}, nil
}

func (b betflix) open(c *gameCall) (any, error) {
	p, err := b.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]string{"username": p.Username, "url": b.providerURL(c.r, "/enter/"+b.newTicket(p, c.text("language"), c.text("returnUrl")))}, nil
}

func (b betflix) listPlays(c *gameCall) (any, error) {
	cursor, err := strconv.ParseInt(c.text("lastedID"), 10, 64)
	if err != nil || c.text("upline") != gameID {
		return nil, refuseMalformed
	}
	from, err := parseTime(c.text("start"))
	if err != nil {
		return nil, err
	}
	return c.feedRows(b.playsAfter(cursor, from, int(c.integer("limit"))), func(p *gamePlay) map[string]any {
		return p.addValid(map[string]any{
			"id": p.Seq, "ref": p.ID, "version": p.FormatRevision, "username": p.Username, "bet_time": p.At.In(clock.Bangkok).Format(time.DateTime),
			"bet_amount": p.Bet.String(), "payout": p.Payout.String(), "status": p.status("settled", "void"),
		}, "valid_amount", quotedAmount)
	}), nil
}
