package game_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/signed"
	"krapao/backend/provider"
	"krapao/backend/provider/game"
)

func TestNew_UnknownFormat_IsRefused(t *testing.T) {
	names := game.Names()
	slices.Sort(names)
	if want := []string{"aggregator", "amb", "betflix", "generic", "joker", "pgsoft", "sbobet"}; !slices.Equal(names, want) {
		t.Errorf("%v", names)
	}
	if _, err := game.New(game.Config{Format: "pokdeng"}); err == nil {
		t.Error("no error for an unknown format")
	}
	for _, name := range names {
		r := newClient(t, game.Config{Format: name}, "http://127.0.0.1:1").Rules()
		if r.IDs != (name != "amb") || r.Form != (name == "sbobet") || r.LongestCall < time.Minute || name == "betflix" && r.LongestCall < 90*time.Second {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestClient_ProviderDownOrCallCancelled_OutcomeIsUnknown(t *testing.T) {
	for _, name := range game.Names() {
		c := newClient(t, game.Config{Format: name}, "http://127.0.0.1:1")
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		for i, do := range eachCall(t) {
			if a, err := do(t.Context(), c); a.Outcome != game.Unknown || err != nil {
				t.Errorf("%s, call %d, down: %s, %v", name, i, formatResponse(a), err)
			}
			a, err := do(cancelled, c)
			if a.Outcome != game.Unknown || err != nil && (!errors.Is(err, context.Canceled) || strings.Contains(err.Error(), secret)) {
				t.Errorf("%s, call %d, cancelled: %s, %v", name, i, formatResponse(a), err)
			}
			if err == nil && !(name == "amb" && i == 5) {
				t.Errorf("%s, call %d: no error from a cancelled call", name, i)
			}
		}
	}
}

// eachCall returns one call of each method, in a fixed order; the sixth is Query.
func eachCall(t *testing.T) []func(context.Context, game.Client) (game.Response, error) {
	return []func(context.Context, game.Client) (game.Response, error){
		create, setPassword, balance, transfer(in), transfer(out), queryCall(in),
		func(ctx context.Context, c game.Client) (game.Response, error) {
			_, a, err := c.Open(ctx, launch)
			return a, err
		},
		func(ctx context.Context, c game.Client) (game.Response, error) {
			p, a, err := c.Plays(ctx, since, "")
			if len(p.Plays) > 0 && a.Outcome != game.Done {
				t.Errorf("%d plays with %s", len(p.Plays), a.Outcome)
			}
			return a, err
		},
	}
}

func TestClient_Requests_HaveNoSecretInTheURL(t *testing.T) {
	for _, name := range game.Names() {
		calls := 0
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			calls++
			if at, err := url.PathUnescape(r.RequestURI); err != nil || strings.Contains(at, secret) || strings.Contains(at, "s3cr") {
				t.Errorf("%s calls %s", name, r.RequestURI)
			}
		}))
		c := newClient(t, game.Config{Format: name}, server.URL+"/")
		for _, do := range eachCall(t) {
			_, _ = do(t.Context(), c)
		}
		if server.Close(); calls < 7 {
			t.Errorf("%s made %d calls", name, calls)
		}
	}
}

func TestPushed_SignedPlays_AreRead(t *testing.T) {
	body := []byte(`{"plays":[{"id":"R1","revision":1,"username":"kp7h2m4q9x","at":"2026-11-22T07:00:00Z","bet":10.00,"payout":25.50,"valid":10.00}]}`)
	// This is the test vector of docs/games/formats.md.
	const stamp, signature = "1795341600", "1db8dbf2fdeeaf82d6a4e874ded276844d9c5edef7aac39eeaa2e0d59323bcb6"
	want := game.Play{ID: "R1", Revision: 1, Username: player, At: time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC), Bet: 1000, Payout: 2550, Valid: 1000}
	for _, name := range game.Names() {
		c := newClient(t, game.Config{Format: name}, "http://127.0.0.1:1")
		if plays, ok := c.Pushed(stamp, signature, body, now); !ok || !reflect.DeepEqual(plays, []game.Play{want}) {
			t.Errorf("%s: %+v, %t", name, plays, ok)
		}
		for what, push := range map[string]struct {
			stamp, signature string
			body             []byte
			now              time.Time
		}{
			"unsigned": {stamp, "", body, now}, "old": {stamp, signature, body, now.Add(signed.MaxClockDifference + time.Second)}, "edited": {stamp, signature, bytes.Replace(body, []byte("10.00"), []byte("99.00"), 1), now},
			"with another key": {stamp, signed.Sign("other", stamp, body), body, now}, "without a time": {"", signed.Sign(secret, "", body), body, now},
		} {
			if plays, ok := c.Pushed(push.stamp, push.signature, push.body, push.now); ok || plays != nil {
				t.Errorf("%s, %s: %+v", name, what, plays)
			}
		}
		unset, _ := game.New(game.Config{Format: name})
		if _, ok := unset.Pushed(stamp, signed.Sign("", stamp, body), body, now); ok {
			t.Errorf("%s: without a key every push is accepted", name)
		}
	}
}

