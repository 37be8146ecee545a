package payout_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/provider/payout"
	"krapao/backend/sandbox"
)

func startSandbox(t *testing.T) string {
	t.Helper()
	box, err := sandbox.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() { server.CloseClientConnections(); server.Close(); _ = box.Close() })
	return server.URL
}

func newClient(base string) *payout.Client {
	return payout.New(payout.Config{BaseURL: base + "/payout", Key: "sandbox-key"})
}

func newOrder(reference string) payout.Order {
	return payout.Order{Reference: reference, Bank: "006", AccountNo: "9876544821", Name: "SOMCHAI JAIDEE", Amount: money.Satang(123450), Currency: "THB"}
}

func callControl(t *testing.T, method, url, body string) string {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, url, res.StatusCode, text)
	}
	return string(text)
}

func TestCreate_SameReferenceTwice_PaysOnce(t *testing.T) {
	base := startSandbox(t)
	c := newClient(base)
	before, _ := c.Query(t.Context(), "R1")

	first, err := c.Create(t.Context(), newOrder("R1"))
	again, _ := c.Create(t.Context(), newOrder("R1"))
	queried, _ := c.Query(t.Context(), "R1")

	if before.Outcome != payout.NotFound || err != nil || first.Outcome != payout.Paid || again != first || queried.Outcome != payout.Paid {
		t.Fatalf("before %+v, first %+v %v, again %+v, queried %+v", before, first, err, again, queried)
	}
	if list := callControl(t, "GET", base+"/bank/payouts", ""); strings.Count(list, `"reference"`) != 1 || !strings.Contains(list, `"amount":1234.50`) {
		t.Errorf("the bank has %s", list)
	}
}

func TestCreate_SameReferenceOtherContent_OutcomeIsUnknown(t *testing.T) {
	c := newClient(startSandbox(t))
	if _, err := c.Create(t.Context(), newOrder("R1")); err != nil {
		t.Fatal(err)
	}
	other := newOrder("R1")
	other.Amount++

	a, err := c.Create(t.Context(), other)

	if err != nil || a.Outcome != payout.Unknown || a.Code != "CONFLICT" {
		t.Fatalf("%+v, %v", a, err)
	}
}

func TestQuery_PendingPayoutDecidedByHand_ReturnsTheDecision(t *testing.T) {
	base := startSandbox(t)
	c := newClient(base)
	callControl(t, "POST", base+"/faults", `{"target":"payout:create","mode":"pending","delayMs":600000}`)
	created, _ := c.Create(t.Context(), newOrder("R1"))

	callControl(t, "POST", base+"/bank/payouts/R1", `{"status":"FAILED","code":"ACCOUNT_CLOSED"}`)

	a, _ := c.Query(t.Context(), "R1")
	if created.Outcome != payout.Pending || a.Outcome != payout.Failed || a.Code != "ACCOUNT_CLOSED" || a.Refused {
		t.Fatalf("created %+v, then %+v", created, a)
	}
}

