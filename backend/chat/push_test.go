package chat_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// These are a browser's keys, from the appendix of RFC 8291.
const (
	p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
	auth   = "BTBZMqHH6r4Tts7J_aSIgg"
)

func (s chatClient) subscribe(endpoint string) servertest.Response {
	subscription := map[string]any{"endpoint": endpoint, "keys": map[string]string{"p256dh": p256dh, "auth": auth}}
	return s.c.Call("POST", "/api/push/subscribe", s.withFields(map[string]any{"subscription": subscription}))
}

// awaitReplyPushes waits until the push jobs of all replies have run. It returns how many pushes they enqueued.
func awaitReplyPushes(t *testing.T, h *servertest.Environment) (n int) {
	t.Helper()
	for range 200 {
		var waiting int
		err := h.Pool.QueryRow(t.Context(), `select count(*) filter (where kind = 'chat_nudge' and state <> 'completed'), count(*) filter (where kind = 'send_push') from river_job`).Scan(&waiting, &n)
		if err != nil {
			t.Fatal(err)
		}
		if waiting == 0 {
			return n
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the reply pushes do not run")
	return 0
}

func TestPush_ReplyUnreadOrRead_IsSentOrOmitted(t *testing.T) {
	h := servertest.New(t, servertest.PushHost("push.test=127.0.0.1:9"))
	guest, _ := newGuest(h)
	guest.subscribe("https://push.test/1").Want(http.StatusOK)
	guest.sendText("hello")
	operator := newOperator(h)
	operator.sendText("read at once")
	guest.c.Call("PUT", "/api/chat/read-customer", guest.id).Want(http.StatusOK)
	atOnce := awaitReplyPushes(t, h)

	operator.sendText("nobody reads this")

	if later := awaitReplyPushes(t, h); atOnce != 0 || later != 1 {
		t.Fatalf("%d pushes for the read reply, %d for the unread reply", atOnce, later)
	}
}

func TestPush_GuestBecomesAMember_ReachesTheMember(t *testing.T) {
	h := servertest.New(t, servertest.PushHost("push.test=127.0.0.1:9"))
	guest, id := newGuest(h)
	guest.subscribe("https://push.test/1").Want(http.StatusOK)
	guest.sendText("hello")
	member := newMember(h)
	join(member, id).Want(http.StatusOK)

	newOperator(h).sendText("for the member now")

	if n := awaitReplyPushes(t, h); n != 1 {
		t.Fatalf("%d pushes", n)
	}
}
