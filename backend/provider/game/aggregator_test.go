package game_test

import (
	"crypto/md5"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"krapao/backend/provider/game"
)

var (
	aggCfg       = game.Config{Format: "aggregator"}
	thousandsCfg = game.Config{Format: "aggregator", Thousands: true}
)

// aggRequest returns a call as text, with the fields sorted by name and unescaped.
func aggRequest(name string, pairs ...string) string {
	text, form := "", url.Values{}
	slices.Sort(pairs)
	for _, pair := range pairs {
		field, value, _ := strings.Cut(pair, "=")
		text += value
		form.Set(field, value)
	}
	form.Set("signature", fmt.Sprintf("%X", md5.Sum([]byte(text+secret))))
	return "POST /" + name + "\nContent-Type: application/x-www-form-urlencoded\n\n" + form.Encode()
}

func aggSuccess(fields string) exchange {
	return exchange{body: `{"errCode":"0","errMsg":"SUCCESS",` + fields + `}`}
}

func aggError(code string, outcome game.Outcome, reason game.Reason) reply {
	return reply{200, `{"errCode":"` + code + `","errMsg":"NO"}`, game.Response{Outcome: outcome, Reason: reason, Code: code}}
}

func addAggCommon(more map[string]reply) map[string]reply {
	for _, code := range []string{"61", "70", "73", "74", "75", "90", "91", "92", "93", "94", "95", "98", "99", "600", "601", "602", "603"} {
		more[code] = aggError(code, game.Refused, "")
	}
	for _, code := range []string{"71", "997", "999", "9999", "-997", "-999", "00"} {
		more[code] = aggError(code, game.Unknown, "")
	}
	more["no message"] = reply{200, `{"errCode":"0","username":"kp7h2m4q9x","errMsg":"hm"}`, game.Response{Outcome: game.Unknown, Code: "hm"}}
	more["a number"] = reply{200, `{"errCode":91,"errMsg":"NO"}`, game.Response{Outcome: game.Unknown}}
	return more
}

func aggData(kind, ratio, status, balance string) exchange {
	return aggSuccess(`"data":{"ref_id":"` + reference + `","username":"kp7h2m4q9x","type":"` + kind + `","amount":100.00,"ratio":"` + ratio + `","status":"` + status + `"` + balance + `}`)
}

func TestAggregator_PublishedTestVector_HasItsSignature(t *testing.T) {
	want := "POST /makeTransfer.aspx\nContent-Type: application/x-www-form-urlencoded\n\namount=1.50&operatorcode=krapao&ratio=1000&referenceid=lfd5pqz5pa7zjm5uyguw&signature=D062DAC6442BE46429433D0EBF6418EC&type=0&username=kp7h2m4q9x"
	_, _ = newFakeProvider(t, thousandsCfg, exchange{want, 0, "{}"}).Transfer(t.Context(), game.Transfer{ID: id, Username: player, Amount: 150, In: true})
}

