package bus

import (
	"bytes"
	"sync"
)

// backlog is how many notifications may wait for a subscriber. Further notifications are dropped, as NATS does with
// slow consumers.
const backlog = 16_384

type notification struct {
	subject string
	data    []byte
}

// local is the bus of a single server.
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
	sent := notification{subject, bytes.Clone(data)} // cloned, because the caller may reuse its bytes
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
