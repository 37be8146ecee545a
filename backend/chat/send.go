package chat

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// SendFromCustomer stores a customer's message and returns its number. A repeat of the clientId
// returns the first message's number. Errors: KEY_INVALID for a repeat with another content;
// INVALID_USER_INFO (message, clientId, filePath, name, deviceToken, session_id); INVALID_USER_1,
// INVALID_USER_2, REQUEST_LIMIT.
func (s *Service) SendFromCustomer(ctx context.Context, p customerID, a Author, clientID uuid.UUID, m Message) (Sent, error) {
	d, err := checkMessage(m, customer)
	if err != nil {
		return Sent{}, err
	}
	by, err := s.checkAuthor(ctx, p, a)
	if err != nil {
		return Sent{}, err
	}
	if clientID == uuid.Nil {
		return Sent{}, badField("clientId")
	}
	c, err := s.openConversation(ctx, p)
	if err != nil {
		return Sent{}, err
	}
	payload, err := s.completePayload(ctx, c.ID, d)
	if err != nil {
		return Sent{}, err
	}
	row, err := s.q().InsertMessageFromCustomer(ctx, db.InsertMessageFromCustomerParams{
		ConversationID: c.ID, ClientID: clientID, Type: d.kind, Payload: payload, Preview: d.previewLine(), Now: s.Clock(), Locale: callerLocale(ctx),
		GuestName: by.name, Session: by.session, Device: by.device,
	})
	switch {
	case pg.ViolatedUnique(err) == "chat_message_once":
		return s.repeatedMessage(ctx, c.ID, customer, clientID, d.kind, payload)
	case errors.Is(err, pgx.ErrNoRows):
		return s.explainRefusal(ctx, p, c.ID, clientID, d.kind, payload)
	case err != nil:
		return Sent{}, err
	}
	s.notifyNewMessage(roomOf(c), row, p.publicID)
	return toSent(row), nil
}

// explainRefusal finds out why the message was not stored. It returns the number if the message was stored
// before, or the error: the guest has just signed in, or too many messages came at once.
func (s *Service) explainRefusal(ctx context.Context, p customerID, conversation int64, clientID uuid.UUID, kind string, payload []byte) (Sent, error) {
	sent, err := s.repeatedMessage(ctx, conversation, customer, clientID, kind, payload)
	if !errors.Is(err, pgx.ErrNoRows) {
		return sent, err
	}
	c, _, err := s.findConversation(ctx, s.Pool, p)
	if err != nil {
		return Sent{}, err
	}
	wait := c.SendUntil.Sub(s.Clock()) - 29*time.Second
	return Sent{}, apperr.New(apperr.RequestLimit).WithRetryAfter(max(wait, time.Second))
}

// repeatedMessage returns the number that a message got before. Error: KEY_INVALID if the content differs.
func (s *Service) repeatedMessage(ctx context.Context, conversation int64, sender string, clientID uuid.UUID, kind string, payload []byte) (Sent, error) {
	row, err := s.q().GetMessageByClientID(ctx, db.GetMessageByClientIDParams{ConversationID: conversation, Sender: sender, ClientID: clientID})
	if err != nil {
		return Sent{}, err
	}
	if row.Type != kind || !sameJSON(row.Payload, payload) {
		return Sent{}, apperr.Field(apperr.KeyInvalid, "clientId")
	}
	return toSent(row), nil
}

// SendFromSupport stores an operator's message and returns its number. The same transaction enqueues
// a delayed push to the customer. The push is not sent if the message is read before.
func (s *Service) SendFromSupport(ctx context.Context, conversation, operator int64, clientID uuid.UUID, m Message) (Sent, error) {
	d, err := checkMessage(m, support)
	if err != nil {
		return Sent{}, err
	}
	if clientID == uuid.Nil {
		return Sent{}, badField("clientId")
	}
	c, err := s.conversation(ctx, conversation)
	if err != nil {
		return Sent{}, err
	}
	payload, err := s.completePayload(ctx, c.ID, d)
	if err != nil {
		return Sent{}, err
	}
	var row db.ChatMessage
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err = db.New(tx).InsertMessageFromSupport(ctx, db.InsertMessageFromSupportParams{
			ConversationID: c.ID, OperatorID: &operator, ClientID: clientID, Type: d.kind, Payload: payload, Preview: d.previewLine(), Now: s.Clock(),
		})
		if err != nil {
			return err
		}
		return s.enqueueReplyPushTx(ctx, tx, c.ID, row.Seq)
	})
	switch {
	case pg.ViolatedUnique(err) == "chat_message_once":
		return s.repeatedMessage(ctx, c.ID, support, clientID, d.kind, payload)
	case errors.Is(err, pgx.ErrNoRows): // the guest signed in meanwhile
		return Sent{}, apperr.New(apperr.NoData)
	case err != nil:
		return Sent{}, err
	}
	s.notifyNewMessage(roomOf(c), row, "")
	return toSent(row), nil
}

// completePayload checks that the files of a message belong to the conversation. It adds the file's data to
// a media message and returns the payload to store.
func (s *Service) completePayload(ctx context.Context, conversation int64, d checkedMessage) ([]byte, error) {
	for _, path := range d.files {
		file, err := s.q().GetMedia(ctx, mediaID(path))
		if errors.Is(err, pgx.ErrNoRows) || (err == nil && file.ConversationID != conversation) {
			return nil, badField("message.payload.filePath")
		}
		if err != nil {
			return nil, err
		}
		if p, ok := d.payload.(*mediaPayload); ok {
			p.FileType, p.Name, p.Mime, p.Size = file.Kind, file.Name, file.Mime, file.Bytes
			p.Width, p.Height, p.HasThumb = file.Width, file.Height, file.Thumb != nil
		}
	}
	return encode(d.payload)
}

// previewLine returns the message's text for a list of conversations.
func (d checkedMessage) previewLine() string {
	if d.preview == "" && d.kind == media {
		return "📎"
	}
	return d.preview
}

// sameJSON compares JSON by value, because the database reorders an object's fields.
func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
