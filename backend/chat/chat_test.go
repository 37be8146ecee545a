package chat_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// chatClient is one side of a conversation: a member, a guest or an operator.
type chatClient struct {
	c    *servertest.Client
	id   map[string]any // fields of every request body
	conv string         // the conversation, for operators only
}

func newGuest(h *servertest.Environment) (chatClient, string) {
	id := uuid.NewString()
	return chatClient{c: h.Guest(), id: map[string]any{"guestId": id}}, id
}

func newMember(h *servertest.Environment) chatClient {
	return chatClient{c: h.AddMember(), id: map[string]any{}}
}

func (s chatClient) withFields(fields map[string]any) map[string]any {
	out := map[string]any{}
	for _, part := range []map[string]any{s.id, fields} {
		for k, v := range part {
			out[k] = v
		}
	}
	return out
}

func text(t string) map[string]any { return map[string]any{"message_type": "text", "payload": t} }

type sendResponse struct {
	ID        uuid.UUID `json:"_id"`
	Seq       int64
	Timestamp time.Time
}

func (s chatClient) send(id uuid.UUID, message map[string]any) servertest.Response {
	body := s.withFields(map[string]any{"clientId": id, "message": message})
	if s.conv != "" {
		return s.c.Call("POST", "/api/operator/chat/conversations/"+s.conv+"/messages", body)
	}
	return s.c.Call("POST", "/api/chat/send-message", body)
}

func (s chatClient) sendText(t string) (out sendResponse) {
	s.send(uuid.New(), text(t)).Want(http.StatusOK).Into(&out)
	return out
}

func (s chatClient) history(fields map[string]any) (out []servertest.ChatMessage) {
	if s.conv != "" {
		s.c.Call("GET", "/api/operator/chat/conversations/"+s.conv+"/messages?limit=100", nil).Want(http.StatusOK).Into(&out)
		return out
	}
	s.c.Call("POST", "/api/chat/history", s.withFields(fields)).Want(http.StatusOK).Into(&out)
	return out
}

type summary struct {
	ID, Kind, Title, Status, Assignee, Preview string
	MemberID                                   string
	LastSeq, Unread, CustomerReadSeq           int64
	WaitingSince                               *time.Time
	Online, PlayClosed                         bool
}

// newOperator returns an operator, with the only conversation of the inbox.
func newOperator(h *servertest.Environment) chatClient {
	c := h.AddOperator("support")
	return chatClient{c: c, conv: fetchInbox(c, "").Conversations[0].ID}
}

func texts(list []servertest.ChatMessage) (out []string) {
	for _, s := range list {
		out = append(out, fmt.Sprintf("%d %s %s", s.Seq, s.Sender, s.Text()))
	}
	slices.Reverse(out)
	return out
}

// spec 7.60
func TestChatConfig_Visitor_ReturnsRoomPrefix(t *testing.T) {
	h := servertest.New(t)
	var config struct {
		Prefix string `json:"PREFIX"`
	}

	h.Guest().Call("GET", "/api/chat/config", nil).Want(http.StatusOK).Into(&config)

	if config.Prefix != "support-" {
		t.Errorf("%+v", config)
	}
}

// spec 1.17, 1.18, 3.33a, 3.33b
func TestConversation_ReadByBothSides_HasTheSameOrder(t *testing.T) {
	for name, of := range map[string]func(*servertest.Environment) chatClient{
		"a guest":  func(h *servertest.Environment) chatClient { guest, _ := newGuest(h); return guest },
		"a member": newMember,
	} {
		h := servertest.New(t)
		customer := of(h)
		customer.sendText("  hello  ")
		operator := newOperator(h)
		operator.sendText("good day")
		customer.sendText("my deposit")

		customerSide, supportSide := texts(customer.history(nil)), texts(operator.history(nil))

		want := []string{"1 customer hello", "2 support good day", "3 customer my deposit"}
		if !slices.Equal(customerSide, want) || !slices.Equal(supportSide, want) {
			t.Errorf("%s has %q, support %q", name, customerSide, supportSide)
		}
	}
}

