package chat_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"krapao/backend/server/servertest"
)

// spec D8.5
func TestAuditLog_EachActionOfSupport_IsWritten(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	guest.sendText("hello")
	operator := h.AddOperator("support")
	var inbox struct{ Conversations []struct{ ID string } }
	operator.Call("GET", "/api/operator/chat/conversations", nil).Want(http.StatusOK).Into(&inbox)
	id := inbox.Conversations[0].ID
	path := "/api/operator/chat/conversations/" + id
	me := servertest.Value[string](h, "select username from operator order by id desc limit 1")
	texts := map[string]any{"title": "hello", "th": "สวัสดี", "lo": "ສະບາຍດີ", "en": "Hello"}
	var canned struct{ ID int64 }

	operator.Call("PUT", path+"/assignee", map[string]any{"operator": me}).Want(http.StatusOK)
	operator.Call("PUT", path+"/assignee", map[string]any{"operator": "nobody"}).Want(http.StatusBadRequest)
	operator.Call("POST", path+"/close", nil).Want(http.StatusOK)
	operator.Call("POST", path+"/reopen", nil).Want(http.StatusOK)
	operator.Call("POST", "/api/operator/chat/canned", texts).Want(http.StatusOK).Into(&canned)
	operator.Call("PUT", fmt.Sprint("/api/operator/chat/canned/", canned.ID), texts).Want(http.StatusOK)
	operator.Call("DELETE", fmt.Sprint("/api/operator/chat/canned/", canned.ID), nil).Want(http.StatusOK)

	var got []string
	rows, err := h.Pool.Query(t.Context(), "select action || ' ' || subject || ' ' || operator from audit_log where action ~ '^(chat|canned)' order by id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var action string
		if err := rows.Scan(&action); err != nil {
			t.Fatal(err)
		}
		got = append(got, action)
	}
	reply := fmt.Sprint(canned.ID)
	want := []string{"chat.assign " + id, "chat.status " + id, "chat.status " + id, "canned.add " + reply, "canned.change " + reply, "canned.drop " + reply}
	for i := range want {
		want[i] += " " + me
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
