package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

type leg struct {
	Amount money.Satang `json:"amount,omitempty"`
}

// nestedOrder has a field for each way in which a type can contain other types.
type nestedOrder struct {
	leg
	Note   string                      `json:"note,omitempty"`
	Legs   []leg                       `json:"legs,omitempty"`
	Lead   *leg                        `json:"lead,omitempty"`
	Maybe  web.Optional[leg]           `json:"maybe,omitzero"`
	ByName map[string]leg              `json:"byName,omitempty"`
	Raw    json.RawMessage             `json:"raw,omitempty"`
	Prices map[string]money.Satang     `json:"prices,omitempty"`
	Deep   map[string][]map[string]leg `json:"deep,omitempty"`
}

func newBodyEdge(t *testing.T) func(body string) recordedResponse {
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	web.Handle(e, web.Route{ID: "order", Method: http.MethodPost, Path: "/api/order", Tag: "test"},
		func(context.Context, *struct{ Body nestedOrder }) (*web.OK, error) { return &web.OK{}, nil })
	return func(body string) recordedResponse {
		req := httptest.NewRequest(http.MethodPost, "/api/order", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-Requested-With", "wallet-user")
		return doRequest(t, e, req)
	}
}

// spec D1.2
func TestJSONCall_KeyRepeatedOrInOtherCapitals_IsRefused(t *testing.T) {
	send := newBodyEdge(t)
	for _, body := range []string{
		`{"amount":1,"amount":100}`, `{"amount":1,"Amount":100}`, `{"Amount":100}`, `{"AMOUNT":1}`, `{"am\u006funt":1,"amount":2}`, `{"a\u004dount":1}`,
		`{"byname":{}}`, `{"legs":[{"amount":1,"amount":2}]}`, `{"legs":[{"amount":1},{"aMount":2}]}`, `{"lead":{"Amount":1}}`, `{"lead":{"amount":1,"amount":1}}`,
		`{"maybe":{"Amount":1}}`, `{"byName":{"x":{"Amount":1}}}`, `{"byName":{"x":{},"x":{}}}`, `{"deep":{"x":[{"y":{"AMOUNT":1}}]}}`,
		`{"raw":{"a":1,"a":2}}`, `{"raw":[{"b":{"a":1,"A":2}}]}`, `{"foo":1,"foo":2}`, `{"foo":{"bar":1,"bar":2}}`, `{"legſ":[]}`,
	} {
		if got := send(body); got.status != http.StatusBadRequest || !strings.Contains(got.body, `"REPEATED_KEY"`) {
			t.Errorf("%s: %d %s", body, got.status, got.body)
		}
	}
	if got := send(`{"lead":{"amounT":1}}`); !strings.Contains(got.body, `"fields":{"amount":"REPEATED_KEY"}`) {
		t.Errorf("the field is not named: %s", got.body)
	}
	if got := send(`{"secret":1,"secret":2}`); strings.Contains(got.body, "secret") {
		t.Errorf("the error contains the caller's own key: %s", got.body)
	}
}

func TestJSONCall_UnknownAndEqualKeysOfDifferentObjects_AreAccepted(t *testing.T) {
	send := newBodyEdge(t)
	for _, body := range []string{
		`{}`, `{"amount":1,"colour":"red","Colour":"blue","COLOUR":{"x":[1,{"amount":2}]}}`, `{"legs":[{"amount":1},{"amount":2}],"lead":{"amount":3}}`, `{"prices":{"a":1,"A":2}}`,
		`{"byName":{"Amount":{"amount":1},"amount":{}}}`, `{"maybe":null}`, `{"raw":{"Amount":1}}`, `{"note":"{\"amount\":1,\"amount\":2}"}`, `{"legs":null}`,
	} {
		if got := send(body); got.status != http.StatusOK {
			t.Errorf("%s: %d %s", body, got.status, got.body)
		}
	}
}

func TestJSONCall_TooDeepOrMalformed_IsRefusedAsBefore(t *testing.T) {
	send := newBodyEdge(t)
	for _, body := range []string{
		"{", `{"a"`, `{"a":1`, `{"a":1,}`, `{1:2}`, "[]", "\xff", strings.Repeat("[", 10_000), strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65), `{"amount":1}{"amount":2}`,
	} {
		if got := send(body); got.status != http.StatusBadRequest || !strings.Contains(got.body, `"INVALID_USER_INFO"`) {
			t.Errorf("%.40s: %d %s", body, got.status, got.body)
		}
	}
	if got := send(`{"note":"` + strings.Repeat("x", 64<<10) + `"}`); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("too large: %d %s", got.status, got.body)
	}
}

// BenchmarkCallOf64KiB measures the largest body with the most expensive content: only keys.
func BenchmarkCallOf64KiB(b *testing.B) {
	var body bytes.Buffer
	body.WriteString(`{"prices":{"a":1`)
	for i := 0; body.Len() < 63<<10; i++ {
		body.WriteString(`,"`)
		body.WriteString(strings.Repeat("k", i%7+1))
		body.WriteString(string(rune('0'+i%10)) + string(rune('a'+i/10%26)) + string(rune('a'+i/260%26)) + string(rune('a'+i/6760%26)) + `":1`)
	}
	body.WriteString("}}")
	for b.Loop() {
		if err := web.CheckKeys(body.Bytes(), nestedOrder{}); err != nil {
			b.Fatal(err)
		}
	}
}
