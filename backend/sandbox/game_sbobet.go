package sandbox

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/money"
)

// sbobet implements docs/games/formats.md §5.
type sbobet struct{ *house }

func sboForm(h *house) gameForm {
	s := sbobet{h}
	return gameForm{
		calls: map[string]gameAction{
			"POST " + sboPath("player/register-player"):             {actCreate, s.create},
			"POST " + sboPath("player/update-player-password"):      {actPassword, s.password},
			"POST " + sboPath("player/get-player-balance"):          {actBalance, s.balance},
			"POST " + sboPath("player/deposit"):                     {actTransfer, func(c *gameCall) (any, error) { return s.transfer(c, true) }},
			"POST " + sboPath("player/withdraw"):                    {actTransfer, s.withdraw},
			"POST " + sboPath("player/check-transaction-status"):    {actQuery, s.ask},
			"POST " + sboPath("player/login"):                       {actLogin, s.open},
			"POST " + sboPath("report/get-bet-list-by-modify-date"): {actPlays, s.list},
		},
		json: true,
		enter: func(c *gameCall) error {
			if !equal(c.text("CompanyKey"), gameSecret) {
				return noEntry
			}
			if c.text("ServerId") == "" {
				return noMalformed
			}
			return nil
		},
		yes: func(c *gameCall, data any) {
			said, _ := data.(map[string]any)
			sboSay(c, said, 0, "No Error")
		},
		no: func(c *gameCall, code string) {
			n := codeNumber(code, 3)
			sboSay(c, map[string]any{}, n, "refused")
		},
		codes: map[gameNo]string{
			noTaken: "4103", noPlayer: "3303", noFunds: "4501", noTransfer: "4601", noYet: "4602", noFailed: "4603", noConflict: "4404",
			noEntry: "2", noMalformed: "3",
		},
		refused: "3", pends: true,
	}
}

func sboPath(call string) string { return "/web-root/restricted/" + call + ".aspx" }

// sboSay sends a response, and adds the fields that every response has.
func sboSay(c *gameCall, said map[string]any, id int, text string) {
	said["serverId"], said["error"] = c.text("ServerId"), map[string]any{"id": id, "msg": text}
	answer(c.rw, http.StatusOK, said)
}

func (s sbobet) create(c *gameCall) (any, error) {
	name, password := c.text("Username"), c.text("Password")
	if password == "" || c.text("Agent") != gameID {
		return nil, noMalformed
	}
	return map[string]any{"username": name}, s.house.create(name, password, s.slot.Currency)
}

func (s sbobet) password(c *gameCall) (any, error) {
	name := c.text("Username")
	return map[string]any{"username": name}, s.setPassword(name, c.text("Password"))
}

func (s sbobet) balance(c *gameCall) (any, error) {
	p, err := s.player(c.text("Username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": p.Username, "currency": p.Currency, "balance": c.stateBalance(p.balance), "outstanding": money.Satang(0)}, nil
}

func (s sbobet) withdraw(c *gameCall) (any, error) {
	if full, _ := c.fields["IsFullAmount"].(bool); full {
		return nil, noMalformed
	}
	return s.transfer(c, false)
}

func (s sbobet) transfer(c *gameCall, in bool) (any, error) {
	amount, err := c.amount("Amount")
	if err != nil || c.text("TxnId") == "" {
		return nil, noMalformed
	}
	t, err := s.house.transfer(c, gameTransfer{ID: c.text("TxnId"), Username: c.text("Username"), In: in, Amount: amount})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"txnId": t.ID, "username": t.Username, "amount": t.Amount, "refno": strconv.FormatInt(t.No, 10), "balance": c.stateBalance(s.balanceOf(t)),
		"outstanding": money.Satang(0),
	}, nil
}

func (s sbobet) ask(c *gameCall) (any, error) {
	t, err := s.asked(c.text("TxnId"))
	switch {
	case err != nil:
		return nil, err
	case t.state != nil:
		return nil, t.state
	}
	return map[string]any{"txnId": t.ID, "username": t.Username, "type": t.either("deposit", "withdraw"), "amount": t.Amount}, nil
}

// open returns a form with a state that is valid once.
func (s sbobet) open(c *gameCall) (any, error) {
	p, err := s.player(c.text("Username"))
	if err != nil {
		return nil, err
	}
	if c.text("Portfolio") != "SportsBook" {
		return nil, noMalformed
	}
	state := map[string]string{"__VIEWSTATE": s.ticket(p, c.text("Lang"), ""), "__EVENTVALIDATION": rand.Text()}
	s.w.doors.tickets[state["__VIEWSTATE"]].check = state["__EVENTVALIDATION"]
	return map[string]any{"username": p.Username, "action": s.url(c.r, "/signin"), "event": state}, nil
}

// eastern is the provider's own time zone.
var eastern = time.FixedZone("", -4*60*60)

func (s sbobet) list(c *gameCall) (any, error) {
	from, err := when(c.text("StartDate"))
	if err != nil || c.text("Portfolio") != "SportsBook" {
		return nil, noMalformed
	}
	return map[string]any{"result": c.feedRows(s.after(c.whole("AfterSeq"), from, int(c.whole("Limit"))), func(p *gamePlay) map[string]any {
		status := "draw"
		switch net := p.net(); {
		case p.Void:
			status = "void"
		case net > 0:
			status = "won"
		case net < 0:
			status = "lose"
		}
		return p.withValid(map[string]any{
			"seq": p.Seq, "refNo": p.ID, "version": p.Told, "username": p.Username, "orderTime": p.At.In(eastern).Format(time.RFC3339),
			"stake": p.Bet, "winLost": p.net(), "status": status,
		}, "turnover", plain)
	})}, nil
}
