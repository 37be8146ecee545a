package game_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"krapao/backend/provider/game"
)

var pgCfg = game.Config{Format: "pgsoft"}

func pgRequest(path, body string) string {
	return "POST /" + path + "?trace_id=" + guid + "\nContent-Type: application/x-www-form-urlencoded\n\n" + body
}

func pgError(code string, outcome game.Outcome, reason game.Reason) reply {
	return reply{200, `{"data":null,"error":{"code":"` + code + `","message":"no"}}`, game.Response{Outcome: outcome, Reason: reason, Code: code}}
}

// addPGCommon adds the responses that have the same meaning in every call that does something.
func addPGCommon(more map[string]reply) map[string]reply {
	for _, code := range []string{"1034", "1204", "3001"} {
		more[code] = pgError(code, game.Refused, "")
	}
	for _, code := range []string{"1035", "1200", "1303", "3032", "0", ""} {
		more[code] = pgError(code, game.Unknown, "")
	}
	more["both"] = reply{200, `{"data":{"playerName":"kp7h2m4q9x"},"error":{"code":"1034"}}`, game.Response{Outcome: game.Unknown}}
	more["a number"] = reply{200, `{"data":null,"error":{"code":1034}}`, game.Response{Outcome: game.Unknown}}
	more["neither"] = reply{200, `{"data":null,"error":null}`, game.Response{Outcome: game.Unknown}}
	return more
}

func TestPGSoft_EachResponse_HasItsOutcome(t *testing.T) {
	const keys = "operator_token=krapao&player_name=kp7h2m4q9x&secret_key=sandbox-secret"
	named := exchange{body: `{"data":{"action_result":1,"playerName":"kp7h2m4q9x"},"error":null}`}
	failed := reply{200, `{"data":{"action_result":0,"playerName":"kp7h2m4q9x"},"error":null}`, game.Response{Outcome: game.Unknown}}
	moved := exchange{body: `{"data":{"transactionId":1234567,"playerName":"kp7h2m4q9x","transferReference":"` + id + `","balanceAmountBefore":20.50,"balanceAmount":120.50,"amount":100.00},"error":null}`}
	queried := `{"data":{"transactionId":1234567,"playerName":"kp7h2m4q9x","transferReference":"` + id + `","currencyCode":"%s","transactionType":"%s","transactionAmount":100.00,"transactionFrom":20.50,"transactionTo":120.50,"transactionDateTime":1795341600000},"error":null}`
	noPlayer := pgError("3005", game.Refused, game.NoPlayer)
	queryReplies := map[string]reply{
		"not known": pgError("3040", game.NotKnown, ""), "in progress": pgError("3101", game.Pending, ""), "failed": pgError("3100", game.Refused, ""),
		"a refused query": pgError("1204", game.Unknown, ""), "no player": pgError("3005", game.Unknown, ""), "funds": pgError("3013", game.Unknown, ""),
		"another direction": {200, fmt.Sprintf(queried, "THB", "200"), game.Response{Outcome: game.Unknown}}, "another currency": {200, fmt.Sprintf(queried, "LAK", "100"), game.Response{Outcome: game.Unknown}},
		"another amount": {200, strings.Replace(fmt.Sprintf(queried, "THB", "100"), "100.00", "99", 1), game.Response{Outcome: game.Done, Amount: units(9900)}},
	}
	checkFormat(t, pgCfg, []call{
		{
			name: "create", do: create, good: named, want: game.Response{Outcome: game.Done},
			request: pgRequest("Player/v1/Create", "currency=THB&nickname=kp7h2m4q9x&operator_token=krapao&password=s3cr%26t+%3Cpass%3E&player_name=kp7h2m4q9x&secret_key=sandbox-secret"),
			others:  addPGCommon(map[string]reply{"taken": pgError("1305", game.Refused, game.PlayerExists), "failed": failed, "id": pgError("3040", game.Unknown, ""), "pending": pgError("3101", game.Unknown, "")}),
		},
		{
			name: "password", do: setPassword, good: named, want: game.Response{Outcome: game.Done},
			request: pgRequest("Player/v1/ChangePassword", "operator_token=krapao&password=s3cr%26t+%3Cpass%3E&player_name=kp7h2m4q9x&secret_key=sandbox-secret"),
			others:  addPGCommon(map[string]reply{"no player": pgError("1305", game.NotKnown, game.NoPlayer), "failed": failed}),
		},
		{
			name: "balance", do: balance, want: game.Response{Outcome: game.Done, Balance: units(12050)}, fixed: []string{"totalBalance"},
			request: pgRequest("Cash/v3/GetPlayerWallet", keys),
			good:    exchange{body: `{"data":{"playerName":"kp7h2m4q9x","currencyCode":"THB","totalBalance":200.50,"cashBalance":120.50},"error":null}`},
			others: addPGCommon(map[string]reply{
				"no player":        pgError("3005", game.NotKnown, game.NoPlayer),
				"another currency": {200, `{"data":{"playerName":"kp7h2m4q9x","currencyCode":"LAK","cashBalance":120.50},"error":null}`, game.Response{Outcome: game.Unknown}},
			}),
		},
		{
			name: "in", do: transfer(in), good: moved, want: game.Response{Outcome: game.Done, Amount: units(10000), Balance: units(12050)}, fixed: []string{"balanceAmountBefore"},
			request: pgRequest("Cash/v3/TransferIn", "amount=100.00&currency=THB&"+keys+"&transfer_reference="+id),
			others:  addPGCommon(map[string]reply{"no player": noPlayer, "pending": pgError("3101", game.Pending, ""), "failed": pgError("3100", game.Refused, ""), "funds": pgError("3013", game.Unknown, ""), "id": pgError("3040", game.Unknown, "")}),
		},
		{
			name: "out", do: transfer(out), good: moved, want: game.Response{Outcome: game.Done, Amount: units(10000), Balance: units(12050)}, fixed: []string{"balanceAmountBefore"},
			request: pgRequest("Cash/v3/TransferOut", "amount=100.00&currency=THB&"+keys+"&transfer_reference="+id),
			others:  addPGCommon(map[string]reply{"no player": noPlayer, "funds": pgError("3013", game.Refused, game.InsufficientFunds)}),
		},
		{
			name: "query in", do: queryCall(in), want: game.Response{Outcome: game.Done, Amount: units(10000)}, fixed: []string{"transactionFrom", "transactionTo"},
			request: pgRequest("Cash/v3/GetSingleTransaction", keys+"&transfer_reference="+id),
			good:    exchange{body: fmt.Sprintf(queried, "THB", "100")}, others: queryReplies,
		},
		{
			name: "query out", do: queryCall(out), want: game.Response{Outcome: game.Done, Amount: units(10000)}, fixed: []string{"transactionFrom", "transactionTo"},
			good: exchange{body: fmt.Sprintf(queried, "THB", "200")}, others: map[string]reply{"in": {200, fmt.Sprintf(queried, "THB", "100"), game.Response{Outcome: game.Unknown}}},
		},
		{
			name: "open", do: openCall(t, game.LaunchTarget{Link: "https://games.example/pg?ot=1"}), want: game.Response{Outcome: game.Done},
			request: pgRequest("Launch/v1/GetLaunchUrl", "exit_url=https%3A%2F%2Fkrapao.example%2Fgames&language=th&"+keys),
			good:    exchange{body: `{"data":{"playerName":"kp7h2m4q9x","url":"https://games.example/pg?ot=1"},"error":null}`},
			others:  addPGCommon(map[string]reply{"no player": pgError("1305", game.NotKnown, game.NoPlayer), "no link": {200, `{"data":{"playerName":"kp7h2m4q9x","url":"//games.example"},"error":null}`, game.Response{Outcome: game.Unknown}}}),
		},
	})
}

