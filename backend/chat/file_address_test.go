package chat_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// addressIn returns the file's address in a media message.
func addressIn(t *testing.T, message json.RawMessage) string {
	t.Helper()
	var media struct {
		Message struct{ Payload struct{ Src string } }
	}
	if err := json.Unmarshal(message, &media); err != nil || media.Message.Payload.Src == "" {
		t.Fatalf("%v in %s", err, message)
	}
	return media.Message.Payload.Src
}

func TestFileAddress_SessionEnds_StopsWorking(t *testing.T) {
	h := servertest.New(t)
	member := newMember(h)
	other := h.Guest()
	other.Token = h.Login(member.c.Phone, member.c.Password)
	member.sendText("hello")
	operator := newOperator(h)
	mine, otherDevice := h.Socket(map[string]any{"token": member.c.Token}), h.Socket(map[string]any{"token": other.Token})
	console := h.Socket(map[string]any{"operatorToken": operator.c.Token})
	for _, s := range []*servertest.Socket{mine, otherDevice, console} {
		s.Next("joined")
	}
	var f struct{ Path, Src string }
	member.upload(t, "", "photo.png", randomPNG(40, 30)).Want(http.StatusOK).Into(&f)
	message := map[string]any{"message_type": "media", "payload": map[string]any{"fileType": "image", "filePath": f.Path, "name": "x.png"}}
	member.send(uuid.New(), message).Want(http.StatusOK)
	seen := map[string]string{"uploaded": f.Src}
	for name, s := range map[string]*servertest.Socket{"mine": mine, "other": otherDevice, "console": console} {
		seen[name] = addressIn(t, s.Next("messaging").Message)
	}
	status := func(name string) int { return h.Guest().Call("GET", seen[name], nil).Status }
	for name := range seen {
		if status(name) != http.StatusOK {
			t.Errorf("%s: %d while its session is open", name, status(name))
		}
	}

	member.c.Call("POST", "/api/logout", nil).Want(http.StatusOK)

	for name, want := range map[string]int{"uploaded": 404, "mine": 404, "other": 200, "console": 200} {
		if status(name) != want {
			t.Errorf("%s: %d after one logout", name, status(name))
		}
	}
	operator.c.Call("POST", "/api/operator/logout", nil).Want(http.StatusOK)
	if status("console") != http.StatusNotFound || status("other") != http.StatusOK {
		t.Errorf("the console's %d, the member's other device %d", status("console"), status("other"))
	}
}

func TestFileAddress_GuestIsRetired_StopsWorking(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	var f struct{ Path, Src string }
	guest.upload(t, id, "photo.png", randomPNG(40, 30)).Want(http.StatusOK).Into(&f)
	h.Guest().Call("GET", f.Src, nil).Want(http.StatusOK)
	member := newMember(h)

	member.c.Call("POST", "/api/chat/join-guest", map[string]string{"guestId": id}).Want(http.StatusOK)

	h.Guest().Call("GET", f.Src, nil).Want(http.StatusNotFound)
	var fresh struct{ Src string }
	member.c.Call("POST", "/api/chat/media", map[string]any{"path": f.Path}).Want(http.StatusOK).Into(&fresh)
	h.Guest().Call("GET", fresh.Src, nil).Want(http.StatusOK)
}
