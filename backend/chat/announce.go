package chat

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/apperr"
)

// Subjects on the bus:
//   - "said.<conversation>": a message was added; the data holds its number and room
//   - "room.<room>": a frame for a customer's sockets
//   - "staff": a frame for the sockets of all operators
//   - "inbox.<conversation>": the conversation's summary changed
//   - "check.<room>": the sessions of the room's sockets may have ended
//   - "retired.<room>": the room's guest id is no longer valid
const (
	subjectMessage = "said."
	subjectRoom    = "room."
	subjectStaff   = "staff"
	subjectInbox   = "inbox."
	subjectCheck   = "check."
	subjectRetired = "retired."
)

// frame is a message of the server on a socket. Only the fields that its type needs are set.
type frame struct {
	Type           string `json:"type"`
	Conversation   string `json:"conversation,omitempty"`
	Room           string `json:"room,omitempty"`
	To             string `json:"to,omitempty"`
	By             string `json:"by,omitempty"`
	On             *bool  `json:"on,omitempty"`
	Seq            int64  `json:"seq,omitempty"`
	LastSeq        *int64 `json:"lastSeq,omitempty"`
	ReadSeq        *int64 `json:"readSeq,omitempty"`
	SupportReadSeq *int64 `json:"supportReadSeq,omitempty"`
	Cursor         string `json:"cursor,omitempty"`
}

// These frames contain a whole conversation or message in place of its id.
type (
	inboxFrame struct {
		Type         string  `json:"type"`
		Conversation Summary `json:"conversation"`
	}
	messageFrame struct {
		Type         string       `json:"type"`
		Conversation string       `json:"conversation,omitempty"` // set for operators only: they receive messages of all conversations
		Message      Conversation `json:"message"`
	}
	conversationLeftFrame struct {
		Type    string      `json:"type"`
		Message apperr.Code `json:"message"`
	}
)

func (f frame) encode() []byte { return encodeFrame(f) }

func encodeFrame[F frame | inboxFrame | messageFrame | conversationLeftFrame](f F) []byte {
	out, err := encode(f)
	if err != nil { // cannot fail: all frames are our own types
		panic(err)
	}
	return out
}

func (s *Service) announceRead(room string, conversation int64, by string, seq int64) {
	f := frame{Type: "read", By: by, Seq: seq}
	s.Bus.Publish(subjectRoom+room, f.encode())
	f.Conversation = strconv.FormatInt(conversation, 10)
	s.Bus.Publish(subjectStaff, f.encode())
	s.announceInbox(conversation)
}

func (s *Service) announceInbox(conversation int64) {
	s.Bus.Publish(subjectInbox+strconv.FormatInt(conversation, 10), nil)
}

// announceMerged notifies a member's open apps that messages were added.
func (s *Service) announceMerged(room string, conversation int64) {
	s.Bus.Publish(subjectRoom+room, frame{Type: "resume"}.encode())
	s.announceInbox(conversation)
}

// announceRetired closes the sockets of a guest id whose conversation was appended to a member's.
func (s *Service) announceRetired(room string, conversation int64) {
	s.Bus.Publish(subjectRetired+room, nil)
	s.announceInbox(conversation)
}

// Changed notifies members' open apps that their wallet, statement or slips changed. The apps then
// sync.
func (s *Service) Changed(members []int64) {
	notification := frame{Type: "changed"}.encode()
	for _, m := range members {
		s.Bus.Publish(subjectRoom+customerID{member: m}.room(), notification)
	}
}

// CheckMember makes every server check a member's sockets again. Call it after a logout or a
// change of the password.
func (s *Service) CheckMember(member int64) {
	s.Bus.Publish(subjectCheck+customerID{member: member}.room(), nil)
}

// onNotification handles a notification from the bus, by its subject.
func (s *Service) onNotification(subject string, data []byte) {
	switch {
	case strings.HasPrefix(subject, subjectMessage):
		s.relay.enqueue(subject[len(subjectMessage):], data)
	case subject == subjectStaff:
		sendFrame(s.hub.operatorSockets(), data)
	case strings.HasPrefix(subject, subjectRoom):
		sendFrame(s.hub.socketsIn(subject[len(subjectRoom):]), data)
	case strings.HasPrefix(subject, subjectInbox):
		if id, err := strconv.ParseInt(subject[len(subjectInbox):], 10, 64); err == nil && s.hub.hasOperators() {
			s.inbox.add(id)
		}
	case strings.HasPrefix(subject, subjectRetired):
		for _, c := range s.hub.socketsIn(subject[len(subjectRetired):]) {
			closeWithError(c, errRetiredGuest())
		}
	case strings.HasPrefix(subject, subjectCheck):
		go s.checkSockets(context.Background(), s.hub.socketsIn(subject[len(subjectCheck):]))
	}
}

// inboxChanges collects the ids of conversations whose summaries changed. So operators' screens cost
// one read every 250 ms, not one for each message.
type inboxChanges struct {
	mu  sync.Mutex
	ids map[int64]bool
}

const inboxInterval = 250 * time.Millisecond

func (i *inboxChanges) add(id int64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ids == nil {
		i.ids = map[int64]bool{}
	}
	i.ids[id] = true
}

func (i *inboxChanges) takeAll() map[int64]bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	out := i.ids
	i.ids = nil
	return out
}

// sendInboxChanges sends the changed summaries to the operators who are connected to this server.
func (s *Service) sendInboxChanges(ctx context.Context) {
	ids := slices.Collect(maps.Keys(s.inbox.takeAll()))
	if len(ids) == 0 {
		return
	}
	rows, err := s.q().GetInboxRow(ctx, db.GetInboxRowParams{Now: s.Clock(), Ids: ids})
	if err != nil {
		s.Log.WarnContext(ctx, "chat: read the inbox", "cause", err)
		return // the screens load the inbox again when they reconnect
	}
	for _, r := range rows {
		ids = slices.DeleteFunc(ids, func(id int64) bool { return id == r.ID })
		sendFrame(s.hub.operatorSockets(), encodeFrame(inboxFrame{Type: "inbox", Conversation: s.toSummary(db.ListInboxRow(r))}))
	}
	for _, id := range ids { // the guest signed in, and a member's conversation has the messages now
		movedFrame := frame{Type: "gone", Conversation: idText(id)}
		if c, err := s.q().GetConversation(ctx, id); err == nil && c.JoinedTo != nil {
			movedFrame.To = idText(*c.JoinedTo)
		}
		sendFrame(s.hub.operatorSockets(), movedFrame.encode())
	}
}
