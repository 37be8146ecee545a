package sandbox_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

// formatCodes has a format's codes for refusals, from docs/games/formats.md.
type formatCodes struct{ taken, noPlayer, funds, noTransfer, conflict, wrongKey string }

var codesByFormat = map[string]formatCodes{
	"joker":      {`200 {"Data":{"Status":"Active"`, `404 {"Error":"UserNotFound"`, `400 {"Error":"InsufficientCredit"`, `404 {"Error":"RequestNotFound"`, `409 {"Error":"RequestConflict"`, `401 {"Error":"InvalidSignature"`},
	"pgsoft":     {`"code":"1305"`, `"code":"3005"`, `"code":"3013"`, `"code":"3040"`, `"code":"3032"`, `"code":"1204"`},
	"amb":        {`"code":902`, `"code":901`, `"code":800`, "", "", `"code":998`},
	"betflix":    {`"error_code":1001`, `"error_code":1002`, `"error_code":1003`, `"error_code":1004`, `"error_code":1008`, `"error_code":1007`},
	"sbobet":     {`"id":4103`, `"id":3303`, `"id":4501`, `"id":4601`, `"id":4404`, `"id":2,`},
	"aggregator": {`"errCode":"82"`, `"errCode":"81"`, `"errCode":"72"`, `"errCode":"-987"`, `"errCode":"71"`, `"errCode":"61"`},
	"generic":    {`409 {"code":"USERNAME_TAKEN"}`, `404 {"code":"USER_NOT_FOUND"}`, `422 {"code":"INSUFFICIENT_FUNDS"}`, `404 {"code":"TRANSFER_NOT_FOUND","id":"t9"}`, `409 {"code":"ID_TAKEN"}`, `401 {"code":"BAD_SIGNATURE"}`},
}

// account is a player as the control call returns it.
type account struct {
	Balance   json.Number
	Transfers []struct {
		ID, Direction    string
		Amount, Unbacked json.Number
	}
	NotMoved []struct{ ID, Status string }
	Plays    []struct {
		ID          string
		Bet, Payout json.Number
		Free        bool
	}
	Credits []struct {
		ID, Kind string
		Amount   json.Number
		InFeed   bool `json:"told"`
	}
}

func accountOf(t *testing.T, base, slot, name string) (a account) {
	t.Helper()
	_, text := call(t, "GET", base+"/games/"+slot+"/accounts/"+name, "")
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err, text)
	}
	return a
}

func checkContains(t *testing.T, what, text, want string) {
	t.Helper()
	if !strings.Contains(text, want) {
		t.Errorf("%s: %s does not contain %s", what, text, want)
	}
}

// spec D9.4b
func TestTransfer_EachFormat_MovesOnceAndRefusesInItsOwnFormat(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot, format := range slotFormats {
		t.Run(slot, func(t *testing.T) {
			c, codes := newGameClient(t, base, slot), codesByFormat[format]

			created, again := c.create("p1"), c.create("p1")
			checkContains(t, "create", created, "p1")
			checkContains(t, "taken", again, codes.taken)
			checkContains(t, "no player", c.balance("nobody"), codes.noPlayer)
			checkContains(t, "in", c.move("p1", "t1", "120.50"), "120.50")
			if format != "amb" {
				checkContains(t, "in again", c.move("p1", "t1", "120.50"), "120.50")
				checkContains(t, "another content", c.move("p1", "t1", "120.51"), codes.conflict)
				checkContains(t, "query", c.queryTransfer("p1", "t1"), "120.50")
				checkContains(t, "not known", c.queryTransfer("p1", "t9"), codes.noTransfer)
			}
			checkContains(t, "out", c.move("p1", "t2", "-100.00"), "20.50")
			checkContains(t, "funds", c.move("p1", "t3", "-20.51"), codes.funds)
			checkContains(t, "nobody", c.move("nobody", "t4", "1.00"), codes.noPlayer)
			for _, amount := range []string{"0.00", "1.005", "1e2", "10000000001.00"} {
				c.move("p1", "t5", amount)
			}
			checkContains(t, "balance", c.balance("p1"), "20.50")
			forged := c
			forged.key = "another"
			checkContains(t, "wrong key", forged.move("p1", "t6", "1.00"), codes.wrongKey)

			if a := accountOf(t, base, slot, "p1"); a.Balance != "20.50" || len(a.Transfers) != 2 || a.Transfers[1].Direction != "OUT" {
				t.Errorf("the provider's account: %+v", a)
			}
		})
	}
}

