package chat_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"krapao/backend/server/servertest"
)

func TestBus_Notifications_ContainNoMessageText(t *testing.T) {
	one, _ := startCluster(t)
	spy, err := nats.Connect(one)
	if err != nil {
		t.Fatal(err)
	}
	defer spy.Close()
	var mu sync.Mutex
	var received strings.Builder
	if _, err := spy.Subscribe(">", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		received.WriteString(m.Subject + " " + string(m.Data) + "\n")
	}); err != nil {
		t.Fatal(err)
	}
	if err := spy.Flush(); err != nil {
		t.Fatal(err)
	}
	h := servertest.New(t, servertest.NATS(one))
	guest, id := newGuest(h)
	guest.sendText("good evening")
	phone := h.Socket(map[string]any{"guestId": id})
	phone.Next("joined")
	operator := newOperator(h)

	guest.sendText("my number is 118-467-2309")
	phone.Next("messaging")
	operator.sendText("thank you, Somchai")
	phone.Next("messaging")
	guest.send(uuid.New(), map[string]any{"message_type": "postback", "payload": map[string]any{"title": "secret title", "payload": "secret word"}})
	phone.Next("messaging")

	mu.Lock()
	defer mu.Unlock()
	traffic := received.String()
	if strings.Count(traffic, ".said.") < 3 {
		t.Fatalf("the spy received too little: %s", traffic)
	}
	for _, secret := range []string{"evening", "118-467", "Somchai", "secret", id} {
		if strings.Contains(traffic, secret) {
			t.Errorf("%q was sent over the bus: %s", secret, traffic)
		}
	}
}

func TestBus_TwoInstallations_ReceiveOnlyOwnMessages(t *testing.T) {
	url, _ := startCluster(t)
	h, other := servertest.New(t, servertest.NATS(url)), servertest.New(t, servertest.NATS(url))
	guest, id := newGuest(h)
	guest.sendText("hello") // both databases have a conversation 1
	stranger, _ := newGuest(other)
	stranger.sendText("hello")
	console := other.Socket(map[string]any{"operatorToken": other.AddOperator("support").Token})
	console.Next("joined")
	phone := h.Socket(map[string]any{"guestId": id})
	phone.Next("joined")

	guest.sendText("for this site only")
	phone.Next("messaging")
	stranger.sendText("for the other one")

	if got := console.Next("messaging").ChatMessage(); got.Text() != "for the other one" {
		t.Errorf("the other site received %q", got.Text())
	}
}
