package game_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/signed"
	"krapao/backend/provider"
	"krapao/backend/provider/game"
)

const (
	player    = "kp7h2m4q9x"
	secret    = "sandbox-secret"
	password  = "s3cr&t <pass>"
	id        = "00112233445566778899aabbccddeeff"
	reference = "lfd5pqz5pa7zjm5uyguw" // id, for an aggregator
	guid      = "8c1f0a52-7d0e-4c7c-9a55-3f6c2b1e9d10"
)

var (
	now   = time.Unix(1795341600, 0) // 2026-11-22 17:20 at +07:00
	since = time.Unix(1795341000, 0)

	in     = game.Transfer{ID: id, Username: player, Amount: 10000, In: true}
	out    = game.Transfer{ID: id, Username: player, Amount: 10000}
	launch = game.Launch{Username: player, Password: password, Lang: "th", Back: "https://krapao.example/games"}
)

func units(n game.Units) *game.Units { return &n }

// exchange is one call as it must arrive, and its answer.
type exchange struct {
	request string // "POST /path\nHeader: value\n\nbody"; "" is not compared
	status  int    // 0 is 200
	answer  string
}

// current answers the calls to the one server that all tests share, which is faster
// than thousands of them.
var current http.HandlerFunc

var outside = sync.OnceValue(func() string {
	return httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { current(rw, r) })).URL
})

// company answers a list of exchanges, each once and in their order. The one that
// was made last is the one that answers.
func company(t *testing.T, cfg game.Config, list ...exchange) game.Company {
	t.Helper()
	current = func(rw http.ResponseWriter, r *http.Request) {
		if len(list) == 0 {
			t.Errorf("one call too many: %s", dump(r))
			rw.WriteHeader(http.StatusTeapot)
			return
		}
		e := list[0]
		list = list[1:]
		if got := dump(r); e.request != "" && got != e.request {
			t.Errorf("the call was\n%s\ninstead of\n%s", got, e.request)
		}
		if e.status != 0 {
			rw.WriteHeader(e.status)
		}
		_, _ = io.WriteString(rw, e.answer)
	}
	t.Cleanup(func() {
		if len(list) > 0 {
			t.Errorf("%d calls were not made", len(list))
		}
	})
	return open(t, cfg, outside())
}

// open makes a client with the account of docs/games/formats.md.
func open(t testing.TB, cfg game.Config, url string) game.Company {
	t.Helper()
	cfg.Slot, cfg.URL, cfg.ID, cfg.Secret, cfg.Currency = "slot", url, "krapao", secret, "THB"
	c, err := game.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	game.Fix(c, now, guid)
	return c
}

// dump is a call as text: what Go's client adds by itself is left out.
func dump(r *http.Request) string {
	body, _ := io.ReadAll(r.Body)
	var names []string
	for name := range r.Header {
		if !slices.Contains([]string{"User-Agent", "Accept", "Accept-Encoding", "Content-Length"}, name) {
			names = append(names, name+": "+strings.Join(r.Header[name], ", "))
		}
	}
	slices.Sort(names)
	return r.Method + " " + r.RequestURI + "\n" + strings.Join(names, "\n") + "\n\n" + string(body)
}

// call is one method of a company, with all that it may answer.
type call struct {
	name    string
	do      func(context.Context, game.Company) (game.Answer, error)
	request string
	good    exchange // without its request
	then    []exchange
	want    game.Answer
	others  map[string]reply
	// fixed are names of amounts that are not read, or that a minus may stand before;
	// optional ones may be null.
	fixed, optional []string
}

// reply is another answer than the good one, and what it means.
type reply struct {
	status int
	answer string
	want   game.Answer
}

func create(ctx context.Context, c game.Company) (game.Answer, error) {
	return c.Create(ctx, player, password)
}

func setPassword(ctx context.Context, c game.Company) (game.Answer, error) {
	return c.SetPassword(ctx, player, password)
}

func balance(ctx context.Context, c game.Company) (game.Answer, error) {
	return c.Balance(ctx, player)
}

