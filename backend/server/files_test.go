package server_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// TestUploadedFile_WithAScript_IsShownAndNeverRun opens uploads directly by their addresses, as if a victim had
// received the link.
func TestUploadedFile_WithAScript_IsShownAndNeverRun(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	var sent struct{ Src string }
	name := "x\"; filename=evil.html; .png"
	m.Form("/api/chat/upload-image", [][2]string{{"clientId", uuid.NewString()}}, name, picture.Bytes()).Want(http.StatusOK).Into(&sent)
	var slip struct{ URL string }
	m.Call("GET", m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 50})).Link, nil).Want(http.StatusOK).Into(&slip)

	for what, address := range map[string]string{"a picture of the chat": sent.Src, "a slip": slip.URL} {
		got := h.Guest().Call("GET", address, nil).Want(http.StatusOK)
		policy := got.Header.Get("Content-Security-Policy")
		for _, rule := range []string{"sandbox;", "default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, rule) {
				t.Errorf("%s: the policy has no %s: %s", what, rule, policy)
			}
		}
		shown := got.Header.Get("Content-Disposition")
		if !strings.HasPrefix(shown, `inline; filename="`) || strings.Contains(shown, "evil") || strings.Count(shown, `"`) != 2 {
			t.Errorf("%s: Content-Disposition is %s", what, shown)
		}
		if !strings.HasPrefix(got.Header.Get("Content-Type"), "image/") || got.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", what, got.Header)
		}
		if !strings.HasPrefix(got.Header.Get("Cache-Control"), "private") {
			t.Errorf("%s: %s", what, got.Header.Get("Cache-Control"))
		}
	}
}
