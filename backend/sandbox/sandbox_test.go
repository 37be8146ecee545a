package sandbox_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krapao/backend/sandbox"
)

// openSandbox opens a sandbox with the journal in dir and serves it.
func openSandbox(t *testing.T, dir string) (base string, stop func()) {
	t.Helper()
	sb, err := sandbox.Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sb.Handler())
	stop = func() { server.CloseClientConnections(); server.Close(); _ = sb.Close() }
	t.Cleanup(stop)
	return server.URL, stop
}

func call(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

const transfer = `{"fromBank":"KTB","fromAccountNo":"9876544821","fromName":"SOMCHAI JAIDEE","toBank":"004","toAccountNo":"0483921567","toName":"X","amount":100.25}`

// spec D9.2
func TestSandbox_AfterAKill_HasEverythingItReported(t *testing.T) {
	dir := t.TempDir()
	base, stop := openSandbox(t, dir)
	if status, text := call(t, "POST", base+"/bank/transfers", transfer); status != 200 {
		t.Fatal(status, text)
	}
	_, before := call(t, "GET", base+"/totals", "")
	stop()
	// This simulates a kill during a write, which leaves half a line.
	journal, err := os.OpenFile(filepath.Join(dir, "journal.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = journal.WriteString(`{"transfer":{"transRef":"HALF`)
	_ = journal.Close()

	again, _ := openSandbox(t, dir)

	if _, after := call(t, "GET", again+"/totals", ""); after != before {
		t.Errorf("before %s, after %s", before, after)
	}
	if status, text := call(t, "POST", again+"/bank/transfers", transfer); status != 200 {
		t.Errorf("after the repair: %d %s", status, text)
	}
}

// spec D9.6
func TestTotals_OfTransfers_AreTheirSum(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for range 3 {
		call(t, "POST", base+"/bank/transfers", transfer)
	}

	_, text := call(t, "GET", base+"/totals", "")

	var totals struct {
		Bank struct {
			In       json.Number
			Accounts map[string]struct{ In, Out json.Number }
		}
	}
	if err := json.Unmarshal([]byte(text), &totals); err != nil {
		t.Fatal(err)
	}
	if totals.Bank.In != "300.75" || totals.Bank.Accounts["004:0483921567"].In != "300.75" || totals.Bank.Accounts["006:9876544821"].Out != "300.75" {
		t.Fatalf("%s", text)
	}
}

func TestControlCall_Invalid_ReturnsTheReason(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for _, tc := range [][3]string{
		{"/bank/transfers", `{`, "JSON"},
		{"/bank/transfers", strings.Replace(transfer, "KTB", "NOBANK", 1), "fromBank"},
		{"/bank/transfers", strings.Replace(transfer, "100.25", "0", 1), "amount"},
		{"/bank/transfers", strings.Replace(transfer, "100.25", "1.005", 1), "decimals"},
		{"/bank/transfers", strings.Replace(transfer, "0483921567", "12ab", 1), "AccountNo"},
		{"/faults", `{"target":"moon","mode":"error"}`, "target"},
		{"/faults", `{"target":"sms","mode":"rust"}`, "mode"},
		{"/faults", `{"target":"sms","mode":"error","count":0}`, "count"},
	} {
		if status, text := call(t, "POST", base+tc[0], tc[1]); status != 400 || !strings.Contains(text, tc[2]) {
			t.Errorf("%s %s: %d %s", tc[0], tc[1], status, text)
		}
	}
}

// spec D9.5a, D9.5b
func TestFaults_Several_ApplyInOrderAndCountDown(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	requestCode := func() int {
		status, _ := call(t, "POST", base+"/sms/v2/otp/request", `{"key":"sandbox-key","secret":"sandbox-secret","msisdn":"0812345678"}`)
		return status
	}
	call(t, "POST", base+"/faults", `{"target":"sms:request","mode":"http500","count":2}`)
	call(t, "POST", base+"/faults", `{"target":"sms","mode":"error","count":1}`)

	got := []int{requestCode(), requestCode(), requestCode(), requestCode()}

	if got[0] != 500 || got[1] != 500 || got[2] != 400 || got[3] != 200 {
		t.Fatalf("%v", got)
	}
	call(t, "POST", base+"/faults", `{"target":"sms","mode":"http500","count":9}`)
	call(t, "DELETE", base+"/faults", "")
	if status := requestCode(); status != 200 {
		t.Errorf("after clearing: %d", status)
	}
}

func TestFault_TimeoutAfterCommit_StillSendsTheMessage(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	call(t, "POST", base+"/faults", `{"target":"sms:request","mode":"timeout_after_commit","count":1,"delayMs":50}`)
	started := time.Now()

	status, _ := call(t, "POST", base+"/sms/v2/otp/request", `{"key":"sandbox-key","secret":"sandbox-secret","msisdn":"0812345678"}`)
	_, inbox := call(t, "GET", base+"/sms/messages?phone=0812345678", "")

	if status != 0 || time.Since(started) < 50*time.Millisecond || !strings.Contains(inbox, "otpCode") {
		t.Fatalf("status %d after %s, inbox %s", status, time.Since(started), inbox)
	}
}

func TestProviderCall_WrongKey_IsRefused(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	if status, _ := call(t, "POST", base+"/sms/v2/otp/request", `{"key":"x","secret":"y","msisdn":"0812345678"}`); status != 401 {
		t.Errorf("SMS: %d", status)
	}
	if status, _ := call(t, "POST", base+"/slip/api/line/apikey/1", `{"data":"x"}`); status != 401 {
		t.Errorf("SlipOK: %d", status)
	}
	if status, _ := call(t, "POST", base+"/slip/v2/verify/bank", `{"payload":"x"}`); status != 401 {
		t.Errorf("EasySlip: %d", status)
	}
}

// spec D9.9
func TestControlCall_FromAnotherMachine_IsRefused(t *testing.T) {
	sb, err := sandbox.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sb.Close() }()
	for address, want := range map[string]int{"203.0.113.9:40000": http.StatusForbidden, "[2001:db8::1]:40000": http.StatusForbidden, "127.0.0.1:40000": http.StatusOK, "[::1]:40000": http.StatusOK} {
		for _, call := range []string{"/totals", "/sms/messages?phone=0812345678", "/bank/payouts", "/faults"} {
			req, response := httptest.NewRequest(http.MethodGet, call, nil), httptest.NewRecorder()
			req.RemoteAddr = address

			sb.Handler().ServeHTTP(response, req)

			if response.Code != want {
				t.Errorf("%s from %s: %d", call, address, response.Code)
			}
		}
	}
}
