package sandbox_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// newBrowser returns a client that follows redirects and stores cookies.
func newBrowser(t *testing.T) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

var anyLink = regexp.MustCompile(`"(http://[^"]+/games/[^"]+)"`)

func TestGameLink_Opened_WorksOnceAndPlays(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for _, slot := range []string{"pg", "askmebet", "betflix", "imi", "huayhd", "joker2"} {
		c, b := newGameClient(t, base, slot), newBrowser(t)
		c.create("p1")
		c.move("p1", "t1", "100.00")
		opened := c.open("p1")
		link := anyLink.FindStringSubmatch(opened)[1]
		if slot == "joker2" {
			token := regexp.MustCompile(`"Token":"(\w+)"`).FindStringSubmatch(opened)[1]
			link += "?token=" + token + "&lang=th&redirectUrl=https%3A%2F%2Fkrapao.example%2Fgames"
		}

		first, err := b.Get(link)
		if err != nil || first.StatusCode != 200 || !strings.HasSuffix(first.Request.URL.Path, "/room") {
			t.Fatal(slot, err, first)
		}
		if second, _ := newBrowser(t).Get(link); second.StatusCode != http.StatusGone {
			t.Errorf("%s: a second time: %d", slot, second.StatusCode)
		}
		checkContains(t, slot, readBody(b.Get(base+"/games/"+slot+"/state")), `"back":"https://krapao.example/games"`)
		bet := func(stake string) string {
			return readBody(b.Post(base+"/games/"+slot+"/bet", "application/json", strings.NewReader(`{"stake":`+stake+`,"kind":"two","number":"07"}`)))
		}
		checkContains(t, slot, bet("100.01"), "FUNDS")
		checkContains(t, slot, bet("-1"), "STAKE")
		checkContains(t, slot, bet("10"), `"stake":10.00`)
		if a := accountOf(t, base, slot, "p1"); len(a.Plays) != 1 || a.Plays[0].Bet != "10.00" {
			t.Errorf("%s: %+v", slot, a)
		}
	}
}

func readBody(res *http.Response, err error) string {
	if err != nil {
		return err.Error()
	}
	defer res.Body.Close()
	text := make([]byte, 1<<16)
	n, _ := res.Body.Read(text)
	return string(text[:n])
}

func TestGameForm_PostedWithItsState_LogsInOnce(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot, states := range map[string][]string{"ufabet": {"__VIEWSTATE", "__EVENTVALIDATION"}, "lottoth": nil, "slotweb": nil} {
		c, b := newGameClient(t, base, slot), newBrowser(t)
		c.create("p1")
		c.move("p1", "t1", "100.00")
		opened := c.open("p1")
		form := url.Values{"username": {"p1"}, "password": {"pass"}, "lang": {"th"}, "returnUrl": {"javascript:alert(1)"}}
		for _, name := range states {
			form.Set(name, regexp.MustCompile(`"` + name + `":"(\w+)"`).FindStringSubmatch(opened)[1])
		}
		wrong := withValue(form, "password", "other")
		signin := base + "/games/" + slot + "/signin"
		if slot != "ufabet" { // a wrong password uses up ufabet's state
			if res, _ := newBrowser(t).PostForm(signin, wrong); res.StatusCode != http.StatusUnauthorized {
				t.Errorf("%s: a wrong password: %d", slot, res.StatusCode)
			}
		}

		res, err := b.PostForm(signin, form)
		if err != nil || res.StatusCode != 200 || !strings.HasSuffix(res.Request.URL.Path, "/room") {
			t.Fatal(slot, err, res)
		}
		checkContains(t, slot, readBody(b.Get(base+"/games/"+slot+"/state")), `"back":""`)
		if res, _ := newBrowser(t).PostForm(signin, form); (slot == "ufabet") != (res.StatusCode == http.StatusUnauthorized) {
			t.Errorf("%s: the form again: %d", slot, res.StatusCode)
		}
		if slot == "ufabet" {
			checkContains(t, slot, readBody(b.Post(base+"/games/ufabet/bet", "application/json", strings.NewReader(`{"stake":5,"picks":{"0":1,"2":0}}`))), `"scores":{"0":[`)
			checkContains(t, slot, readBody(b.Post(base+"/games/ufabet/bet", "application/json", strings.NewReader(`{"stake":5,"picks":{"9":1}}`))), "MALFORMED")
		}
	}
}

// withValue returns a copy of a form with another value.
func withValue(form url.Values, name, value string) url.Values {
	out := url.Values{}
	for n, v := range form {
		out[n] = v
	}
	out.Set(name, value)
	return out
}
