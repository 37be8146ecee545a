package chat

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/pg"
)

const maxPageSize = 100

// MessageRange selects messages of a conversation. With AfterSeq it selects the oldest Limit messages after
// that number, so that an app which was offline skips none. Without AfterSeq it selects the newest
// messages below BeforeSeq (if given), after skipping Skip of them.
type MessageRange struct {
	Limit     int    `json:"limit,omitempty" minimum:"1" maximum:"100" default:"10"`
	Skip      int    `json:"skip,omitempty" minimum:"0" maximum:"1000000"`
	AfterSeq  *int64 `json:"afterSeq,omitempty" minimum:"0"`
	BeforeSeq *int64 `json:"beforeSeq,omitempty" minimum:"0"`
}

// History returns messages of the customer's conversation, newest first.
func (s *Service) History(ctx context.Context, p customerID, span MessageRange) ([]Conversation, error) {
	c, ok, err := s.findConversation(ctx, s.Pool, p)
	if err != nil || !ok {
		return []Conversation{}, err
	}
	return s.messagesInRange(ctx, s.Pool, p, c.ID, span)
}

// messagesInRange returns a range's messages in the form that the customer receives.
func (s *Service) messagesInRange(ctx context.Context, q pg.DB, p customerID, conversation int64, span MessageRange) ([]Conversation, error) {
	rows, err := readRange(ctx, q, conversation, span)
	return p.addOwnFields(rows, s.toSignedConversations(p.holder(ctx), rows, p.publicID)), err
}

// readRange returns a range's messages, newest first.
func readRange(ctx context.Context, q pg.DB, conversation int64, span MessageRange) ([]db.ChatMessage, error) {
	size := int32(min(max(span.Limit, 1), maxPageSize))
	if span.AfterSeq != nil {
		rows, err := db.New(q).ListMessagesAfter(ctx, db.ListMessagesAfterParams{ConversationID: conversation, AfterSeq: *span.AfterSeq, PageSize: size})
		slices.Reverse(rows)
		return rows, err
	}
	before := int64(math.MaxInt64)
	if span.BeforeSeq != nil {
		before = *span.BeforeSeq
	}
	return db.New(q).ListNewestMessages(ctx, db.ListNewestMessagesParams{ConversationID: conversation, BeforeSeq: before, PageSize: size, Skip: int32(span.Skip)})
}

// ReadByCustomer moves the customer's read mark to seq, or to the last message if seq is nil. The mark
// never moves back. It returns the new mark.
func (s *Service) ReadByCustomer(ctx context.Context, p customerID, seq *int64) (int64, error) {
	c, ok, err := s.findConversation(ctx, s.Pool, p)
	if err != nil || !ok {
		return 0, err
	}
	to := int64(math.MaxInt64)
	if seq != nil {
		to = *seq
	}
	moved, err := s.q().StoreCustomerReadMark(ctx, db.StoreCustomerReadMarkParams{ID: c.ID, Seq: to})
	if errors.Is(err, pgx.ErrNoRows) {
		return c.CustomerReadSeq, nil
	}
	if err == nil {
		s.announceRead(roomOf(c), c.ID, customer, moved)
	}
	return moved, err
}
