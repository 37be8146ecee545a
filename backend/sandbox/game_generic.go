package sandbox

import (
	"net/http"
	"net/url"
	"strconv"

	"krapao/backend/platform/signed"
)

// generic implements docs/games/formats.md §7.
type generic struct{ *house }

var genericStatus = map[string]int{
	"USERNAME_TAKEN": http.StatusConflict, "ID_TAKEN": http.StatusConflict, "USER_NOT_FOUND": http.StatusNotFound,
	"TRANSFER_NOT_FOUND": http.StatusNotFound, "BAD_SIGNATURE": http.StatusUnauthorized,
}

func genericForm(h *house) gameForm {
	g := generic{h}
	return gameForm{
		calls: map[string]gameAction{
			"POST /players":                    {actCreate, g.create},
			"PUT /players/{username}/password": {actPassword, g.password},
			"GET /players/{username}/balance":  {actBalance, g.balance},
			"POST /transfers":                  {actTransfer, g.transfer},
			"GET /transfers/{id}":              {actQuery, g.ask},
			"POST /players/{username}/launch":  {actLogin, g.open},
			"GET /plays":                       {actPlays, g.list},
		},
		json: true,
		enter: func(c *gameCall) error {
			stamp, signature := c.r.Header.Get(signed.TimestampHeader), c.r.Header.Get(signed.SignatureHeader)
			if !signed.Verify(gameSecret, stamp, signature, c.body, h.w.now()) {
				return noEntry
			}
			return nil
		},
		yes: func(c *gameCall, data any) { answer(c.rw, http.StatusOK, data) },
		no: func(c *gameCall, code string) {
			status := genericStatus[code]
			if status == 0 {
				status = http.StatusUnprocessableEntity
			}
			body := map[string]string{"code": code}
			if code == "TRANSFER_NOT_FOUND" {
				body["id"] = c.r.PathValue("id")
			}
			answer(c.rw, status, body)
		},
		codes: map[gameNo]string{
			noTaken: "USERNAME_TAKEN", noPlayer: "USER_NOT_FOUND", noFunds: "INSUFFICIENT_FUNDS", noTransfer: "TRANSFER_NOT_FOUND",
			noConflict: "ID_TAKEN", noEntry: "BAD_SIGNATURE", noMalformed: "MALFORMED",
		},
		refused: "REFUSED", pends: true,
	}
}

func (g generic) create(c *gameCall) (any, error) {
	name, password := c.text("username"), c.text("password")
	if password == "" {
		return nil, noMalformed
	}
	return map[string]string{"username": name}, g.house.create(name, password, c.text("currency"))
}

func (g generic) password(c *gameCall) (any, error) {
	name := c.r.PathValue("username")
	return map[string]string{"username": name}, g.setPassword(name, c.text("password"))
}

func (g generic) balance(c *gameCall) (any, error) {
	p, err := g.player(c.r.PathValue("username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": p.Username, "currency": p.Currency, "balance": c.stateBalance(p.balance)}, nil
}

func (g generic) transfer(c *gameCall) (any, error) {
	amount, err := c.amount("amount")
	id, way := c.text("id"), c.text("direction")
	if err != nil || id == "" || (way != "IN" && way != "OUT") {
		return nil, noMalformed
	}
	t, err := g.house.transfer(c, gameTransfer{ID: id, Username: c.text("username"), In: way == "IN", Amount: amount})
	if err != nil && err != noYet && err != noFailed {
		return nil, err
	}
	return g.state(c, t), nil
}

func (g generic) ask(c *gameCall) (any, error) {
	t, err := g.asked(c.r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return g.state(c, t), nil
}

func (g generic) state(c *gameCall, t *gameTransfer) any {
	said := map[string]any{
		"id": t.ID, "username": t.Username, "amount": t.Amount, "direction": t.either("IN", "OUT"),
		"status": map[error]string{nil: "DONE", noYet: "PENDING", noFailed: "REFUSED"}[t.state],
	}
	switch {
	case t.state == nil:
		said["balance"] = c.stateBalance(g.balanceOf(t))
	case t.state == noFailed && !t.Fails:
		said["code"] = "INSUFFICIENT_FUNDS"
	case t.state == noFailed:
		said["code"] = "REFUSED"
	}
	return said
}

// open returns how to open the slot: by a link, by a form, or at the provider's login page.
func (g generic) open(c *gameCall) (any, error) {
	p, err := g.player(c.r.PathValue("username"))
	if err != nil {
		return nil, err
	}
	lang, back := c.text("lang"), c.text("back")
	switch g.slot.Way {
	case byForm:
		return map[string]any{"username": p.Username, "action": g.url(c.r, "/signin"), "fields": map[string]string{"lang": lang, "back": back}}, nil
	case byWeb:
		return map[string]any{"username": p.Username, "link": g.url(c.r, "/web?"+url.Values{"lang": {lang}, "back": {back}}.Encode())}, nil
	}
	return map[string]any{"username": p.Username, "link": g.url(c.r, "/enter/"+g.ticket(p, lang, back))}, nil
}

func (g generic) list(c *gameCall) (any, error) {
	ask := c.r.URL.Query()
	from, err := when(ask.Get("since"))
	place, err2 := strconv.ParseInt(or2(ask.Get("cursor"), "0"), 10, 64)
	if err != nil || err2 != nil {
		return nil, noMalformed
	}
	return map[string]any{"plays": c.feedRows(g.after(place, from, max(number(ask.Get("limit")), 0)), func(p *gamePlay) map[string]any {
		row := map[string]any{
			"cursor": strconv.FormatInt(p.Seq, 10), "id": p.ID, "revision": p.Told, "username": p.Username, "at": utc(p.At),
			"bet": p.Bet, "payout": p.Payout,
		}
		if valid := p.valid(); valid != nil {
			row["valid"] = *valid
		}
		return row
	})}, nil
}
