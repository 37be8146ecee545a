package server_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// bodyRoute is a route with a body, the body's content type and the caller.
type bodyRoute struct {
	method, path, kind string
	by                 *servertest.Client
}

func (r bodyRoute) String() string { return r.method + " " + r.path }

const multipart = "multipart/form-data; boundary=edge"

// bodyRoutes returns every route with a body: the routes of the contract, and every other POST of the
// route table (webhooks, the page that opens a game).
func bodyRoutes(h *servertest.Environment) (all []bodyRoute) {
	roles := map[string]*servertest.Client{}
	for _, role := range []string{"support", "cashier", "admin"} {
		roles[role] = h.AddOperator(role)
	}
	member, inContract := h.AddMember(), map[string]bool{}
	for _, c := range contractCalls(h) {
		inContract[c.method+" "+strings.NewReplacer("{", ":", "}", "").Replace(c.path)] = true
		if c.op.RequestBody == nil {
			continue
		}
		r := bodyRoute{method: c.method, path: c.fillPath(nil), kind: "application/json", by: member}
		if c.op.RequestBody.Content["application/json"] == nil {
			r.kind = multipart
		}
		if strings.HasPrefix(c.path, "/api/operator/") {
			r.by = roles["admin"]
			if allowed, _ := c.op.Extensions["x-roles"].([]string); len(allowed) > 0 {
				r.by = roles[allowed[0]]
			}
		}
		all = append(all, r)
	}
	known := strings.NewReplacer(":slot", "pgslot", ":provider", "KBANK")
	for _, route := range h.Edge.App.GetRoutes(true) {
		takesBody := slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch}, route.Method)
		if takesBody && !strings.HasPrefix(route.Path, "/api/") && !inContract[route.Method+" "+route.Path] {
			all = append(all, bodyRoute{method: route.Method, path: known.Replace(route.Path), kind: "application/json", by: h.Guest()})
		}
	}
	return all
}

// sendRaw writes a request's bytes and closes the sending side. It returns the response's status, or
// 0 if the connection ends without one.
func sendRaw(t *testing.T, h *servertest.Environment, r bodyRoute, framing, body string) (status int, text string) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(h.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Minute)) // for a server that never responds
	head := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: x\r\nX-Requested-With: wallet-user\r\nContent-Type: %s\r\n%s\r\n", r.method, r.path, r.kind, framing)
	if r.by.Token != "" {
		head += "Authorization: Bearer " + r.by.Token + "\r\n"
	}
	if _, err := io.WriteString(conn, head+"\r\n"+body); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	response, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(response)
}

// syncedLog stores the log of many goroutines.
type syncedLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *syncedLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *syncedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// spec D1.2
func TestBrokenBody_OfEachCall_IsRefusedAndNotLoggedAsAnError(t *testing.T) {
	var log syncedLog
	was := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(was) })
	h := servertest.New(t)
	const chunked = "Transfer-Encoding: chunked"
	start := map[string]string{
		"application/json": `{"amount":1}`,
		multipart:          "--edge\r\nContent-Disposition: form-data; name=\"clientId\"\r\n\r\n00000000-0000-4000-8000-000000000000\r\n--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n\xff\xd8\xff",
	}
	routes := bodyRoutes(h)
	if len(routes) < 60 {
		t.Fatalf("only %d routes have a body", len(routes))
	}
	for _, r := range routes {
		text := start[r.kind]
		chunk := fmt.Sprintf("%x\r\n%s", len(text), text)
		for name, broken := range map[string][2]string{
			"a chunk without a size":       {chunked, "zz\r\n" + text + "\r\n0\r\n\r\n"},
			"a chunk without its end":      {chunked, chunk + "xx0\r\n\r\n"},
			"a chunk of a negative size":   {chunked, "-1\r\n" + text + "\r\n0\r\n\r\n"},
			"a chunk of an absurd size":    {chunked, "ffffffffffffffffff\r\n" + text},
			"an end within a chunk":        {chunked, fmt.Sprintf("%x\r\n%s", len(text)+5, text)},
			"an end without a last chunk":  {chunked, chunk + "\r\n"},
			"an end before any chunk":      {chunked, ""},
			"an end before the length":     {fmt.Sprint("Content-Length: ", len(text)+5), text},
			"an end before the first byte": {"Content-Length: 5", ""},
			"an end far before the length": {"Content-Length: 60000", text + strings.Repeat(" ", 20_000)},
		} {
			status, response := sendRaw(t, h, r, broken[0], broken[1])
			early := r.kind == multipart && status > 400 && status < 500                           // rejected by its first bytes
			early = early || status == http.StatusRequestEntityTooLarge && len(broken[1]) > 10_000 // beyond the call's limit
			if status != 0 && status != http.StatusBadRequest && !early {
				t.Errorf("%s, %s: %d %.200s", r, name, status, response)
			}
		}
	}
	if all := h.Logged() + log.String(); strings.Contains(all, "level=ERROR") {
		t.Errorf("logged as an error: %.2000s", all)
	}
	h.CheckInvariants()
}

// spec D1.2
func TestRepeatedKey_InTheBodyOfEachCall_IsRefused(t *testing.T) {
	h := servertest.New(t)
	tried := 0
	clients := map[string]*servertest.Client{}
	for _, r := range bodyRoutes(h) {
		clients[r.String()] = r.by
	}
	for _, c := range contractCalls(h) {
		if c.op.RequestBody == nil || c.op.RequestBody.Content["application/json"] == nil {
			continue
		}
		schema := c.op.RequestBody.Content["application/json"].Schema
		if schema.Ref != "" {
			schema = h.Edge.API.OpenAPI().Components.Schemas.SchemaFromRef(schema.Ref)
		}
		for field := range schema.Properties {
			by := clients[c.method+" "+c.fillPath(nil)]
			for _, body := range []string{
				fmt.Sprintf(`{%q:1,%q:2}`, field, field), fmt.Sprintf(`{%q:1}`, strings.ToUpper(field)), fmt.Sprintf(`{%q:1,%q:2}`, field, strings.ToUpper(field)),
			} {
				tried++
				if got := by.Call(c.method, c.fillPath(nil), body); got.Status != http.StatusBadRequest || got.Code() != "REPEATED_KEY" || got.Field(field) != "REPEATED_KEY" {
					t.Errorf("%s %s with %s: %d %s", c.method, c.path, body, got.Status, got.Body)
				}
			}
		}
	}
	if tried < 300 {
		t.Errorf("only %d tries", tried)
	}
}
