package game_test

import (
	"strings"
	"testing"

	"krapao/backend/platform/signed"
	"krapao/backend/provider/game"
)

var genericCfg = game.Config{Format: "generic"}

func genericRequest(line, body string) string {
	head := ""
	if body != "" {
		head = "Content-Type: application/json\n"
	}
	return line + "\n" + head + "X-Signature: " + signed.Sign(secret, "1795341600", []byte(body)) + "\nX-Timestamp: 1795341600\n\n" + body
}

func genericError(status int, code string, outcome game.Outcome, reason game.Reason) reply {
	return reply{status, `{"code":"` + code + `"}`, game.Response{Outcome: outcome, Reason: reason, Code: code}}
}

func addGenericCommon(more map[string]reply) map[string]reply {
	more["key"] = genericError(401, "BAD_SIGNATURE", game.Refused, "")
	more["refused"] = genericError(422, "PLAYER_BLOCKED", game.Refused, "")
	more["id taken"] = genericError(409, "ID_TAKEN", game.Unknown, "")
	more["broken"] = genericError(500, "INTERNAL", game.Unknown, "")
	more["key, elsewhere"] = genericError(403, "BAD_SIGNATURE", game.Unknown, "")
	more["a bare 422"] = reply{422, `{}`, game.Response{Outcome: game.Unknown, Code: "HTTP_422"}}
	more["a bare 404"] = reply{404, `{"error":"not found"}`, game.Response{Outcome: game.Unknown, Code: "HTTP_404"}}
	return more
}

