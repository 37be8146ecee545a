package chat_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

func fetchInbox(operator *servertest.Client, query string) (out struct {
	Conversations   []summary
	Unread, Waiting int64
},
) {
	operator.Call("GET", "/api/operator/chat/conversations"+query, nil).Want(http.StatusOK).Into(&out)
	return out
}

func TestInbox_SeveralCustomersWait_ListsTheLongestFirst(t *testing.T) {
	h := servertest.New(t)
	first, _ := newGuest(h)
	second := newMember(h)
	first.sendText("I was first")
	h.Clock.Advance(time.Minute)
	second.sendText("I was second")
	operator := h.AddOperator("support")
	before := fetchInbox(operator, "")
	chatClient{c: operator, conv: before.Conversations[0].ID}.sendText("here you are")

	after := fetchInbox(operator, "")

	if before.Waiting != 2 || before.Unread != 2 || before.Conversations[0].Preview != "I was first" || before.Conversations[0].WaitingSince == nil {
		t.Errorf("before %+v", before)
	}
	if after.Waiting != 1 || after.Unread != 1 || after.Conversations[0].Preview != "I was second" || after.Conversations[1].WaitingSince != nil {
		t.Errorf("after %+v", after)
	}
	if m := after.Conversations[0]; m.Kind != "member" || m.Title != "สมชาย" || m.MemberID == "" {
		t.Errorf("the member is shown as %+v", m)
	}
}

func TestConversation_CustomerWritesAfterClosing_Reopens(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	at := "/api/operator/chat/conversations/" + operator.conv
	var s summary
	operator.c.Call("PUT", at+"/assignee", map[string]any{"operator": "nobody"}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	name := servertest.Value[string](h, "select username from operator where role = 'support' order by id desc")
	operator.c.Call("PUT", at+"/assignee", map[string]any{"operator": name}).Want(http.StatusOK).Into(&s)
	mine := fetchInbox(operator.c, "?mine=true").Conversations
	operator.c.Call("POST", at+"/close", nil).Want(http.StatusOK)
	operator.c.Call("POST", at+"/close", nil).Want(http.StatusOK)
	closed := fetchInbox(operator.c, "?status=closed").Conversations

	guest.sendText("one more thing")

	open := fetchInbox(operator.c, "").Conversations
	if s.Assignee != name || len(mine) != 1 || len(closed) != 1 || len(open) != 1 || open[0].Status != "OPEN" {
		t.Fatalf("assigned to %q, mine %d, closed %d, open %+v", s.Assignee, len(mine), len(closed), open)
	}
}

// spec 8.15i
func TestCannedReplies_Saved_HaveThreeLanguages(t *testing.T) {
	h := servertest.New(t)
	c := h.AddOperator("support")
	reply := map[string]any{"title": "hours", "th": "เปิด", "lo": "ເປີດ", "en": "open"}
	var added struct{ ID int64 }
	c.Call("POST", "/api/operator/chat/canned", reply).Want(http.StatusOK).Into(&added)
	reply["en"] = "always open"
	at := fmt.Sprintf("/api/operator/chat/canned/%d", added.ID)
	c.Call("PUT", at, reply).Want(http.StatusOK)
	c.Call("POST", "/api/operator/chat/canned", map[string]any{"title": "x", "th": "y", "lo": "", "en": "z"}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	var list struct {
		Replies []struct {
			ID int64
			EN string
		}
	}
	c.Call("GET", "/api/operator/chat/canned", nil).Want(http.StatusOK).Into(&list)

	found := slices.ContainsFunc(list.Replies, func(r struct {
		ID int64
		EN string
	},
	) bool {
		return r.ID == added.ID && r.EN == "always open"
	})
	c.Call("DELETE", at, nil).Want(http.StatusOK)
	c.Call("DELETE", at, nil).Want(http.StatusOK)

	if !found {
		t.Fatalf("list %+v", list)
	}
	c.Call("PUT", at, reply).WantCode(http.StatusNotFound, "NO_DATA")
}

func TestConversation_MemberIsExcluded_InboxShowsPlayClosed(t *testing.T) {
	h := servertest.New(t)
	member := newMember(h)
	member.sendText("hello")
	operator := h.AddOperator("support")

	before := fetchInbox(operator, "").Conversations[0].PlayClosed
	member.c.Call("POST", "/api/care/cooloff", map[string]any{"hours": 24}).Want(http.StatusOK)
	during := fetchInbox(operator, "").Conversations[0].PlayClosed
	h.Clock.Advance(25 * time.Hour)
	after := fetchInbox(h.AddOperator("support"), "").Conversations[0].PlayClosed

	if before || !during || after {
		t.Errorf("before %v, during %v, after %v", before, during, after)
	}
}
