package game_test

import (
	"strings"
	"testing"

	"krapao/backend/provider/game"
)

var sboCfg = game.Config{Format: "sbobet"}

func sboRequest(call, fields string) string {
	return "POST /web-root/restricted/" + call + ".aspx\nContent-Type: application/json\n\n" + `{"CompanyKey":"sandbox-secret","ServerId":"` + guid + `",` + fields + `}`
}

const sboTail = `"serverId":"` + guid + `","error":{"id":0,"msg":"No Error"}}`

func sboSuccess(fields string) exchange { return exchange{body: "{" + fields + "," + sboTail} }

func sboError(code string, outcome game.Outcome, reason game.Reason) reply {
	return reply{200, `{"serverId":"` + guid + `","error":{"id":` + code + `,"msg":"no"}}`, game.Response{Outcome: outcome, Reason: reason, Code: code}}
}

func addSboCommon(more map[string]reply) map[string]reply {
	for _, code := range []string{"2", "3"} {
		more[code] = sboError(code, game.Refused, "")
	}
	for _, code := range []string{"4404", "1", "-1"} {
		more[code] = sboError(code, game.Unknown, "")
	}
	more["a refusal of another call"] = reply{200, `{"serverId":"8c1f","error":{"id":2}}`, game.Response{Outcome: game.Unknown}}
	more["no error"] = reply{200, `{"username":"kp7h2m4q9x","serverId":"` + guid + `"}`, game.Response{Outcome: game.Unknown}}
	return more
}

func TestSbobet_EachResponse_HasItsOutcome(t *testing.T) {
	done := game.Response{Outcome: game.Done, Code: "0"}
	named := sboSuccess(`"username":"kp7h2m4q9x"`)
	moved := sboSuccess(`"txnId":"` + id + `","username":"kp7h2m4q9x","amount":100.00,"refno":"88","balance":130.50,"outstanding":10.00`)
	movedDone := game.Response{Outcome: game.Done, Code: "0", Amount: units(10000), Balance: units(12050)}
	queried := func(kind string) exchange {
		return sboSuccess(`"txnId":"` + id + `","username":"kp7h2m4q9x","type":"` + kind + `","amount":100.00`)
	}
	response := func(e exchange, a game.Response) reply { return reply{200, e.body, a} }
	form := func(action, event string) exchange {
		return sboSuccess(`"username":"kp7h2m4q9x","action":"` + action + `","event":` + event)
	}
	unknown := game.Response{Outcome: game.Unknown, Code: "0"}
	const signin = "https://games.example/sbo/signin"
	checkFormat(t, sboCfg, []call{
		{
			name: "create", do: create, good: named, want: done, request: sboRequest("player/register-player", `"Username":"kp7h2m4q9x","Password":"s3cr\u0026t \u003cpass\u003e","Agent":"krapao"`),
			others: addSboCommon(map[string]reply{"taken": sboError("4103", game.Refused, game.PlayerExists), "no player": sboError("3303", game.Unknown, "")}),
		},
		{
			name: "password", do: setPassword, good: named, want: done, request: sboRequest("player/update-player-password", `"Username":"kp7h2m4q9x","Password":"s3cr\u0026t \u003cpass\u003e"`),
			others: addSboCommon(map[string]reply{"no player": sboError("3303", game.NotKnown, game.NoPlayer)}),
		},
		{
			name: "balance", do: balance, want: game.Response{Outcome: game.Done, Code: "0", Balance: units(12050)}, request: sboRequest("player/get-player-balance", `"Username":"kp7h2m4q9x"`),
			good: sboSuccess(`"username":"kp7h2m4q9x","currency":"THB","balance":130.50,"outstanding":10.00`),
			others: addSboCommon(map[string]reply{
				"no player": sboError("3303", game.NotKnown, game.NoPlayer), "open bets above the balance": response(sboSuccess(`"username":"kp7h2m4q9x","currency":"THB","balance":9.99,"outstanding":10.00`), unknown),
				"another currency": response(sboSuccess(`"username":"kp7h2m4q9x","currency":"LAK","balance":1,"outstanding":0`), unknown),
			}),
		},
		{
			name: "in", do: transfer(in), good: moved, want: movedDone, request: sboRequest("player/deposit", `"Username":"kp7h2m4q9x","Amount":100.00,"TxnId":"`+id+`"`),
			others: addSboCommon(map[string]reply{"no player": sboError("3303", game.Refused, game.NoPlayer), "pending": sboError("4602", game.Pending, ""), "funds": sboError("4501", game.Unknown, ""), "id": sboError("4601", game.Unknown, ""), "failed": sboError("4603", game.Unknown, "")}),
		},
		{
			name: "out", do: transfer(out), good: moved, want: movedDone, request: sboRequest("player/withdraw", `"Username":"kp7h2m4q9x","Amount":100.00,"TxnId":"`+id+`","IsFullAmount":false`),
			others: addSboCommon(map[string]reply{"funds": sboError("4501", game.Refused, game.InsufficientFunds)}),
		},
		{
			name: "query in", do: queryCall(in), good: queried("deposit"), want: game.Response{Outcome: game.Done, Code: "0", Amount: units(10000)}, request: sboRequest("player/check-transaction-status", `"TxnId":"`+id+`"`),
			others: map[string]reply{
				"not known": sboError("4601", game.NotKnown, ""), "pending": sboError("4602", game.Pending, ""), "failed": sboError("4603", game.Refused, ""), "a refused query": sboError("2", game.Unknown, ""), "no player": sboError("3303", game.Unknown, ""),
				"out": response(queried("withdraw"), unknown),
			},
		},
		{name: "query out", do: queryCall(out), good: queried("withdraw"), want: game.Response{Outcome: game.Done, Code: "0", Amount: units(10000)}},
		{
			name: "open", want: done, good: form(signin, `{"__VIEWSTATE":"v1","__EVENTVALIDATION":"v2"}`), request: sboRequest("player/login", `"Username":"kp7h2m4q9x","Portfolio":"SportsBook","Lang":"th"`),
			do: openCall(t, game.LaunchTarget{
				Action: signin, Event: map[string]string{"__VIEWSTATE": "v1", "__EVENTVALIDATION": "v2"},
				Fields: map[string]string{"username": player, "password": password, "lang": "th", "returnUrl": launch.ReturnURL, "__VIEWSTATE": "v1", "__EVENTVALIDATION": "v2"},
			}),
			others: addSboCommon(map[string]reply{
				"no player": sboError("3303", game.NotKnown, game.NoPlayer), "no action": response(form("", `{"a":"b"}`), unknown), "a script": response(form("javascript:1", `{"a":"b"}`), unknown), "no event": response(form(signin, "{}"), unknown), "a null event": response(form(signin, "null"), unknown),
				"a password in the form": response(form(signin, `{"password":"x"}`), unknown), "a field without a name": response(form(signin, `{"":"x"}`), unknown), "a field that is too long": response(form(signin, `{"a":"`+strings.Repeat("x", 8193)+`"}`), unknown),
			}),
		},
	})
}

