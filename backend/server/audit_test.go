package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"krapao/backend/server/servertest"
)

// noEntry are operators' calls that change something without an audit entry, each with the reason.
var noEntry = map[string]string{
	"operatorPresent": "it reports that the operator is present, and only extends the session",
	"chatReply":       "the stored message contains its operator",
	"chatRead":        "it only moves the mark of the last read message",
	"chatUpload":      "the stored message contains the file",
}

// actingOperator is an operator who makes one call of each kind.
type actingOperator struct {
	t    *testing.T
	h    *servertest.Environment
	name string
	*servertest.Client
}

func newActingOperator(t *testing.T, h *servertest.Environment) actingOperator {
	h.Clock.Advance(time.Minute) // a code is valid once
	c := actingOperator{t: t, h: h, Client: h.AddOperator("admin")}
	c.name = servertest.Value[string](h, "select username from operator order by id desc limit 1")
	return c
}

// buildCredentials returns a body with the operator's password and a fresh code, and the fields of more.
func (c actingOperator) buildCredentials(more map[string]any) map[string]any {
	c.h.Clock.Advance(time.Minute)
	code, err := c.h.Operators.Code(c.t.Context(), c.name)
	if err != nil {
		c.t.Fatal(err)
	}
	body := map[string]any{"username": c.name, "password": "a long password", "code": code}
	for k, v := range more {
		body[k] = v
	}
	return body
}

// auditedCall is a call, and the action in its audit entry.
type auditedCall struct {
	action string
	call   func() servertest.Response
}

// auditedCalls returns each call of the contract by which an operator changes something, by its name.
func auditedCalls(c actingOperator, m *servertest.Client, conversation string) map[string]auditedCall {
	texts := map[string]any{"title": "hello", "th": "สวัสดี", "lo": "ສະບາຍດີ", "en": "Hello"}
	var canned struct{ ID int64 }
	addCanned := func() servertest.Response {
		a := c.Call("POST", "/api/operator/chat/canned", texts).Want(http.StatusOK)
		a.Into(&canned)
		return a
	}
	addCannedPath := func() string { addCanned(); return fmt.Sprint("/api/operator/chat/canned/", canned.ID) }
	chat := "/api/operator/chat/conversations/" + conversation
	return map[string]auditedCall{
		"operatorLogin": {"operator.login", func() servertest.Response { return c.Call("POST", "/api/operator/login", c.buildCredentials(nil)) }},
		"operatorLogout": {"operator.logout", func() servertest.Response {
			return newActingOperator(c.t, c.h).Call("POST", "/api/operator/logout", nil)
		}},
		"operatorPassword": {"operator.password", func() servertest.Response {
			return c.Call("POST", "/api/operator/password", c.buildCredentials(map[string]any{"newPassword": "a long password"}))
		}},
		"operatorOfferTotp": {"operator.totp_offer", func() servertest.Response { return c.Call("POST", "/api/operator/totp", c.buildCredentials(nil)) }},
		"operatorTakeTotp": {"operator.totp", func() servertest.Response {
			var app struct{ Secret string }
			c.Call("POST", "/api/operator/totp", c.buildCredentials(nil)).Want(http.StatusOK).Into(&app)
			c.h.Clock.Advance(time.Minute)
			code, _ := totp.GenerateCode(app.Secret, c.h.Clock.Now())
			return c.Call("POST", "/api/operator/totp/confirm", map[string]any{"code": code})
		}},
		"openMember": {"member.open", func() servertest.Response { return c.Call("POST", "/api/operator/members/"+m.PublicID()+"/open", nil) }},
		"deskAct": {"member.adjust", func() servertest.Response {
			return c.Call("POST", "/api/operator/items/MEMBER/"+m.PublicID()+"/adjust", map[string]any{"amount": 5, "why": "tea"})
		}},
		"editDocument": {"source.edit", func() servertest.Response {
			name := map[string]string{"th": "ไลน์", "lo": "ລາຍ", "en": "Line"}
			return c.Call("PUT", "/api/operator/documents/source?key=LINE", map[string]any{"why": "tea", "body": map[string]any{"name": name}})
		}},
		"chatAssign":        {"chat.assign", func() servertest.Response { return c.Call("PUT", chat+"/assignee", map[string]any{"operator": c.name}) }},
		"chatClose":         {"chat.status", func() servertest.Response { return c.Call("POST", chat+"/close", nil) }},
		"chatReopen":        {"chat.status", func() servertest.Response { return c.Call("POST", chat+"/reopen", nil) }},
		"addCannedReply":    {"canned.add", addCanned},
		"changeCannedReply": {"canned.change", func() servertest.Response { return c.Call("PUT", addCannedPath(), texts) }},
		"dropCannedReply":   {"canned.drop", func() servertest.Response { return c.Call("DELETE", addCannedPath(), nil) }},
	}
}

// TestAuditLog_EachActionOfAnOperator_IsWritten makes every call of the contract by which an operator changes
// something. It fails for a call that auditedCalls lacks.
// spec D8.5
func TestAuditLog_EachActionOfAnOperator_IsWritten(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/chat/send-message", map[string]any{
		"clientId": uuid.NewString(), "message": map[string]any{"message_type": "text", "payload": "hello"},
	}).Want(http.StatusOK)
	c := newActingOperator(t, h)
	var inbox struct{ Conversations []struct{ ID string } }
	c.Call("GET", "/api/operator/chat/conversations", nil).Want(http.StatusOK).Into(&inbox)
	audited := auditedCalls(c, m, inbox.Conversations[0].ID)

	for _, call := range contractCalls(h) {
		id := call.op.OperationID
		if call.method == http.MethodGet || !strings.HasPrefix(call.path, "/api/operator/") || noEntry[id] != "" {
			continue
		}
		one, known := audited[id]
		if !known {
			t.Errorf("%s (%s %s) changes something, and is missing in auditedCalls", id, call.method, call.path)
			continue
		}
		if a := one.call(); a.Status >= http.StatusBadRequest {
			t.Errorf("%s: %d %s", id, a.Status, a.Body)
		}
		if last := servertest.Value[string](h, "select action from audit_log order by id desc limit 1"); last != one.action {
			t.Errorf("%s wrote %q last, not %q", id, last, one.action)
		}
	}
}
