package game_test

import (
	"fmt"
	"strings"
	"testing"

	"krapao/backend/provider/game"
)

var jokerCfg = game.Config{Format: "joker"}

// jokerSigned returns a joker call as text. The signatures were made by openssl, for example:
// printf 'Method=GC&Timestamp=1795341600&Username=kp7h2m4q9x' | openssl dgst -sha1 -hmac sandbox-secret
// -binary | base64
func jokerSigned(signature, body string) string {
	return "POST /?AppID=krapao&Signature=" + signature + "\nContent-Type: application/json\n\n" + body
}

func jokerError(status int, word string, outcome game.Outcome, reason game.Reason) reply {
	return reply{status, `{"Error":"` + word + `","Message":"no"}`, game.Response{Outcome: outcome, Reason: reason, Code: fmt.Sprintf("%d_%s", status, word)}}
}

func TestJoker_EachResponse_HasItsOutcome(t *testing.T) {
	made := exchange{status: 201, body: `{"Status":"Created","Data":{"Username":"kp7h2m4q9x","Status":"Active"}}`}
	set := exchange{body: `{"Status":"OK","Username":"kp7h2m4q9x"}`}
	queried := `{"RequestID":"` + id + `","Username":"kp7h2m4q9x","Time":"2026-11-22T14:00:00+07:00","Amount":%s}`
	moved := `{"RequestID":"` + id + `","Username":"kp7h2m4q9x","Time":"2026-11-22T14:00:00+07:00","Credit":20.50,"BeforeCredit":120.50,"OutstandingCredit":0.00}`
	requestUnknown := reply{404, `{"Error":"RequestNotFound","Message":"no","RequestID":"` + id + `"}`, game.Response{Outcome: game.NotKnown, Code: "404_RequestNotFound"}}
	common := func(more map[string]reply) map[string]reply {
		for _, r := range []reply{
			jokerError(401, "InvalidSignature", game.Refused, ""), jokerError(403, "InvalidAppID", game.Refused, ""), jokerError(400, "InvalidParameter", game.Refused, ""),
			jokerError(409, "RequestConflict", game.Unknown, ""), jokerError(500, "InternalError", game.Unknown, ""), jokerError(200, "InvalidSignature", game.Unknown, ""),
		} {
			more[r.want.Code] = r
		}
		return more
	}
	checkFormat(t, jokerCfg, []call{
		{
			name: "create", do: create, good: made, want: game.Response{Outcome: game.Done, Code: "OK"},
			request: jokerSigned("ijviFS0OPViAF5TxT3jgjmHcM6g%3D", `{"Method":"CU","Timestamp":1795341600,"Username":"kp7h2m4q9x"}`),
			then:    []exchange{{jokerSigned("6toBFKHigVUKzXNntm80lVbryN0%3D", `{"Method":"SP","Password":"s3cr\u0026t \u003cpass\u003e","Timestamp":1795341600,"Username":"kp7h2m4q9x"}`), 0, set.body}},
			others: common(map[string]reply{
				"taken":           {200, `{"Status":"OK","Data":{"Username":"kp7h2m4q9x","Status":"Active"}}`, game.Response{Outcome: game.Refused, Reason: game.PlayerExists, Code: "OK"}},
				"another taken":   {200, `{"Status":"OK","Data":{"Username":"someone"}}`, game.Response{Outcome: game.Unknown, Code: "OK"}},
				"funds misplaced": jokerError(400, "InsufficientCredit", game.Unknown, ""),
			}),
		},
		{
			name: "password", do: setPassword, good: set, want: game.Response{Outcome: game.Done, Code: "OK"},
			request: jokerSigned("6toBFKHigVUKzXNntm80lVbryN0%3D", `{"Method":"SP","Password":"s3cr\u0026t \u003cpass\u003e","Timestamp":1795341600,"Username":"kp7h2m4q9x"}`),
			others:  common(map[string]reply{"no player": jokerError(404, "UserNotFound", game.NotKnown, game.NoPlayer)}),
		},
		{
			name: "balance", do: balance, want: game.Response{Outcome: game.Done, Balance: units(12050)}, fixed: []string{"OutstandingCredit"},
			request: jokerSigned("%2F0Xzwu0ekN%2BHcr8QUDIvxKwZoOM%3D", `{"Method":"GC","Timestamp":1795341600,"Username":"kp7h2m4q9x"}`),
			good:    exchange{body: `{"Username":"kp7h2m4q9x","Credit":120.50,"OutstandingCredit":0.00}`},
			others: common(map[string]reply{
				"no player": jokerError(404, "UserNotFound", game.NotKnown, game.NoPlayer), "in quotes": {200, `{"Username":"kp7h2m4q9x","Credit":"0"}`, game.Response{Outcome: game.Done, Balance: units(0)}},
				"the largest": {200, `{"Username":"kp7h2m4q9x","Credit":10000000000}`, game.Response{Outcome: game.Done, Balance: units(1e12)}},
			}),
		},
		{
			name: "out", do: transfer(out), good: exchange{body: moved}, want: game.Response{Outcome: game.Done, Balance: units(2050)}, fixed: []string{"BeforeCredit", "OutstandingCredit"},
			request: jokerSigned("S1GJsreqURCQdzARy0tIlV%2Bd%2FAg%3D", `{"Amount":-100.00,"Method":"TC","RequestID":"`+id+`","Timestamp":1795341600,"Username":"kp7h2m4q9x"}`),
			others: common(map[string]reply{
				"funds": jokerError(400, "InsufficientCredit", game.Refused, game.InsufficientFunds), "no player": jokerError(404, "UserNotFound", game.Refused, game.NoPlayer),
				"amount": jokerError(400, "InvalidAmount", game.Refused, ""), "funds elsewhere": jokerError(402, "InsufficientCredit", game.Unknown, ""), "id unknown": jokerError(404, "RequestNotFound", game.Unknown, ""),
			}),
		},
		{
			name: "in", do: transfer(in), good: exchange{body: moved}, want: game.Response{Outcome: game.Done, Balance: units(2050)}, fixed: []string{"BeforeCredit", "OutstandingCredit"},
			request: jokerSigned("jGGfFDqHeiQJm9Yd77vLMPrzmjU%3D", `{"Amount":100.00,"Method":"TC","RequestID":"`+id+`","Timestamp":1795341600,"Username":"kp7h2m4q9x"}`),
			others:  common(map[string]reply{"funds misplaced": jokerError(400, "InsufficientCredit", game.Unknown, "")}),
		},
		{
			name: "query in", do: queryCall(in), want: game.Response{Outcome: game.Done, Amount: units(10000)},
			request: jokerSigned("RtAb%2BvGBpdKLERXiargY0vihSJs%3D", `{"Method":"TCH","RequestID":"`+id+`","Timestamp":1795341600}`),
			good:    exchange{body: fmt.Sprintf(queried, "100.00")},
			others: map[string]reply{
				"not known": requestUnknown, "another not known": {404, `{"Error":"RequestNotFound","RequestID":"ff"}`, game.Response{Outcome: game.Unknown, Code: "404_RequestNotFound"}},
				"a bare 404": {404, `{}`, game.Response{Outcome: game.Unknown, Code: "404"}}, "out": {200, fmt.Sprintf(queried, "-100.00"), game.Response{Outcome: game.Unknown}},
				"a refused query": {401, `{"Error":"InvalidSignature","RequestID":"` + id + `"}`, game.Response{Outcome: game.Unknown, Code: "401_InvalidSignature"}},
				"another amount":  {200, fmt.Sprintf(queried, "99.00"), game.Response{Outcome: game.Done, Amount: units(9900)}}, "nothing moved": {200, fmt.Sprintf(queried, "0.00"), game.Response{Outcome: game.Unknown}},
			},
		},
		{
			name: "query out", do: queryCall(out), want: game.Response{Outcome: game.Done, Amount: units(10000)},
			good: exchange{body: fmt.Sprintf(queried, "-100.00")}, fixed: []string{"Amount"},
			others: map[string]reply{"not known": requestUnknown, "in": {200, fmt.Sprintf(queried, "100.00"), game.Response{Outcome: game.Unknown}}},
		},
		{
			name: "open", do: openCall(t, game.LaunchTarget{Link: "https://games.example/play?game=lobby&lang=th&redirectUrl=https%3A%2F%2Fkrapao.example%2Fgames&token=one-time"}), want: game.Response{Outcome: game.Done},
			request: jokerSigned("xZLLWfDfP%2B6%2Bsm0C0mG8hVS%2F86M%3D", `{"Method":"PLAY","Timestamp":1795341600,"Username":"kp7h2m4q9x"}`),
			good:    exchange{body: `{"Username":"kp7h2m4q9x","Token":"one-time","ForwardUrl":"https://games.example/play?game=lobby"}`},
			others: common(map[string]reply{
				"no player": jokerError(404, "UserNotFound", game.NotKnown, game.NoPlayer), "a script": {200, `{"Username":"kp7h2m4q9x","Token":"t","ForwardUrl":"javascript:alert(1)"}`, game.Response{Outcome: game.Unknown}},
				"no token": {200, `{"Username":"kp7h2m4q9x","Token":"","ForwardUrl":"https://games.example"}`, game.Response{Outcome: game.Unknown}},
			}),
		},
	})
}

