package chat

import (
	"context"
	"strconv"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// Newest asks for the newest messages of a conversation that the phone does not have yet.
const Newest = "new"

// How many messages a sync returns: for a new screen, and at most after missed ones.
const (
	beginSize  = 10
	missedSize = 50
)

// Part is what a sync returns of the conversation. Asked with a number: the messages after it, the
// oldest 50 of them. Asked with "new": the newest ten.
type Part struct {
	Messages       []Conversation `json:"messages" doc:"Newest first, as history has them."`
	LastSeq        int64          `json:"lastSeq" doc:"The conversation's last number; 0 where nothing was said yet."`
	ReadSeq        int64          `json:"readSeq" doc:"How far the customer has read."`
	SupportReadSeq int64          `json:"supportReadSeq" doc:"How far support has read."`
	More           bool           `json:"more" doc:"More follows: ask again at once, with the newest number of these."`
}

// PartOf returns what the caller asks of their conversation, or nil if asked is "". It reads from q,
// which may be a snapshot. Errors: INVALID_USER_INFO (chat, guestId), INVALID_USER_1, INVALID_USER_2.
func (s *Service) PartOf(ctx context.Context, q pg.DB, claim Claim, asked string) (*Part, error) {
	p, err := who(ctx, claim)
	if err != nil || asked == "" {
		return nil, err
	}
	span, err := readAsked(asked)
	if err != nil {
		return nil, err
	}
	out := &Part{Messages: []Conversation{}}
	c, ok, err := s.find(ctx, q, p)
	if err != nil || !ok {
		return out, err
	}
	out.LastSeq, out.ReadSeq, out.SupportReadSeq = c.LastSeq, c.CustomerReadSeq, c.SupportReadSeq
	out.Messages, err = s.spanOf(ctx, q, p, c.ID, span)
	// Numbers have no gaps, so more messages follow if the newest one here is below the last.
	out.More = len(out.Messages) > 0 && out.Messages[0].Seq < c.LastSeq
	return out, err
}

func readAsked(asked string) (Span, error) {
	if asked == Newest {
		return Span{Limit: beginSize}, nil
	}
	after, err := strconv.ParseInt(asked, 10, 64)
	if err != nil || after < 0 {
		return Span{}, apperr.Field(apperr.InvalidUserInfo, "chat")
	}
	return Span{Limit: missedSize, AfterSeq: &after}, nil
}
