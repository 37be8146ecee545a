package game_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/backend/provider/game"
)

// call is one method of a provider, with all its possible responses.
type call struct {
	name    string
	do      func(context.Context, game.Client) (game.Response, error)
	request string
	good    exchange // without its request
	then    []exchange
	want    game.Response
	others  map[string]reply
	// fixed are names of amounts that are not read, or that may be negative. optional are names of amounts
	// that may be null.
	fixed, optional []string
}

// reply is a response other than the good one, and its meaning.
type reply struct {
	status int
	body   string
	want   game.Response
}

func create(ctx context.Context, c game.Client) (game.Response, error) {
	return c.Create(ctx, player, password)
}

func setPassword(ctx context.Context, c game.Client) (game.Response, error) {
	return c.SetPassword(ctx, player, password)
}

func balance(ctx context.Context, c game.Client) (game.Response, error) {
	return c.Balance(ctx, player)
}

func transfer(t game.Transfer) func(context.Context, game.Client) (game.Response, error) {
	return func(ctx context.Context, c game.Client) (game.Response, error) { return c.Transfer(ctx, t) }
}

func queryCall(t game.Transfer) func(context.Context, game.Client) (game.Response, error) {
	return func(ctx context.Context, c game.Client) (game.Response, error) { return c.Query(ctx, t) }
}

// openCall returns a call of Open, and checks the opening that Open returns.
func openCall(t *testing.T, want game.LaunchTarget) func(context.Context, game.Client) (game.Response, error) {
	return func(ctx context.Context, c game.Client) (game.Response, error) {
		got, a, err := c.Open(ctx, launch)
		if a.Outcome != game.Done {
			if !reflect.DeepEqual(got, game.LaunchTarget{}) {
				t.Errorf("returned %+v with %s", got, a.Outcome)
			}
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("returned\n%+v instead of\n%+v", got, want)
		}
		return a, err
	}
}

func formatResponse(a game.Response) string {
	text, _ := json.Marshal(a)
	return string(text)
}

// checkFormat tests the calls of a format: their requests, each response, and many damaged forms of the good
// response.
func checkFormat(t *testing.T, cfg game.Config, calls []call) {
	t.Helper()
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			c.good.request = c.request
			got, err := c.do(t.Context(), newFakeProvider(t, cfg, append([]exchange{c.good}, c.then...)...))
			if !reflect.DeepEqual(got, c.want) || err != nil {
				t.Errorf("%s, %v instead of %s", formatResponse(got), err, formatResponse(c.want))
			}
			for what, o := range c.others {
				got, err := c.do(t.Context(), newFakeProvider(t, cfg, exchange{c.request, o.status, o.body}))
				if !reflect.DeepEqual(got, o.want) || err != nil {
					t.Errorf("%s: %s, %v instead of %s", what, formatResponse(got), err, formatResponse(o.want))
				}
			}
			for what, o := range c.others {
				for damage, body := range damagedForms(o.body) {
					got, err := c.do(t.Context(), newFakeProvider(t, cfg, exchange{"", o.status, body}))
					if got.Outcome != game.Unknown || got.Reason != "" || err != nil {
						t.Errorf("%s, %s: %s, %v after %d %s", what, damage, formatResponse(got), err, o.status, body)
					}
				}
			}
			for what, e := range hostileResponses(c) {
				got, err := c.do(t.Context(), newFakeProvider(t, cfg, e))
				if got.Outcome != game.Unknown || got.Reason != "" || got.Amount != nil || got.Balance != nil || err != nil {
					t.Errorf("%s: %s, %v after %d %s", what, formatResponse(got), err, e.status, e.body)
				}
			}
		})
	}
}

var (
	nameOf = regexp.MustCompile(`"(\w+)":`)
	money  = regexp.MustCompile(`"?-?\d+\.\d\d\b"?`)
)

