package server_test

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/server/servertest"
)

// call is one operation of the contract.
type call struct {
	method, path string
	op           *huma.Operation
}

func contractCalls(h *servertest.Environment) (all []call) {
	for path, item := range h.Edge.API.OpenAPI().Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op != nil {
				all = append(all, call{method, path, op})
			}
		}
	}
	return all
}

// fillPath replaces a path's parameters by values, or by a made-up id for the parameters that values lacks.
func (c call) fillPath(values map[string]string) string {
	path := c.path
	for _, p := range c.op.Parameters {
		if p.In == "path" {
			path = strings.ReplaceAll(path, "{"+p.Name+"}", cmp.Or(values[p.Name], madeUpValues[p.Name], "00000000-0000-4000-8000-000000000000"))
		}
	}
	return path
}

var madeUpValues = map[string]string{"providerOrId": "KBANK", "reference": "x"}

// allowedRoles has the roles that may call each operators' route. It is written by hand: the contract would also
// contain a role that was admitted by mistake.
var allowedRoles = map[string][]string{
	"POST /api/operator/login":        nil, // before login there is no role
	"POST /api/operator/logout":       {"support", "cashier", "admin"},
	"POST /api/operator/password":     {"support", "cashier", "admin"},
	"POST /api/operator/present":      {"support", "cashier", "admin"},
	"POST /api/operator/totp":         {"support", "cashier", "admin"},
	"POST /api/operator/totp/confirm": {"support", "cashier", "admin"},

	"GET /api/operator/audit": {"admin"},

	"GET /api/operator/documents/{kind}": {"admin"},
	"PUT /api/operator/documents/{kind}": {"admin"},

	"GET /api/operator/items":                    {"cashier", "admin"},
	"GET /api/operator/items/{kind}/{id}":        {"cashier", "admin"},
	"POST /api/operator/items/{kind}/{id}/{act}": {"cashier", "admin"},
	"GET /api/operator/members":                  {"cashier", "admin"},
	"POST /api/operator/members/{id}/open":       {"cashier", "admin"},

	"GET /api/operator/chat/canned":                       {"support", "admin"},
	"POST /api/operator/chat/canned":                      {"support", "admin"},
	"PUT /api/operator/chat/canned/{id}":                  {"support", "admin"},
	"DELETE /api/operator/chat/canned/{id}":               {"support", "admin"},
	"GET /api/operator/chat/conversations":                {"support", "admin"},
	"GET /api/operator/chat/conversations/{id}":           {"support", "admin"},
	"GET /api/operator/chat/conversations/{id}/messages":  {"support", "admin"},
	"POST /api/operator/chat/conversations/{id}/messages": {"support", "admin"},
	"PUT /api/operator/chat/conversations/{id}/read":      {"support", "admin"},
	"PUT /api/operator/chat/conversations/{id}/assignee":  {"support", "admin"},
	"POST /api/operator/chat/conversations/{id}/close":    {"support", "admin"},
	"POST /api/operator/chat/conversations/{id}/reopen":   {"support", "admin"},
	"POST /api/operator/chat/media":                       {"support", "admin"},
}

// TestConsoleRoute_EachRole_IsAllowedOrRefused calls every operators' route with every role.
// spec D8.1, D8.3, D8.11
func TestConsoleRoute_EachRole_IsAllowedOrRefused(t *testing.T) {
	h := servertest.New(t)
	var found []string

	for _, c := range contractCalls(h) {
		if !strings.HasPrefix(c.path, "/api/operator/") {
			continue
		}
		route := c.method + " " + c.path
		found = append(found, route)
		roles, known := allowedRoles[route]
		if !known {
			t.Errorf("%s is missing in allowedRoles", route)
		}
		if roles == nil {
			continue
		}
		for _, role := range []string{"support", "cashier", "admin"} {
			got := h.AddOperator(role).Call(c.method, c.fillPath(map[string]string{"id": "1"}), map[string]any{})
			if refused := got.Status == http.StatusForbidden; refused == slices.Contains(roles, role) || got.Status == http.StatusUnauthorized {
				t.Errorf("%s as %s: %d %s", route, role, got.Status, got.Body)
			}
		}
	}

	if len(found) != len(allowedRoles) {
		t.Errorf("%d routes, %d in allowedRoles", len(found), len(allowedRoles))
	}
}