func TestSbobet_Plays_ArePagedBySeq(t *testing.T) {
	row := func(seq, name, version, more string) string {
		return `{"seq":` + seq + `,"refNo":"` + name + `","version":` + version + `,"username":"kp7h2m4q9x","orderTime":"2026-11-22T05:59:50-04:00","stake":10.00,"winLost":15.50` + more + `}`
	}
	const won = `,"status":"won"`
	good := row("99", "S9", "1", won)
	request := func(seq string) string {
		return sboRequest("report/get-bet-list-by-modify-date", `"Portfolio":"SportsBook","StartDate":"2026-11-22T09:50:00Z","AfterSeq":`+seq+`,"Limit":500`)
	}
	checkFeed(t, feed{
		cfg: sboCfg, first: request("0"), next: request("14"),
		page:  func(rows ...string) string { return sboSuccess(`"result":[` + strings.Join(rows, ",") + `]`).body },
		rows:  []string{row("11", "S1", "1", won), row("12", "S2", "1", `,"status":"draw","turnover":4`), row("13", "S1", "2", `,"status":"void","turnover":10`), strings.Replace(row("14", "S2", "2", `,"status":"lose"`), "15.50", "-10.00", 1)},
		plays: []game.Play{play("S1", 1, 1000, 2550, 1000), play("S2", 1, 1000, 2550, 400), play("S1", 2, 1000, 2550, 0), play("S2", 2, 1000, 0, 1000)}, cursors: []string{"11", "12", "13", "14"},
		bad: map[string]string{
			"more lost than staked": strings.Replace(good, "15.50", "-10.01", 1), "running": row("99", "S9", "1", `,"status":"running"`), "no status": row("99", "S9", "1", ""), "an older seq": row("10", "S9", "1", won), "no time": strings.Replace(good, "orderTime", "x", 1),
			"no result": strings.Replace(good, "winLost", "x", 1), "no stake": strings.Replace(good, "stake", "x", 1), "a third decimal": strings.Replace(good, "15.50", "15.505", 1), "two stakes": strings.Replace(good, `"stake"`, `"STAKE":1,"stake"`, 1),
		},
		refused: exchange{"", 0, sboError("2", "", "").body},
	})
	other := strings.Replace(sboSuccess(`"result":[]`).body, guid, "8c1f", 1)
	if _, a, _ := newFakeProvider(t, sboCfg, exchange{"", 0, other}).Plays(t.Context(), since, "1"); a.Outcome != game.Unknown {
		t.Errorf("the response to another call: %s", formatResponse(a))
	}
}