func TestAMB_SameCallTwice_MovesTwice(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	c := newGameClient(t, base, "askmebet")
	c.create("p1")

	c.move("p1", "", "10.00")
	c.move("p1", "", "10.00")

	if a := accountOf(t, base, "askmebet", "p1"); a.Balance != "20.00" || len(a.Transfers) != 2 {
		t.Errorf("%+v", a)
	}
}

// spec D9.5a
func TestTransfer_TimeoutAfterCommit_IsDoneInEachFormat(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot := range slotFormats {
		c := newGameClient(t, base, slot)
		c.create("p1")
		for _, mode := range []string{"timeout", "timeout_after_commit", "http500", "garbage", "error"} {
			call(t, "POST", base+"/faults", `{"target":"game:`+slot+`:transfer","mode":"`+mode+`","delayMs":10}`)
			c.balance("p1") // a fault of one action does not apply to another

			c.move("p1", strings.TrimPrefix(mode, "timeout_"), "10.00")
		}

		a := accountOf(t, base, slot, "p1")
		if a.Balance != "10.00" || len(a.Transfers) != 1 || (slot != "askmebet" && a.Transfers[0].ID != "after_commit") {
			t.Errorf("%s: %+v", slot, a)
		}
	}
}

func TestFault_OfOneAction_LeavesOthersUnchanged(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot := range slotFormats {
		c := newGameClient(t, base, slot)
		c.create("p1")
		c.move("p1", "t1", "1.00")
		actions := map[string]func() string{
			"create": func() string { return c.create("p2") }, "balance": func() string { return c.balance("p1") }, "transfer": func() string { return c.move("p1", "t1", "1.00") },
			"query": func() string { return c.queryTransfer("p1", "t1") }, "login": func() string { return c.open("p1") }, "plays": c.plays,
		}
		if slot == "askmebet" {
			delete(actions, "query")
		}
		for name, do := range actions {
			call(t, "POST", base+"/faults", `{"target":"game:`+slot+":"+name+`","mode":"http500"}`)
			if got := do(); !strings.HasPrefix(got, "500") {
				t.Errorf("%s %s: %s", slot, name, got)
			}
			if got := do(); !strings.HasPrefix(got, "20") {
				t.Errorf("%s %s after its fault: %s", slot, name, got)
			}
		}
	}
	if _, left := call(t, "GET", base+"/faults", ""); !strings.Contains(left, `"faults":[]`) {
		t.Error(left)
	}
}

