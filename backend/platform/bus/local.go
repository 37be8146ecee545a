package bus

import (
	"bytes"
	"sync"
)

// backlog is how many notifications a subscriber may be behind. More are dropped, as a NATS cluster
// does with slow consumers.
const backlog = 16_384

type notification struct {
	subject string
	data    []byte
}

// local is the bus of a single instance.
type local struct {
	mu     sync.Mutex
	queues []chan notification
	closed bool
}

func (l *local) publish(subject string, data []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	sent := notification{subject, bytes.Clone(data)} // the caller may use its bytes again
	for _, queue := range l.queues {
		select {
		case queue <- sent:
		default:
		}
	}
}

func (l *local) subscribe(fn func(subject string, data []byte)) {
	queue := make(chan notification, backlog)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.queues = append(l.queues, queue)
	go func() {
		for received := range queue {
			fn(received.subject, received.data)
		}
	}()
}

func (l *local) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	for _, queue := range l.queues {
		close(queue)
	}
}