func TestJoker_PasswordCannotBeSet_OutcomeIsUnknown(t *testing.T) {
	for _, second := range []exchange{{"", 500, "{}"}, {"", 200, `{"Status":"OK","Username":"other"}`}, {"", 404, `{"Error":"UserNotFound"}`}, {"", 401, `{"Error":"InvalidSignature"}`}} {
		c := newFakeProvider(t, jokerCfg, exchange{"", 201, `{"Status":"Created","Data":{"Username":"kp7h2m4q9x"}}`}, second)
		if a, err := c.Create(t.Context(), player, password); a.Outcome != game.Unknown || a.Reason != "" || err != nil {
			t.Errorf("%s after %+v", formatResponse(a), second)
		}
	}
}

func TestJoker_Plays_ArePagedBySeconds(t *testing.T) {
	row := func(name, more string) string {
		return `{"OCode":"` + name + `","Username":"kp7h2m4q9x","Time":1795341590,"Amount":10.00,"Result":25.50` + more + `}`
	}
	page := func(next string, rows ...string) string {
		return `{"data":{"Game":[` + strings.Join(rows, ",") + `]},"nextId":"` + next + `"}`
	}
	request := func(signature, start, end, next string) string {
		return jokerSigned(signature, fmt.Sprintf(`{"Delay":0,"EndDate":%s,"Method":"TSM","NextId":"%s","StartDate":%s,"Timestamp":1795341600}`, end, next, start))
	}
	c := newFakeProvider(
		t, jokerCfg,
		exchange{request("D%2BcUorUscD2Z%2FFOvpPsDOc4XAOk%3D", "1795341000", "1795341600", ""), 0, `{"data":{"Game":[` + row("J1", "") + `],"Jackpot":[` + row("J2", `,"ValidAmount":0`) + `],"Competition":[]},"nextId":"p.2"}`},
		exchange{request("Wk7xgSoSqF111HaW9V8S%2F5YIb8A%3D", "1795341000", "1795341600", "p.2"), 0, page("", row("J1", `,"Version":2,"Type":"Cancelled"`))},
		exchange{"", 0, page("x", row("J1", ""), `{"OCode":"bad"}`)},
		exchange{"", 0, page("x", `{"OCode":"bad"}`)},
		exchange{"", 401, `{"Error":"InvalidSignature"}`},
	)
	jackpot := play("J2", 1, 0, 2550, 0)
	jackpot.Credit = true
	for i, step := range []struct {
		cursor string
		want   game.Page
	}{
		{"", game.Page{Plays: []game.Play{play("J1", 1, 1000, 2550, 1000), jackpot}, Next: "1795341000.1795341600.p.2", More: true}},
		{"1795341000.1795341600.p.2", game.Page{Plays: []game.Play{play("J1", 2, 1000, 2550, 0)}, Next: "1795341600"}},
		{"1795341600", game.Page{Next: "1795341600"}}, // this second is not over: no call is made
		{"1795341000", game.Page{Plays: []game.Play{play("J1", 1, 1000, 2550, 1000)}, Next: "1795341000.1795341600.", Bad: "play 2 of 2"}},
		{"1795341000.1795341500.a", game.Page{Next: "1795341000.1795341500.a", Bad: "play 1 of 1"}},
	} {
		if p, a, err := c.Plays(t.Context(), since, step.cursor); a.Outcome != game.Done || err != nil || !samePage(p, step.want) || (p.Bad != "") != (p.Raw == `{"OCode":"bad"}`) {
			t.Errorf("%d: %s %v\n%+v instead of\n%+v", i, formatResponse(a), err, p, step.want)
		}
	}
	if p, a, _ := c.Plays(t.Context(), since, "1795341000"); a.Outcome != game.Refused || p.Next != "1795341000" {
		t.Errorf("refused: %s %+v", formatResponse(a), p)
	}
	for _, cursor := range []string{"x", "1.x.", "-1", "1795341000.1795341600.same"} {
		e := []exchange{{"", 0, page("same")}}
		if !strings.HasSuffix(cursor, "same") {
			e = nil
		}
		if p, a, err := newFakeProvider(t, jokerCfg, e...).Plays(t.Context(), since, cursor); a.Outcome != game.Unknown || p.Next != cursor || err != nil {
			t.Errorf("cursor %s: %s %+v", cursor, formatResponse(a), p)
		}
	}
	for what, bad := range map[string]string{
		"no name": row("", ""), "no player": strings.Replace(row("J", ""), player, "", 1), "no time": strings.Replace(row("J", ""), "1795341590", "null", 1), "a fraction of time": strings.Replace(row("J", ""), "1795341590", "1795341590.5", 1),
		"a negative result": strings.Replace(row("J", ""), "25.50", "-25.50", 1), "a third decimal": strings.Replace(row("J", ""), "25.50", "25.505", 1), "two amounts": row("J", `,"amount":1`), "a broken version": row("J", `,"Version":-1`),
	} {
		if p, _, _ := newFakeProvider(t, jokerCfg, exchange{"", 0, page("", row("J1", ""), bad)}).Plays(t.Context(), since, ""); len(p.Plays) != 1 || p.Bad == "" || p.More {
			t.Errorf("%s: %+v", what, p)
		}
	}
	for what, e := range map[string]exchange{"HTML": {"", 0, "<html>"}, "null": {"", 0, "null"}, "no list": {"", 0, `{"nextId":""}`}, "no next": {"", 0, `{"data":{}}`}, "status": {"", 500, page("")}} {
		if p, a, _ := newFakeProvider(t, jokerCfg, e).Plays(t.Context(), since, "1795341000"); a.Outcome != game.Unknown || !samePage(p, game.Page{Next: "1795341000"}) {
			t.Errorf("%s: %s %+v", what, formatResponse(a), p)
		}
	}
}