// An app repeats a call whose response was lost, perhaps days later. A server that stores ids only for
// some time, or only in memory, would store the message twice.
// spec 3.33h, 7.61, D6.2, 8.15h
func TestMessage_SentAgain_IsStoredOnce(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	id := uuid.New()
	var mu sync.Mutex
	responses := map[sendResponse]int{}
	begun := h.Clock.Now().Truncate(time.Microsecond)

	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			var out sendResponse
			guest.send(id, text("once")).Want(http.StatusOK).Into(&out)
			mu.Lock()
			responses[out]++
			mu.Unlock()
		})
	}
	wg.Wait()
	guest.sendText("something else")
	h.Clock.Advance(48 * time.Hour)
	var late sendResponse
	guest.send(id, text("once")).Want(http.StatusOK).Into(&late)

	if len(responses) != 1 || responses[late] != 16 || late.Seq != 1 || late.ID == uuid.Nil || len(guest.history(nil)) != 2 {
		t.Fatalf("responses %v, late %+v, history %q", responses, late, texts(guest.history(nil)))
	}
	var messages []struct {
		ID        uuid.UUID `json:"_id"`
		CreatedAt time.Time
	}
	guest.c.Call("POST", "/api/chat/history", guest.id).Want(http.StatusOK).Into(&messages)
	if first := messages[1]; first.ID != late.ID || !first.CreatedAt.Equal(late.Timestamp) || late.Timestamp.Before(begun) || late.Timestamp.After(h.Clock.Now().Add(-47*time.Hour)) {
		t.Errorf("the response is %+v, the history has %+v, begun at %s", late, first, begun)
	}
	guest.send(id, text("another text")).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
}

// spec D6.1
func TestMessage_BothSidesWriteAtOnce_NumbersHaveNoGaps(t *testing.T) {
	h := servertest.New(t)
	member := newMember(h)
	member.sendText("first")
	operator := newOperator(h)
	watching := h.Socket(map[string]any{"operatorToken": operator.c.Token})
	watching.Next("joined")

	var wg sync.WaitGroup
	for i := range 25 {
		wg.Go(func() { member.sendText(fmt.Sprint("m", i)) })
		wg.Go(func() { operator.sendText(fmt.Sprint("s", i)) })
	}
	wg.Wait()

	list := member.history(map[string]any{"limit": 100})
	for i, s := range list {
		if s.Seq != int64(len(list)-i) {
			t.Fatalf("index %d has number %d", i, s.Seq)
		}
	}
	received := map[int64]bool{}
	for range 50 {
		received[watching.Next("messaging").ChatMessage().Seq] = true
	}
	if n := h.Count(`select count(*) from conversation`); n != 1 {
		t.Errorf("%d conversations", n)
	}
	if len(list) != 51 || len(received) != 50 {
		t.Errorf("%d messages, %d received", len(list), len(received))
	}
}

// spec 7.62, D6.6
func TestSocket_ReplyWhileDisconnected_ArrivesAfterReconnecting(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	phone := h.Socket(map[string]any{"guestId": id})
	phone.Next("joined")
	operator.sendText("received live")
	phone.Next("messaging")
	phone.Close()
	for i := range 5 {
		operator.sendText(fmt.Sprint("missed ", i))
	}

	reconnected := h.Socket(map[string]any{"guestId": id}).Next("joined")

	var got []string
	for after := int64(2); ; {
		page := guest.history(map[string]any{"afterSeq": after, "limit": 2})
		got = append(got, texts(page)...)
		if len(page) < 2 {
			break
		}
		after = page[0].Seq
	}
	want := []string{"3 support missed 0", "4 support missed 1", "5 support missed 2", "6 support missed 3", "7 support missed 4"}
	if reconnected.LastSeq != 7 || !slices.Equal(got, want) {
		t.Fatalf("joined at %d, got %q", reconnected.LastSeq, got)
	}
}

// spec 7.62, 9.26, D6.6
func TestHistory_Pages_HaveTenMessages(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	for i := range 25 {
		guest.sendText(fmt.Sprint(i + 1))
	}
	first := func(fields map[string]any) string {
		page := guest.history(fields)
		if len(page) == 0 {
			return "nothing"
		}
		return fmt.Sprintf("%d from %d", len(page), page[0].Seq)
	}

	got := []string{first(nil), first(map[string]any{"skip": 10}), first(map[string]any{"skip": 20}), first(map[string]any{"skip": 25}), first(map[string]any{"limit": 3, "skip": 1})}

	if want := []string{"10 from 25", "10 from 15", "5 from 5", "nothing", "3 from 24"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}

// spec 7.65
func TestReadMark_OtherUserID_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, other := newMember(h), newMember(h)
	m.sendText("hello")
	operator := newOperator(h)
	operator.sendText("one")
	read := func(by chatClient, userID string) servertest.Response {
		return by.c.Call("PUT", "/api/chat/read-customer", map[string]any{"userId": userID, "seq": 2})
	}
	mark := func() int64 { return fetchInbox(operator.c, "").Conversations[0].CustomerReadSeq }
	begun := mark()

	read(other, m.c.PublicID()).WantCode(http.StatusForbidden, "INVALID_USER_1")
	foreign := mark()
	var own struct{ Seq int64 }
	read(m, m.c.PublicID()).Want(http.StatusOK).Into(&own)

	if begun != foreign || begun >= 2 {
		t.Errorf("the mark was %d, and %d after the other member's call", begun, foreign)
	}
	if own.Seq != 2 || mark() != 2 {
		t.Errorf("the response has %d, support sees %d", own.Seq, mark())
	}
}