func TestGeneric_EachResponse_HasItsOutcome(t *testing.T) {
	named := exchange{body: `{"username":"kp7h2m4q9x"}`}
	state := func(direction, status, more string) string {
		return `{"id":"` + id + `","username":"kp7h2m4q9x","amount":100.00,"direction":"` + direction + `","status":"` + status + `"` + more + `}`
	}
	const withBalance = `,"balance":120.50`
	moved := game.Response{Outcome: game.Done, Code: "DONE", Amount: units(10000), Balance: units(12050)}
	states := func(direction, other string, more map[string]reply) map[string]reply {
		more["in progress"] = reply{200, state(direction, "PENDING", withBalance), game.Response{Outcome: game.Pending, Code: "PENDING"}}
		more["blocked"] = reply{200, state(direction, "REFUSED", `,"code":"PLAYER_BLOCKED"`), game.Response{Outcome: game.Refused, Code: "PLAYER_BLOCKED"}}
		more["gone"] = reply{200, state(direction, "REFUSED", `,"code":"USER_NOT_FOUND"`), game.Response{Outcome: game.Refused, Reason: game.NoPlayer, Code: "USER_NOT_FOUND"}}
		more["another state"] = reply{200, state(direction, "MOON", ""), game.Response{Outcome: game.Unknown, Code: "MOON"}}
		more["another direction"] = reply{200, state(other, "REFUSED", ""), game.Response{Outcome: game.Unknown}}
		more["no balance"] = reply{200, state(direction, "DONE", ""), game.Response{Outcome: game.Done, Code: "DONE", Amount: units(10000)}}
		more["another amount"] = reply{200, strings.Replace(state(direction, "DONE", ""), "100.00", "0", 1), game.Response{Outcome: game.Done, Code: "DONE", Amount: units(0)}}
		return more
	}
	// This is the test vector of docs/games/formats.md.
	post := genericRequest("POST /transfers", `{"id":"00112233445566778899aabbccddeeff","username":"kp7h2m4q9x","amount":100.00,"direction":"IN"}`)
	if !strings.Contains(post, "511ed7a8e42807a7b79e24cdeddefb85e993e0a29940d4b0813c56ba8f326798") {
		t.Error(post)
	}
	queryReplies := map[string]reply{
		"not known": {404, `{"code":"TRANSFER_NOT_FOUND","id":"` + id + `"}`, game.Response{Outcome: game.NotKnown, Code: "TRANSFER_NOT_FOUND"}}, "another not known": {404, `{"code":"TRANSFER_NOT_FOUND","id":"ff"}`, game.Response{Outcome: game.Unknown, Code: "TRANSFER_NOT_FOUND"}},
		"not known, without an id": genericError(404, "TRANSFER_NOT_FOUND", game.Unknown, ""), "a refused query": genericError(401, "BAD_SIGNATURE", game.Unknown, ""), "no player": genericError(404, "USER_NOT_FOUND", game.Unknown, ""),
		"a 422": {422, `{"code":"X","id":"` + id + `"}`, game.Response{Outcome: game.Unknown, Code: "X"}},
	}
	checkFormat(t, genericCfg, []call{
		{
			name: "create", do: create, good: named, want: game.Response{Outcome: game.Done}, request: genericRequest("POST /players", `{"currency":"THB","password":"s3cr\u0026t \u003cpass\u003e","username":"kp7h2m4q9x"}`),
			others: addGenericCommon(map[string]reply{"taken": genericError(409, "USERNAME_TAKEN", game.Refused, game.PlayerExists), "taken, elsewhere": genericError(400, "USERNAME_TAKEN", game.Unknown, "")}),
		},
		{
			name: "password", do: setPassword, good: named, want: game.Response{Outcome: game.Done}, request: genericRequest("PUT /players/kp7h2m4q9x/password", `{"password":"s3cr\u0026t \u003cpass\u003e"}`),
			others: addGenericCommon(map[string]reply{"no player": genericError(404, "USER_NOT_FOUND", game.NotKnown, game.NoPlayer)}),
		},
		{
			name: "balance", do: balance, good: exchange{body: `{"username":"kp7h2m4q9x","currency":"THB","balance":120.50}`}, want: game.Response{Outcome: game.Done, Balance: units(12050)},
			request: genericRequest("GET /players/kp7h2m4q9x/balance", ""),
			others: addGenericCommon(map[string]reply{
				"no player": genericError(404, "USER_NOT_FOUND", game.NotKnown, game.NoPlayer), "another currency": {200, `{"username":"kp7h2m4q9x","currency":"LAK","balance":120.50}`, game.Response{Outcome: game.Unknown}},
			}),
		},
		{
			name: "in", optional: []string{"balance"}, do: transfer(in), good: exchange{body: state("IN", "DONE", withBalance)}, want: moved, request: post,
			others: addGenericCommon(states("IN", "OUT", map[string]reply{
				"no player": genericError(404, "USER_NOT_FOUND", game.Refused, game.NoPlayer), "funds, into the game": genericError(422, "INSUFFICIENT_FUNDS", game.Refused, ""), "id": genericError(404, "TRANSFER_NOT_FOUND", game.Unknown, ""),
			})),
		},
		{
			name: "out", optional: []string{"balance"}, do: transfer(out), good: exchange{body: state("OUT", "DONE", withBalance)}, want: moved,
			request: genericRequest("POST /transfers", `{"id":"00112233445566778899aabbccddeeff","username":"kp7h2m4q9x","amount":100.00,"direction":"OUT"}`),
			others: addGenericCommon(states("OUT", "IN", map[string]reply{
				"funds":           genericError(422, "INSUFFICIENT_FUNDS", game.Refused, game.InsufficientFunds),
				"funds, as state": {200, state("OUT", "REFUSED", `,"code":"INSUFFICIENT_FUNDS"`), game.Response{Outcome: game.Refused, Reason: game.InsufficientFunds, Code: "INSUFFICIENT_FUNDS"}},
			})),
		},
		{
			name: "query in", optional: []string{"balance"}, do: queryCall(in), good: exchange{body: state("IN", "DONE", withBalance)}, want: moved, request: genericRequest("GET /transfers/"+id, ""), others: states("IN", "OUT", queryReplies),
		},
		{name: "query out", optional: []string{"balance"}, do: queryCall(out), good: exchange{body: state("OUT", "DONE", withBalance)}, want: moved, others: states("OUT", "IN", map[string]reply{})},
		{
			name: "open", do: openCall(t, game.LaunchTarget{Link: "https://games.example/g"}), want: game.Response{Outcome: game.Done}, good: exchange{body: `{"username":"kp7h2m4q9x","link":"https://games.example/g"}`},
			request: genericRequest("POST /players/kp7h2m4q9x/launch", `{"back":"https://krapao.example/games","lang":"th"}`),
			others: addGenericCommon(map[string]reply{
				"no player": genericError(404, "USER_NOT_FOUND", game.NotKnown, game.NoPlayer), "both": {200, `{"username":"kp7h2m4q9x","link":"https://a","action":"https://a"}`, game.Response{Outcome: game.Unknown}},
				"neither": {200, `{"username":"kp7h2m4q9x"}`, game.Response{Outcome: game.Unknown}}, "a file": {200, `{"username":"kp7h2m4q9x","link":"file:///etc/passwd"}`, game.Response{Outcome: game.Unknown}},
			}),
		},
		{
			name: "open a form", want: game.Response{Outcome: game.Done}, good: exchange{body: `{"username":"kp7h2m4q9x","action":"https://games.example/in","fields":{"lang":"th"},"event":{"state":"s"}}`},
			do: openCall(t, game.LaunchTarget{Action: "https://games.example/in", Fields: map[string]string{"username": player, "password": password, "lang": "th", "state": "s"}, Event: map[string]string{"state": "s"}}),
			others: map[string]reply{
				"one name in both":       {200, `{"username":"kp7h2m4q9x","action":"https://a/in","fields":{"a":"1"},"event":{"a":"2"}}`, game.Response{Outcome: game.Unknown}},
				"a password in the form": {200, `{"username":"kp7h2m4q9x","action":"https://a/in","fields":{"password":"1"}}`, game.Response{Outcome: game.Unknown}},
			},
		},
		{
			name: "open a form without a state", want: game.Response{Outcome: game.Done}, good: exchange{body: `{"username":"kp7h2m4q9x","action":"https://games.example/in"}`},
			do: openCall(t, game.LaunchTarget{Action: "https://games.example/in", Fields: map[string]string{"username": player, "password": password}}),
		},
	})
}