// TestRoute_CallerWithoutTheRight_IsRefused makes every call of the contract with every wrong identity: none, a
// made-up token, a member on operators' routes, an operator on members' routes, and each wrong role.
// spec 6.2, D1.15, D8.3, D8.8, 8.15g
func TestRoute_CallerWithoutTheRight_IsRefused(t *testing.T) {
	h := servertest.New(t)
	member, guest, impostor := h.AddMember(), h.Guest(), h.Guest()
	impostor.Token = "made-up-token"
	staff := map[string]*servertest.Client{}
	for _, role := range []string{"support", "cashier", "admin"} {
		staff[role] = h.AddOperator(role)
	}
	tried := 0

	for _, c := range contractCalls(h) {
		wrong := map[string]*servertest.Client{}
		operators := strings.HasPrefix(c.path, "/api/operator/")
		path := c.fillPath(nil)
		if strings.HasPrefix(c.path, "/api/operator/chat") {
			path = c.fillPath(map[string]string{"id": "1"})
		}
		if len(c.op.Security) > 0 {
			wrong["impostor"] = impostor
		}
		if len(c.op.Security) == 1 { // a call that also accepts another kind of login admits guests
			wrong["guest"] = guest
		}
		switch {
		case operators && len(c.op.Security) > 0:
			wrong["member"] = member
		case !operators && len(c.op.Security) > 0:
			wrong["operator"] = staff["admin"]
		}
		if roles := allowedRoles[c.method+" "+c.path]; roles != nil {
			for role, operator := range staff {
				if !slices.Contains(roles, role) {
					wrong[role] = operator
				}
			}
		}
		if !operators {
			member.With("X-Requested-With", "else").Call(c.method, path, map[string]any{}).WantCode(http.StatusForbidden, "KEY_MISSING")
		}
		for caller, client := range wrong {
			tried++
			got := client.Call(c.method, path, map[string]any{})
			if got.Status != http.StatusUnauthorized && got.Status != http.StatusForbidden {
				t.Errorf("%s %s as %s: %d %s", c.method, c.path, caller, got.Status, got.Body)
			}
		}
	}

	for _, path := range []string{"/api/wallet", "/api/account/profile", "/api/bonus", "/api/spinwheel/setup", "/api/lookup/deposit"} {
		member.Call("GET", path, nil).Want(http.StatusOK)
	}
	if tried < 150 {
		t.Errorf("only %d tries", tried)
	}
}

// TestClosedSite_AnyRouteButTheNotice_Returns410 makes every call of members and guests. A call that
// stayed open could move money while the site is closed.
// spec D1.5
func TestClosedSite_AnyRouteButTheNotice_Returns410(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	if err := h.Content.PutSetting(t.Context(), h.Pool, "siteGone", true); err != nil {
		t.Fatal(err)
	}

	for _, c := range contractCalls(h) {
		if strings.HasPrefix(c.path, "/api/operator/") {
			continue
		}
		got := m.Call(c.method, c.fillPath(nil), map[string]any{})
		if open := c.path == "/api/lookup/active"; (got.Status == http.StatusGone) == open {
			t.Errorf("%s %s: %d %s", c.method, c.path, got.Status, got.Body)
		}
	}
}

