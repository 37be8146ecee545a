package chat

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/ws"
)

// hint is the notification on the bus that a message was added. It holds only the message's number: an
// instance with a socket for the message reads it from the database.
type hint struct {
	Conversation int64  `json:"-"`
	Seq          int64  `json:"seq"`
	Room         string `json:"room"`
	UserID       string `json:"userId,omitempty"`
}

type messageKey struct{ conversation, seq int64 }

// relay turns notifications into frames, in the order of arrival. Notifications that arrive during a
// read are handled together in the next read.
type relay struct {
	wake chan struct{}

	mu      sync.Mutex
	waiting []hint
	lost    map[string]bool // rooms for which more than maxHints notifications were queued
	// own holds messages that this instance has just stored and need not read again. next is the ring's
	// index of the oldest.
	own  map[messageKey]db.ChatMessage
	ring [256]messageKey
	next int
}

const maxHints = 20_000

func newRelay() *relay {
	return &relay{wake: make(chan struct{}, 1), lost: map[string]bool{}, own: map[messageKey]db.ChatMessage{}}
}

// announce notifies both sides of a new message, after its commit.
func (s *Service) announce(room string, m db.ChatMessage, userID string) {
	s.relay.remember(m)
	text, err := encode(hint{Seq: m.Seq, Room: room, UserID: userID})
	if err != nil { // cannot fail: hints are our own type
		panic(err)
	}
	s.Bus.Publish(subjectSaid+strconv.FormatInt(m.ConversationID, 10), text)
	s.announceInbox(m.ConversationID)
}

func (r *relay) remember(m db.ChatMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.own, r.ring[r.next])
	r.ring[r.next] = messageKey{m.ConversationID, m.Seq}
	r.own[r.ring[r.next]] = m
	r.next = (r.next + 1) % len(r.ring)
}

// note enqueues a notification from the bus.
func (r *relay) note(conversation string, data []byte) {
	id, err := strconv.ParseInt(conversation, 10, 64)
	var h hint
	if err != nil || json.Unmarshal(data, &h) != nil {
		return
	}
	h.Conversation = id
	r.mu.Lock()
	if len(r.waiting) < maxHints {
		r.waiting = append(r.waiting, h)
	} else {
		r.lost[h.Room] = true
	}
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// take returns and clears the queued notifications. known has the messages that this instance need not
// read; lost has the rooms whose notifications were dropped.
func (r *relay) take() (hints []hint, known map[messageKey]db.ChatMessage, lost map[string]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	hints, lost, known = r.waiting, r.lost, map[messageKey]db.ChatMessage{}
	r.waiting, r.lost = nil, map[string]bool{}
	for _, h := range hints {
		key := messageKey{h.Conversation, h.Seq}
		if m, own := r.own[key]; own {
			known[key] = m
		}
	}
	return hints, known, lost
}

// relayAll sends messages to this instance's sockets until ctx ends.
func (s *Service) relayAll(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.relay.wake:
		}
		hints, known, lost := s.relay.take()
		if err := s.readHinted(ctx, hints, known); err != nil {
			s.Log.WarnContext(ctx, "chat: read what was said", "cause", err)
		}
		for _, h := range hints {
			if m, ok := known[messageKey{h.Conversation, h.Seq}]; ok {
				s.tell(h, m)
			} else {
				lost[h.Room] = true
			}
		}
		for room := range lost { // the room's apps fetch the messages after their last number
			send(s.hub.in(room), frame{Type: "resume"}.bytes())
		}
	}
}

// readHinted reads the messages that sockets of this instance need, and adds them to known.
func (s *Service) readHinted(ctx context.Context, hints []hint, known map[messageKey]db.ChatMessage) error {
	var want db.MessagesNamedParams
	for _, h := range hints {
		if _, ok := known[messageKey{h.Conversation, h.Seq}]; !ok && (s.hub.hasStaff() || len(s.hub.in(h.Room)) > 0) {
			want.Conversations, want.Seqs = append(want.Conversations, h.Conversation), append(want.Seqs, h.Seq)
		}
	}
	if len(want.Seqs) == 0 {
		return nil
	}
	rows, err := s.q().MessagesNamed(ctx, want)
	for _, m := range rows {
		known[messageKey{m.ConversationID, m.Seq}] = m
	}
	return err
}

// tell sends a message to the sockets of both sides.
func (s *Service) tell(h hint, m db.ChatMessage) {
	s.show(s.hub.in(h.Room), messageFrame{Type: "messaging"}, m, h.UserID)
	s.show(s.hub.staffed(), messageFrame{Type: "messaging", Conversation: idText(h.Conversation)}, m, h.UserID)
}

// show sends a message to sockets. The addresses of its files are signed separately for each socket,
// because they expire with the socket's session.
func (s *Service) show(conns []*ws.Conn, f messageFrame, m db.ChatMessage, userID string) {
	if len(conns) == 0 {
		return
	}
	if m.Type != media && m.Type != generic {
		f.Message = told(m, userID)
		send(conns, bytesOf(f))
		return
	}
	for _, c := range conns {
		if seat := s.hub.seatOf(c); seat != nil {
			f.Message = s.deliver(seat.holder(), m, userID)
			c.Send(bytesOf(f))
		}
	}
}

func send(conns []*ws.Conn, frame []byte) {
	for _, c := range conns {
		c.Send(frame)
	}
}
