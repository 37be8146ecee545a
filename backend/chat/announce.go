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
	subjectSaid    = "said."
	subjectRoom    = "room."
	subjectStaff   = "staff"
	subjectInbox   = "inbox."
	subjectCheck   = "check."
	subjectRetired = "retired."
)

// frame is what the server sends on a socket. Only the fields that its type needs are set.
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
		Conversation string       `json:"conversation,omitempty"` // set for operators only, who are in many
		Message      Conversation `json:"message"`
	}
	leftFrame struct {
		Type    string      `json:"type"`
		Message apperr.Code `json:"message"`
	}
)

func (f frame) bytes() []byte { return bytesOf(f) }

func bytesOf[F frame | inboxFrame | messageFrame | leftFrame](f F) []byte {
	out, err := encode(f)
	if err != nil { // cannot fail: all frames are our own types
		panic(err)
	}
	return out
}

func (s *Service) announceRead(room string, conversation int64, by string, seq int64) {
	f := frame{Type: "read", By: by, Seq: seq}
	s.Bus.Publish(subjectRoom+room, f.bytes())
	f.Conversation = strconv.FormatInt(conversation, 10)
	s.Bus.Publish(subjectStaff, f.bytes())
	s.announceInbox(conversation)
}

func (s *Service) announceInbox(conversation int64) {
	s.Bus.Publish(subjectInbox+strconv.FormatInt(conversation, 10), nil)
}

// announceMoved notifies a member's open apps that messages were added.
func (s *Service) announceMoved(room string, conversation int64) {
	s.Bus.Publish(subjectRoom+room, frame{Type: "resume"}.bytes())
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
	hint := frame{Type: "changed"}.bytes()
	for _, m := range members {
		s.Bus.Publish(subjectRoom+party{member: m}.room(), hint)
	}
}

// CheckMember makes every server instance check a member's sockets again. Call it after a logout or a
// change of the password.
func (s *Service) CheckMember(member int64) {
	s.Bus.Publish(subjectCheck+party{member: member}.room(), nil)
}

// onNotification handles the messages from the bus, by their subject.
func (s *Service) onNotification(subject string, data []byte) {
	switch {
	case strings.HasPrefix(subject, subjectSaid):
		s.relay.note(subject[len(subjectSaid):], data)
	case subject == subjectStaff:
		send(s.hub.staffed(), data)
	case strings.HasPrefix(subject, subjectRoom):
		send(s.hub.in(subject[len(subjectRoom):]), data)
	case strings.HasPrefix(subject, subjectInbox):
		if id, err := strconv.ParseInt(subject[len(subjectInbox):], 10, 64); err == nil && s.hub.hasStaff() {
			s.inbox.note(id)
		}
	case strings.HasPrefix(subject, subjectRetired):
		for _, c := range s.hub.in(subject[len(subjectRetired):]) {
			leave(c, retired())
		}
	case strings.HasPrefix(subject, subjectCheck):
		go s.checkSeats(context.Background(), s.hub.in(subject[len(subjectCheck):]))
	}
}

// inboxChanges collects the ids of conversations whose summaries changed. So operators' screens cost
// one read every 250 ms, not one for each message.
type inboxChanges struct {
	mu  sync.Mutex
	ids map[int64]bool
}

const inboxPause = 250 * time.Millisecond

func (i *inboxChanges) note(id int64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ids == nil {
		i.ids = map[int64]bool{}
	}
	i.ids[id] = true
}

func (i *inboxChanges) take() map[int64]bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	out := i.ids
	i.ids = nil
	return out
}

// tellInbox sends the changed summaries to the operators who are connected to this instance.
func (s *Service) tellInbox(ctx context.Context) {
	ids := slices.Collect(maps.Keys(s.inbox.take()))
	if len(ids) == 0 {
		return
	}
	rows, err := s.q().InboxOf(ctx, db.InboxOfParams{Now: s.Clock(), Ids: ids})
	if err != nil {
		s.Log.WarnContext(ctx, "chat: read the inbox", "cause", err)
		return // the screens load the inbox again when they reconnect
	}
	for _, r := range rows {
		ids = slices.DeleteFunc(ids, func(id int64) bool { return id == r.ID })
		send(s.hub.staffed(), bytesOf(inboxFrame{Type: "inbox", Conversation: s.summaryOf(db.InboxRow(r))}))
	}
	for _, id := range ids { // the guest signed in, and a member's conversation has the messages now
		gone := frame{Type: "gone", Conversation: idText(id)}
		if c, err := s.q().ConversationByID(ctx, id); err == nil && c.JoinedTo != nil {
			gone.To = idText(*c.JoinedTo)
		}
		send(s.hub.staffed(), gone.bytes())
	}
}
