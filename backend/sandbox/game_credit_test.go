package sandbox_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

// spec D9.6
func TestCredit_NotReported_IsInTheProvidersRecordsOnlyAndSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	base, stop := openSandbox(t, dir)
	for slot := range slotFormats {
		raw, _ := createFundedPlayer(t, base, slot)

		status, text := call(t, "POST", base+"/games/"+slot+"/credit", `{"username":"p1","amount":5000.25,"kind":"jackpot"}`)

		if status != http.StatusOK || !strings.Contains(text, `"balance":5100.25`) {
			t.Errorf("%s: %d %s", slot, status, text)
		}
		a := accountOf(t, base, slot, "p1")
		if a.Balance != "5100.25" || len(a.Plays) != 0 || len(a.Credits) != 1 || a.Credits[0].Kind != "jackpot" || a.Credits[0].Amount != "5000.25" || a.Credits[0].InFeed {
			t.Errorf("%s: the provider's account: %+v", slot, a)
		}
		if feed := raw.plays(); strings.Contains(feed, "p1") {
			t.Errorf("%s: the feed reports the credit: %s", slot, feed)
		}
	}
	_, before := call(t, "GET", base+"/totals", "")
	stop()

	again, _ := openSandbox(t, dir)

	if _, after := call(t, "GET", again+"/totals", ""); after != before {
		t.Errorf("before %s, after %s", before, after)
	}
	for slot := range slotFormats {
		checkContains(t, slot, before, `"`+slot+`":{"in":100.00,"out":0.00,"count":1,"played":0.00,"balance":5100.25,"credited":5000.25}`)
	}
}

// jokerFeed is a page of plays of the format joker.
type jokerFeed struct {
	Data struct {
		Game, Jackpot, Competition []struct {
			OCode, Username, Type string
			Amount, Result        json.Number
		}
	}
}

func TestCredit_ReportedByJoker_IsInTheListOfItsKindAfterARestartToo(t *testing.T) {
	dir := t.TempDir()
	app, hooks := startFakeWallet(t, respondOK)
	base, stop := openWithWebhooks(t, dir, app)
	createFundedPlayer(t, base, "joker2")
	call(t, "POST", base+"/games/joker2/credit", `{"username":"p1","amount":5000,"kind":"jackpot","told":true}`)
	call(t, "POST", base+"/games/joker2/credit", `{"username":"p1","amount":7,"kind":"correction","told":true}`)
	call(t, "POST", base+"/games/joker2/play", `{"username":"p1","bet":1,"payout":0}`)
	pushed := nextWebhook(t, hooks).body // of the play: no push reports a credit
	stop()

	again, _ := openSandbox(t, dir)
	var feed jokerFeed
	_, text, _ := strings.Cut(newGameClient(t, again, "joker2").plays(), " ")
	if err := json.Unmarshal([]byte(text), &feed); err != nil {
		t.Fatal(err, text)
	}

	d := feed.Data
	if len(d.Game) != 1 || len(d.Jackpot) != 1 || len(d.Competition) != 1 {
		t.Fatal(text)
	}
	if j, c := d.Jackpot[0], d.Competition[0]; j.Type != "Jackpot" || j.Amount != "0.00" || j.Result != "5000.00" || c.Result != "7.00" || c.OCode == j.OCode {
		t.Error(text)
	}
	if !strings.Contains(pushed, `"bet":1.00`) || strings.Contains(pushed, "5000.00") {
		t.Errorf("pushed %s", pushed)
	}
	a := accountOf(t, again, "joker2", "p1")
	if a.Balance != "5106.00" || len(a.Plays) != 1 || len(a.Credits) != 2 || !a.Credits[0].InFeed || a.Credits[0].ID != d.Jackpot[0].OCode {
		t.Errorf("the provider's account: %+v", a)
	}
}

func TestCredit_ThatTheProviderCannotMake_ReturnsTheReason(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot, format := range slotFormats {
		createFundedPlayer(t, base, slot)
		inFeedStatus, inFeedText := 400, "joker"
		if format == "joker" {
			inFeedStatus, inFeedText = 200, `"told":true`
		}
		for _, tc := range []struct {
			body   string
			status int
			part   string
		}{
			{`{"username":"p1","amount":5,"kind":"jackpot","told":true}`, inFeedStatus, inFeedText},
			{`{"username":"p1","amount":5,"kind":"gift"}`, 400, "kind"},
			{`{"username":"p1","amount":0,"kind":"jackpot"}`, 400, "amount"},
			{`{"username":"nobody","amount":5,"kind":"jackpot"}`, 404, "player"},
			{`{"username":"p1","amount":10000000000,"kind":"correction"}`, 409, "malformed"},
		} {
			if status, text := call(t, "POST", base+"/games/"+slot+"/credit", tc.body); status != tc.status || !strings.Contains(text, tc.part) {
				t.Errorf("%s %s: %d %s", slot, tc.body, status, text)
			}
		}
	}
}

func TestFreeGame_OfPGSoft_ReportsABetWithoutAStake(t *testing.T) {
	app, hooks := startFakeWallet(t, respondOK)
	base, _ := openWithWebhooks(t, t.TempDir(), app)
	for slot, format := range slotFormats {
		raw, _ := createFundedPlayer(t, base, slot)

		status, text := call(t, "POST", base+"/games/"+slot+"/play", `{"username":"p1","bet":10,"payout":25.5,"free":true}`)

		if format != "pgsoft" {
			if status != 400 || !strings.Contains(text, "bet of 0") {
				t.Errorf("%s: %d %s", slot, status, text)
			}
			continue
		}
		feed, pushed := raw.plays(), nextWebhook(t, hooks).body
		if !strings.Contains(feed, `"betAmount":10.00`) || !strings.Contains(feed, `"transactionType":3`) || !strings.Contains(pushed, `"bet":0.00`) {
			t.Errorf("%s: feed %s, push %s", slot, feed, pushed)
		}
		if a := accountOf(t, base, slot, "p1"); a.Balance != "125.50" || !a.Plays[0].Free || a.Plays[0].Bet != "10.00" {
			t.Errorf("%s: the provider's account: %+v", slot, a)
		}
		_, sums := call(t, "GET", base+"/totals", "")
		checkContains(t, slot, sums, `"`+slot+`":{"in":100.00,"out":0.00,"count":1,"played":25.50,"balance":125.50}`)
	}
}

func TestVoidPlay_OfPGSoft_IsNoFreeGame(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	raw, client := createFundedPlayer(t, base, "pg")

	call(t, "POST", base+"/games/pg/play", `{"username":"p1","bet":10,"payout":10,"void":true}`)

	checkContains(t, "feed", raw.plays(), `"transactionType":1`)
	page, _, _ := client.Plays(t.Context(), time.Now().Add(-time.Hour), "")
	if len(page.Plays) != 1 || page.Plays[0].Bet != 1000 || page.Plays[0].Valid != 0 {
		t.Errorf("%+v", page)
	}
}
