package contract_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/contract"
	"krapao/backend/platform/web"
)

type order struct {
	ID      string            `json:"id"`
	Note    string            `json:"note,omitempty"`
	PaidAt  *time.Time        `json:"paidAt" nullable:"true"`
	Gift    web.OrNull[line]  `json:"gift"`
	Lines   []line            `json:"lines"`
	Numbers map[string]string `json:"numbers"`
}

type line struct {
	Amount int `json:"amount"`
}

// newShopContract returns the contract of one call that returns an order.
func newShopContract(t *testing.T) *contract.Contract {
	t.Helper()
	edge := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler)})
	type named struct {
		ID string `path:"id"`
	}
	web.Handle(edge, web.Route{
		ID: "showOrder", Method: http.MethodGet, Path: "/api/order/{id}", Statuses: []int{http.StatusNotModified},
		Errors: apperr.Codes{apperr.NoData.With(apperr.MovedTo), apperr.MoneyNotEnough},
	}, func(context.Context, *named) (*struct{ Body order }, error) { return nil, nil })
	c, err := contract.New(edge.API)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const whole = `{"id":"a","note":"n","paidAt":"2026-11-26T10:00:00Z","gift":{"amount":1},"lines":[{"amount":2}],"numbers":{"any":"name"}}`

func TestTransport_Response_ReportsWhatTheDocumentDoesNotDeclare(t *testing.T) {
	least := `{"id":"a","paidAt":null,"gift":null,"lines":[],"numbers":{}}`
	failure := func(code, more string) string {
		return fmt.Sprintf(`{"message":%q,"requestId":"abcdefgh234567ab"%s}`, code, more)
	}
	c := newShopContract(t)

	for name, tc := range map[string]struct {
		path   string // /api/order/a if empty
		status int
		kind   string // application/json if empty
		body   string
		want   string // part of the report, or "" for none
	}{
		"a complete response":             {status: 200, body: whole},
		"only required fields":            {status: 200, body: least},
		"a failure":                       {status: 404, body: failure("NO_DATA", "")},
		"a failure with fields and facts": {status: 404, body: failure("NO_DATA", `,"fields":{"id":"NO_DATA"},"movedTo":"b"`)},
		"nothing new":                     {status: 304, kind: "-"},
		"an exempt path":                  {path: "/files/a", status: 200, kind: "image/png", body: "png"},

		"an undeclared field":            {status: 200, body: strings.Replace(whole, `"id"`, `"extra":1,"id"`, 1), want: "'extra'"},
		"an undeclared field of an item": {status: 200, body: strings.Replace(whole, `"amount":2`, `"amount":2,"extra":1`, 1), want: "/lines/0"},
		"an undeclared field below null": {status: 200, body: strings.Replace(whole, `"amount":1`, `"amount":1,"extra":1`, 1), want: "'extra'"},
		"a missing field":                {status: 200, body: strings.Replace(whole, `"id":"a",`, ``, 1), want: "'id'"},
		"a field of another type":        {status: 200, body: strings.Replace(whole, `"amount":2`, `"amount":"2"`, 1), want: "/lines/0/amount"},
		"an invalid time":                {status: 200, body: strings.Replace(whole, `T10:00:00Z`, ``, 1), want: "/paidAt"},
		"null for a field that has none": {status: 200, body: strings.Replace(least, `"lines":[]`, `"lines":null`, 1), want: "/lines"},
		"null for the whole":             {status: 200, body: `null`, want: "want object"},
		"no body":                        {status: 200, want: "no JSON"},
		"an undeclared code":             {status: 404, body: failure("NO_GAME", ""), want: "/message"},
		"a code of another status":       {status: 409, body: failure("NO_DATA", ""), want: "/message"},
		"an undeclared code of a field":  {status: 404, body: failure("NO_DATA", `,"fields":{"id":"NO_GAME"}`), want: "/fields/id"},
		"an undeclared fact":             {status: 409, body: failure("MONEY_NOT_ENOUGH", `,"movedTo":"b"`), want: "'movedTo'"},
		"an undeclared status":           {status: 201, body: whole, want: "no status 201"},
		"an undeclared content type":     {status: 200, kind: "text/plain", body: whole, want: "content type"},
		"a body where there is none":     {status: 304, body: whole, want: "content type"},
		"an unknown call":                {path: "/api/orders", status: 404, body: failure("NO_DATA", ""), want: "no such call"},
	} {
		if got := report(t, c, tc.path, tc.status, tc.kind, tc.body); (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
			t.Errorf("%s: reported %q, want %q", name, got, tc.want)
		}
	}
}

// report returns what Transport reports about a response with these values, or "".
func report(t *testing.T, c *contract.Contract, path string, status int, kind, body string) (reported string) {
	t.Helper()
	w := httptest.NewRecorder()
	if kind != "-" {
		w.Header().Set("Content-Type", "application/json")
	}
	if kind != "" && kind != "-" {
		w.Header().Set("Content-Type", kind)
	}
	w.WriteHeader(status)
	_, _ = w.WriteString(body)
	transport := contract.Transport{
		Contract: c, Next: fixed{w.Result()}, Exempt: func(path string, _ int) bool { return path == "/files/a" },
		Report: func(format string, args ...any) { reported += fmt.Sprintf(format, args...) },
	}
	if path == "" {
		path = "/api/order/a"
	}
	if _, err := transport.RoundTrip(httptest.NewRequest(http.MethodGet, path, nil)); err != nil {
		t.Fatal(err)
	}
	return reported
}

// fixed is a transport that returns the same response to every call.
type fixed struct{ *http.Response }

func (f fixed) RoundTrip(*http.Request) (*http.Response, error) { return f.Response, nil }
