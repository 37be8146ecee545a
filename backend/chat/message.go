package chat

import (
	"encoding/json"
	"maps"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/web"
)

// Conversation is one message as both sides receive it. (The spec calls this object a conversation.) It
// never contains a guest's id.
type Conversation struct {
	ID        uuid.UUID `json:"_id"`
	Seq       int64     `json:"seq" doc:"The message's number in the conversation: 1, 2, 3 without a gap."`
	ClientID  uuid.UUID `json:"clientId" doc:"The id that the sender gave the message."`
	Sender    string    `json:"sender" enum:"customer,support,system"`
	Message   Message   `json:"message"`
	CreatedAt time.Time `json:"createdAt"`
	UserID    string    `json:"userId,omitempty" doc:"The conversation's member; empty for a guest."`
	Name      string    `json:"name,omitempty" doc:"The author: the member's name at that time, or the name that the guest typed. Empty for operators."`
	// Only the customer receives these three fields, and only in their own messages.
	Username    string `json:"username,omitempty" doc:"Only in the member's own messages, in history and sync: the member's username."`
	DeviceToken string `json:"deviceToken,omitempty" doc:"Only in the customer's own messages, in history and sync: an id of the device on which the message was written. The deviceToken of the request is not stored."`
	SessionID   string `json:"session_id,omitempty" doc:"Only in the customer's own messages, in history and sync: the member's login session (GET /api/account/sessions), or the session_id that a guest's app sent."`
}

// TransformSchema describes the payloads of stored messages in the contract. The payload of a request
// is checked only by checkMessage.
func (Conversation) TransformSchema(r huma.Registry, s *huma.Schema) *huma.Schema {
	schema := *r.SchemaFromRef(s.Properties["message"].Ref)
	schema.Properties = maps.Clone(schema.Properties)
	payload := &huma.Schema{Description: schema.Properties["payload"].Description}
	for _, t := range []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[mediaPayload](), reflect.TypeFor[buttonsPayload](), reflect.TypeFor[quickRepliesPayload](),
		reflect.TypeFor[genericPayload](), reflect.TypeFor[postbackPayload](),
	} {
		payload.AnyOf = append(payload.AnyOf, r.Schema(t, true, ""))
	}
	schema.Properties["payload"] = payload
	s.Properties["message"] = &schema
	return s
}

// Sent is the response to a sent message.
type Sent struct {
	ID        uuid.UUID `json:"_id"`
	Seq       int64     `json:"seq"`
	Timestamp time.Time `json:"timestamp"`
}

func toSent(m db.ChatMessage) Sent { return Sent{m.ID, m.Seq, m.CreatedAt.UTC()} }

// toSignedConversation returns a stored message for a customer or operator. The addresses of its files are signed
// for h at each call.
func (s *Service) toSignedConversation(h web.Holder, m db.ChatMessage, publicID string) Conversation {
	c := toConversation(m, publicID)
	c.Message.Payload = s.signFiles(h, m.Type, m.Payload)
	return c
}

// toConversation returns a stored message without signed addresses of its files.
func toConversation(m db.ChatMessage, publicID string) Conversation {
	return Conversation{
		ID: m.ID, Seq: m.Seq, ClientID: m.ClientID, Sender: m.Sender, CreatedAt: m.CreatedAt.UTC(), UserID: publicID, Name: m.Name,
		Message: Message{Type: m.Type, Payload: m.Payload},
	}
}

func (s *Service) signFiles(h web.Holder, kind string, raw []byte) json.RawMessage {
	var out []byte
	var err error
	switch kind {
	case media:
		var p mediaPayload
		if err = json.Unmarshal(raw, &p); err == nil {
			p.Src, p.Thumb = s.signedAddresses(h, p.FilePath, p.HasThumb)
			p.HasThumb = false
			out, err = encode(p)
		}
	case generic:
		var p genericPayload
		if err = json.Unmarshal(raw, &p); err == nil {
			for i := range p.Elements {
				if path := p.Elements[i].ImageURL; path != "" {
					p.Elements[i].ImageSrc, _ = s.signedAddresses(h, path, false)
				}
			}
			out, err = encode(p)
		}
	default:
		return raw
	}
	if err != nil { // cannot fail: we stored it
		return raw
	}
	return out
}

// addOwnFields adds to a customer's messages the fields that only that customer receives.
func (p customerID) addOwnFields(rows []db.ChatMessage, messages []Conversation) []Conversation {
	for i, m := range rows {
		if m.Sender == customer {
			messages[i].Username, messages[i].SessionID, messages[i].DeviceToken = p.username, m.Session, m.Device
		}
	}
	return messages
}

func (s *Service) toSignedConversations(h web.Holder, rows []db.ChatMessage, publicID string) []Conversation {
	out := make([]Conversation, 0, len(rows))
	for _, m := range rows {
		out = append(out, s.toSignedConversation(h, m, publicID))
	}
	return out
}