func TestGeneric_Plays_ArePagedByCursor(t *testing.T) {
	row := func(cursor, name, revision, more string) string {
		return `{"cursor":"` + cursor + `","id":"` + name + `","revision":` + revision + `,"username":"kp7h2m4q9x","at":"2026-11-22T09:59:50Z","bet":10.00,"payout":25.50` + more + `}`
	}
	good := row("c9", "R9", "1", "")
	request := func(cursor string) string {
		return genericRequest("GET /plays?cursor="+cursor+"&limit=500&since=2026-11-22T09%3A50%3A00Z", "")
	}
	checkFeed(t, feed{
		cfg: genericCfg, first: request(""), next: request("c3"),
		page:  func(rows ...string) string { return `{"plays":[` + strings.Join(rows, ",") + `]}` },
		rows:  []string{row("c1", "R1", "0", ""), row("c2", "R2", "1", `,"valid":4.00`), row("c3", "R1", "1", `,"valid":0`)},
		plays: []game.Play{play("R1", 0, 1000, 2550, 1000), play("R2", 1, 1000, 2550, 400), play("R1", 1, 1000, 2550, 0)}, cursors: []string{"c1", "c2", "c3"},
		bad: map[string]string{
			"no cursor": row("", "R9", "1", ""), "no id": row("c9", "", "1", ""), "a long id": row("c9", strings.Repeat("R", 65), "1", ""), "a negative revision": row("c9", "R9", "-1", ""), "no revision": strings.Replace(good, "revision", "x", 1),
			"a third decimal": strings.Replace(good, "25.50", "25.505", 1), "two ids": row("c9", "R9", "1", `,"ID":"R8"`), "no time": strings.Replace(good, `"at"`, `"x"`, 1), "a null": "null",
		},
		refused: exchange{"", 401, `{"code":"BAD_SIGNATURE"}`},
	})
}