func TestTransfer_Pending_MovesWhenDueOrFails(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	formats := map[string][3]string{
		"pg": {"3101", "3100", "120.00"}, "betflix": {"1005", `"failed"`, "120.00"}, "imi": {"PROCESSING", "FAILED", "120.00"}, "ufabet": {"4602", "4603", "120.00"}, "circus": {"PENDING", "REFUSED", "120.00"},
	}
	for slot, texts := range formats {
		c := newGameClient(t, base, slot)
		c.create("p1")
		made := time.Now()
		call(t, "POST", base+"/faults", `{"target":"game:`+slot+`:transfer","mode":"pending","delayMs":3000}`)
		checkContains(t, slot, c.move("p1", "t1", "120.00"), texts[0])
		call(t, "POST", base+"/faults", `{"target":"game:`+slot+`","mode":"pending","code":"FAILED","delayMs":10}`)
		checkContains(t, slot, c.move("p1", "t2", "1.00"), texts[0])
		// On a slow machine the transfer may already have moved.
		if a := accountOf(t, base, slot, "p1"); (a.Balance != "0.00" || len(a.Transfers) != 0) && time.Since(made) < 3*time.Second {
			t.Errorf("%s before: %+v", slot, a)
		}
	}
	for slot, texts := range formats {
		c := newGameClient(t, base, slot)
		waitUntil(t, slot+" moves", func() bool {
			status := c.queryTransfer("p1", "t1")
			return strings.Contains(status, texts[2]) && accountOf(t, base, slot, "p1").Balance == "120.00"
		})
		waitUntil(t, slot+" fails", func() bool { return strings.Contains(c.queryTransfer("p1", "t2"), texts[1]) })
		if a := accountOf(t, base, slot, "p1"); a.Balance != "120.00" || len(a.Transfers) != 1 || a.NotMoved[0].Status != "FAILED" {
			t.Errorf("%s after: %+v", slot, a)
		}
	}
}

// spec D9.6
func TestGames_AfterARestart_HaveTheSameAccountsAndTotals(t *testing.T) {
	dir := t.TempDir()
	base, stop := openSandbox(t, dir)
	for slot := range slotFormats {
		c := newGameClient(t, base, slot)
		c.create("p1")
		c.move("p1", "t1", "100.00")
		c.move("p1", "t2", "-30.00")
		for _, play := range []string{`{"username":"p1","bet":10,"payout":25.5,"id":"7"}`, `{"username":"p1","bet":10,"payout":0,"id":"7"}`, `{"username":"p1","bet":1,"payout":0,"valid":0.5}`} {
			if status, text := call(t, "POST", base+"/games/"+slot+"/play", play); status != 200 {
				t.Fatal(slot, text)
			}
		}
		if status, _ := call(t, "POST", base+"/games/"+slot+"/play", `{"username":"p1","bet":60,"payout":0}`); status != http.StatusConflict {
			t.Errorf("%s: a balance below zero: %d", slot, status)
		}
	}
	_, before := call(t, "GET", base+"/totals", "")
	stop()

	again, _ := openSandbox(t, dir)

	if _, after := call(t, "GET", again+"/totals", ""); after != before {
		t.Errorf("before %s, after %s", before, after)
	}
	for slot := range slotFormats {
		checkContains(t, slot, before, `"`+slot+`":{"in":100.00,"out":30.00,"count":2,"played":-11.00,"balance":59.00}`)
		c := newGameClient(t, again, slot)
		if slot != "askmebet" {
			c.move("p1", "t1", "100.00") // still known
		}
		checkContains(t, slot, c.balance("p1"), "59.00")
		if got := strings.Count(c.plays(), "p1"); got != 3 {
			t.Errorf("the feed of %s has %d entries: %s", slot, got, c.plays())
		}
	}
}

func TestPush_OfAPlay_IsSigned(t *testing.T) {
	app, hooks := startFakeWallet(t, respondOK)
	base, _ := openWithWebhooks(t, t.TempDir(), app)
	c := newGameClient(t, base, "circus")
	c.create("p1")
	c.move("p1", "t1", "100.00")
	call(t, "POST", base+"/faults", `{"target":"game:circus:plays","mode":"bad_signature"}`)
	for range 2 {
		call(t, "POST", base+"/games/circus/play", `{"username":"p1","bet":10,"payout":25.5,"at":"2026-11-22T07:00:00Z"}`)
	}

	got := []receivedWebhook{nextWebhook(t, hooks), nextWebhook(t, hooks)}

	if got[0].signed == got[1].signed || got[0].path != "/webhook/games/circus" {
		t.Errorf("%+v", got)
	}
	for _, h := range got {
		checkContains(t, "push", h.body, `"at":"2026-11-22T07:00:00Z","bet":10.00`)
	}
}
