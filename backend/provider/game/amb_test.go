package game_test

import (
	"crypto/pbkdf2"
	"crypto/sha512"
	"encoding/base64"
	"strings"
	"testing"

	"krapao/backend/provider/game"
)

var ambCfg = game.Config{Format: "amb"}

func ambRequest(call, body string) string {
	key, _ := pbkdf2.Key(sha512.New, body, []byte(secret), 1000, 64)
	return "POST /partner/" + call + "\nContent-Type: application/json\nX-Amb-Signature: " + base64.StdEncoding.EncodeToString(key) + "\n\n" + body
}

func ambSuccess(data string) exchange {
	return exchange{body: `{"status":{"code":0,"message":"Success"},"data":` + data + `}`}
}

func ambError(code string, outcome game.Outcome, reason game.Reason) reply {
	return reply{200, `{"status":{"code":` + code + `,"message":"no"},"data":null}`, game.Response{Outcome: outcome, Reason: reason, Code: code}}
}

func addCommonAMBReplies(more map[string]reply) map[string]reply {
	for _, code := range []string{"900", "997", "998"} {
		more[code] = ambError(code, game.Refused, "")
	}
	for _, code := range []string{"999", "1", "-1", "0"} {
		more[code] = ambError(code, game.Unknown, "")
	}
	more["no code"] = reply{200, `{"status":{},"data":{"username":"kp7h2m4q9x","balance":1}}`, game.Response{Outcome: game.Unknown}}
	more["an error with data"] = reply{200, `{"status":{"code":998},"data":{}}`, game.Response{Outcome: game.Unknown, Code: "998"}}
	return more
}

func TestAMB_EachResponse_HasItsOutcome(t *testing.T) {
	named := ambSuccess(`{"username":"kp7h2m4q9x"}`)
	moved := ambSuccess(`{"username":"kp7h2m4q9x","amount":100.00,"balance":{"before":20.50,"after":120.50}}`)
	done := game.Response{Outcome: game.Done, Code: "0"}
	movedDone := game.Response{Outcome: game.Done, Code: "0", Amount: units(10000), Balance: units(12050)}
	deposit := ambRequest("deposit", `{"username":"kp7h2m4q9x","amount":100.00,"agent":"krapao"}`)
	// This is the test vector of docs/games/formats.md.
	if !strings.Contains(deposit, "Gp9qTDxK75bpdw9d1Emte6dLfxvG5/HrT1lyqiUyUEqJUJM2Do6hKiGWgfYumtgZwGdP3slOHrSDjzSPN4OPQA==") {
		t.Error(deposit)
	}
	checkFormat(t, ambCfg, []call{
		{
			name: "create", do: create, good: named, want: done,
			request: ambRequest("create", `{"username":"kp7h2m4q9x","password":"s3cr\u0026t \u003cpass\u003e","agent":"krapao"}`),
			others:  addCommonAMBReplies(map[string]reply{"taken": ambError("902", game.Refused, game.PlayerExists), "funds": ambError("800", game.Unknown, ""), "no player": ambError("901", game.Unknown, "")}),
		},
		{
			name: "password", do: setPassword, good: named, want: done,
			request: ambRequest("password", `{"username":"kp7h2m4q9x","newPassword":"s3cr\u0026t \u003cpass\u003e","agent":"krapao"}`),
			others:  addCommonAMBReplies(map[string]reply{"no player": ambError("901", game.NotKnown, game.NoPlayer), "taken": ambError("902", game.Unknown, "")}),
		},
		{
			name: "balance", do: balance, good: ambSuccess(`{"username":"kp7h2m4q9x","balance":120.50}`), want: game.Response{Outcome: game.Done, Code: "0", Balance: units(12050)},
			request: ambRequest("balance", `{"username":"kp7h2m4q9x","agent":"krapao"}`),
			others:  addCommonAMBReplies(map[string]reply{"no player": ambError("901", game.NotKnown, game.NoPlayer)}),
		},
		{
			name: "in", do: transfer(in), good: moved, want: movedDone, request: deposit, fixed: []string{"before"},
			others: addCommonAMBReplies(map[string]reply{"no player": ambError("901", game.Refused, game.NoPlayer), "funds": ambError("800", game.Unknown, "")}),
		},
		{
			name: "out", do: transfer(out), good: moved, want: movedDone, fixed: []string{"before"},
			request: ambRequest("withdraw", `{"username":"kp7h2m4q9x","amount":100.00,"agent":"krapao"}`),
			others:  addCommonAMBReplies(map[string]reply{"no player": ambError("901", game.Refused, game.NoPlayer), "funds": ambError("800", game.Refused, game.InsufficientFunds)}),
		},
		{
			name: "open", do: openCall(t, game.LaunchTarget{Link: "https://games.example/amb/1"}), want: done, good: ambSuccess(`{"username":"kp7h2m4q9x","url":"https://games.example/amb/1"}`),
			request: ambRequest("launch", `{"username":"kp7h2m4q9x","lang":"th","returnUrl":"https://krapao.example/games","agent":"krapao"}`),
			others:  addCommonAMBReplies(map[string]reply{"no player": ambError("901", game.NotKnown, game.NoPlayer), "no link": {200, `{"status":{"code":0},"data":{"username":"kp7h2m4q9x","url":""}}`, game.Response{Outcome: game.Unknown, Code: "0"}}}),
		},
	})
}