func transfer(t game.Transfer) func(context.Context, game.Company) (game.Answer, error) {
	return func(ctx context.Context, c game.Company) (game.Answer, error) { return c.Transfer(ctx, t) }
}

func ask(t game.Transfer) func(context.Context, game.Company) (game.Answer, error) {
	return func(ctx context.Context, c game.Company) (game.Answer, error) { return c.Ask(ctx, t) }
}

// opening checks what Open answers when it is done.
func opening(t *testing.T, want game.Opening) func(context.Context, game.Company) (game.Answer, error) {
	return func(ctx context.Context, c game.Company) (game.Answer, error) {
		got, a, err := c.Open(ctx, launch)
		if a.Outcome != game.Done {
			if !reflect.DeepEqual(got, game.Opening{}) {
				t.Errorf("opens %+v with %s", got, a.Outcome)
			}
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("opens\n%+v instead of\n%+v", got, want)
		}
		return a, err
	}
}

func show(a game.Answer) string {
	text, _ := json.Marshal(a)
	return string(text)
}

// check runs a format's calls: the request, each answer, and all the ways in which
// the good answer can be wrong.
func check(t *testing.T, cfg game.Config, calls []call) {
	t.Helper()
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			c.good.request = c.request
			got, err := c.do(t.Context(), company(t, cfg, append([]exchange{c.good}, c.then...)...))
			if !reflect.DeepEqual(got, c.want) || err != nil {
				t.Errorf("%s, %v instead of %s", show(got), err, show(c.want))
			}
			for what, o := range c.others {
				got, err := c.do(t.Context(), company(t, cfg, exchange{c.request, o.status, o.answer}))
				if !reflect.DeepEqual(got, o.want) || err != nil {
					t.Errorf("%s: %s, %v instead of %s", what, show(got), err, show(o.want))
				}
			}
			for what, o := range c.others {
				for spoiled, answer := range spoil(o.answer) {
					got, err := c.do(t.Context(), company(t, cfg, exchange{"", o.status, answer}))
					if got.Outcome != game.Unknown || got.Reason != "" || err != nil {
						t.Errorf("%s, %s: %s, %v after %d %s", what, spoiled, show(got), err, o.status, answer)
					}
				}
			}
			for what, e := range hostile(c) {
				got, err := c.do(t.Context(), company(t, cfg, e))
				if got.Outcome != game.Unknown || got.Reason != "" || got.Amount != nil || got.Balance != nil || err != nil {
					t.Errorf("%s: %s, %v after %d %s", what, show(got), err, e.status, e.answer)
				}
			}
		})
	}
}

var (
	nameOf = regexp.MustCompile(`"(\w+)":`)
	money  = regexp.MustCompile(`"?-?\d+\.\d\d\b"?`)
)

// hostile are answers that no company should give: the good one, spoiled, with
// every wrong status.
func hostile(c call) map[string]exchange {
	good, all := c.good.answer, map[string]exchange{}
	add := func(what, answer string) {
		if answer != good {
			all[what] = exchange{"", c.good.status, answer}
		}
	}
	for what, answer := range map[string]string{
		"HTML": "<html>log in</html>", "nothing": "", "null": "null", "a list": "[]", "an empty object": "{}", "a text": `"ok"`,
		"a deep hole": strings.Repeat("[", 20_000),
		"too much":    good + strings.Repeat(" ", 1<<20), "no UTF-8": "\xff\xfe",
	} {
		add(what, answer)
	}
	for _, status := range []int{201, 202, 204, 302, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503} {
		if status != c.good.status {
			all[fmt.Sprint("status ", status)] = exchange{"", status, good}
		}
	}
	add("another player", strings.ReplaceAll(good, player, "kp7h2m4q9y"))
	add("another player's case", strings.ReplaceAll(good, player, strings.ToUpper(player)))
	add("another id", strings.ReplaceAll(good, id, id[1:]+"0"))
	add("another reference", strings.ReplaceAll(good, reference, reference[1:]+"a"))
	for what, answer := range spoil(good) {
		add(what, answer)
	}
	for _, at := range money.FindAllStringIndex(good, -1) {
		names := nameOf.FindAllStringSubmatch(good[:at[0]], -1)
		name := names[len(names)-1][1]
		if slices.Contains(c.fixed, name) {
			continue
		}
		for _, bad := range []string{"100.005", "100.000", "1e2", "-7.00", "99999999999999999999.00", "10000000000.01", "0100.00", `"1,000.00"`, `""`, "null", "{}", "[]", "true", `"NaN"`, `" 100.00"`, `"+100.00"`} {
			if bad == "null" && slices.Contains(c.optional, name) {
				continue
			}
			add(fmt.Sprintf("%s at %d", bad, at[0]), good[:at[0]]+bad+good[at[1]:])
		}
	}
	return all
}

