package chat

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

const maxPage = 100

// Span is a part of a conversation. With AfterSeq it is what follows that
// number, the oldest Limit of it, so that nobody who comes back skips any;
// otherwise the newest, below BeforeSeq if given, after Skip of them.
type Span struct {
	Limit     int    `json:"limit,omitempty" minimum:"1" maximum:"100" default:"10"`
	Skip      int    `json:"skip,omitempty" minimum:"0" maximum:"1000000"`
	AfterSeq  *int64 `json:"afterSeq,omitempty" minimum:"0"`
	BeforeSeq *int64 `json:"beforeSeq,omitempty" minimum:"0"`
}

// History answers a part of the party's conversation, newest first.
func (s *Service) History(ctx context.Context, p party, span Span) ([]Conversation, error) {
	c, ok, err := s.find(ctx, s.Pool, p)
	if err != nil || !ok {
		return []Conversation{}, err
	}
	return s.span(ctx, s.Pool, p.holder(ctx), c.ID, p.publicID, span)
}

func (s *Service) span(ctx context.Context, q pg.DB, h web.Holder, conversation int64, publicID string, span Span) ([]Conversation, error) {
	size := int32(min(max(span.Limit, 1), maxPage))
	if span.AfterSeq != nil {
		rows, err := db.New(q).MessagesAfter(ctx, db.MessagesAfterParams{ConversationID: conversation, AfterSeq: *span.AfterSeq, PageSize: size})
		slices.Reverse(rows)
		return s.deliverAll(h, rows, publicID), err
	}
	before := int64(math.MaxInt64)
	if span.BeforeSeq != nil {
		before = *span.BeforeSeq
	}
	rows, err := db.New(q).MessagesNewest(ctx, db.MessagesNewestParams{ConversationID: conversation, BeforeSeq: before, PageSize: size, Skip: int32(span.Skip)})
	return s.deliverAll(h, rows, publicID), err
}

// ReadByCustomer moves the customer's mark to seq, or to the end when seq is
// nil, and answers where it stands. It never moves back.
func (s *Service) ReadByCustomer(ctx context.Context, p party, seq *int64) (int64, error) {
	c, ok, err := s.find(ctx, s.Pool, p)
	if err != nil || !ok {
		return 0, err
	}
	to := int64(math.MaxInt64)
	if seq != nil {
		to = *seq
	}
	moved, err := s.q().CustomerRead(ctx, db.CustomerReadParams{ID: c.ID, Seq: to})
	if errors.Is(err, pgx.ErrNoRows) {
		return c.CustomerReadSeq, nil
	}
	if err == nil {
		s.announceRead(roomOf(c), c.ID, customer, moved)
	}
	return moved, err
}