func TestAMB_Query_OutcomeIsUnknown(t *testing.T) {
	if a, err := newFakeProvider(t, ambCfg).Query(t.Context(), in); a.Outcome != game.Unknown || err != nil {
		t.Errorf("%s, %v", formatResponse(a), err)
	}
}

func TestAMB_Plays_ArePagedByKey(t *testing.T) {
	row := func(key, name, version, more string) string {
		return `{"key":"` + key + `","refId":"` + name + `","version":` + version + `,"username":"kp7h2m4q9x","betTime":"2026-11-22T16:59:50+07:00","betAmount":10.00,"payout":25.50` + more + `}`
	}
	const settled = `,"status":"SETTLED"`
	request := func(after string) string {
		return ambRequest("report/list", `{"from":"2026-11-22T09:50:00Z","after":"`+after+`","limit":500,"agent":"krapao"}`)
	}
	good := row("k9", "A9", "1", settled)
	checkFeed(t, feed{
		cfg: ambCfg, first: request(""), next: request("k4"),
		page: func(rows ...string) string {
			return `{"status":{"code":0,"message":"Success"},"data":{"transactions":[` + strings.Join(rows, ",") + `]}}`
		},
		rows:    []string{row("k1", "A1", "1", settled), row("k2", "A2", "1", settled+`,"validAmount":4.00`), row("k3", "A1", "2", `,"status":"VOID","validAmount":10.00`), row("k4", "A2", "3", `,"status":"REFUND"`)},
		plays:   []game.Play{play("A1", 1, 1000, 2550, 1000), play("A2", 1, 1000, 2550, 400), play("A1", 2, 1000, 2550, 0), play("A2", 3, 1000, 2550, 0)},
		cursors: []string{"k1", "k2", "k3", "k4"},
		bad: map[string]string{
			"no key": row("", "A9", "1", settled), "no id": row("k9", "", "1", settled), "another status": row("k9", "A9", "1", `,"status":"OPEN"`), "no status": row("k9", "A9", "1", ""),
			"a broken version": row("k9", "A9", "1.5", settled), "a time without a zone": strings.Replace(good, "+07:00", "", 1), "a third decimal": strings.Replace(good, "25.50", "25.505", 1), "no payout": strings.Replace(good, "payout", "x", 1),
			"two keys": strings.Replace(good, `"key"`, `"KEY":"k8","key"`, 1), "a list": "[]",
		},
		refused: exchange{"", 0, `{"status":{"code":998,"message":"no"}}`},
	})
}

func TestAMB_CursorThatDoesNotAdvance_IsBad(t *testing.T) {
	const row = `{"key":"k1","refId":"A1","version":1,"username":"kp7h2m4q9x","betTime":"2026-11-22T16:59:50+07:00","betAmount":1,"payout":0,"status":"SETTLED"}`
	page := exchange{"", 0, ambSuccess(`{"transactions":[` + row + `,` + row + `]}`).body}
	if p, _, err := newFakeProvider(t, ambCfg, page).Plays(t.Context(), since, ""); len(p.Plays) != 1 || p.Bad == "" || p.Next != "k1" || err != nil {
		t.Errorf("%+v", p)
	}
	if p, _, err := newFakeProvider(t, ambCfg, page).Plays(t.Context(), since, "k1"); len(p.Plays) != 0 || p.Bad == "" || p.Next != "k1" || err != nil {
		t.Errorf("%+v", p)
	}
}
