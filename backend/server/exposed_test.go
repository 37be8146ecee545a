package server_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/backend/platform/config"
	"krapao/backend/server/servertest"
)

func production(c *config.Config) { c.Profile = "production" }

// openCalls are the calls of the contract without a login: the reads of guests before they sign in, and the
// logins themselves. Guests send their secret id in these calls.
var openCalls = []string{
	"GET /api/chat/config", "GET /api/lookup/active", "GET /api/lookup/agreements", "GET /api/lookup/banks", "GET /api/lookup/conditions",
	"GET /api/lookup/contact", "GET /api/lookup/enableChatWidget", "GET /api/lookup/info", "GET /api/lookup/notice", "GET /api/lookup/registerOTP",
	"GET /api/lookup/sources", "GET /api/push/key", "POST /api/account", "POST /api/account/resetpwd", "POST /api/account/validate", "POST /api/login",
	"POST /api/login/passkey", "POST /api/login/passkey/begin", "POST /api/operator/login", "POST /api/otp/send", "POST /api/otp/verify", "POST /api/sync",
}

// openRoutes are the server's routes that the contract lacks, each with its protection.
var openRoutes = map[string]string{
	"GET /api/openapi.json":      "the contract, public on purpose",
	"GET /api/openapi-3.0.json":  "the contract",
	"GET /api/openapi.yaml":      "the contract",
	"GET /api/openapi-3.0.yaml":  "the contract",
	"POST /webhook/games/:slot":  "the signature of the slot's provider",
	"POST /webhook/bank/feed":    "the signature of the bank's feed",
	"POST /webhook/qr/:provider": "the provider is asked itself",
	"GET /healthz":               "returns only ok",
	"GET /readyz":                "returns only ready, or an error",
	"GET /api/chat/socket":       "joined by a token or a guest's secret",
	"GET /media/chat/:id":        "a signed address",
	"GET /media/chat/:id/thumb":  "a signed address",
	"GET /media/slip/:reference": "a signed address",
	"GET /play/:slot":            "a page without data",
	"GET /play-door/door.css":    "a file",
	"GET /play-door/door.js":     "a file",
	"POST /play-door/take":       "a number that works once",
}

func TestStranger_EachRouteWithoutALogin_IsListed(t *testing.T) {
	h := servertest.New(t, production)
	var calls, routes []string
	inContract := map[string]bool{}
	for _, c := range contractCalls(h) {
		inContract[c.method+" "+strings.NewReplacer("{", ":", "}", "").Replace(c.path)] = true
		if len(c.op.Security) == 0 {
			calls = append(calls, c.method+" "+c.path)
		}
	}
	for _, r := range h.Edge.App.GetRoutes(true) {
		if name := r.Method + " " + r.Path; !inContract[name] && openRoutes[name] == "" {
			routes = append(routes, name)
		}
	}
	slices.Sort(calls)

	if !slices.Equal(calls, openCalls) {
		t.Errorf("open to everybody: %q", calls)
	}
	if len(routes) > 0 {
		t.Errorf("missing in openRoutes: %q", routes)
	}
}

// probes are paths that scanners try, control calls of the sandbox, and pages that other servers often
// expose by mistake.
var probes = []string{
	"/metrics", "/debug/pprof/", "/debug/pprof/heap", "/debug/vars", "/debug/requests", "/expvar", "/monitor", "/stats", "/status", "/server-status", "/version", "/info",
	"/actuator", "/actuator/env", "/env", "/.env", "/.git/HEAD", "/.git/config", "/.well-known/security.txt", "/config.json", "/package.json", "/go.mod", "/main.go", "/Makefile",
	"/swagger.json", "/openapi.json", "/graphql", "/api", "/api/", "/api/metrics", "/api/debug/pprof/", "/api/operator", "/api/health", "/api/version", "/api/schemas/Wallet.json",
	"/backup", "/all.backup", "/database", "/keys/secret", "/var/keys/secret", "/app-history/", "/postgres.log", "/media/", "/media/chat/", "/media/slip/", "/media/chat/x", "/media/slip/x",
	"/assets/../../keys/secret", "/assets/..%2f..%2fkeys%2fsecret", "/media/chat/..%2f..%2fkeys%2fsecret", "/play-door/", "/play-door/take", "/play-door/index.html",
	"/sms/messages?phone=0812345678", "/bank/payouts", "/bank/transfers", "/qr/pay", "/truemoney/vouchers", "/games/circus/accounts/x", "/games/circus/play", "/faults", "/totals",
	"/webhook", "/webhook/", "/webhook/games/circus", "/hooks/bank", "/river", "/riverui", "/jobs",
}

func TestStranger_ProbesAProductionServer_ReadsNothing(t *testing.T) {
	h := servertest.New(t, production)
	m := h.AddMember()
	for _, path := range probes {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
			req, err := http.NewRequestWithContext(t.Context(), method, h.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(res.Body)
			_ = res.Body.Close()
			if err != nil || res.StatusCode < http.StatusBadRequest || res.StatusCode >= http.StatusInternalServerError || len(body) > 200 {
				t.Errorf("%s %s: %d %.300s, %v", method, path, res.StatusCode, body, err)
			}
			for _, name := range []string{"Server", "X-Powered-By", "Access-Control-Allow-Origin"} {
				if value := res.Header.Get(name); value != "" {
					t.Errorf("%s %s: %s: %s", method, path, name, value)
				}
			}
			for _, secret := range []string{m.Phone, m.AccountNo, m.PublicID(), "goroutine", "fasthttp", "krapao/backend"} {
				if strings.Contains(string(body), secret) {
					t.Errorf("%s %s shows %q: %.300s", method, path, secret, body)
				}
			}
		}
	}
}

// The metrics have their own port. Without METRICS_PORT they are not served.
func TestMetrics_OnTheMembersPort_Return404(t *testing.T) {
	port := servertest.FreeAddress(t)
	h := servertest.New(t, production, servertest.Metrics(port))

	own, err := http.Get("http://" + port + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	_ = own.Body.Close()
	members, err := http.Get(h.URL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	_ = members.Body.Close()
	other, err := http.Get("http://" + port + "/api/lookup/active")
	if err != nil {
		t.Fatal(err)
	}
	_ = other.Body.Close()

	if own.StatusCode != http.StatusOK || members.StatusCode != http.StatusNotFound || other.StatusCode != http.StatusNotFound {
		t.Errorf("metrics: %d on their port, %d on the members'; a call on theirs: %d", own.StatusCode, members.StatusCode, other.StatusCode)
	}
}

// spec D1.44
func TestAppHeader_OnCallsWithTheirOwnRules_IsNotRequired(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	slip := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100}))
	var picture struct{ URL string }
	m.Call("GET", "/api/statement/slip/reference/"+slip.Reference, nil).Want(http.StatusOK).Into(&picture)

	for call, isRequired := range map[[2]string]bool{
		{"GET", "/api/openapi.json"}:   false,
		{"GET", "/api/docs"}:           false,
		{"GET", "/api/chat/socket"}:    false,
		{"GET", picture.URL}:           false,
		{"POST", "/webhook/bank/feed"}: false,
		{"GET", "/api/operator/audit"}: false,
		{"GET", "/api/wallet"}:         true,
	} {
		req, err := http.NewRequest(call[0], h.URL+call[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if refused := response.StatusCode == http.StatusForbidden && strings.Contains(string(body), "KEY_MISSING"); refused != isRequired {
			t.Errorf("%s %s without the app's header: %d %.100s", call[0], call[1], response.StatusCode, body)
		}
	}
}
