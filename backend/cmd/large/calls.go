package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"krapao/backend/server"
)

// call is a request that is measured. If operator is true, it is sent with an operator's token, else with a member's.
type call struct {
	name, method, path, body string
	operator                 bool
}

// searches are texts by which an operator searches members, by description. The names are from seed.sql.
var searches = map[string]string{
	"a phone": "0700000042", "an account": "1000000042", "a name of one in 160": "สมชาย ใจดี", "a first name": "ศิริพร", "a Latin name": "somchai", "a title": "นางสาว", "a name of nobody": "ไม่มีใครชื่อนี้",
}

// requiredQuery returns the required query of a path, or "".
func requiredQuery(path string) string {
	if path == "/api/care/reality" {
		return "?since=" + time.Now().Add(-24*time.Hour).UTC().Format(time.RFC3339)
	}
	return ""
}

// callsOf returns every GET of the API without path parameters, the searches, and two POST calls. compareCalls leaves
// out the calls that fail.
func callsOf(s *server.Server) []call {
	var out []call
	for path, item := range s.Edge.API.OpenAPI().Paths {
		if item.Get == nil || strings.ContainsRune(path, '{') {
			continue
		}
		out = append(out, call{name: "GET " + path, method: http.MethodGet, path: path + requiredQuery(path), operator: strings.HasPrefix(path, "/api/operator")})
	}
	for name, text := range searches {
		out = append(out, call{"search for " + name, http.MethodGet, "/api/operator/members?query=" + url.QueryEscape(text), "", true})
	}
	out = append(out,
		call{name: "POST /api/statement", method: http.MethodPost, path: "/api/statement", body: "{}"},
		call{name: "POST /api/operator/members/{id}/open", method: http.MethodPost, path: "/api/operator/members/L000000A/open", body: "{}", operator: true},
	)
	slices.SortFunc(out, func(a, b call) int { return strings.Compare(a.name, b.name) })
	return out
}

// send makes a call as the given member, or as the operator. It returns an error unless the status is below 400.
func (c call) send(ctx context.Context, client *http.Client, base string, member int, key string) error {
	req, err := http.NewRequestWithContext(ctx, c.method, base+c.path, strings.NewReader(c.body))
	if err != nil {
		return err
	}
	req.Header.Set("X-Requested-With", "wallet-user")
	token := fmt.Sprintf("large-%d", member)
	if c.operator {
		token = "large-operator"
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if c.method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", key)
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	buffer := make([]byte, 32<<10)
	var start []byte // of the body
	for {
		n, err := res.Body.Read(buffer)
		if start == nil {
			start = slices.Clone(buffer[:n])
		}
		if err != nil {
			break
		}
	}
	if res.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("HTTP %d %s", res.StatusCode, start)
	}
	return nil
}
