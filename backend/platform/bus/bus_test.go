package bus_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/backend/platform/bus"
)

func TestHintsArriveInTheirSendersOrder(t *testing.T) {
	b := bus.New("")
	if err := b.Open("test"); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	heard := make(chan string, 100)
	if err := b.Subscribe(func(subject string, data []byte) { heard <- subject + " " + string(data) }); err != nil {
		t.Fatal(err)
	}

	for i := range 100 {
		b.Publish("room.1", fmt.Append(nil, i))
	}

	for i := range 100 {
		select {
		case got := <-heard:
			if want := fmt.Sprint("room.1 ", i); got != want {
				t.Fatalf("%q, want %q", got, want)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("hint %d did not arrive", i)
		}
	}
}

func TestABusThatIsNotOpenTakesHintsAndDropsThem(_ *testing.T) {
	b := bus.New("")
	b.Publish("room.1", []byte("nobody listens"))
	b.Close()
}