// spoil makes an answer ambiguous, or no JSON.
func spoil(good string) map[string]string {
	all := map[string]string{"a broken end": good[:len(good)-1], "something behind it": good + "{}"}
	for _, at := range nameOf.FindAllStringSubmatchIndex(good, -1) {
		name := good[at[2]:at[3]]
		all["twice "+name] = good[:at[0]] + `"` + name + `":0,` + good[at[0]:]
		all["twice in another case "+name] = good[:at[0]] + `"` + strings.ToUpper(name) + `":null,` + good[at[0]:]
	}
	return all
}

// feed is a format's list of plays.
type feed struct {
	cfg game.Config
	// first and next are the requests with no cursor and behind the first page.
	first, next string
	page        func(rows ...string) string
	// rows are read as plays; bad ones are not, each for itself.
	rows  []string
	plays []game.Play
	bad   map[string]string
	// cursors behind each row.
	cursors []string
	// again says that a bad play takes the one before it along.
	again bool
	// refused is a definite no, e.g. of a wrong key.
	refused exchange
}

// checkFeed runs what every feed guarantees.
func checkFeed(t *testing.T, f feed) {
	t.Helper()
	last := f.cursors[len(f.cursors)-1]
	c := company(t, f.cfg, exchange{f.first, 0, f.page(f.rows...)}, exchange{f.next, 0, f.page()})
	page, a, err := c.Plays(t.Context(), since, "")
	want := game.Page{Plays: f.plays, Next: last}
	if a.Outcome != game.Done || err != nil || !samePage(page, want) {
		t.Errorf("the first page: %s %v\n%+v instead of\n%+v", show(a), err, page, want)
	}
	page, a, err = c.Plays(t.Context(), since, last)
	if a.Outcome != game.Done || err != nil || !samePage(page, game.Page{Next: last}) {
		t.Errorf("nothing new: %s %v %+v", show(a), err, page)
	}
	behind := f.cursors[0]
	if f.again {
		behind = ""
	}
	for what, bad := range f.bad {
		page, a, err := company(t, f.cfg, exchange{"", 0, f.page(f.rows[0], bad, f.rows[1])}).Plays(t.Context(), since, "")
		if a.Outcome != game.Done || err != nil || len(page.Plays) != 1 || page.Bad == "" || page.Raw == "" || page.More || page.Next != behind {
			t.Errorf("a play with %s: %s %v %+v", what, show(a), err, page)
		}
		page, _, _ = company(t, f.cfg, exchange{"", 0, f.page(bad)}).Plays(t.Context(), since, last)
		if len(page.Plays) != 0 || page.Bad == "" || page.Next != last {
			t.Errorf("a first play with %s: %+v", what, page)
		}
	}
	page, a, err = company(t, f.cfg, f.refused).Plays(t.Context(), since, last)
	if a.Outcome != game.Refused || err != nil || !samePage(page, game.Page{Next: last}) {
		t.Errorf("refused: %s %v %+v", show(a), err, page)
	}
	good := f.page(f.rows...)
	for what, e := range map[string]exchange{
		"HTML": {"", 0, "<html>"}, "null": {"", 0, "null"}, "empty": {"", 0, "{}"}, "a list": {"", 0, "[]"}, "broken": {"", 0, good[1:]},
		"an error of theirs": {"", 500, good}, "not found": {"", 404, good}, "created": {"", 201, good},
	} {
		page, a, err = company(t, f.cfg, e).Plays(t.Context(), since, last)
		if a.Outcome != game.Unknown || err != nil || !samePage(page, game.Page{Next: last}) {
			t.Errorf("%s: %s %v %+v", what, show(a), err, page)
		}
	}
}

