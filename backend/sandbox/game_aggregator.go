package sandbox

import (
	"crypto/md5"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
)

// aggregator implements docs/games/formats.md §6. All its amounts are in the provider's unit.
type aggregator struct{ *house }

func aggregatorForm(h *house) gameForm {
	a := aggregator{h}
	return gameForm{
		calls: map[string]gameAction{
			"POST /createMember.aspx":     {actCreate, a.create},
			"POST /changePassword.aspx":   {actPassword, a.password},
			"POST /getBalance.aspx":       {actBalance, a.balance},
			"POST /makeTransfer.aspx":     {actTransfer, a.transfer},
			"POST /checkTransaction.ashx": {actQuery, a.ask},
			"POST /launchGames.aspx":      {actLogin, a.open},
			"POST /fetchbykey.aspx":       {actPlays, a.list},
		},
		enter: aggregatorEnter,
		yes: func(c *gameCall, data any) {
			said, _ := data.(map[string]any)
			said["errCode"], said["errMsg"] = "0", "SUCCESS"
			answer(c.rw, http.StatusOK, said)
		},
		no: func(c *gameCall, code string) {
			answer(c.rw, http.StatusOK, map[string]string{"errCode": code, "errMsg": "refused"})
		},
		codes: map[gameNo]string{
			noTaken: "82", noPlayer: "81", noFunds: "72", noTransfer: "-987", noConflict: "71", noMalformed: "600", noEntry: "61",
		},
		refused: "600", pends: true,
	}
}

func aggregatorEnter(c *gameCall) error {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		if name != "signature" {
			text += c.text(name)
		}
	}
	if c.text("operatorcode") != gameID || !equal(c.text("signature"), fmt.Sprintf("%X", md5.Sum([]byte(text+gameSecret)))) {
		return noEntry
	}
	return nil
}

// unit returns a refusal if a call uses another unit than the provider's.
func (a aggregator) unit(c *gameCall) error {
	if c.text("ratio") != a.slot.Ratio {
		return gameNo("73")
	}
	return nil
}

func (a aggregator) create(c *gameCall) (any, error) {
	name, password := c.text("username"), c.text("password")
	if err := a.unit(c); err != nil {
		return nil, err
	}
	if password == "" {
		return nil, noMalformed
	}
	return map[string]any{"username": name}, a.house.create(name, password, c.text("currency"))
}

func (a aggregator) password(c *gameCall) (any, error) {
	name := c.text("username")
	return map[string]any{"username": name}, a.setPassword(name, c.text("password"))
}

func (a aggregator) balance(c *gameCall) (any, error) {
	if err := a.unit(c); err != nil {
		return nil, err
	}
	p, err := a.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": p.Username, "ratio": a.slot.Ratio, "balance": c.stateBalance(p.balance)}, nil
}

func (a aggregator) transfer(c *gameCall) (any, error) {
	amount, err := c.amount("amount")
	id, way := c.text("referenceid"), c.text("type")
	switch {
	case err != nil || (way != "0" && way != "1"):
		return nil, noMalformed
	case id == "" || len(id) > 20:
		return nil, gameNo("70")
	}
	if err := a.unit(c); err != nil {
		return nil, err
	}
	t, err := a.house.transfer(c, gameTransfer{ID: id, Username: c.text("username"), In: way == "0", Amount: amount})
	if err != nil && err != noYet && err != noFailed {
		return nil, err
	}
	return a.data(c, t), nil
}

func (a aggregator) ask(c *gameCall) (any, error) {
	if err := a.unit(c); err != nil {
		return nil, err
	}
	t, err := a.asked(c.text("referenceid"))
	if err != nil {
		return nil, err
	}
	return a.data(c, t), nil
}

// data returns a transfer and its state in the response format.
func (a aggregator) data(c *gameCall, t *gameTransfer) any {
	data := map[string]any{
		"ref_id": t.ID, "username": t.Username, "type": t.either("0", "1"), "amount": t.Amount, "ratio": a.slot.Ratio,
		"status": map[error]string{nil: "SUCCESS", noYet: "PROCESSING", noFailed: "FAILED"}[t.state],
	}
	if t.state == nil {
		data["balance"] = c.stateBalance(a.balanceOf(t))
	}
	return map[string]any{"data": data}
}

func (a aggregator) open(c *gameCall) (any, error) {
	p, err := a.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	if p.Password == "" || !equal(p.Password, c.text("password")) {
		return nil, gameNo("74")
	}
	lang := map[string]string{"th-TH": "th", "lo-LA": "lo", "en-US": "en"}[c.text("lang")]
	return map[string]any{"username": p.Username, "gameUrl": a.url(c.r, "/enter/"+a.ticket(p, lang, c.text("returnurl")))}, nil
}

func (a aggregator) list(c *gameCall) (any, error) {
	place, err := strconv.ParseInt(c.text("versionkey"), 10, 64)
	if err != nil {
		return nil, noMalformed
	}
	from, err := when(c.text("from"))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(c.feedRows(a.after(place, from, int(c.whole("limit"))), func(p *gamePlay) map[string]any {
		id, _ := strconv.ParseInt(p.ID, 10, 64) // play ids of this format are always numbers
		status := 1
		if p.Void {
			status = -1
		}
		return p.withValid(map[string]any{
			"versionkey": p.Seq, "id": id, "ref_no": "X" + p.ID, "site": "IM", "member": p.Username, "start_time": utc(p.At),
			"bet": p.Bet, "payout": p.Payout, "status": status, "ratio": a.slot.Ratio,
		}, "turnover", plain)
	}))
	return map[string]any{"result": string(text)}, err
}
