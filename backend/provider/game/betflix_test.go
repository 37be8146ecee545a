package game_test

import (
	"fmt"
	"strings"
	"testing"

	"krapao/backend/provider/game"
)

var betflixCfg = game.Config{Format: "betflix"}

func betflixRequest(call, body string) string {
	return "POST /v4/" + call + "\nContent-Type: application/x-www-form-urlencoded\nX-Api-Betflix: krapao\nX-Api-Key: sandbox-secret\n\n" + body
}

func betflixSuccess(data string) exchange {
	return exchange{body: `{"status":"success","error_code":0,"msg":"","data":` + data + `}`}
}

func betflixError(code string, outcome game.Outcome, reason game.Reason) reply {
	return reply{200, `{"status":"error","error_code":` + code + `,"msg":"no"}`, game.Response{Outcome: outcome, Reason: reason, Code: code}}
}

func addBetflixCommon(more map[string]reply) map[string]reply {
	for _, code := range []string{"1006", "1007"} {
		more[code] = betflixError(code, game.Refused, "")
	}
	for _, code := range []string{"1008", "500", "0"} {
		more[code] = betflixError(code, game.Unknown, "")
	}
	more["an error code with success"] = reply{200, `{"status":"success","error_code":1006}`, game.Response{Outcome: game.Unknown, Code: "1006"}}
	more["a success code with an error"] = reply{200, `{"status":"error","error_code":0,"data":{"username":"kp7h2m4q9x"}}`, game.Response{Outcome: game.Unknown, Code: "0"}}
	more["no code"] = reply{200, `{"status":"error"}`, game.Response{Outcome: game.Unknown}}
	return more
}

func TestBetflix_EachResponse_HasItsOutcome(t *testing.T) {
	done := game.Response{Outcome: game.Done, Code: "0"}
	named := betflixSuccess(`{"username":"kp7h2m4q9x"}`)
	moved := func(amount string) exchange {
		return betflixSuccess(`{"username":"kp7h2m4q9x","ref":"` + id + `","amount":"` + amount + `","before_balance":"220.50","balance":"120.50"}`)
	}
	queried := func(amount, status string) exchange {
		return betflixSuccess(`{"username":"kp7h2m4q9x","ref":"` + id + `","amount":"` + amount + `","status":"` + status + `"}`)
	}
	response := func(e exchange, a game.Response) reply { return reply{200, e.body, a} }
	movedDone := game.Response{Outcome: game.Done, Code: "0", Amount: units(10000), Balance: units(12050)}
	checkFormat(t, betflixCfg, []call{
		{
			name: "create", do: create, good: named, want: done, request: betflixRequest("user/register", "password=s3cr%26t+%3Cpass%3E&username=kp7h2m4q9x"),
			others: addBetflixCommon(map[string]reply{"taken": betflixError("1001", game.Refused, game.PlayerExists), "no player": betflixError("1002", game.Unknown, ""), "pending": betflixError("1005", game.Unknown, "")}),
		},
		{
			name: "password", do: setPassword, good: named, want: done, request: betflixRequest("user/changePassword", "password=s3cr%26t+%3Cpass%3E&username=kp7h2m4q9x"),
			others: addBetflixCommon(map[string]reply{"no player": betflixError("1002", game.NotKnown, game.NoPlayer)}),
		},
		{
			name: "balance", do: balance, good: betflixSuccess(`{"username":"kp7h2m4q9x","balance":"120.50"}`), want: game.Response{Outcome: game.Done, Code: "0", Balance: units(12050)},
			request: betflixRequest("user/balance", "username=kp7h2m4q9x"),
			others:  addBetflixCommon(map[string]reply{"no player": betflixError("1002", game.NotKnown, game.NoPlayer)}),
		},
		{
			name: "in", do: transfer(in), good: moved("100.00"), want: movedDone, request: betflixRequest("user/transfer", "amount=100.00&ref="+id+"&username=kp7h2m4q9x"), fixed: []string{"before_balance"},
			others: addBetflixCommon(map[string]reply{
				"no player": betflixError("1002", game.Refused, game.NoPlayer), "pending": betflixError("1005", game.Pending, ""), "funds": betflixError("1003", game.Unknown, ""), "id": betflixError("1004", game.Unknown, ""),
				"out": response(moved("-100.00"), game.Response{Outcome: game.Unknown, Code: "0"}),
			}),
		},
		{
			name: "out", do: transfer(out), good: moved("-100.00"), want: movedDone, request: betflixRequest("user/transfer", "amount=-100.00&ref="+id+"&username=kp7h2m4q9x"), fixed: []string{"before_balance", "amount"},
			others: addBetflixCommon(map[string]reply{"funds": betflixError("1003", game.Refused, game.InsufficientFunds), "in": response(moved("100.00"), game.Response{Outcome: game.Unknown, Code: "0"})}),
		},
		{
			name: "query in", do: queryCall(in), good: queried("100.00", "success"), want: game.Response{Outcome: game.Done, Code: "success", Amount: units(10000)},
			request: betflixRequest("user/checkTransfer", "ref="+id+"&username=kp7h2m4q9x"),
			others: map[string]reply{
				"not known": betflixError("1004", game.NotKnown, ""), "pending": betflixError("1005", game.Pending, ""), "a refused query": betflixError("1007", game.Unknown, ""), "no player": betflixError("1002", game.Unknown, ""),
				"in progress": response(queried("100.00", "pending"), game.Response{Outcome: game.Pending, Code: "pending"}), "failed": response(queried("100.00", "failed"), game.Response{Outcome: game.Refused, Code: "failed"}),
				"another state": response(queried("100.00", "maybe so"), game.Response{Outcome: game.Unknown, Code: "maybe_so"}), "out": response(queried("-100.00", "failed"), game.Response{Outcome: game.Unknown, Code: "0"}),
				"another amount": response(queried("99.00", "success"), game.Response{Outcome: game.Done, Code: "success", Amount: units(9900)}),
			},
		},
		{
			name: "query out", do: queryCall(out), good: queried("-100.00", "success"), want: game.Response{Outcome: game.Done, Code: "success", Amount: units(10000)}, fixed: []string{"amount"},
		},
		{
			name: "open", do: openCall(t, game.LaunchTarget{Link: "https://games.example/bfx/1"}), want: done, good: betflixSuccess(`{"username":"kp7h2m4q9x","url":"https://games.example/bfx/1"}`),
			request: betflixRequest("play/login", "language=th&returnUrl=https%3A%2F%2Fkrapao.example%2Fgames&username=kp7h2m4q9x"),
			others:  addBetflixCommon(map[string]reply{"no player": betflixError("1002", game.NotKnown, game.NoPlayer), "with a user": response(betflixSuccess(`{"username":"kp7h2m4q9x","url":"https://a@b/"}`), game.Response{Outcome: game.Unknown, Code: "0"})}),
		},
	})
}

