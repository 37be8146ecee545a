package chat

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/ws"
)

// addedMessage is the notification on the bus that a message was added. It holds only the message's number. A
// server with a socket for the message reads the message from the database.
type addedMessage struct {
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

	mu     sync.Mutex
	queued []addedMessage
	lost   map[string]bool // rooms for which more than maxQueued notifications were queued
	// recent holds messages that this server has just stored and need not read again. next is the ring's
	// index of the oldest.
	recent map[messageKey]db.ChatMessage
	ring   [256]messageKey
	next   int
}

const maxQueued = 20_000

func newRelay() *relay {
	return &relay{wake: make(chan struct{}, 1), lost: map[string]bool{}, recent: map[messageKey]db.ChatMessage{}}
}

// notifyNewMessage notifies both sides of a new message, after its commit.
func (s *Service) notifyNewMessage(room string, m db.ChatMessage, userID string) {
	s.relay.cacheRecent(m)
	text, err := encode(addedMessage{Seq: m.Seq, Room: room, UserID: userID})
	if err != nil { // cannot fail: addedMessage is our own type
		panic(err)
	}
	s.Bus.Publish(subjectMessage+strconv.FormatInt(m.ConversationID, 10), text)
	s.announceInbox(m.ConversationID)
}

func (r *relay) cacheRecent(m db.ChatMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.recent, r.ring[r.next])
	r.ring[r.next] = messageKey{m.ConversationID, m.Seq}
	r.recent[r.ring[r.next]] = m
	r.next = (r.next + 1) % len(r.ring)
}

// enqueue enqueues a notification from the bus.
func (r *relay) enqueue(conversation string, data []byte) {
	id, err := strconv.ParseInt(conversation, 10, 64)
	var n addedMessage
	if err != nil || json.Unmarshal(data, &n) != nil {
		return
	}
	n.Conversation = id
	r.mu.Lock()
	if len(r.queued) < maxQueued {
		r.queued = append(r.queued, n)
	} else {
		r.lost[n.Room] = true
	}
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// takeQueued returns and clears the queued notifications. messages has the messages that this server need not
// read; lost has the rooms whose notifications were dropped.
func (r *relay) takeQueued() (added []addedMessage, messages map[messageKey]db.ChatMessage, lost map[string]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	added, lost, messages = r.queued, r.lost, map[messageKey]db.ChatMessage{}
	r.queued, r.lost = nil, map[string]bool{}
	for _, n := range added {
		key := messageKey{n.Conversation, n.Seq}
		if m, own := r.recent[key]; own {
			messages[key] = m
		}
	}
	return added, messages, lost
}

// relayAll sends messages to this server's sockets until ctx ends.
func (s *Service) relayAll(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.relay.wake:
		}
		added, messages, lost := s.relay.takeQueued()
		if err := s.readMissing(ctx, added, messages); err != nil {
			s.Log.WarnContext(ctx, "chat: read added messages", "cause", err)
		}
		for _, n := range added {
			if m, ok := messages[messageKey{n.Conversation, n.Seq}]; ok {
				s.sendToBothSides(n, m)
			} else {
				lost[n.Room] = true
			}
		}
		for room := range lost { // the room's apps fetch the messages after their last number
			sendFrame(s.hub.socketsIn(room), frame{Type: "resume"}.encode())
		}
	}
}

// readMissing reads the messages that sockets of this server need, and adds them to messages.
func (s *Service) readMissing(ctx context.Context, added []addedMessage, messages map[messageKey]db.ChatMessage) error {
	var missing db.ListMessagesBySeqParams
	for _, n := range added {
		if _, ok := messages[messageKey{n.Conversation, n.Seq}]; !ok && (s.hub.hasOperators() || len(s.hub.socketsIn(n.Room)) > 0) {
			missing.Conversations, missing.Seqs = append(missing.Conversations, n.Conversation), append(missing.Seqs, n.Seq)
		}
	}
	if len(missing.Seqs) == 0 {
		return nil
	}
	rows, err := s.q().ListMessagesBySeq(ctx, missing)
	for _, m := range rows {
		messages[messageKey{m.ConversationID, m.Seq}] = m
	}
	return err
}

// sendToBothSides sends a message to the sockets of both sides.
func (s *Service) sendToBothSides(n addedMessage, m db.ChatMessage) {
	s.sendMessage(s.hub.socketsIn(n.Room), messageFrame{Type: "messaging"}, m, n.UserID)
	s.sendMessage(s.hub.operatorSockets(), messageFrame{Type: "messaging", Conversation: idText(n.Conversation)}, m, n.UserID)
}

// sendMessage sends a message to sockets. The addresses of its files are signed separately for each socket,
// because they expire with the socket's session.
func (s *Service) sendMessage(conns []*ws.Conn, f messageFrame, m db.ChatMessage, userID string) {
	if len(conns) == 0 {
		return
	}
	if m.Type != media && m.Type != generic {
		f.Message = toConversation(m, userID)
		sendFrame(conns, encodeFrame(f))
		return
	}
	for _, c := range conns {
		if user := s.hub.userOf(c); user != nil {
			f.Message = s.toSignedConversation(user.holder(), m, userID)
			c.Send(encodeFrame(f))
		}
	}
}

func sendFrame(conns []*ws.Conn, frame []byte) {
	for _, c := range conns {
		c.Send(frame)
	}
}
