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
type aggregator struct{ *gameProvider }

func aggregatorFormat(provider *gameProvider) gameFormat {
	a := aggregator{provider}
	return gameFormat{
		calls: map[string]gameAction{
			"POST /createMember.aspx":     {actionCreate, a.create},
			"POST /changePassword.aspx":   {actionPassword, a.changePassword},
			"POST /getBalance.aspx":       {actionBalance, a.balance},
			"POST /makeTransfer.aspx":     {actionTransfer, a.transfer},
			"POST /checkTransaction.ashx": {actionQuery, a.query},
			"POST /launchGames.aspx":      {actionLaunch, a.open},
			"POST /fetchbykey.aspx":       {actionPlays, a.listPlays},
		},
		authenticate: authenticateAggregator,
		sendSuccess: func(c *gameCall, data any) {
			response, _ := data.(map[string]any)
			response["errCode"], response["errMsg"] = "0", "SUCCESS"
			sendJSON(c.rw, http.StatusOK, response)
		},
		sendRefusal: func(c *gameCall, code string) {
			sendJSON(c.rw, http.StatusOK, map[string]string{"errCode": code, "errMsg": "refused"})
		},
		codes: map[gameRefusal]string{
			refuseNameTaken: "82", refuseNoPlayer: "81", refuseFunds: "72", refuseNoTransfer: "-987", refuseConflict: "71", refuseMalformed: "600", refuseCredentials: "61",
		},
		faultCode: "600", hasPending: true,
	}
}

func authenticateAggregator(c *gameCall) error {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		if name != "signature" {
			text += c.text(name)
		}
	}
	if c.text("operatorcode") != gameID || !equalSecrets(c.text("signature"), fmt.Sprintf("%X", md5.Sum([]byte(text+gameSecret)))) {
		return refuseCredentials
	}
	return nil
}

// checkUnit returns a refusal if a call uses another unit than the provider's.
func (a aggregator) checkUnit(c *gameCall) error {
	if c.text("ratio") != a.slot.Ratio {
		return gameRefusal("73")
	}
	return nil
}

func (a aggregator) create(c *gameCall) (any, error) {
	name, password := c.text("username"), c.text("password")
	if err := a.checkUnit(c); err != nil {
		return nil, err
	}
	if password == "" {
		return nil, refuseMalformed
	}
	return map[string]any{"username": name}, a.gameProvider.createPlayer(name, password, c.text("currency"))
}

func (a aggregator) changePassword(c *gameCall) (any, error) {
	name := c.text("username")
	return map[string]any{"username": name}, a.setPassword(name, c.text("password"))
}

func (a aggregator) balance(c *gameCall) (any, error) {
	if err := a.checkUnit(c); err != nil {
		return nil, err
	}
	p, err := a.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"username": p.Username, "ratio": a.slot.Ratio, "balance": c.reportedBalance(p.balance)}, nil
}

func (a aggregator) transfer(c *gameCall) (any, error) {
	amount, err := c.amount("amount")
	id, direction := c.text("referenceid"), c.text("type")
	switch {
	case err != nil || (direction != "0" && direction != "1"):
		return nil, refuseMalformed
	case id == "" || len(id) > 20:
		return nil, gameRefusal("70")
	}
	if err := a.checkUnit(c); err != nil {
		return nil, err
	}
	t, err := a.gameProvider.recordTransfer(c, gameTransfer{ID: id, Username: c.text("username"), In: direction == "0", Amount: amount})
	if err != nil && err != refuseInProgress && err != refuseFailed {
		return nil, err
	}
	return a.data(c, t), nil
}

func (a aggregator) query(c *gameCall) (any, error) {
	if err := a.checkUnit(c); err != nil {
		return nil, err
	}
	t, err := a.transferByID(c.text("referenceid"))
	if err != nil {
		return nil, err
	}
	return a.data(c, t), nil
}

// data returns a transfer and its state in the response format.
func (a aggregator) data(c *gameCall, t *gameTransfer) any {
	data := map[string]any{
		"ref_id": t.ID, "username": t.Username, "type": t.byDirection("0", "1"), "amount": t.Amount, "ratio": a.slot.Ratio,
		"status": map[error]string{nil: "SUCCESS", refuseInProgress: "PROCESSING", refuseFailed: "FAILED"}[t.refusal],
	}
	if t.refusal == nil {
		data["balance"] = c.reportedBalance(a.balanceOf(t))
	}
	return map[string]any{"data": data}
}

func (a aggregator) open(c *gameCall) (any, error) {
	p, err := a.player(c.text("username"))
	if err != nil {
		return nil, err
	}
	if p.Password == "" || !equalSecrets(p.Password, c.text("password")) {
		return nil, gameRefusal("74")
	}
	lang := map[string]string{"th-TH": "th", "lo-LA": "lo", "en-US": "en"}[c.text("lang")]
	return map[string]any{"username": p.Username, "gameUrl": a.providerURL(c.r, "/enter/"+a.newTicket(p, lang, c.text("returnurl")))}, nil
}

func (a aggregator) listPlays(c *gameCall) (any, error) {
	cursor, err := strconv.ParseInt(c.text("versionkey"), 10, 64)
	if err != nil {
		return nil, refuseMalformed
	}
	from, err := parseTime(c.text("from"))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(c.feedRows(a.playsAfter(cursor, from, int(c.integer("limit"))), func(p *gamePlay) map[string]any {
		id, _ := strconv.ParseInt(p.ID, 10, 64) // play ids of this format are always numbers
		status := 1
		if p.Void {
			status = -1
		}
		return p.addValid(map[string]any{
			"versionkey": p.Seq, "id": id, "ref_no": "X" + p.ID, "site": "IM", "member": p.Username, "start_time": utcTime(p.At),
			"bet": p.Bet, "payout": p.Payout, "status": status, "ratio": a.slot.Ratio,
		}, "turnover", plainAmount)
	}))
	return map[string]any{"result": string(text)}, err
}