func TestAggregator_EachResponse_HasItsOutcome(t *testing.T) {
	done := game.Response{Outcome: game.Done, Code: "0"}
	unknown := game.Response{Outcome: game.Unknown, Code: "0"}
	named := aggSuccess(`"username":"kp7h2m4q9x"`)
	response := func(e exchange, a game.Response) reply { return reply{200, e.body, a} }
	const op, user, ref = "operatorcode=krapao", "username=kp7h2m4q9x", "referenceid=" + reference
	moved := game.Response{Outcome: game.Done, Code: "SUCCESS", Amount: units(10000), Balance: units(12050)}
	states := func(kind string, more map[string]reply) map[string]reply {
		more["in progress"] = response(aggData(kind, "1", "PROCESSING", ""), game.Response{Outcome: game.Pending, Code: "PROCESSING"})
		more["failed"] = response(aggData(kind, "1", "FAILED", ""), game.Response{Outcome: game.Refused, Code: "FAILED"})
		more["another state"] = response(aggData(kind, "1", "success", ""), game.Response{Outcome: game.Unknown, Code: "success"})
		more["another unit"] = response(aggData(kind, "1000", "SUCCESS", ""), unknown)
		more["another direction"] = response(aggData(map[string]string{"0": "1", "1": "0"}[kind], "1", "FAILED", ""), unknown)
		more["no balance"] = response(aggData(kind, "1", "SUCCESS", ""), game.Response{Outcome: game.Done, Code: "SUCCESS", Amount: units(10000)})
		more["no data"] = response(aggSuccess(`"x":1`), unknown)
		return more
	}
	const withBalance = `,"balance":120.50`
	checkFormat(t, aggCfg, []call{
		{
			name: "create", do: create, good: named, want: done, request: aggRequest("createMember.aspx", "currency=THB", op, "password="+password, "ratio=1", user),
			others: addAggCommon(map[string]reply{"taken": aggError("82", game.Refused, game.PlayerExists), "no player": aggError("81", game.Unknown, ""), "id": aggError("-987", game.Unknown, "")}),
		},
		{
			name: "password", do: setPassword, good: named, want: done, request: aggRequest("changePassword.aspx", op, "password="+password, user),
			others: addAggCommon(map[string]reply{"no player": aggError("81", game.NotKnown, game.NoPlayer)}),
		},
		{
			name: "balance", do: balance, good: aggSuccess(`"username":"kp7h2m4q9x","ratio":"1","balance":120.50`), want: game.Response{Outcome: game.Done, Code: "0", Balance: units(12050)},
			request: aggRequest("getBalance.aspx", op, "ratio=1", user),
			others:  addAggCommon(map[string]reply{"no player": aggError("81", game.NotKnown, game.NoPlayer), "another unit": response(aggSuccess(`"username":"kp7h2m4q9x","ratio":"1000","balance":1`), unknown)}),
		},
		{
			name: "in", optional: []string{"balance"}, do: transfer(in), good: aggData("0", "1", "SUCCESS", withBalance), want: moved, request: aggRequest("makeTransfer.aspx", "amount=100.00", op, "ratio=1", ref, "type=0", user),
			others: addAggCommon(states("0", map[string]reply{"no player": aggError("81", game.Refused, game.NoPlayer), "funds": aggError("72", game.Unknown, ""), "id": aggError("-987", game.Unknown, "")})),
		},
		{
			name: "out", do: transfer(out), good: aggData("1", "1", "SUCCESS", withBalance), want: moved, request: aggRequest("makeTransfer.aspx", "amount=100.00", op, "ratio=1", ref, "type=1", user),
			others: addAggCommon(states("1", map[string]reply{"funds": aggError("72", game.Refused, game.InsufficientFunds)})), optional: []string{"balance"},
		},
		{
			name: "query in", do: queryCall(in), good: aggData("0", "1", "SUCCESS", ""), want: game.Response{Outcome: game.Done, Code: "SUCCESS", Amount: units(10000)}, request: aggRequest("checkTransaction.ashx", op, "ratio=1", ref),
			others: states("0", map[string]reply{"not known": aggError("-987", game.NotKnown, ""), "a refused query": aggError("99", game.Unknown, ""), "no such call": aggError("92", game.Unknown, ""), "no player": aggError("81", game.Unknown, "")}),
		},
		{name: "query out", do: queryCall(out), good: aggData("1", "1", "SUCCESS", ""), want: game.Response{Outcome: game.Done, Code: "SUCCESS", Amount: units(10000)}, others: states("1", map[string]reply{})},
		{
			name: "open", do: openCall(t, game.LaunchTarget{Link: "https://games.example/agg"}), want: done, good: aggSuccess(`"username":"kp7h2m4q9x","gameUrl":"https://games.example/agg"`),
			request: aggRequest("launchGames.aspx", "lang=th-TH", op, "password="+password, "returnurl=https://krapao.example/games", user),
			others:  addAggCommon(map[string]reply{"no player": aggError("81", game.NotKnown, game.NoPlayer), "no link": response(aggSuccess(`"username":"kp7h2m4q9x","gameUrl":"ftp://x"`), unknown)}),
		},
	})
}

func TestAggregator_ResponseInAnotherUnit_OutcomeIsUnknown(t *testing.T) {
	for _, ratio := range []string{"1", "", "1000"} {
		c := newFakeProvider(t, thousandsCfg, exchange{"", 0, aggData("0", ratio, "SUCCESS", "").body}, exchange{"", 0, aggSuccess(`"username":"kp7h2m4q9x","ratio":"` + ratio + `","balance":1`).body})
		a, _ := c.Transfer(t.Context(), in)
		b, _ := c.Balance(t.Context(), player)
		if reply := ratio == "1000"; (a.Outcome == game.Done) != reply || (b.Outcome == game.Done) != reply {
			t.Errorf("%s: %s, %s", ratio, formatResponse(a), formatResponse(b))
		}
	}
}

func TestAggregator_Plays_ArePagedByVersionkey(t *testing.T) {
	row := func(key, name, status, more string) string {
		return `{"versionkey":` + key + `,"id":` + name + `,"member":"kp7h2m4q9x","start_time":"2026-11-22T09:59:50Z","bet":10.00,"payout":25.50,"status":` + status + `,"ratio":"1"` + more + `}`
	}
	good := row("99", "9", "1", "")
	request := func(key string) string {
		return aggRequest("fetchbykey.aspx", "from=2026-11-22T09:50:00Z", "limit=500", "operatorcode=krapao", "versionkey="+key)
	}
	checkFeed(t, feed{
		cfg: aggCfg, first: request("0"), next: request("14"),
		page: func(rows ...string) string {
			text, _ := json.Marshal("[" + strings.Join(rows, ",") + "]")
			return aggSuccess(`"result":` + string(text)).body
		},
		rows:  []string{row("11", "1", "1", ""), row("12", "2", "1", `,"turnover":4.00`), row("13", "1", "-1", `,"turnover":10.00`), row("14", "3", "0", "")},
		plays: []game.Play{play("1", 11, 1000, 2550, 1000), play("2", 12, 1000, 2550, 400), play("1", 13, 1000, 2550, 0)}, cursors: []string{"11", "12", "13", "14"},
		bad: map[string]string{
			"another unit": strings.Replace(good, `"ratio":"1"`, `"ratio":"1000"`, 1), "an older key": row("11", "9", "1", ""), "another status": row("99", "9", "2", ""), "no status": row("99", "9", "null", ""), "no id": row("99", "null", "1", ""),
			"a third decimal": strings.Replace(good, "25.50", "25.505", 1), "a negative turnover": row("99", "9", "1", `,"turnover":-1`), "two members": row("99", "9", "1", `,"Member":"x"`), "no time": strings.Replace(good, "start_time", "x", 1),
		},
		refused: exchange{"", 0, aggError("99", "", "").body},
	})
}
