package chat_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// conversationObject is the spec's conversation object, as a customer or operator receives it.
type conversationObject struct {
	Sender, UserID, Username, Name, DeviceToken string
	SessionID                                   string `json:"session_id"`
}

const endpoint = "https://push.example/send/a-secret-address"

// sendAs sends a message. fields are added to the conversation object.
func (s chatClient) sendAs(fields map[string]any) servertest.Response {
	body := map[string]any{"clientId": uuid.New(), "message": text("hello")}
	for k, v := range fields {
		body[k] = v
	}
	return s.c.Call("POST", "/api/chat/send-message", s.withFields(body))
}

func (s chatClient) conversationObjects() (out []conversationObject) {
	s.c.Call("POST", "/api/chat/history", s.withFields(map[string]any{"limit": 100})).Want(http.StatusOK).Into(&out)
	return out
}

func sessionID(m chatClient) string {
	var list struct {
		Sessions []struct {
			ID string `json:"_id"`
		}
	}
	m.c.Call("GET", "/api/account/sessions", nil).Want(http.StatusOK).Into(&list)
	return list.Sessions[0].ID
}

// spec 3.33a, 3.33c, 3.33e, 3.33f, 3.33g, 3.33i, D6.18
func TestAuthor_MessageOfAMember_HasAuthorDeviceAndSession(t *testing.T) {
	h := servertest.New(t)
	m := newMember(h)
	session := sessionID(m)
	m.sendAs(map[string]any{"username": m.c.Phone, "name": "somebody else", "deviceToken": endpoint, "session_id": session}).Want(http.StatusOK)
	m.c.Call("PUT", "/api/account/profile", map[string]string{"name": "later"}).Want(http.StatusOK)
	m.sendAs(nil).Want(http.StatusOK)

	objects := m.conversationObjects()

	for _, o := range objects {
		if o.UserID != m.c.PublicID() || o.Sender != "customer" {
			t.Errorf("sender %s, member %s: %+v", o.Sender, m.c.PublicID(), o)
		}
	}
	first, second := objects[1], objects[0]
	if first.Username != m.c.Phone || first.SessionID != session || first.Name == "" || first.Name == "somebody else" || first.Name == "later" || second.Name != "later" {
		t.Errorf("%+v, then %+v", first, second)
	}
	if first.DeviceToken == "" || second.DeviceToken != "" || strings.Contains(first.DeviceToken, "push.example") {
		t.Errorf("deviceToken is %q, then %q", first.DeviceToken, second.DeviceToken)
	}
	if n := h.Count(`select count(*) from chat_message m where m::text like '%push.example%'`); n != 0 {
		t.Errorf("%d messages contain the address for pushes", n)
	}
}

// spec 3.33e, 3.33g, 3.33i
func TestAuthor_SeenBySupport_HidesDeviceSessionAndUsername(t *testing.T) {
	h := servertest.New(t)
	m := newMember(h)
	operator := h.AddOperator("support")
	socket := h.Socket(map[string]any{"operatorToken": operator.Token})
	socket.Next("joined")
	m.sendAs(map[string]any{"deviceToken": endpoint}).Want(http.StatusOK)
	received := string(socket.Next("messaging").Message)
	var list struct {
		Conversations []struct{ ID string }
	}
	operator.Call("GET", "/api/operator/chat/conversations", nil).Want(http.StatusOK).Into(&list)

	read := string(operator.Call("GET", "/api/operator/chat/conversations/"+list.Conversations[0].ID+"/messages?limit=10", nil).Want(http.StatusOK).Body)

	for place, body := range map[string]string{"the socket": received, "the history": read} {
		for _, secret := range []string{"session_id", "deviceToken", "username", m.c.Phone} {
			if strings.Contains(body, secret) {
				t.Errorf("%s shows support %s: %s", place, secret, body)
			}
		}
		if !strings.Contains(body, `"name"`) {
			t.Errorf("%s has no name: %s", place, body)
		}
	}
	operator.Call("POST", "/api/operator/chat/conversations/"+list.Conversations[0].ID+"/messages", map[string]any{"clientId": uuid.New(), "message": text("welcome")}).Want(http.StatusOK)
	if reply := m.conversationObjects()[0]; reply.Name != "" || reply.SessionID != "" || reply.DeviceToken != "" || reply.Username != "" {
		t.Errorf("the member receives %+v of an operator", reply)
	}
}

// spec 3.33g
func TestAuthor_TwoDevices_HaveDifferentNames(t *testing.T) {
	h := servertest.New(t)
	m := newMember(h)
	for _, token := range []string{endpoint, endpoint + "-of-a-tablet", endpoint} {
		m.sendAs(map[string]any{"deviceToken": token}).Want(http.StatusOK)
	}

	objects := m.conversationObjects()

	third, second, first := objects[0].DeviceToken, objects[1].DeviceToken, objects[2].DeviceToken
	if first == "" || second == "" || first != third || first == second {
		t.Errorf("the deviceTokens are %q, %q, and %q for the first device again", first, second, third)
	}
}

// spec 3.33f, 3.33g, 3.33i
func TestAuthor_GuestWithAName_IsShownUnderIt(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)

	guest.sendAs(map[string]any{"name": " มานี ", "session_id": "visit-1", "deviceToken": endpoint}).Want(http.StatusOK)

	objects := guest.conversationObjects()
	if len(objects) != 1 || objects[0].Name != "มานี" || objects[0].SessionID != "visit-1" || objects[0].DeviceToken == "" || objects[0].Username != "" {
		t.Errorf("%+v", objects)
	}
}

// spec 3.33e, 3.33f, 3.33g, 3.33i
func TestAuthor_InvalidClaim_IsRefusedAndStoresNothing(t *testing.T) {
	h := servertest.New(t)
	m := newMember(h)
	guest, _ := newGuest(h)
	other := h.AddMember()
	session, err := strconv.Atoi(sessionID(m))
	if err != nil {
		t.Fatal(err)
	}

	m.sendAs(map[string]any{"username": other.Phone}).WantCode(http.StatusForbidden, "INVALID_USER_1")
	m.sendAs(map[string]any{"session_id": strconv.Itoa(session + 1)}).WantCode(http.StatusForbidden, "INVALID_USER_1")
	guest.sendAs(map[string]any{"username": other.Phone}).WantCode(http.StatusForbidden, "INVALID_USER_1")
	for field, values := range map[string][]string{
		"name":        {strings.Repeat("ก", 61), "a\u0000b", "a\nb", "a\u202eb"},
		"deviceToken": {strings.Repeat("x", 2049), "two words", "é"},
		"session_id":  {strings.Repeat("x", 65), "a b", "é"},
	} {
		for _, value := range values {
			response := guest.sendAs(map[string]any{field: value}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
			if response.Field(field) == "" {
				t.Errorf("%s %q: %s", field, value, response.Body)
			}
		}
	}
	if n := h.Count(`select count(*) from chat_message`); n != 0 {
		t.Errorf("%d messages were stored", n)
	}
}
