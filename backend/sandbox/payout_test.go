package sandbox_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/signed"
)

const order = `{"reference":"R1","toBank":"006","toAccountNo":"9876544821","toName":"SOMCHAI JAIDEE","amount":100.25,"currency":"THB"}`

// signedCall makes a call to the payout provider, signed with a key and a time.
func signedCall(t *testing.T, method, url, key string, at time.Time, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = signed.Header(key, at, []byte(body))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

// spec D9.6
func TestPayout_AfterAKill_IsInTheTotals(t *testing.T) {
	dir := t.TempDir()
	base, stop := openSandbox(t, dir)
	for range 2 { // the second call returns the same payout
		if status, text := signedCall(t, "POST", base+"/payout/payouts", "sandbox-key", time.Now(), order); status != 200 || !strings.Contains(text, `"SUCCESS"`) {
			t.Fatal(status, text)
		}
	}
	stop()

	again, _ := openSandbox(t, dir)

	if status, text := signedCall(t, "GET", again+"/payout/payouts/R1", "sandbox-key", time.Now(), ""); status != 200 || !strings.Contains(text, `"SUCCESS"`) {
		t.Error(status, text)
	}
	_, totals := call(t, "GET", again+"/totals", "")
	if !strings.Contains(totals, `"payout":{"accounts":{"006:9876544821":{"in":100.25,"out":0.00,"count":1}},"count":1,"out":100.25,"pending":0.00}`) {
		t.Errorf("totals %s", totals)
	}
}

func TestPayout_Pending_IsPaidWhenDueAndADecisionSurvivesAKill(t *testing.T) {
	dir := t.TempDir()
	base, stop := openSandbox(t, dir)
	createPending := func(reference, delay string) {
		call(t, "POST", base+"/faults", `{"target":"payout","mode":"pending","delayMs":`+delay+`}`)
		_, text := signedCall(t, "POST", base+"/payout/payouts", "sandbox-key", time.Now(), strings.Replace(order, "R1", reference, 1))
		if !strings.Contains(text, `"PENDING"`) {
			t.Fatal(text)
		}
	}
	createPending("SOON", "50")
	createPending("NEVER", "600000")
	if status, text := call(t, "POST", base+"/bank/payouts/NEVER", `{"status":"FAILED"}`); status != 200 {
		t.Fatal(status, text)
	}
	stop()

	again, _ := openSandbox(t, dir)

	waitUntil(t, "the payout is paid", func() bool {
		_, soon := signedCall(t, "GET", again+"/payout/payouts/SOON", "sandbox-key", time.Now(), "")
		return strings.Contains(soon, `"SUCCESS"`)
	})
	_, never := signedCall(t, "GET", again+"/payout/payouts/NEVER", "sandbox-key", time.Now(), "")
	if !strings.Contains(never, `"FAILED"`) || !strings.Contains(never, `"ACCOUNT_CLOSED"`) {
		t.Error(never)
	}
	if status, _ := call(t, "POST", again+"/bank/payouts/NEVER", `{"status":"SUCCESS"}`); status != http.StatusConflict {
		t.Errorf("a decided payout was decided again: %d", status)
	}
}

func TestPayout_UnsignedCall_IsRefused(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	old := time.Now().Add(-signed.MaxClockDifference - time.Minute)
	for name, status := range map[string]int{
		"unsigned":    statusOnly(call(t, "POST", base+"/payout/payouts", order)),
		"a wrong key": statusOnly(signedCall(t, "POST", base+"/payout/payouts", "wrong", time.Now(), order)),
		"a replay":    statusOnly(signedCall(t, "POST", base+"/payout/payouts", "sandbox-key", old, order)),
		"a query":     statusOnly(signedCall(t, "GET", base+"/payout/payouts/R1", "wrong", time.Now(), "")),
	} {
		if status != http.StatusUnauthorized {
			t.Errorf("%s: %d", name, status)
		}
	}
	for name, body := range map[string]string{
		"no such bank":   strings.Replace(order, "006", "999", 1),
		"a bank's code":  strings.Replace(order, "006", "KTB", 1),
		"no account":     strings.Replace(order, "9876544821", "98-7", 1),
		"no money":       strings.Replace(order, "100.25", "0", 1),
		"no reference":   strings.Replace(order, "R1", "", 1),
		"other currency": strings.Replace(order, "THB", "USD", 1),
	} {
		if status, text := signedCall(t, "POST", base+"/payout/payouts", "sandbox-key", time.Now(), body); status != http.StatusUnprocessableEntity || !strings.Contains(text, "INVALID_") {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	if _, list := call(t, "GET", base+"/bank/payouts", ""); !strings.Contains(list, `"payouts":[]`) {
		t.Errorf("a refused payout was created: %s", list)
	}
}

func statusOnly(status int, _ string) int { return status }

func TestPayoutList_PagesAndLatePayouts_FollowTheControlCalls(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for _, reference := range []string{"R1", "R2", "R3"} {
		signedCall(t, "POST", base+"/payout/payouts", "sandbox-key", time.Now(), strings.Replace(order, "R1", reference, 1))
	}
	list := func(cursor string) string {
		_, text := signedCall(t, "GET", base+"/payout/payouts?from=2026-01-01T00:00:00Z&limit=500&cursor="+cursor, "sandbox-key", time.Now(), "")
		return text
	}
	call(t, "POST", base+"/lists", `{"most":2}`)
	if first, last := list(""), list("2"); !strings.Contains(first, `"next":"2"`) || strings.Contains(first, "R3") || !strings.Contains(last, "R3") || !strings.Contains(last, `"next":""`) {
		t.Error(first, last)
	}

	call(t, "POST", base+"/bank/payouts/R2/listed", `{"listed":false}`)
	if all := list(""); strings.Contains(all, "R2") || !strings.Contains(all, "R3") {
		t.Error(all)
	}
	if status, _ := signedCall(t, "GET", base+"/payout/payouts/R2", "sandbox-key", time.Now(), ""); status != 200 {
		t.Errorf("a query by reference: %d", status)
	}

	call(t, "POST", base+"/bank/payouts/R2/listed", `{"listed":true}`)
	if all := list(""); !strings.Contains(all, "R2") {
		t.Error(all)
	}
	if status, _ := call(t, "POST", base+"/bank/payouts/R9/listed", `{"listed":true}`); status != 404 {
		t.Errorf("an unknown payout: %d", status)
	}
}