func samePage(a, b game.Page) bool {
	return a.Next == b.Next && a.More == b.More && a.Bad == b.Bad && slices.EqualFunc(a.Plays, b.Plays, func(a, b game.Play) bool {
		same := a.At.Equal(b.At)
		a.At, b.At = time.Time{}, time.Time{}
		return same && a == b
	})
}

// play is one of the player, at 2026-11-22 17:19:50 at +07:00.
func play(name string, revision int, bet, payout, valid game.Units) game.Play {
	return game.Play{ID: name, Revision: revision, Username: player, At: time.Unix(1795341590, 0), Bet: bet, Payout: payout, Valid: valid}
}

func TestThereAreSevenFormatsAndNoOthers(t *testing.T) {
	names := game.Names()
	slices.Sort(names)
	if want := []string{"aggregator", "amb", "betflix", "generic", "joker", "pgsoft", "sbobet"}; !slices.Equal(names, want) {
		t.Errorf("%v", names)
	}
	if _, err := game.New(game.Config{Format: "pokdeng"}); err == nil {
		t.Error("an unknown format is made")
	}
	for _, name := range names {
		r := open(t, game.Config{Format: name}, "http://127.0.0.1:1").Rules()
		if r.IDs != (name != "amb") || r.Form != (name == "sbobet") || r.Longest < time.Minute || name == "betflix" && r.Longest < 90*time.Second {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestACompanyThatIsDownOrCancelledSaysNothing(t *testing.T) {
	for _, name := range game.Names() {
		c := open(t, game.Config{Format: name}, "http://127.0.0.1:1")
		over, cancel := context.WithCancel(t.Context())
		cancel()
		for i, do := range everything(t) {
			if a, err := do(t.Context(), c); a.Outcome != game.Unknown || err != nil {
				t.Errorf("%s, call %d, down: %s, %v", name, i, show(a), err)
			}
			a, err := do(over, c)
			if a.Outcome != game.Unknown || err != nil && (!errors.Is(err, context.Canceled) || strings.Contains(err.Error(), secret)) {
				t.Errorf("%s, call %d, cancelled: %s, %v", name, i, show(a), err)
			}
			if err == nil && !(name == "amb" && i == 5) {
				t.Errorf("%s, call %d: no error of a cancelled call", name, i)
			}
		}
	}
}

// everything is all calls of a company; the sixth is Ask.
func everything(t *testing.T) []func(context.Context, game.Company) (game.Answer, error) {
	return []func(context.Context, game.Company) (game.Answer, error){
		create, setPassword, balance, transfer(in), transfer(out), ask(in),
		func(ctx context.Context, c game.Company) (game.Answer, error) {
			_, a, err := c.Open(ctx, launch)
			return a, err
		},
		func(ctx context.Context, c game.Company) (game.Answer, error) {
			p, a, err := c.Plays(ctx, since, "")
			if len(p.Plays) > 0 && a.Outcome != game.Done {
				t.Errorf("%d plays with %s", len(p.Plays), a.Outcome)
			}
			return a, err
		},
	}
}

func TestNoSecretStandsInAnAddress(t *testing.T) {
	for _, name := range game.Names() {
		calls := 0
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			calls++
			if at, err := url.PathUnescape(r.RequestURI); err != nil || strings.Contains(at, secret) || strings.Contains(at, "s3cr") {
				t.Errorf("%s calls %s", name, r.RequestURI)
			}
		}))
		c := open(t, game.Config{Format: name}, server.URL+"/")
		for _, do := range everything(t) {
			_, _ = do(t.Context(), c)
		}
		if server.Close(); calls < 7 {
			t.Errorf("%s made %d calls", name, calls)
		}
	}
}