// spec 7.65
func TestReadMark_LowerNumber_ChangesNothing(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	operator.sendText("one")
	operator.sendText("two")
	read := func(fields map[string]any) (out struct{ Seq int64 }) {
		guest.c.Call("PUT", "/api/chat/read-customer", guest.withFields(fields)).Want(http.StatusOK).Into(&out)
		return out
	}

	marks := []int64{read(map[string]any{"seq": 2}).Seq, read(map[string]any{"seq": 1}).Seq, read(map[string]any{"seq": 99}).Seq, read(nil).Seq}

	if !slices.Equal(marks, []int64{2, 2, 3, 3}) {
		t.Fatalf("marks %v", marks)
	}
	if list := fetchInbox(operator.c, "").Conversations; list[0].CustomerReadSeq != 3 {
		t.Errorf("support sees %d", list[0].CustomerReadSeq)
	}
}

// spec D1.4, D6.10
func TestMessage_MoreThanThirtyAtOnce_IsLimitedToOneASecond(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	begun, accepted := h.Clock.Now(), 0
	var id uuid.UUID
	var last servertest.Response
	for accepted < 200 {
		id = uuid.New()
		if last = guest.send(id, text("one more")); last.Status != http.StatusOK {
			break
		}
		accepted++
	}
	limit := 30 + int(h.Clock.Now().Sub(begun).Seconds())
	h.Clock.Advance(2 * time.Second)

	last.WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	if wait, err := strconv.Atoi(last.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 2 {
		t.Errorf("Retry-After is %q", last.Header.Get("Retry-After"))
	}
	if accepted < 30 || accepted > limit {
		t.Errorf("%d were accepted, and at most %d may be in that time", accepted, limit)
	}
	guest.send(id, text("one more")).Want(http.StatusOK)
	guest.send(id, text("one more")).Want(http.StatusOK) // a repeat is not counted against the limits

	for guest.send(uuid.New(), text("the rest")).Status == http.StatusOK {
		accepted++
	}
	begun, accepted = h.Clock.Now(), 0
	h.Clock.Advance(10 * time.Second)
	for guest.send(uuid.New(), text("one a second")).Status == http.StatusOK {
		accepted++
	}
	if limit := 1 + int(h.Clock.Now().Sub(begun).Seconds()); accepted < 10 || accepted > limit {
		t.Errorf("%d were accepted in ten seconds, and at most %d may be", accepted, limit)
	}
}

// spec 2.92a, 2.92b, 2.92d, 2.92e, 2.92f, 3.34
func TestMessage_EachType_ArrivesUnchanged(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	for _, m := range []string{
		`{"message_type":"text","payload":"ข้อความ 👍"}`,
		`{"message_type":"buttons","payload":{"text":"open","buttons":[{"type":"web","title":"site","payload":"https://example.com/a"},{"type":"call","title":"ring","payload":"+66 2 123 4567"},{"type":"postback","title":"yes","payload":"YES"}]}}`,
		`{"message_type":"quick_replies","payload":{"text":"which?","quick_replies":[{"type":"postback","title":"KBank","payload":"K"}]}}`,
		`{"message_type":"generic","payload":{"elements":[{"title":"step","subtitle":"first","buttons":[{"type":"other","title":"ok","payload":""}]}]}}`,
	} {
		var message map[string]any
		_ = json.Unmarshal([]byte(m), &message)
		operator.send(uuid.New(), message).Want(http.StatusOK)
		arrived := guest.history(map[string]any{"limit": 1})[0].Message
		if arrived.Type != message["message_type"] {
			t.Errorf("a %v arrives as a %s", message["message_type"], arrived.Type)
		}
		got, _ := json.Marshal(arrived.Payload)
		want, _ := json.Marshal(message["payload"])
		var a, b any
		_, _ = json.Unmarshal(got, &a), json.Unmarshal(want, &b)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("sent %s, arrived %s", want, got)
		}
	}
	guest.send(uuid.New(), map[string]any{"message_type": "postback", "payload": map[string]any{"title": "KBank", "payload": "K"}}).Want(http.StatusOK)
	if m := operator.history(nil)[0].Message; m.Type != "postback" || string(m.Payload) != `{"title":"KBank","payload":"K"}` {
		t.Errorf("the postback arrives as %s %s", m.Type, m.Payload)
	}
}

