package web_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/backend/platform/web"
)

func TestCompress_LongResponse_UsesAnAcceptedEncoding(t *testing.T) {
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	type out struct {
		Body struct {
			Words string `json:"words"`
		}
	}
	words := map[string]string{"long": strings.Repeat("statement ", 100), "short": "statement"}
	for id := range words {
		web.Handle(e, web.Route{ID: id, Method: http.MethodGet, Path: "/api/" + id, Tag: "test", Auth: web.Anyone},
			func(context.Context, *struct{}) (*out, error) {
				var o out
				o.Body.Words = words[id]
				return &o, nil
			})
	}
	for _, c := range []struct{ id, accepts, encoding string }{
		{"long", "gzip, deflate, br", "gzip"}, {"long", "", ""}, {"long", "br", ""}, {"short", "gzip", ""},
	} {
		r := httptest.NewRequest(http.MethodGet, "/api/"+c.id, nil)
		r.Header.Set("X-Requested-With", "wallet-user")
		r.Header.Set("Accept-Encoding", c.accepts)

		res, err := e.App.Test(r)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Header.Get("Content-Encoding"); got != c.encoding {
			t.Errorf("%s for %q: %q", c.id, c.accepts, got)
		}
		if varies := strings.Contains(res.Header.Get("Vary"), "Accept-Encoding"); varies != (c.id == "long") {
			t.Errorf("%s varies: %t", c.id, varies)
		}
		if got := wordsIn(t, res); got != words[c.id] {
			t.Errorf("%s for %q has the text %q", c.id, c.accepts, got)
		}
	}
}

func wordsIn(t *testing.T, res *http.Response) string {
	t.Helper()
	var body io.Reader = res.Body
	if res.Header.Get("Content-Encoding") == "gzip" {
		plain, err := gzip.NewReader(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		body = plain
	}
	var out struct{ Words string }
	if err := json.NewDecoder(body).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out.Words
}