func TestPushedPlaysAreReadWhereTheyAreSigned(t *testing.T) {
	body := []byte(`{"plays":[{"id":"R1","revision":1,"username":"kp7h2m4q9x","at":"2026-11-22T07:00:00Z","bet":10.00,"payout":25.50,"valid":10.00}]}`)
	// The vector of docs/games/formats.md.
	const stamp, signature = "1795341600", "1db8dbf2fdeeaf82d6a4e874ded276844d9c5edef7aac39eeaa2e0d59323bcb6"
	want := game.Play{ID: "R1", Revision: 1, Username: player, At: time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC), Bet: 1000, Payout: 2550, Valid: 1000}
	for _, name := range game.Names() {
		c := open(t, game.Config{Format: name}, "http://127.0.0.1:1")
		if plays, ok := c.Pushed(stamp, signature, body, now); !ok || !reflect.DeepEqual(plays, []game.Play{want}) {
			t.Errorf("%s: %+v, %t", name, plays, ok)
		}
		for what, push := range map[string]struct {
			stamp, signature string
			body             []byte
			now              time.Time
		}{
			"unsigned": {stamp, "", body, now}, "old": {stamp, signature, body, now.Add(signed.Life + time.Second)}, "edited": {stamp, signature, bytes.Replace(body, []byte("10.00"), []byte("99.00"), 1), now},
			"with another key": {stamp, signed.Sign("other", stamp, body), body, now}, "without a time": {"", signed.Sign(secret, "", body), body, now},
		} {
			if plays, ok := c.Pushed(push.stamp, push.signature, push.body, push.now); ok || plays != nil {
				t.Errorf("%s, %s: %+v", name, what, plays)
			}
		}
		unset, _ := game.New(game.Config{Format: name})
		if _, ok := unset.Pushed(stamp, signed.Sign("", stamp, body), body, now); ok {
			t.Errorf("%s: without a key it takes anything", name)
		}
	}
}

func TestAPushedPlayThatCannotBeReadIsLeftOut(t *testing.T) {
	c := open(t, game.Config{Format: "generic"}, "http://127.0.0.1:1")
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

// answering is a transport that answers by itself: a fuzzer has no time for a network.
type answering func() *http.Response

func (a answering) RoundTrip(*http.Request) (*http.Response, error) { return a(), nil }

// FuzzAnswers gives every call of every format any bytes with any status: a yes needs
// the player's name in JSON, anything else that is definite a word of the format.
func FuzzAnswers(f *testing.F) {
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
	var answer []byte
	before := *provider.Client
	f.Cleanup(func() { *provider.Client = before })
	provider.Client.Transport = answering(func() *http.Response {
		return &http.Response{StatusCode: status, Body: io.NopCloser(bytes.NewReader(answer))}
	})
	all := map[string]game.Company{}
	for _, name := range game.Names() {
		all[name] = open(f, game.Config{Format: name}, "http://company.example")
	}
	f.Fuzz(func(t *testing.T, code int, body []byte) {
		status, answer = 200+(code%400+400)%400, body
		// The answer without escapes, where it is JSON at all.
		var parsed any
		var plain []byte
		if json.Unmarshal(body, &parsed) == nil {
			plain, _ = json.Marshal(parsed)
		}
		holds := func(word string) bool { return bytes.Contains(plain, []byte(word)) }
		for name, c := range all {
			for i, do := range everything(t) {
				a, err := do(t.Context(), c)
				plays := i == 7
				named := holds(player)
				coded := holds("422") || status == 422 || slices.ContainsFunc(game.Words(name), holds)
				switch {
				case err != nil, a.Outcome == game.Done && !named && !plays, a.Outcome != game.Done && a.Outcome != game.Unknown && !named && !coded,
					a.Outcome != game.Unknown && plain == nil:
					t.Errorf("%s, call %d: %s, %v after %d %q", name, i, show(a), err, status, body)
				}
			}
		}
	})
}
