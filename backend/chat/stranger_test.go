package chat_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// A made-up or stolen id must give access to nothing: no conversation of a guest or member, no route
// of support, no file.

// spec 3.33d, D2.36b
func TestStranger_InventedGuestID_SeesAnEmptyConversation(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	guest.sendText("my secret")

	stranger, _ := newGuest(h)

	if got := stranger.history(nil); len(got) != 0 {
		t.Fatalf("a stranger reads %q", texts(got))
	}
	for _, id := range []string{"", "x", "00000000-0000-0000-0000-000000000000", uuid.Must(uuid.NewV7()).String(), "{" + uuid.NewString() + "}"} {
		body := map[string]any{"guestId": id}
		h.Guest().Call("POST", "/api/chat/history", body).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
}

// spec 8.8c, D6.3, D1.36
func TestStranger_UserIDOfAnother_IsRefused(t *testing.T) {
	h := servertest.New(t)
	victim, other := newMember(h), newMember(h)
	victim.sendText("my secret")
	var profile struct {
		Profile struct {
			ID string `json:"_id"`
		}
	}
	victim.c.Call("GET", "/api/account/profile", nil).Into(&profile)
	guest, _ := newGuest(h)

	for name, s := range map[string]chatClient{"a member": other, "a guest": guest} {
		body := s.withFields(map[string]any{"userId": profile.Profile.ID, "clientId": uuid.New(), "message": text("it is me")})
		for _, call := range [][2]string{{"POST", "/api/chat/history"}, {"POST", "/api/chat/send-message"}, {"PUT", "/api/chat/read-customer"}, {"POST", "/api/chat/media"}} {
			body["path"] = "chat/" + strings.Repeat("a", 26)
			if got := s.c.Call(call[0], call[1], body); got.Status != http.StatusForbidden || got.Code() != "INVALID_USER_1" {
				t.Errorf("%s at %s: %d %s", name, call[1], got.Status, got.Body)
			}
		}
	}
}

// The server must check a customer's token on every call, also when a socket joins. It must ignore the
// room that the client names.
// spec 7.66, D6.9
func TestStranger_SocketRequestsAnotherRoom_JoinsOwnRoom(t *testing.T) {
	h := servertest.New(t)
	victim, secret := newGuest(h)
	victim.sendText("hello")
	operator := newOperator(h)
	own := h.Socket(map[string]any{"guestId": secret, "room": "support-" + uuid.NewString()})
	strangersID := uuid.NewString()
	stranger := h.Socket(map[string]any{"guestId": strangersID, "room": "support-" + secret, "userId": secret})
	member := newMember(h)
	both := h.Socket(map[string]any{"token": member.c.Token, "guestId": secret}) // the token takes precedence
	for room, socket := range map[string]*servertest.Socket{secret: own, strangersID: stranger, member.c.PublicID(): both} {
		if got := socket.Next("joined").Room; got != "support-"+room {
			t.Errorf("joined %q, whose id is %s", got, room)
		}
	}

	operator.sendText("for the guest only")

	if received := own.Next("messaging").ChatMessage(); received.Text() != "for the guest only" || received.Sender != "support" {
		t.Errorf("the guest receives %+v", received)
	}
	stranger.ExpectNone("messaging", 300_000_000)
	both.ExpectNone("messaging", 1)
}

// spec 8.8a, D8.1
func TestSocket_WithoutARight_ReceivesAnErrorAndIsClosed(t *testing.T) {
	h := servertest.New(t)
	for want, join := range map[string]map[string]any{
		"invalid-token":     {"token": "made-up"},
		"UNAUTHORIZED":      {"operatorToken": "made-up"},
		"INVALID_USER_INFO": {"guestId": "made-up"},
	} {
		s := h.Socket(join)
		if f := s.Next("left"); string(f.Message) != `"`+want+`"` {
			t.Errorf("%v left with %s", join, f.Message)
		}
		s.WaitClosed()
	}
	cashier := h.AddOperator("cashier")
	refused := h.Socket(map[string]any{"operatorToken": cashier.Token})
	if f := refused.Next("left"); string(f.Message) != `"UNAUTHORIZED"` {
		t.Errorf("a cashier left with %s", f.Message)
	}
	refused.WaitClosed()
}

// spec D6.7
func TestSocket_WithoutIdentification_IsClosed(t *testing.T) {
	h := servertest.New(t)
	early := h.Socket(nil)
	early.Send(map[string]any{"type": "typing", "on": true})
	early.WaitClosed()

	// The test machine may pause for seconds, so only one of three tries must be in time.
	waited := time.Minute
	for try := 0; try < 3 && waited > 8*time.Second; try++ {
		begun := time.Now()
		h.Socket(nil).WaitClosed()
		waited = time.Since(begun)
	}

	if waited < 5*time.Second || waited > 8*time.Second {
		t.Errorf("a socket was closed after %s", waited)
	}
}

// spec D6.8
func TestSocket_FromAnotherOrigin_IsRefused(t *testing.T) {
	h := servertest.New(t)
	upgrade := h.Guest().With("Upgrade", "websocket").With("Connection", "Upgrade").With("Sec-WebSocket-Version", "13").With("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
	if got := upgrade.With("Origin", "https://evil.example").Call("GET", "/api/chat/socket", nil); got.Status != http.StatusForbidden {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := h.Guest().Call("GET", "/api/chat/socket", nil); got.Status < 400 {
		t.Errorf("without an upgrade: %d", got.Status)
	}
}

// spec D6.11, 8.15i
func TestStranger_FileOfAnotherConversation_IsRefused(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	file := guest.upload(t, id, "photo.png", randomPNG(40, 30)).Want(http.StatusOK)
	var f struct{ Path, Src string }
	file.Into(&f)
	stranger, _ := newGuest(h)
	member := newMember(h)

	for name, s := range map[string]chatClient{"a guest": stranger, "a member": member} {
		s.sendText("hello")
		s.c.Call("POST", "/api/chat/media", s.withFields(map[string]any{"path": f.Path})).WantCode(http.StatusNotFound, "NO_DATA")
		message := map[string]any{"message_type": "media", "payload": map[string]any{"fileType": "image", "filePath": f.Path, "name": "x.png"}}
		if got := s.send(uuid.New(), message); got.Status != http.StatusBadRequest {
			t.Errorf("%s sends the file: %d %s", name, got.Status, got.Body)
		}
	}
	for _, address := range []string{strings.Replace(f.Src, "s=", "s=A", 1), strings.Replace(f.Src, "e=", "e=9", 1), "/media/" + f.Path, strings.Split(f.Src, "?")[0] + "/thumb?" + strings.Split(f.Src, "?")[1]} {
		if got := h.Guest().Call("GET", address, nil); got.Status != http.StatusNotFound {
			t.Errorf("%s: %d", address, got.Status)
		}
	}
	h.Guest().Call("GET", f.Src, nil).Want(http.StatusOK)
	h.Clock.Advance(2 * 3600_000_000_000)
	h.Guest().Call("GET", f.Src, nil).Want(http.StatusNotFound)
}

// spec D2.37
func TestStranger_SupportReadsAGuest_SeesNoSecret(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	watching := h.Socket(map[string]any{"operatorToken": operator.c.Token})
	watching.Next("joined")
	guest.sendText("again")
	frame := watching.Next("messaging")

	for _, path := range []string{"", "/" + operator.conv, "/" + operator.conv + "/messages"} {
		if got := operator.c.Call("GET", "/api/operator/chat/conversations"+path, nil); strings.Contains(string(got.Body), id) {
			t.Errorf("%q shows the secret: %s", path, got.Body)
		}
	}
	if strings.Contains(string(frame.Message)+string(frame.Conversation), id) {
		t.Errorf("the socket shows the secret: %s", frame.Message)
	}
	if stored := h.Count("select count(*) from conversation c where c::text ilike '%' || $1 || '%'", id); stored != 0 {
		t.Errorf("%d rows contain the secret", stored)
	}
}