// TestRoute_ObjectOfAnotherMember_Returns404 calls every route that has an id, as another member, with the ids of
// all objects of the owner. The caller must see nothing and move no money.
func TestRoute_ObjectOfAnotherMember_Returns404(t *testing.T) {
	h := servertest.New(t)
	owner, stranger := h.AddMember(), h.AddMember()
	owner.CreditWallet(90_000_00)
	slip := owner.SubmitSlip(owner.Transfer(servertest.Transfer{Amount: 100}))
	line := owner.Withdraw("", 60_000).Want(http.StatusAccepted).Cash().Statement.ID // waits for a cashier
	var qr struct{ QrcodeID string }
	owner.Call("POST", "/api/qrcode/KBANK", map[string]any{"amount": 100}).Want(http.StatusOK).Into(&qr)
	var sessions struct {
		Sessions []struct {
			ID string `json:"_id"`
		}
	}
	owner.Call("GET", "/api/account/sessions", nil).Want(http.StatusOK).Into(&sessions)
	session, err := strconv.ParseInt(sessions.Sessions[0].ID, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	before := h.MemberRows(owner)
	tried := 0

	for _, c := range contractCalls(h) {
		if strings.HasPrefix(c.path, "/api/operator/") || !strings.Contains(c.path, "{") || (c.method != http.MethodDelete && strings.HasSuffix(c.path, "{providerOrId}")) {
			continue
		}
		for _, id := range []string{line.String(), slip.ClientID.String(), strconv.FormatInt(session, 10)} {
			tried++
			path := c.fillPath(map[string]string{"id": id, "lineId": id, "providerOrId": qr.QrcodeID, "reference": slip.Reference})
			if got := stranger.Call(c.method, path, map[string]any{}); got.Status != http.StatusNotFound && got.Status != http.StatusBadRequest {
				t.Errorf("%s %s: %d %s", c.method, path, got.Status, got.Body)
			}
		}
	}

	if tried < 9 {
		t.Errorf("only %d tries", tried)
	}
	if after := h.MemberRows(owner); after != before {
		t.Errorf("from %s\nto %s", before, after)
	}
	h.CheckInvariants()
}

// TestAutoLogin_UsernameOfAnotherMember_OpensNoGame calls every route into a game with another member's username in
// the game. The route must reveal nothing and call no provider.
// spec 7.59a
func TestAutoLogin_UsernameOfAnotherMember_OpensNoGame(t *testing.T) {
	h := servertest.New(t)
	owner, stranger := h.AddMember(), h.AddMember()
	tried := 0

	for _, c := range contractCalls(h) {
		slot, _, named := strings.Cut(strings.TrimPrefix(c.path, "/api/autoLogin/"), "/{username}")
		if !named {
			continue
		}
		for _, m := range []*servertest.Client{owner, stranger} {
			m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
		}
		var account struct{ Username, Password string }
		owner.Call("GET", "/api/wallet/account/"+slot, nil).Want(http.StatusOK).Into(&account)
		path := c.fillPath(map[string]string{"username": account.Username, "password": account.Password})
		tried++

		own, others := owner.Call(c.method, path, nil), stranger.Call(c.method, path, nil)

		own.Want(http.StatusOK)
		others.WantCode(http.StatusConflict, "SLOT_NO_ACCOUNT")
	}

	if tried != 11 {
		t.Errorf("%d routes tried", tried)
	}
	var accounts []string
	for _, m := range []*servertest.Client{owner, stranger} {
		var account struct{ Username string }
		m.Call("GET", "/api/wallet/account/joker2", nil).Want(http.StatusOK).Into(&account)
		accounts = append(accounts, account.Username)
	}
	if accounts[0] == accounts[1] {
		t.Error("two members have one account")
	}
}

// TestRoute_EachResponse_IsAnObjectOrAListAsSpecified reads the contract. A response should be an
// object, because a newer server can add fields to an object, but not to a list.
// spec D1.1
func TestRoute_EachResponse_IsAnObjectOrAListAsSpecified(t *testing.T) {
	h := servertest.New(t)
	schemas := h.Edge.API.OpenAPI().Components.Schemas
	// Support reads a conversation in the same form as the customer, which is a list.
	lists := []string{"GET /api/bonus", "POST /api/chat/history", "GET /api/operator/chat/conversations/{id}/messages"}
	objects := 0

	for _, c := range contractCalls(h) {
		for status, response := range c.op.Responses {
			if !strings.HasPrefix(status, "2") || len(response.Content) == 0 {
				continue
			}
			schema := response.Content["application/json"].Schema
			if len(schema.OneOf) > 0 { // or null
				schema = schema.OneOf[0]
			}
			if schema.Ref != "" {
				schema = schemas.SchemaFromRef(schema.Ref)
			}
			want := huma.TypeObject
			if slices.Contains(lists, c.method+" "+c.path) {
				want = huma.TypeArray
			} else {
				objects++
			}
			if schema.Type != want {
				t.Errorf("%s %s returns %s, not %s", c.method, c.path, schema.Type, want)
			}
		}
	}

	if objects < 80 {
		t.Errorf("only %d responses are objects", objects)
	}
}