func pgRow(name, version, more string) string {
	return `{"betId":` + name + `,"playerName":"kp7h2m4q9x","currency":"THB","betAmount":10.00,"winAmount":25.50,"rowVersion":` + version + `,"betTime":1795341590000` + more + `}`
}

func TestPGSoft_Plays_ArePagedByRowVersion(t *testing.T) {
	request := func(version string) string {
		return pgRequest("Bet/v4/GetHistory", "bet_type=1&count=500&hands_status=0&operator_token=krapao&row_version="+version+"&secret_key=sandbox-secret")
	}
	good := pgRow("9", "1795341595000", "")
	checkFeed(t, feed{
		cfg: pgCfg, again: true, first: request("1795340999999"), next: request("1795341596000"),
		page:    func(rows ...string) string { return `{"data":[` + strings.Join(rows, ",") + `],"error":null}` },
		rows:    []string{pgRow("1", "1795341591000", `,"transactionType":1`), pgRow("2", "1795341592000", `,"validBetAmount":4.00`), pgRow("1", "1795341596000", `,"transactionType":3`)},
		plays:   []game.Play{play("1", 1795341591000, 1000, 2550, 1000), play("2", 1795341592000, 1000, 2550, 400), play("1", 1795341596000, 0, 2550, 0)},
		cursors: []string{"1795341591000", "1795341592000", "1795341596000"},
		bad: map[string]string{
			"no id": pgRow("null", "1795341599000", ""), "an older version": pgRow("3", "1795340000000", ""), "no version": strings.Replace(good, "rowVersion", "x", 1), "another currency": strings.Replace(good, "THB", "LAK", 1),
			"a third decimal": strings.Replace(good, "25.50", "25.505", 1), "a negative win": strings.Replace(good, "25.50", "-1", 1), "two players": strings.Replace(good, `"betId"`, `"playername":"x","betId"`, 1), "no bet": strings.Replace(good, "betAmount", "x", 1),
			"a null": "null", "a number": "1", "a huge time": strings.Replace(good, "1795341590000", "9223372036854775807", 1), "a fraction": pgRow("1.5", "1795341599000", ""),
		},
		refused: exchange{"", 0, `{"data":null,"error":{"code":"1204","message":"no"}}`},
	})
}

func TestPGSoft_PlaysWithOneRowVersionAcrossPages_AreAllRead(t *testing.T) {
	rows := []string{pgRow("1", "1795341591000", ""), pgRow("2", "1795341592000", ""), pgRow("3", "1795341592000", ""), `{"betId":4,"rowVersion":1795341592000}`}
	for n, want := range []string{"1795341000000", "1795341591000", "1795341592000", "1795341592000", "1795341591000"} {
		c := newFakeProvider(t, pgCfg, exchange{"", 0, `{"data":[` + strings.Join(rows[:n], ",") + `],"error":null}`})
		if p, _, err := c.Plays(t.Context(), since, "1795341000000"); p.Next != want || len(p.Plays) != min(n, 3) || (p.Bad != "") != (n == 4) || err != nil {
			t.Errorf("%d: %+v", n, p)
		}
	}
}

func TestPGSoft_EachCall_HasItsOwnTraceID(t *testing.T) {
	seen := map[string]bool{}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		trace := r.URL.Query().Get("trace_id")
		if seen[trace] || !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(trace) {
			t.Errorf("trace_id %q", trace)
		}
		seen[trace] = true
	}))
	defer server.Close()
	c, err := game.New(game.Config{Format: "pgsoft", URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		_, _ = c.Balance(t.Context(), player)
	}
	if len(seen) != 3 {
		t.Errorf("%d calls", len(seen))
	}
}