// spec 5.16a, 5.16b, D1.32, D6.4
func TestMessage_Invalid_IsRefusedAndNotStored(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	for name, tc := range map[string]struct {
		from    chatClient
		message string
	}{
		"empty":                {guest, `{"message_type":"text","payload":" \n "}`},
		"invisible characters": {guest, `{"message_type":"text","payload":"\u200b\u3164\u2800\u202e\ufe0f\u0301"}`},
		"NUL":                  {guest, `{"message_type":"text","payload":"a\u0000b"}`},
		"an invisible title":   {operator, `{"message_type":"buttons","payload":{"text":"x","buttons":[{"type":"other","title":"\u3164","payload":""}]}}`},
		"too long":             {guest, `{"message_type":"text","payload":"` + strings.Repeat("ก", 2001) + `"}`},
		"an object as text":    {guest, `{"message_type":"text","payload":{}}`},
		"unknown type":         {guest, `{"message_type":"video","payload":"x"}`},
		"a guest's buttons":    {guest, `{"message_type":"buttons","payload":{"text":"x","buttons":[{"type":"web","title":"t","payload":"https://e.com"}]}}`},
		"a script address":     {operator, `{"message_type":"buttons","payload":{"text":"x","buttons":[{"type":"web","title":"t","payload":"javascript:alert(1)"}]}}`},
		"a plain address":      {operator, `{"message_type":"buttons","payload":{"text":"x","buttons":[{"type":"web","title":"t","payload":"http://e.com"}]}}`},
		"no phone number":      {operator, `{"message_type":"buttons","payload":{"text":"x","buttons":[{"type":"call","title":"t","payload":"1;ext"}]}}`},
		"no buttons":           {operator, `{"message_type":"buttons","payload":{"text":"x","buttons":[]}}`},
		"a foreign picture":    {operator, `{"message_type":"generic","payload":{"elements":[{"title":"t","image_url":"https://e.com/x.png"}]}}`},
		"an unknown file":      {guest, `{"message_type":"media","payload":{"fileType":"image","filePath":"chat/abcdefghijklmnopqrstuvwxyz","name":"x.png"}}`},
		"a path outside":       {guest, `{"message_type":"media","payload":{"fileType":"image","filePath":"../../etc/passwd","name":"x.png"}}`},
		"support's postback":   {operator, `{"message_type":"postback","payload":{"title":"x","payload":"y"}}`},
	} {
		var message map[string]any
		_ = json.Unmarshal([]byte(tc.message), &message)
		if got := tc.from.send(uuid.New(), message); got.Status != http.StatusBadRequest || got.Code() != "INVALID_USER_INFO" {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if n := len(guest.history(nil)); n != 1 {
		t.Errorf("%d messages are stored", n)
	}
	guest.send(uuid.New(), text(strings.Repeat("ก", 2000))).Want(http.StatusOK)
}

func TestMessage_WithInvisibleCharacters_IsStoredWithoutThem(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)

	guest.sendText("\u202eฝาก\u200bเงิน\u2028👨\u200d👩 ❤\ufe0f e" + strings.Repeat("\u0301", 2000))
	operator := newOperator(h)
	operator.send(uuid.New(), map[string]any{"message_type": "buttons", "payload": map[string]any{
		"text": " บรรทัด\r\nที่สอง\u202e", "buttons": []map[string]any{{"type": "other", "title": "a\u202e\nb", "payload": ""}},
	}}).Want(http.StatusOK)

	stored := guest.history(nil)
	if got, want := stored[1].Text(), "ฝาก\u200bเงิน\n👨\u200d👩 ❤\ufe0f e\u0301\u0301\u0301"; got != want {
		t.Errorf("the customer's: %+q, want %+q", got, want)
	}
	var response struct {
		Text    string
		Buttons []struct{ Title string }
	}
	if err := json.Unmarshal(stored[0].Message.Payload, &response); err != nil {
		t.Fatal(err)
	}
	if response.Text != "บรรทัด\nที่สอง" || response.Buttons[0].Title != "a b" {
		t.Errorf("support's: %+q", response)
	}
}
