package games_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/backend/server/servertest"
)

func TestLaunchPage_Response_SendsNoReferrerAndForbidsCaching(t *testing.T) {
	h := servertest.New(t)
	for _, path := range []string{"/play/joker2", "/play-door/door.js", "/play-door/door.css"} {
		res, err := http.Get(h.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()

		if got := res.Header.Get("Referrer-Policy"); res.StatusCode != http.StatusOK || got != "no-referrer" {
			t.Errorf("%s: %d, referrer policy %q", path, res.StatusCode, got)
		}
		if got := res.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s may be cached: %q", path, got)
		}
	}
	response, err := http.Post(h.URL+"/play-door/take", "application/json", strings.NewReader(`{"launch":"`+number+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()

	if got := response.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("the launch may be cached: %q", got)
	}
}