func TestBetflix_Plays_ArePagedByRow(t *testing.T) {
	row := func(cursor, name, version, more string) string {
		return `{"id":` + cursor + `,"ref":"` + name + `","version":` + version + `,"username":"kp7h2m4q9x","bet_time":"2026-11-22 16:59:50","bet_amount":"10.00","payout":"25.50"` + more + `}`
	}
	const settled = `,"status":"settled"`
	good := row("99", "B9", "1", settled)
	checkFeed(t, feed{
		cfg:   betflixCfg,
		first: "GET /v4/report/getBetlog?lastedID=0&limit=500&start=2026-11-22T09%3A50%3A00Z&upline=krapao\nX-Api-Betflix: krapao\nX-Api-Key: sandbox-secret\n\n",
		next:  "GET /v4/report/getBetlog?lastedID=14&limit=500&start=2026-11-22T09%3A50%3A00Z&upline=krapao\nX-Api-Betflix: krapao\nX-Api-Key: sandbox-secret\n\n",
		page:  func(rows ...string) string { return betflixSuccess("[" + strings.Join(rows, ",") + "]").body },
		rows:  []string{row("11", "B1", "1", settled), row("12", "B2", "1", settled+`,"valid_amount":"4.00"`), row("13", "B1", "2", `,"status":"void","valid_amount":"10.00"`), row("14", "B2", "2", `,"status":"refund"`)},
		plays: []game.Play{play("B1", 1, 1000, 2550, 1000), play("B2", 1, 1000, 2550, 400), play("B1", 2, 1000, 2550, 0), play("B2", 2, 1000, 2550, 0)}, cursors: []string{"11", "12", "13", "14"},
		bad: map[string]string{
			"an older cursor": row("11", "B9", "1", settled), "no cursor": row("null", "B9", "1", settled), "no id": row("99", "", "1", settled), "another status": row("99", "B9", "1", `,"status":"open"`), "a broken time": strings.Replace(good, "16:59:50", "25:00:00", 1),
			"a third decimal": strings.Replace(good, "25.50", "25.505", 1), "a negative bet": strings.Replace(good, "10.00", "-10.00", 1), "a huge payout": strings.Replace(good, "25.50", "99999999999999999999", 1), "two refs": strings.Replace(good, `"ref"`, `"Ref":"B8","ref"`, 1),
		},
		refused: exchange{"", 0, betflixError("1007", "", "").body},
	})
}

func TestBetflix_FullPage_HasANextPage(t *testing.T) {
	for _, n := range []int{game.PageSize - 1, game.PageSize} {
		var rows []string
		for i := range n {
			rows = append(rows, fmt.Sprintf(`{"id":%d,"ref":"B%d","version":1,"username":"u","bet_time":"2026-11-22 16:59:50","bet_amount":"10.00","payout":"0","status":"settled"}`, i+1, i))
		}
		p, a, err := newFakeProvider(t, betflixCfg, exchange{"", 0, betflixSuccess("[" + strings.Join(rows, ",") + "]").body}).Plays(t.Context(), since, "")
		if len(p.Plays) != n || p.More != (n == game.PageSize) || p.Next != fmt.Sprint(n) || a.Outcome != game.Done || err != nil {
			t.Errorf("%d plays: %d, more %t, next %s", n, len(p.Plays), p.More, p.Next)
		}
	}
}
