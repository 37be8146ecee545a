package home_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/chat"
	"krapao/backend/home"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

func sendMessage(t *testing.T, c *servertest.Client, guestID, text string) {
	t.Helper()
	body := map[string]any{"clientId": uuid.New(), "message": map[string]any{"message_type": "text", "payload": text}}
	if guestID != "" {
		body["guestId"] = guestID
	}
	c.Call("POST", "/api/chat/send-message", body).Want(http.StatusOK)
}

// addReplies adds this many replies of support to the only conversation.
func addReplies(h *servertest.Environment, count int) {
	h.Exec(`insert into chat_message (conversation_id, seq, sender, client_id, type, payload, created_at)
		select c.id, c.last_seq + n, 'support', gen_random_uuid(), 'text', to_jsonb('reply ' || n), now() from conversation c, generate_series(1, $1::int) n`, count)
	h.Exec(`update conversation set last_seq = last_seq + $1`, count)
}

func syncChat(t *testing.T, c *servertest.Client, cursor, chatPart string) home.Changes {
	t.Helper()
	var out home.Changes
	c.Call("GET", "/api/sync?cursor="+cursor+"&chat="+chatPart, nil).Want(http.StatusOK).Into(&out)
	return out
}

func syncGuest(c *servertest.Client, fields map[string]any) servertest.Response {
	return c.Call("POST", "/api/sync", fields)
}

func seqs(p *chat.SyncedConversation) (out []int64) {
	if p == nil {
		return nil
	}
	for _, m := range slices.Backward(p.Messages) {
		out = append(out, m.Seq)
	}
	return out
}

func seqRange(first, last int64) (out []int64) {
	for n := first; n <= last; n++ {
		out = append(out, n)
	}
	return out
}

// spec D7.1, D7.10
func TestSync_WithChat_ReturnsMissedMessagesAndOtherChanges(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	sendMessage(t, m, "", "hello")
	before := syncChat(t, m, "", chat.Newest)
	addReplies(h, 3)
	m.CreditWallet(money.Baht(1))

	after := syncChat(t, m, before.Cursor, "1")
	quiet := syncChat(t, m, after.Cursor, "")

	if !slices.Equal(seqs(before.Chat), seqRange(1, 1)) || !slices.Equal(seqs(after.Chat), seqRange(2, 4)) || after.Chat.LastSeq != 4 || after.Chat.More {
		t.Errorf("before %v, after %v of %d", seqs(before.Chat), seqs(after.Chat), after.Chat.LastSeq)
	}
	if len(after.Statements) != 1 || after.Reset {
		t.Errorf("%d lines, reset %t", len(after.Statements), after.Reset)
	}
	if quiet.Chat != nil {
		t.Errorf("not requested: %+v", quiet.Chat)
	}
	m.Call("GET", "/api/sync?chat=everything", nil).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	m.Call("GET", "/api/sync?chat=-1", nil).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
}

// spec D7.1, D7.8
func TestSync_LongConversation_ReturnsPagesWithoutGap(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	sendMessage(t, m, "", "hello")
	addReplies(h, 120)

	newest := syncChat(t, m, "", chat.Newest)
	first := syncChat(t, m, newest.Cursor, "0")
	second := syncChat(t, m, newest.Cursor, "50")
	third := syncChat(t, m, newest.Cursor, "100")

	if !slices.Equal(seqs(newest.Chat), seqRange(112, 121)) || newest.Chat.More {
		t.Errorf("the newest: %v, more %t", seqs(newest.Chat), newest.Chat.More)
	}
	if all := slices.Concat(seqs(first.Chat), seqs(second.Chat), seqs(third.Chat)); !slices.Equal(all, seqRange(1, 121)) {
		t.Errorf("%v", all)
	}
	if !first.Chat.More || !second.Chat.More || third.Chat.More {
		t.Errorf("more: %t, %t, %t", first.Chat.More, second.Chat.More, third.Chat.More)
	}
}

