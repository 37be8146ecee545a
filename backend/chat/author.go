package chat

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"

	"krapao/backend/identity"
	"krapao/backend/platform/web"
)

// Author is the message's author and device, as a call claims them.
type Author struct {
	Username    string `json:"username,omitempty" doc:"The member's own username. Optional."`
	Name        string `json:"name,omitempty" doc:"The name that a guest typed. A member's name is from the profile."`
	DeviceToken string `json:"deviceToken,omitempty" doc:"The address to which pushes to this device are sent. The server stores only a keyed hash, which identifies the device."`
	SessionID   string `json:"session_id,omitempty" doc:"An id that a guest's app chose for the visit. For a member it must be the id of the login session, or empty."`
}

const (
	maxSession = 64
	maxDevice  = 2048 // a push service's address
)

// storedAuthor holds an author's fields as they are stored.
type storedAuthor struct{ name, session, device string }

// checkAuthor checks what a call claims about its author, and returns what to store. Errors: INVALID_USER_1
// if a member's claim differs from the member's own data; INVALID_USER_INFO (name, deviceToken,
// session_id).
func (s *Service) checkAuthor(ctx context.Context, p customerID, a Author) (storedAuthor, error) {
	name := strings.TrimSpace(a.Name)
	switch {
	case a.Username != p.username && a.Username != "":
		return storedAuthor{}, errOtherUser()
	case name != "" && !identity.ValidName(name):
		return storedAuthor{}, badField("name")
	case !isVisibleASCII(a.DeviceToken, maxDevice):
		return storedAuthor{}, badField("deviceToken")
	case !isVisibleASCII(a.SessionID, maxSession):
		return storedAuthor{}, badField("session_id")
	}
	out := storedAuthor{name: name, session: a.SessionID, device: s.deviceName(a.DeviceToken)}
	if p.member == 0 {
		return out, nil
	}
	out.name, out.session = "", strconv.FormatInt(web.From(ctx).Caller.SessionID, 10)
	if a.SessionID != "" && a.SessionID != out.session {
		return storedAuthor{}, errOtherUser()
	}
	return out, nil
}

// isVisibleASCII reports whether text is empty, or visible ASCII of at most limit characters.
func isVisibleASCII(text string, limit int) bool {
	return len(text) <= limit && strings.IndexFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }) < 0
}

// deviceName returns a keyed hash of a device token. It identifies the device but hides the token.
func (s *Service) deviceName(token string) string {
	if token == "" {
		return ""
	}
	mac := hmac.New(sha256.New, s.Signer.Key)
	mac.Write([]byte("device\x00" + token))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:12])
}