func TestPushed_UnreadablePlay_IsOmitted(t *testing.T) {
	c := newClient(t, game.Config{Format: "generic"}, "http://127.0.0.1:1")
	const good = `{"id":"R1","revision":1,"username":"u","at":"2026-11-22T07:00:00Z","bet":10.00,"payout":0}`
	for what, bad := range map[string]string{
		"no id": strings.Replace(good, "R1", "", 1), "no revision": strings.Replace(good, `"revision":1,`, "", 1), "no player": strings.Replace(good, `"u"`, `""`, 1),
		"no time": strings.Replace(good, `"at":"2026-11-22T07:00:00Z",`, "", 1), "a negative bet": strings.Replace(good, "10.00", "-10.00", 1), "no payout": strings.Replace(good, `,"payout":0`, "", 1),
		"two bets": strings.Replace(good, `"bet"`, `"bet":1,"Bet"`, 1), "a third decimal": strings.Replace(good, "10.00", "10.005", 1), "a space in the id": strings.Replace(good, "R1", "R 1", 1),
		"a long id": strings.Replace(good, "R1", strings.Repeat("R", 65), 1), "a null": "null", "a number": "1", "an old time": strings.Replace(good, "2026", "1026", 1),
	} {
		body := []byte(`{"plays":[` + bad + `,` + good + `]}`)
		if plays, ok := c.Pushed("1795341600", signed.Sign(secret, "1795341600", body), body, now); !ok || len(plays) != 1 || plays[0].Valid != 1000 {
			t.Errorf("%s: %+v, %t", what, plays, ok)
		}
	}
	for _, body := range []string{"", "null", "[]", "<html>", `{"plays":{}}`, `{"plays":[],"Plays":[` + good + `]}`} {
		if plays, ok := c.Pushed("1795341600", signed.Sign(secret, "1795341600", []byte(body)), []byte(body), now); !ok || len(plays) != 0 {
			t.Errorf("%q: %+v, %t", body, plays, ok)
		}
	}
}

// responder is an HTTP transport that makes its response itself, because a network is too slow for fuzzing.
type responder func() *http.Response

func (a responder) RoundTrip(*http.Request) (*http.Response, error) { return a(), nil }

// FuzzResponses sends arbitrary bytes with any status as the response to every call of every format. Done
// needs the player's name in JSON. Any other definite outcome needs a code of the format.
func FuzzResponses(f *testing.F) {
	for _, seed := range []string{
		"", "null", "{}", "[]", `{"status":{"code":0},"data":{"username":"kp7h2m4q9x"}}`, `{"data":null,"error":{"code":"3040"}}`, `{"Error":"RequestNotFound"}`,
		`{"status":"error","error_code":1004}`, `{"error":{"id":4601}}`, `{"errCode":"-987"}`, `{"code":"TRANSFER_NOT_FOUND","id":"` + id + `"}`,
		`{"id":"` + id + `","username":"kp7h2m4q9x","amount":100.00,"direction":"IN","status":"DONE","balance":120.50}`, `{"RequestID":"` + id + `","Username":"kp7h2m4q9x","Amount":-100.00}`,
		`{"errCode":"0","errMsg":"SUCCESS","data":{"ref_id":"` + reference + `","username":"kp7h2m4q9x","type":"0","amount":100.00,"ratio":"1","status":"FAILED"}}`,
		`{"plays":[{"cursor":"c","id":"R","revision":1,"username":"u","at":"2026-11-22T09:59:50Z","bet":1,"payout":0},{"id":null}]}`,
		`{"status":"success","error_code":0,"data":[{"id":1,"ref":"B","version":1,"username":"u","bet_time":"2026-11-22 16:59:50","bet_amount":"1","payout":"0","status":"void"}]}`,
		`{"data":{"Game":[{"OCode":"J","Username":"u","Time":1795341590,"Amount":1,"Result":2}]},"nextId":"n"}`, `{"Username":"kp7h2m4q9x","Credit":1e400}`,
	} {
		f.Add(0, []byte(seed))
		f.Add(204, []byte(seed))
	}
	var status int
	var response []byte
	before := *provider.Client
	f.Cleanup(func() { *provider.Client = before })
	provider.Client.Transport = responder(func() *http.Response {
		return &http.Response{StatusCode: status, Body: io.NopCloser(bytes.NewReader(response))}
	})
	all := map[string]game.Client{}
	for _, name := range game.Names() {
		all[name] = newClient(f, game.Config{Format: name}, "http://provider.example")
	}
	f.Fuzz(func(t *testing.T, code int, body []byte) {
		status, response = 200+(code%400+400)%400, body
		// plain is the response without escapes, if it is JSON.
		var parsed any
		var plain []byte
		if json.Unmarshal(body, &parsed) == nil {
			plain, _ = json.Marshal(parsed)
		}
		holds := func(word string) bool { return bytes.Contains(plain, []byte(word)) }
		for name, c := range all {
			for i, do := range eachCall(t) {
				a, err := do(t.Context(), c)
				plays := i == 7
				named := holds(player)
				coded := holds("422") || status == 422 || slices.ContainsFunc(game.CodesOf(name), holds)
				switch {
				case err != nil, a.Outcome == game.Done && !named && !plays, a.Outcome != game.Done && a.Outcome != game.Unknown && !named && !coded,
					a.Outcome != game.Unknown && plain == nil:
					t.Errorf("%s, call %d: %s, %v after %d %q", name, i, formatResponse(a), err, status, body)
				}
			}
		}
	})
}
