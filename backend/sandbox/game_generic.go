package sandbox

import (
	"net/http"
	"net/url"
	"strconv"

	"krapao/backend/platform/signed"
)

// generic implements docs/games/formats.md §7.
type generic struct{ *gameProvider }

var genericStatus = map[string]int{
	"USERNAME_TAKEN": http.StatusConflict, "ID_TAKEN": http.StatusConflict, "USER_NOT_FOUND": http.StatusNotFound,
	"TRANSFER_NOT_FOUND": http.StatusNotFound, "BAD_SIGNATURE": http.StatusUnauthorized,
}

func genericFormat(provider *gameProvider) gameFormat {
	g := generic{provider}
	return gameFormat{
		calls: map[string]gameAction{
			"POST /players":                    {actionCreate, g.create},
			"PUT /players/{username}/password": {actionPassword, g.changePassword},
			"GET /players/{username}/balance":  {actionBalance, g.balance},
			"POST /transfers":                  {actionTransfer, g.transfer},
			"GET /transfers/{id}":              {actionQuery, g.query},
			"POST /players/{username}/launch":  {actionLaunch, g.open},
			"GET /plays":                       {actionPlays, g.listPlays},
		},
		json: true,
		authenticate: func(c *gameCall) error {
			stamp, signature := c.r.Header.Get(signed.TimestampHeader), c.r.Header.Get(signed.SignatureHeader)
			if !signed.Verify(gameSecret, stamp, signature, c.body, provider.sandbox.now()) {
				return refuseCredentials
			}
			return nil
		},
		sendSuccess: func(c *gameCall, data any) { sendJSON(c.rw, http.StatusOK, data) },
		sendRefusal: func(c *gameCall, code string) {
			status := genericStatus[code]
			if status == 0 {
				status = http.StatusUnprocessableEntity
			}
			body := map[string]string{"code": code}
			if code == "TRANSFER_NOT_FOUND" {
				body["id"] = c.r.PathValue("id")
			}
			sendJSON(c.rw, status, body)
		},
		codes: map[gameRefusal]string{
			refuseNameTaken: "USERNAME_TAKEN", refuseNoPlayer: "USER_NOT_FOUND", refuseFunds: "INSUFFICIENT_FUNDS", refuseNoTransfer: "TRANSFER_NOT_FOUND",
			refuseConflict: "ID_TAKEN", refuseCredentials: "BAD_SIGNATURE", refuseMalformed: "MALFORMED",
		},
		faultCode: "REFUSED", hasPending: true,
	}
}

func (g generic) create(c *gameCall) (any, error) {
	name, password := c.text("username"), c.text("password")
	if password == "" {
		return nil, refuseMalformed
	}
	return map[string]string{"username": name}, g.gameProvider.createPlayer(name, password, c.text("currency"))
}

func (g generic) changePassword(c *gameCall) (any, error) {
	name := c.r.PathValue("username")
	return map[string]string{"username": name}, g.setPassword(name, c.text("password"))
}

func (g generic) balance(c *gameCall) (any, error) {
	p, err := g.player(c.r.PathValue("username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": p.Username, "currency": p.Currency, "balance": c.reportedBalance(p.balance)}, nil
}

func (g generic) transfer(c *gameCall) (any, error) {
	amount, err := c.amount("amount")
	id, direction := c.text("id"), c.text("direction")
	if err != nil || id == "" || (direction != "IN" && direction != "OUT") {
		return nil, refuseMalformed
	}
	t, err := g.gameProvider.recordTransfer(c, gameTransfer{ID: id, Username: c.text("username"), In: direction == "IN", Amount: amount})
	if err != nil && err != refuseInProgress && err != refuseFailed {
		return nil, err
	}
	return g.transferBody(c, t), nil
}

func (g generic) query(c *gameCall) (any, error) {
	t, err := g.transferByID(c.r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return g.transferBody(c, t), nil
}

func (g generic) transferBody(c *gameCall, t *gameTransfer) any {
	response := map[string]any{
		"id": t.ID, "username": t.Username, "amount": t.Amount, "direction": t.byDirection("IN", "OUT"),
		"status": map[error]string{nil: "DONE", refuseInProgress: "PENDING", refuseFailed: "REFUSED"}[t.refusal],
	}
	switch {
	case t.refusal == nil:
		response["balance"] = c.reportedBalance(g.balanceOf(t))
	case t.refusal == refuseFailed && !t.Fails:
		response["code"] = "INSUFFICIENT_FUNDS"
	case t.refusal == refuseFailed:
		response["code"] = "REFUSED"
	}
	return response
}

// open returns how to open the slot: by a link, by a form, or at the provider's login page.
func (g generic) open(c *gameCall) (any, error) {
	p, err := g.player(c.r.PathValue("username"))
	if err != nil {
		return nil, err
	}
	lang, back := c.text("lang"), c.text("back")
	switch g.slot.OpenedBy {
	case openByForm:
		return map[string]any{"username": p.Username, "action": g.providerURL(c.r, "/signin"), "fields": map[string]string{"lang": lang, "back": back}}, nil
	case openByWeb:
		return map[string]any{"username": p.Username, "link": g.providerURL(c.r, "/web?"+url.Values{"lang": {lang}, "back": {back}}.Encode())}, nil
	}
	return map[string]any{"username": p.Username, "link": g.providerURL(c.r, "/enter/"+g.newTicket(p, lang, back))}, nil
}

func (g generic) listPlays(c *gameCall) (any, error) {
	query := c.r.URL.Query()
	from, err := parseTime(query.Get("since"))
	cursor, err2 := strconv.ParseInt(textOr(query.Get("cursor"), "0"), 10, 64)
	if err != nil || err2 != nil {
		return nil, refuseMalformed
	}
	return map[string]any{"plays": c.feedRows(g.playsAfter(cursor, from, max(parseNumber(query.Get("limit")), 0)), func(p *gamePlay) map[string]any {
		row := map[string]any{
			"cursor": strconv.FormatInt(p.Seq, 10), "id": p.ID, "revision": p.FormatRevision, "username": p.Username, "at": utcTime(p.At),
			"bet": p.Bet, "payout": p.Payout,
		}
		if valid := p.valid(); valid != nil {
			row["valid"] = *valid
		}
		return row
	})}, nil
}
