package chat_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

func join(s chatClient, guestID string) servertest.Response {
	return s.c.Call("POST", "/api/chat/join-guest", map[string]any{"guestId": guestID})
}

// spec D6.12a, D6.20
func TestJoin_GuestLogsIn_KeepsTheConversation(t *testing.T) {
	h := servertest.New(t)
	member := newMember(h)
	member.sendText("an old question")
	guest, id := newGuest(h)
	guest.sendText("who am I")
	guest.sendText("still me")
	var file struct{ Path string }
	guest.upload(t, id, "photo.png", randomPNG(40, 30)).Want(http.StatusOK).Into(&file)
	var out struct{ LastSeq int64 }

	join(member, id).Want(http.StatusOK).Into(&out)
	join(member, id).Want(http.StatusOK).Into(&out)

	want := []string{"1 customer an old question", "2 customer who am I", "3 customer still me"}
	if got := texts(member.history(nil)); out.LastSeq != 3 || !slices.Equal(got, want) {
		t.Fatalf("last %d, %q", out.LastSeq, got)
	}
	if list := fetchInbox(h.AddOperator("support"), ""); len(list.Conversations) != 1 || list.Conversations[0].Unread != 3 || list.Conversations[0].WaitingSince == nil {
		t.Errorf("the inbox has %+v", list)
	}
	member.c.Call("POST", "/api/chat/media", map[string]any{"path": file.Path}).Want(http.StatusOK)
}

// A guest id that a member joined with must open neither the guest's nor the member's conversation.
// spec D6.12b
func TestJoin_RetiredGuestID_IsRefused(t *testing.T) {
	h := servertest.New(t)
	member, other := newMember(h), newMember(h)
	guest, id := newGuest(h)
	guest.sendText("before")
	socket := h.Socket(map[string]any{"guestId": id})
	socket.Next("joined")

	join(member, id).Want(http.StatusOK)

	if f := socket.Next("left"); string(f.Message) != `"INVALID_USER_2"` {
		t.Errorf("the open socket left with %s", f.Message)
	}
	socket.WaitClosed()
	guest.c.Call("POST", "/api/chat/history", guest.id).WantCode(http.StatusForbidden, "INVALID_USER_2")
	guest.send(uuid.New(), text("after")).WantCode(http.StatusForbidden, "INVALID_USER_2")
	join(other, id).WantCode(http.StatusForbidden, "INVALID_USER_2")
	h.Socket(map[string]any{"guestId": id}).Next("left")
	if got := other.history(nil); len(got) != 0 {
		t.Errorf("another member reads %q", texts(got))
	}
}

func TestJoin_MessageResentAsMember_IsStoredOnce(t *testing.T) {
	h := servertest.New(t)
	member := newMember(h)
	guest, id := newGuest(h)
	lost := uuid.New()
	guest.sendText("first")
	guest.send(lost, text("its response was lost")).Want(http.StatusOK)
	guest.sendText("third")
	member.send(lost, text("its response was lost")).Want(http.StatusOK)

	join(member, id).Want(http.StatusOK)

	member.send(lost, text("its response was lost")).Want(http.StatusOK)
	want := []string{"1 customer its response was lost", "2 customer first", "3 customer third"}
	if got := texts(member.history(nil)); !slices.Equal(got, want) {
		t.Fatalf("%q", got)
	}
}

func TestJoin_BothSidesWriteMeanwhile_LosesNoMessage(t *testing.T) {
	h := servertest.New(t)
	member := newMember(h)
	guest, id := newGuest(h)
	guest.sendText("start")
	accepted := make(chan string, 60)

	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			body := uuid.New()
			if guest.send(body, text("g")).Status == http.StatusOK {
				accepted <- "g"
			}
		})
		wg.Go(func() {
			if member.send(uuid.New(), text("m")).Status == http.StatusOK {
				accepted <- "m"
			}
		})
		if i == 10 {
			wg.Go(func() { join(member, id).Want(http.StatusOK) })
		}
	}
	wg.Wait()

	list := member.history(map[string]any{"limit": 100})
	if len(list) != len(accepted)+1 {
		t.Fatalf("%d were accepted, %d are stored", len(accepted)+1, len(list))
	}
	for i, s := range list {
		if s.Seq != int64(len(list)-i) {
			t.Fatalf("index %d has number %d", i, s.Seq)
		}
	}
}

func TestJoin_GuestBecomesAMember_NotifiesTheConsole(t *testing.T) {
	h := servertest.New(t)
	member := newMember(h)
	guest, id := newGuest(h)
	guest.sendText("who am I")
	operator := newOperator(h)
	screen := h.Socket(map[string]any{"operatorToken": operator.c.Token})
	screen.Next("joined")

	join(member, id).Want(http.StatusOK)

	if f := screen.Next("gone"); string(f.Conversation) != `"`+operator.conv+`"` {
		t.Fatalf("gone: %s", f.Conversation)
	}
}

// spec 8.15i
func TestJoin_GuestsConversationIsMerged_ConsoleReceivesNewID(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	guest.sendText("hello")
	operator := h.AddOperator("support")
	console := h.Socket(map[string]any{"operatorToken": operator.Token})
	console.Next("joined")
	var inbox struct{ Conversations []struct{ ID string } }
	operator.Call("GET", "/api/operator/chat/conversations", nil).Want(http.StatusOK).Into(&inbox)
	was := inbox.Conversations[0].ID

	h.AddMember().Call("POST", "/api/chat/join-guest", map[string]any{"guestId": id}).Want(http.StatusOK)

	moved := console.Next("gone")
	response := operator.Call("GET", "/api/operator/chat/conversations/"+was, nil)
	operator.Call("GET", "/api/operator/chat/conversations", nil).Want(http.StatusOK).Into(&inbox)
	now := inbox.Conversations[0].ID
	response.WantCode(http.StatusNotFound, "NO_DATA")
	if now == was || moved.To != now || !strings.Contains(string(response.Body), `"movedTo":"`+now+`"`) {
		t.Errorf("was %s, is %s; received %q and %s", was, now, moved.To, response.Body)
	}
}
