package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/server/servertest"
)

// TestNobodyPassesADoorThatIsNotTheirs tries every call of the contract with
// every wrong identity.
func TestNobodyPassesADoorThatIsNotTheirs(t *testing.T) {
	h := servertest.New(t)
	member, support, cashier := h.Member(), h.Staff("support"), h.Staff("cashier")
	visitor, impostor := h.Visitor(), h.Visitor()
	impostor.Token = "made-up-token"
	tried := 0

	for path, item := range h.Edge.API.OpenAPI().Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op == nil {
				continue
			}
			wrong := map[string]*servertest.Client{}
			id := "00000000-0000-4000-8000-000000000000"
			if strings.HasPrefix(path, "/api/operator/chat") {
				id = "1"
				wrong["cashier"] = cashier
			}
			real := strings.NewReplacer("{id}", id, "{reference}", "x").Replace(path)
			if len(op.Security) > 0 {
				wrong["impostor"] = impostor
			}
			if len(op.Security) == 1 { // with a second way, visitors are let in
				wrong["visitor"] = visitor
			}
			switch {
			case !strings.HasPrefix(path, "/api/operator/"):
				if len(op.Security) > 0 {
					wrong["operator"] = cashier
				}
				member.With("X-Requested-With", "else").Call(method, real, map[string]any{}).WantCode(http.StatusForbidden, "KEY_MISSING")
			case len(op.Security) > 0:
				wrong["member"] = member
			}
			if path == "/api/operator/audit" {
				wrong["cashier"] = cashier
			}
			if path == "/api/operator/audit" || strings.HasPrefix(path, "/api/operator/slips") {
				wrong["support"] = support
			}
			for who, c := range wrong {
				tried++
				got := c.Call(method, real, map[string]any{})
				if got.Status != http.StatusUnauthorized && got.Status != http.StatusForbidden {
					t.Errorf("%s %s as %s: %d %s", method, path, who, got.Status, got.Body)
				}
			}
		}
	}

	if tried < 50 {
		t.Errorf("only %d tries", tried)
	}
}