// hostileResponses returns responses that a provider should not send: damaged forms of the good response, and
// the good response with wrong statuses.
func hostileResponses(c call) map[string]exchange {
	good, all := c.good.body, map[string]exchange{}
	add := func(what, body string) {
		if body != good {
			all[what] = exchange{"", c.good.status, body}
		}
	}
	for what, body := range map[string]string{
		"HTML": "<html>log in</html>", "an empty body": "", "null": "null", "a list": "[]", "an empty object": "{}", "a text": `"ok"`,
		"deeply nested lists": strings.Repeat("[", 20_000),
		"too long":            good + strings.Repeat(" ", 1<<20), "no UTF-8": "\xff\xfe",
	} {
		add(what, body)
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
	for what, body := range damagedForms(good) {
		add(what, body)
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

// damagedForms returns forms of a response that are ambiguous or invalid JSON.
func damagedForms(good string) map[string]string {
	all := map[string]string{"a broken end": good[:len(good)-1], "text after the end": good + "{}"}
	for _, at := range nameOf.FindAllStringSubmatchIndex(good, -1) {
		name := good[at[2]:at[3]]
		all["twice "+name] = good[:at[0]] + `"` + name + `":0,` + good[at[0]:]
		all["twice in another case "+name] = good[:at[0]] + `"` + strings.ToUpper(name) + `":null,` + good[at[0]:]
	}
	return all
}

// feed describes the list of plays of a format, for checkFeed.
type feed struct {
	cfg game.Config
	// first and next are the requests without a cursor and after the first page.
	first, next string
	page        func(rows ...string) string
	// rows are valid, and plays is their content. bad has invalid rows.
	rows  []string
	plays []game.Play
	bad   map[string]string
	// cursors has the cursor after each row.
	cursors []string
	// again is true if the cursor also stays before the row that precedes a bad row. That row is then
	// reported again.
	again bool
	// refused is a response that is a definite refusal, for example of a wrong key.
	refused exchange
}

// checkFeed tests the guarantees of every feed.
func checkFeed(t *testing.T, f feed) {
	t.Helper()
	last := f.cursors[len(f.cursors)-1]
	c := newFakeProvider(t, f.cfg, exchange{f.first, 0, f.page(f.rows...)}, exchange{f.next, 0, f.page()})
	page, a, err := c.Plays(t.Context(), since, "")
	want := game.Page{Plays: f.plays, Next: last}
	if a.Outcome != game.Done || err != nil || !samePage(page, want) {
		t.Errorf("the first page: %s %v\n%+v instead of\n%+v", formatResponse(a), err, page, want)
	}
	page, a, err = c.Plays(t.Context(), since, last)
	if a.Outcome != game.Done || err != nil || !samePage(page, game.Page{Next: last}) {
		t.Errorf("nothing new: %s %v %+v", formatResponse(a), err, page)
	}
	wantNext := f.cursors[0]
	if f.again {
		wantNext = ""
	}
	for what, bad := range f.bad {
		page, a, err := newFakeProvider(t, f.cfg, exchange{"", 0, f.page(f.rows[0], bad, f.rows[1])}).Plays(t.Context(), since, "")
		if a.Outcome != game.Done || err != nil || len(page.Plays) != 1 || page.Bad == "" || page.Raw == "" || page.More || page.Next != wantNext {
			t.Errorf("a play with %s: %s %v %+v", what, formatResponse(a), err, page)
		}
		page, _, _ = newFakeProvider(t, f.cfg, exchange{"", 0, f.page(bad)}).Plays(t.Context(), since, last)
		if len(page.Plays) != 0 || page.Bad == "" || page.Next != last {
			t.Errorf("a first play with %s: %+v", what, page)
		}
	}
	page, a, err = newFakeProvider(t, f.cfg, f.refused).Plays(t.Context(), since, last)
	if a.Outcome != game.Refused || err != nil || !samePage(page, game.Page{Next: last}) {
		t.Errorf("refused: %s %v %+v", formatResponse(a), err, page)
	}
	good := f.page(f.rows...)
	for what, e := range map[string]exchange{
		"HTML": {"", 0, "<html>"}, "null": {"", 0, "null"}, "empty": {"", 0, "{}"}, "a list": {"", 0, "[]"}, "broken": {"", 0, good[1:]},
		"a server error": {"", 500, good}, "not found": {"", 404, good}, "created": {"", 201, good},
	} {
		page, a, err = newFakeProvider(t, f.cfg, e).Plays(t.Context(), since, last)
		if a.Outcome != game.Unknown || err != nil || !samePage(page, game.Page{Next: last}) {
			t.Errorf("%s: %s %v %+v", what, formatResponse(a), err, page)
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

// play returns a play of the player, at 2026-11-22 16:59:50 at +07:00.
func play(name string, revision int64, bet, payout, valid game.Units) game.Play {
	return game.Play{ID: name, Revision: revision, Username: player, At: time.Unix(1795341590, 0), Bet: bet, Payout: payout, Valid: valid}
}