// spec D7.8
func TestSyncGuest_OtherGuestID_ReturnsNoMessages(t *testing.T) {
	h := servertest.New(t)
	guest, id := h.Guest(), uuid.NewString()
	sendMessage(t, guest, id, "hello")
	addReplies(h, 2)
	var begun, missed, stranger home.GuestChanges

	syncGuest(guest, map[string]any{"guestId": id, "chat": chat.Newest}).Want(http.StatusOK).Into(&begun)
	syncGuest(guest, map[string]any{"guestId": id, "chat": "2", "cursor": begun.Cursor}).Want(http.StatusOK).Into(&missed)
	syncGuest(guest, map[string]any{"guestId": uuid.NewString(), "chat": chat.Newest}).Want(http.StatusOK).Into(&stranger)

	if !slices.Equal(seqs(begun.Chat), seqRange(1, 3)) || !slices.Equal(seqs(missed.Chat), seqRange(3, 3)) || len(begun.Lookups) == 0 {
		t.Errorf("begun %v, missed %v, %d lookups", seqs(begun.Chat), seqs(missed.Chat), len(begun.Lookups))
	}
	if !begun.Reset || missed.Reset {
		t.Errorf("reset at first %t, then %t", begun.Reset, missed.Reset)
	}
	if len(stranger.Chat.Messages) != 0 || stranger.Chat.LastSeq != 0 {
		t.Errorf("another guest receives %+v", stranger.Chat)
	}
	syncGuest(guest, map[string]any{"guestId": "1"}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	syncGuest(guest, map[string]any{"guestId": id, "cursor": "nonsense"}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	guest.Call("GET", "/api/sync", nil).WantCode(http.StatusUnauthorized, "invalid-token")
}

// spec D7.8
func TestSyncGuest_AfterSignIn_IsRefused(t *testing.T) {
	h := servertest.New(t)
	guest, id := h.Guest(), uuid.NewString()
	sendMessage(t, guest, id, "hello")
	m := h.AddMember()
	m.Call("POST", "/api/chat/join-guest", map[string]any{"guestId": id}).Want(http.StatusOK)

	syncGuest(guest, map[string]any{"guestId": id, "chat": chat.Newest}).WantCode(http.StatusForbidden, "INVALID_USER_2")

	if got := seqs(syncChat(t, m, "", chat.Newest).Chat); !slices.Equal(got, seqRange(1, 1)) {
		t.Errorf("the member has %v", got)
	}
}

func TestSyncGuest_AfterRestore_Resets(t *testing.T) {
	h := servertest.New(t)
	guest, id := h.Guest(), uuid.NewString()
	var before, after home.GuestChanges
	syncGuest(guest, map[string]any{"guestId": id}).Want(http.StatusOK).Into(&before)
	h.Exec(`update sync_epoch set epoch = 'restored'`)

	syncGuest(guest, map[string]any{"guestId": id, "cursor": before.Cursor}).Want(http.StatusOK).Into(&after)

	if !after.Reset || after.Cursor != "restored.0" || after.Chat != nil {
		t.Errorf("%+v", after)
	}
}

// The socket's first frame has a cursor. A phone with the same cursor need not sync.
func TestSocket_Joined_SendsCurrentSyncCursor(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	first := syncChat(t, m, "", "")
	there := h.Socket(map[string]any{"token": m.Token}).Next("joined")
	m.CreditWallet(money.Baht(1))

	behind := h.Socket(map[string]any{"token": m.Token}).Next("joined")

	if !strings.HasPrefix(first.Cursor, there.Cursor+".") {
		t.Errorf("joined at %q, synced to %q", there.Cursor, first.Cursor)
	}
	if second := syncChat(t, m, first.Cursor, ""); !strings.HasPrefix(second.Cursor, behind.Cursor+".") || behind.Cursor == there.Cursor {
		t.Errorf("joined at %q, then synced to %q", behind.Cursor, second.Cursor)
	}
}
