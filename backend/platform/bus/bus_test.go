package bus_test

import (
	"fmt"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"krapao/backend/platform/bus"
)

// clusters returns the addresses of the two kinds of bus: "" for one process, and a NATS server.
func clusters(t *testing.T) map[string]string {
	t.Helper()
	s, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the NATS server did not start")
	}
	return map[string]string{"one process": "", "NATS": s.ClientURL()}
}

func TestBus_EachSubscriberReceivesASendersNotificationsInOrder(t *testing.T) {
	for name, url := range clusters(t) {
		t.Run(name, func(t *testing.T) {
			b := bus.New(url)
			if err := b.Open("test"); err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			received := [2]chan string{make(chan string, 100), make(chan string, 100)}
			for _, c := range received {
				if err := b.Subscribe(func(subject string, data []byte) { c <- subject + " " + string(data) }); err != nil {
					t.Fatal(err)
				}
			}

			data := make([]byte, 0, 8)
			for i := range 100 {
				data = fmt.Append(data[:0], i) // reuses the bytes, so a bus must make its own copy
				b.Publish("room.1", data)
			}

			for _, c := range received {
				for i := range 100 {
					select {
					case got := <-c:
						if want := fmt.Sprint("room.1 ", i); got != want {
							t.Fatalf("%q, want %q", got, want)
						}
					case <-time.After(10 * time.Second):
						t.Fatalf("notification %d did not arrive", i)
					}
				}
			}
		})
	}
}

func TestBus_SubscriberThatHangs_NeverBlocksPublish(t *testing.T) {
	b := bus.New("")
	if err := b.Open("test"); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	hang := make(chan struct{})
	defer close(hang)
	if err := b.Subscribe(func(string, []byte) { <-hang }); err != nil {
		t.Fatal(err)
	}

	for range 100_000 {
		b.Publish("room.1", nil) // returns, or the test hangs until its timeout
	}
}

func TestBus_NotOpenOrClosed_DropsNotifications(t *testing.T) {
	b := bus.New("")
	b.Publish("room.1", []byte("nobody listens"))
	if err := b.Open("test"); err != nil {
		t.Fatal(err)
	}
	if err := b.Subscribe(func(string, []byte) { t.Error("received after Close") }); err != nil {
		t.Fatal(err)
	}
	b.Close()
	b.Publish("room.1", []byte("nobody listens"))
	b.Close()
}
