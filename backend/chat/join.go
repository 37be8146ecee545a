package chat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/guest"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// JoinGuest appends a guest's conversation to the signed-in member's and makes the guest id invalid.
// The caller proves ownership of the id by sending it. JoinGuest returns the number of the member's
// last message. A repeat changes nothing. Error: INVALID_USER_2 if another member joined with the id.
func (s *Service) JoinGuest(ctx context.Context, id guest.ID) (lastSeq int64, err error) {
	caller := web.From(ctx).Caller
	member, guestCustomer := customerID{member: caller.MemberID, publicID: caller.PublicID}, customerID{guest: id.Hash()}
	var moved bool
	var to, from int64
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		for _, p := range []customerID{member, guestCustomer} { // an unused guest id becomes invalid, too
			if err := s.createConversation(ctx, tx, p); err != nil {
				return err
			}
		}
		q := db.New(tx)
		g, err := q.GetConversationOfGuest(ctx, guestCustomer.guest)
		if err != nil {
			return err
		}
		m, err := q.GetConversationOfMember(ctx, member.member)
		if err != nil {
			return err
		}
		if m, g, err = lockBoth(ctx, q, m.ID, g.ID); err != nil {
			return err
		}
		if g.JoinedTo != nil {
			lastSeq, moved = m.LastSeq, false
			if *g.JoinedTo != m.ID {
				return errRetiredGuest()
			}
			return nil
		}
		to, from, moved = m.ID, g.ID, true
		if lastSeq, err = s.appendGuest(ctx, q, m, g); err != nil {
			return err
		}
		return s.Push.MoveGuestTx(ctx, tx, guestCustomer.guest, caller.MemberID, caller.SessionID)
	})
	if err != nil || !moved {
		return lastSeq, err
	}
	s.announceRetired(guestCustomer.room(), from)
	s.announceMerged(member.room(), to)
	return lastSeq, nil
}

// lockBoth locks both rows in the order of their ids, so that two joins cannot deadlock.
func lockBoth(ctx context.Context, q *db.Queries, member, guest int64) (m, g db.Conversation, err error) {
	first, second := member, guest
	if guest < member {
		first, second = guest, member
	}
	a, err := q.LockConversation(ctx, first)
	if err != nil {
		return m, g, err
	}
	b, err := q.LockConversation(ctx, second)
	if first == member {
		return a, b, err
	}
	return b, a, err
}

// appendGuest moves the guest's messages to the end of the member's conversation. It returns the number of
// the last message.
func (s *Service) appendGuest(ctx context.Context, q *db.Queries, m, g db.Conversation) (lastSeq int64, err error) {
	if err := q.DeleteDoubledMessages(ctx, db.DeleteDoubledMessagesParams{Guest: g.ID, Member: m.ID}); err != nil {
		return 0, err
	}
	n, err := q.MoveMessages(ctx, db.MoveMessagesParams{Guest: g.ID, Member: m.ID, Base: m.LastSeq})
	if err != nil {
		return 0, err
	}
	if err := q.MoveMedia(ctx, db.MoveMediaParams{Guest: g.ID, Member: m.ID}); err != nil {
		return 0, err
	}
	if err := q.RetireConversation(ctx, db.RetireConversationParams{ID: g.ID, JoinedTo: m.ID}); err != nil {
		return 0, err
	}
	if n == 0 {
		return m.LastSeq, nil
	}
	after := db.TakeOverConversationParams{
		ID: m.ID, LastSeq: m.LastSeq + n, WaitingSince: earlierTime(m.WaitingSince, g.WaitingSince), Assignee: g.Assignee,
		LastAt: g.LastAt, LastSender: g.LastSender, Preview: g.Preview,
		SupportReadSeq: mergedReadMark(m.SupportReadSeq, g.SupportReadSeq, m.LastSeq, g.LastSeq, n), CustomerReadSeq: mergedReadMark(m.CustomerReadSeq, g.CustomerReadSeq, m.LastSeq, g.LastSeq, n),
	}
	return after.LastSeq, q.TakeOverConversation(ctx, after)
}

// mergedReadMark returns the read mark after the join, so that unread messages stay unread. The guest's
// mark counts only if the member's own messages were all read.
func mergedReadMark(member, guest, memberLast, guestLast, moved int64) int64 {
	if member < memberLast {
		return member
	}
	unread := guestLast - guest
	return memberLast + max(moved-unread, 0)
}

func earlierTime(a, b *time.Time) *time.Time {
	if a == nil || (b != nil && b.Before(*a)) {
		return b
	}
	return a
}
