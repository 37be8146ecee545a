package sandbox

import (
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/money"
)

// pgsoft implements docs/games/formats.md §2.
type pgsoft struct{ *gameProvider }

func pgFormat(provider *gameProvider) gameFormat {
	p := pgsoft{provider}
	codes := map[gameRefusal]string{
		refuseNameTaken: "1305", refuseNoPlayer: "3005", refuseFunds: "3013", refuseNoTransfer: "3040", refuseConflict: "3032", refuseMalformed: "1034", refuseCredentials: "1204",
		refuseInProgress: "3101", refuseFailed: "3100",
	}
	return gameFormat{
		calls: map[string]gameAction{
			"POST /Player/v1/Create":             {actionCreate, p.create},
			"POST /Player/v1/ChangePassword":     {actionPassword, p.changePassword},
			"POST /Cash/v3/GetPlayerWallet":      {actionBalance, p.balance},
			"POST /Cash/v3/TransferIn":           {actionTransfer, func(c *gameCall) (any, error) { return p.transfer(c, true) }},
			"POST /Cash/v3/TransferOut":          {actionTransfer, func(c *gameCall) (any, error) { return p.transfer(c, false) }},
			"POST /Cash/v3/GetSingleTransaction": {actionQuery, p.query},
			"POST /Launch/v1/GetLaunchUrl":       {actionLaunch, p.open},
			"POST /Bet/v4/GetHistory":            {actionPlays, p.listPlays},
		},
		authenticate: func(c *gameCall) error {
			if !equalSecrets(c.text("operator_token"), gameID) || !equalSecrets(c.text("secret_key"), gameSecret) {
				return refuseCredentials
			}
			return nil
		},
		sendSuccess: func(c *gameCall, data any) { sendJSON(c.rw, http.StatusOK, map[string]any{"data": data, "error": nil}) },
		sendRefusal: func(c *gameCall, code string) {
			sendJSON(c.rw, http.StatusOK, map[string]any{"data": nil, "error": map[string]string{"code": code, "message": "refused"}})
		},
		codes: codes, faultCode: "1034", hasPending: true,
	}
}

// pgNoPlayer is the refusal for an unknown player, in all calls except the Cash calls.
const pgNoPlayer gameRefusal = "1305"

func (p pgsoft) findPlayer(c *gameCall, refusal gameRefusal) (*gamePlayer, error) {
	known, err := p.player(c.text("player_name"))
	if err == refuseNoPlayer {
		return nil, refusal
	}
	return known, err
}

func (p pgsoft) create(c *gameCall) (any, error) {
	name, password := c.text("player_name"), c.text("password")
	if c.text("nickname") == "" || password == "" {
		return nil, gameRefusal("3001")
	}
	return map[string]any{"action_result": 1, "playerName": name}, p.gameProvider.createPlayer(name, password, c.text("currency"))
}

func (p pgsoft) changePassword(c *gameCall) (any, error) {
	known, err := p.findPlayer(c, pgNoPlayer)
	if err != nil {
		return nil, err
	}
	return map[string]any{"action_result": 1, "playerName": known.Username}, p.setPassword(known.Username, c.text("password"))
}

func (p pgsoft) balance(c *gameCall) (any, error) {
	known, err := p.findPlayer(c, refuseNoPlayer)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"playerName": known.Username, "currencyCode": known.Currency, "totalBalance": c.reportedBalance(known.balance), "cashBalance": c.reportedBalance(known.balance),
		"totalBonusBalance": money.Satang(0),
	}, nil
}

func (p pgsoft) transfer(c *gameCall, in bool) (any, error) {
	amount, err := c.amount("amount")
	switch {
	case err != nil:
		return nil, err
	case c.text("transfer_reference") == "":
		return nil, gameRefusal("3001")
	}
	if known := p.players[c.text("player_name")]; known != nil && known.Currency != c.text("currency") {
		return nil, refuseMalformed
	}
	t, err := p.gameProvider.recordTransfer(c, gameTransfer{ID: c.text("transfer_reference"), Username: c.text("player_name"), In: in, Amount: amount})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"transactionId": t.No, "playerName": t.Username, "transferReference": t.ID, "balanceAmountBefore": c.reportedBalance(t.before),
		"balanceAmount": c.reportedBalance(p.balanceOf(t)), "amount": t.Amount,
	}, nil
}

func (p pgsoft) query(c *gameCall) (any, error) {
	known, err := p.findPlayer(c, refuseNoPlayer)
	if err != nil {
		return nil, err
	}
	t, err := p.transferByID(c.text("transfer_reference"))
	switch {
	case err != nil:
		return nil, err
	case t.Username != known.Username:
		return nil, refuseNoTransfer
	case t.refusal != nil:
		return nil, t.refusal
	}
	return map[string]any{
		"transactionId": t.No, "playerName": t.Username, "transferReference": t.ID, "currencyCode": known.Currency,
		"transactionType": t.byDirection("100", "200"), "transactionAmount": t.Amount, "transactionFrom": t.before, "transactionTo": t.after,
		"transactionDateTime": t.At.UnixMilli(),
	}, nil
}

func (p pgsoft) open(c *gameCall) (any, error) {
	known, err := p.findPlayer(c, pgNoPlayer)
	if err != nil {
		return nil, err
	}
	return map[string]string{
		"playerName": known.Username, "url": p.providerURL(c.r, "/enter?token="+p.newTicket(known, c.text("language"), c.text("exit_url"))),
	}, nil
}

// listPlays returns rows in the order of their write times, which are unique.
func (p pgsoft) listPlays(c *gameCall) (any, error) {
	from, err := strconv.ParseInt(c.text("row_version"), 10, 64)
	if err != nil {
		return nil, refuseMalformed
	}
	found := p.playsAfter(0, time.UnixMilli(from+1), int(c.integer("count")))
	return c.feedRows(found, func(e *gamePlay) map[string]any {
		id, _ := strconv.ParseInt(e.ID, 10, 64) // play ids of this format are always numbers
		kind, hand := 1, 2
		if e.Free {
			kind = 3
		}
		if e.Revision > 1 {
			hand = 3
		}
		row := map[string]any{
			"betId": id, "playerName": e.Username, "gameId": 65, "betType": 1, "transactionType": kind, "currency": p.players[e.Username].Currency,
			"betAmount": e.Bet, "winAmount": e.Payout, "handsStatus": hand, "rowVersion": e.FormatRevision, "betTime": e.At.UnixMilli(),
		}
		if valid := e.valid(); valid != nil {
			row["validBetAmount"] = *valid
		}
		return row
	}), nil
}
