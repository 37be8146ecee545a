package chat

import (
	"context"
	"strconv"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// Newest is the value with which a sync requests the newest messages, without a last number.
const Newest = "new"

// The largest numbers of messages in a sync: for Newest, and after a number.
const (
	newestSize = 10
	missedSize = 50
)

// SyncedConversation is the part of a sync about the conversation. If the app sent a number, Messages
// has the oldest 50 messages after this number. If the app sent Newest, Messages has the newest ten.
type SyncedConversation struct {
	Messages       []Conversation `json:"messages" doc:"Newest first, as in the history."`
	LastSeq        int64          `json:"lastSeq" doc:"The number of the conversation's last message; 0 if there is none."`
	ReadSeq        int64          `json:"readSeq" doc:"How far the customer has read."`
	SupportReadSeq int64          `json:"supportReadSeq" doc:"How far support has read."`
	More           bool           `json:"more" doc:"More messages follow. Repeat the request at once, with the newest of these numbers."`
}

// ReadSyncedConversation returns the requested part of the caller's conversation, or nil if requested is "". It
// reads from q, which may be a snapshot. Errors: INVALID_USER_INFO (chat, guestId), INVALID_USER_1,
// INVALID_USER_2.
func (s *Service) ReadSyncedConversation(ctx context.Context, q pg.DB, claim Claim, requested string) (*SyncedConversation, error) {
	p, err := callerAsCustomer(ctx, claim)
	if err != nil || requested == "" {
		return nil, err
	}
	span, err := parseRequested(requested)
	if err != nil {
		return nil, err
	}
	out := &SyncedConversation{Messages: []Conversation{}}
	c, ok, err := s.findConversation(ctx, q, p)
	if err != nil || !ok {
		return out, err
	}
	out.LastSeq, out.ReadSeq, out.SupportReadSeq = c.LastSeq, c.CustomerReadSeq, c.SupportReadSeq
	out.Messages, err = s.messagesInRange(ctx, q, p, c.ID, span)
	// Numbers have no gaps. So more messages follow if the newest number here is below the last number.
	out.More = len(out.Messages) > 0 && out.Messages[0].Seq < c.LastSeq
	return out, err
}

func parseRequested(requested string) (MessageRange, error) {
	if requested == Newest {
		return MessageRange{Limit: newestSize}, nil
	}
	after, err := strconv.ParseInt(requested, 10, 64)
	if err != nil || after < 0 {
		return MessageRange{}, apperr.Field(apperr.InvalidUserInfo, "chat")
	}
	return MessageRange{Limit: missedSize, AfterSeq: &after}, nil
}
