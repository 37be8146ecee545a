package chat_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// hostileText is a text with which a customer could deceive the operator who reads it.
const hostileText = "<img src=x onerror=alert(1)> \u202e=HYPERLINK(\"x\")\u2066 \u200b"

// shownText is what remains of hostileText, without characters that change the direction of writing.
const shownText = `<img src=x onerror=alert(1)> =HYPERLINK("x")`

func TestHostileText_OfACustomer_KeepsTheDirectionOfTheLine(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	guest.sendText(hostileText)
	var f, got struct{ Path, FilePath, Name, Message string }
	guest.upload(t, id, "slip\u202egpj.exe\u200b.png", randomPNG(40, 30)).Want(http.StatusOK).Into(&f)
	guest.send(uuid.New(), map[string]any{"message_type": "media", "payload": map[string]any{
		"fileType": "image", "filePath": f.Path, "name": "other.exe", "message": hostileText,
	}}).Want(http.StatusOK)
	operator := newOperator(h)

	read := operator.history(nil)
	preview := fetchInbox(operator.c, "").Conversations[0].Preview

	if err := json.Unmarshal(read[0].Message.Payload, &got); err != nil || got.Name != "slipgpj.exe.png" || got.Message != shownText {
		t.Errorf("the file arrives as %+q, %v", got, err)
	}
	if text := read[1].Text(); text != shownText {
		t.Errorf("the text arrives as %+q", text)
	}
	if !strings.HasPrefix(preview, "<img") || strings.ContainsAny(preview, "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200e\u200f\u061c") {
		t.Errorf("the preview is %+q", preview)
	}
}

func TestHostileName_OfGuestOrMember_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m := newMember(h)
	guest, _ := newGuest(h)
	for _, name := range []string{"\u202eIAHCMOS", "Som\u200bchai", "\u3164", "Som\u3164chai", "12345", "a" + strings.Repeat("\u0301", 20), "Som\x1b[31mchai"} {
		guest.sendAs(map[string]any{"name": name}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
		m.c.Call("PUT", "/api/account/profile", map[string]string{"name": name}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
	m.c.Call("PUT", "/api/account/profile", map[string]string{"name": "<b>=1+1</b>"}).Want(http.StatusOK) // shown as text everywhere
	m.sendText("hello")

	if title := fetchInbox(newOperator(h).c, "").Conversations[0].Title; title != "<b>=1+1</b>" {
		t.Errorf("the inbox has %q", title)
	}
}
