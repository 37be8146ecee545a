package sandbox

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/money"
)

// sbobet implements docs/games/formats.md §5.
type sbobet struct{ *gameProvider }

func sboFormat(provider *gameProvider) gameFormat {
	s := sbobet{provider}
	return gameFormat{
		calls: map[string]gameAction{
			"POST " + sboPath("player/register-player"):             {actionCreate, s.create},
			"POST " + sboPath("player/update-player-password"):      {actionPassword, s.changePassword},
			"POST " + sboPath("player/get-player-balance"):          {actionBalance, s.balance},
			"POST " + sboPath("player/deposit"):                     {actionTransfer, func(c *gameCall) (any, error) { return s.transfer(c, true) }},
			"POST " + sboPath("player/withdraw"):                    {actionTransfer, s.withdraw},
			"POST " + sboPath("player/check-transaction-status"):    {actionQuery, s.query},
			"POST " + sboPath("player/login"):                       {actionLaunch, s.open},
			"POST " + sboPath("report/get-bet-list-by-modify-date"): {actionPlays, s.listPlays},
		},
		json: true,
		authenticate: func(c *gameCall) error {
			if !equalSecrets(c.text("CompanyKey"), gameSecret) {
				return refuseCredentials
			}
			if c.text("ServerId") == "" {
				return refuseMalformed
			}
			return nil
		},
		sendSuccess: func(c *gameCall, data any) {
			response, _ := data.(map[string]any)
			sendSBO(c, response, 0, "No Error")
		},
		sendRefusal: func(c *gameCall, code string) {
			n := codeNumber(code, 3)
			sendSBO(c, map[string]any{}, n, "refused")
		},
		codes: map[gameRefusal]string{
			refuseNameTaken: "4103", refuseNoPlayer: "3303", refuseFunds: "4501", refuseNoTransfer: "4601", refuseInProgress: "4602", refuseFailed: "4603", refuseConflict: "4404",
			refuseCredentials: "2", refuseMalformed: "3",
		},
		faultCode: "3", hasPending: true,
	}
}

func sboPath(call string) string { return "/web-root/restricted/" + call + ".aspx" }

// sendSBO sends a response, and adds the fields that every response has.
func sendSBO(c *gameCall, response map[string]any, id int, text string) {
	response["serverId"], response["error"] = c.text("ServerId"), map[string]any{"id": id, "msg": text}
	sendJSON(c.rw, http.StatusOK, response)
}

func (s sbobet) create(c *gameCall) (any, error) {
	name, password := c.text("Username"), c.text("Password")
	if password == "" || c.text("Agent") != gameID {
		return nil, refuseMalformed
	}
	return map[string]any{"username": name}, s.gameProvider.createPlayer(name, password, s.slot.Currency)
}

func (s sbobet) changePassword(c *gameCall) (any, error) {
	name := c.text("Username")
	return map[string]any{"username": name}, s.setPassword(name, c.text("Password"))
}

func (s sbobet) balance(c *gameCall) (any, error) {
	p, err := s.player(c.text("Username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": p.Username, "currency": p.Currency, "balance": c.reportedBalance(p.balance), "outstanding": money.Satang(0)}, nil
}

func (s sbobet) withdraw(c *gameCall) (any, error) {
	if full, _ := c.fields["IsFullAmount"].(bool); full {
		return nil, refuseMalformed
	}
	return s.transfer(c, false)
}

func (s sbobet) transfer(c *gameCall, in bool) (any, error) {
	amount, err := c.amount("Amount")
	if err != nil || c.text("TxnId") == "" {
		return nil, refuseMalformed
	}
	t, err := s.gameProvider.recordTransfer(c, gameTransfer{ID: c.text("TxnId"), Username: c.text("Username"), In: in, Amount: amount})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"txnId": t.ID, "username": t.Username, "amount": t.Amount, "refno": strconv.FormatInt(t.No, 10), "balance": c.reportedBalance(s.balanceOf(t)),
		"outstanding": money.Satang(0),
	}, nil
}

func (s sbobet) query(c *gameCall) (any, error) {
	t, err := s.transferByID(c.text("TxnId"))
	switch {
	case err != nil:
		return nil, err
	case t.refusal != nil:
		return nil, t.refusal
	}
	return map[string]any{"txnId": t.ID, "username": t.Username, "type": t.byDirection("deposit", "withdraw"), "amount": t.Amount}, nil
}

// open returns a form with a state that is valid once.
func (s sbobet) open(c *gameCall) (any, error) {
	p, err := s.player(c.text("Username"))
	if err != nil {
		return nil, err
	}
	if c.text("Portfolio") != "SportsBook" {
		return nil, refuseMalformed
	}
	state := map[string]string{"__VIEWSTATE": s.newTicket(p, c.text("Lang"), ""), "__EVENTVALIDATION": rand.Text()}
	s.sandbox.gameSessions.tickets[state["__VIEWSTATE"]].check = state["__EVENTVALIDATION"]
	return map[string]any{"username": p.Username, "action": s.providerURL(c.r, "/signin"), "event": state}, nil
}

// sboZone is the time zone of the provider's reports.
var sboZone = time.FixedZone("", -4*60*60)

func (s sbobet) listPlays(c *gameCall) (any, error) {
	from, err := parseTime(c.text("StartDate"))
	if err != nil || c.text("Portfolio") != "SportsBook" {
		return nil, refuseMalformed
	}
	return map[string]any{"result": c.feedRows(s.playsAfter(c.integer("AfterSeq"), from, int(c.integer("Limit"))), func(p *gamePlay) map[string]any {
		status := "draw"
		switch net := p.net(); {
		case p.Void:
			status = "void"
		case net > 0:
			status = "won"
		case net < 0:
			status = "lose"
		}
		return p.addValid(map[string]any{
			"seq": p.Seq, "refNo": p.ID, "version": p.FormatRevision, "username": p.Username, "orderTime": p.At.In(sboZone).Format(time.RFC3339),
			"stake": p.Bet, "winLost": p.net(), "status": status,
		}, "turnover", plainAmount)
	})}, nil
}