func TestCreate_AnyErrorButADocumentedRefusal_OutcomeIsUnknown(t *testing.T) {
	base := startSandbox(t)
	for name, tc := range map[string]struct {
		fault string
		want  payout.Response
	}{
		"its own refusal":     {`{"target":"payout:create","mode":"error","code":"ACCOUNT_CLOSED"}`, payout.Response{Outcome: payout.Failed, Code: "ACCOUNT_CLOSED", Refused: true}},
		"HTTP 500":            {`{"target":"payout:create","mode":"http500"}`, payout.Response{Outcome: payout.Unknown}},
		"a log-in page":       {`{"target":"payout:create","mode":"garbage"}`, payout.Response{Outcome: payout.Unknown}},
		"no response":         {`{"target":"payout:create","mode":"timeout","delayMs":1}`, payout.Response{Outcome: payout.Unknown}},
		"a lost response":     {`{"target":"payout:create","mode":"timeout_after_commit","delayMs":1}`, payout.Response{Outcome: payout.Unknown}},
		"a late response":     {`{"target":"payout:create","mode":"slow","delayMs":1}`, payout.Response{Outcome: payout.Paid, Content: newOrder("").Content()}},
		"accepted, undecided": {`{"target":"payout:create","mode":"pending"}`, payout.Response{Outcome: payout.Pending, Content: newOrder("").Content()}},
	} {
		callControl(t, "POST", base+"/faults", tc.fault)
		if a, err := newClient(base).Create(t.Context(), newOrder(strings.ReplaceAll(name, " ", "-"))); err != nil || a != tc.want {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
	if a, err := payout.New(payout.Config{BaseURL: base + "/payout", Key: "wrong"}).Create(t.Context(), newOrder("KEY")); err != nil || a.Outcome != payout.Unknown {
		t.Errorf("our key is refused: %+v, %v", a, err)
	}
}

// TestCreate_UnexpectedResponse_OutcomeIsUnknown tries responses that a provider should not send, and refused
// queries, which do not decide the payout.
func TestCreate_UnexpectedResponse_OutcomeIsUnknown(t *testing.T) {
	for name, tc := range map[string]struct {
		status int
		body   string
	}{
		"HTML":                     {200, "<html>log in</html>"},
		"an empty body":            {200, ""},
		"an empty object":          {200, "{}"},
		"a list":                   {200, `[{"reference":"R1","status":"SUCCESS"}]`},
		"a status alone":           {200, `{"status":"SUCCESS"}`},
		"another payout":           {200, `{"reference":"R2","status":"SUCCESS"}`},
		"an unknown status":        {200, `{"reference":"R1","status":"ALMOST"}`},
		"lower case":               {200, `{"reference":"R1","status":"success"}`},
		"success with an error":    {500, `{"reference":"R1","status":"SUCCESS"}`},
		"failure with an error":    {502, `{"reference":"R1","status":"FAILED","code":"X"}`},
		"a redirect":               {302, `{"reference":"R1","status":"SUCCESS"}`},
		"a bare 404":               {404, `{}`},
		"a proxy's 404":            {404, `{"code":"NO_ROUTE"}`},
		"a refusal without a code": {422, `{}`},
		"a bad request":            {400, `{"code":"MALFORMED"}`},
		"our key refused":          {401, `{"code":"BAD_SIGNATURE"}`},
		"too many calls":           {429, `{"code":"SLOW_DOWN"}`},
		"too long":                 {200, `{"reference":"R1","status":"SUCCESS","code":"` + strings.Repeat("x", 2<<20) + `"}`},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
			rw.WriteHeader(tc.status)
			_, _ = rw.Write([]byte(tc.body))
		}))
		created, err1 := newClient(server.URL).Create(t.Context(), newOrder("R1"))
		queried, err2 := newClient(server.URL).Query(t.Context(), "R1")
		if err1 != nil || err2 != nil || created.Outcome != payout.Unknown || queried.Outcome != payout.Unknown {
			t.Errorf("%s: created %+v %v, queried %+v %v", name, created, err1, queried, err2)
		}
		server.Close()
	}
}

func TestQuery_Refused_OutcomeIsUnknown(t *testing.T) {
	base := startSandbox(t)
	c := newClient(base)
	if _, err := c.Create(t.Context(), newOrder("R1")); err != nil {
		t.Fatal(err)
	}
	callControl(t, "POST", base+"/faults", `{"target":"payout:query","mode":"error","code":"ACCOUNT_CLOSED"}`)

	a, err := c.Query(t.Context(), "R1")

	if err != nil || a.Outcome != payout.Unknown {
		t.Fatalf("%+v, %v", a, err)
	}
}

func TestCreate_CallCancelled_OutcomeIsUnknown(t *testing.T) {
	base := startSandbox(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	created, err1 := newClient(base).Create(ctx, newOrder("R1"))
	queried, err2 := newClient(base).Query(ctx, "R1")

	if err1 == nil || err2 == nil || created.Outcome != payout.Unknown || queried.Outcome != payout.Unknown {
		t.Fatalf("%+v %v, %+v %v", created, err1, queried, err2)
	}
}
