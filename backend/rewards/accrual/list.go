package accrual

import (
	"context"
	"strconv"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/accrual/internal/db"
)

// Friend is a member whom the caller invited. It only has what the caller may see.
type Friend struct {
	Name string `json:"name" doc:"The first letters of the name."`
}

// InviteEarning is the amount that a friend's day of play has earned a member.
type InviteEarning struct {
	ID        string       `json:"_id"`
	From      Friend       `json:"from"`
	Amount    money.Signed `json:"amount" doc:"Below zero for an amount that was taken back."`
	CreatedAt time.Time    `json:"createdAt"`
	Version   int64        `json:"version" doc:"Grows with every change of the member's data."`
}

// Refund is a received refund.
type Refund struct {
	ID           uuid.UUID    `json:"_id"`
	RefundAmount money.Satang `json:"refundAmount"`
	CreatedAt    time.Time    `json:"createdAt"`
	Version      int64        `json:"version" doc:"Grows with every change of the member's data."`
}

func toInviteEarning(r db.ListInvitesRow) InviteEarning {
	return InviteEarning{
		ID: strconv.FormatInt(r.ID, 10), From: Friend{maskName(r.Name)}, Amount: money.Signed(r.Amount), CreatedAt: r.CreatedAt.UTC(), Version: r.Version,
	}
}

func toRefund(r db.AccrualClaim) Refund {
	return Refund{ID: r.ID, RefundAmount: r.Amount, CreatedAt: r.CreatedAt.UTC(), Version: r.Version}
}

// shownLetters is the number of letters of a friend's name that are shown. Marks above and below a letter do
// not count.
const shownLetters = 3

func maskName(name string) string {
	letters := 0
	for i, r := range name {
		if unicode.IsMark(r) {
			continue
		}
		if letters == shownLetters || (unicode.IsSpace(r) && letters > 0) {
			return name[:i] + "•••"
		}
		letters++
	}
	return name + "•••"
}

// Invites returns a page of a member's earnings by friends, newest first, and the total number of entries.
func (s *Service) Invites(ctx context.Context, member int64, page, limit int) (all []InviteEarning, total int64, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		rows, err := q.ListInvites(ctx, db.ListInvitesParams{MemberID: member, PageSize: int32(limit), Skip: int32((page - 1) * limit)})
		if err != nil {
			return err
		}
		all = make([]InviteEarning, 0, len(rows))
		for _, r := range rows {
			all = append(all, toInviteEarning(r))
		}
		total, err = q.CountInvites(ctx, member)
		return err
	})
	return all, total, err
}

// InvitesSince returns the entries with a version above after, oldest first, at most limit of them.
func (s *Service) InvitesSince(ctx context.Context, q pg.DB, member, after int64, limit int) ([]InviteEarning, error) {
	rows, err := db.New(q).ListInvitesSince(ctx, db.ListInvitesSinceParams{MemberID: member, After: after, PageSize: int32(limit)})
	out := make([]InviteEarning, 0, len(rows))
	for _, r := range rows {
		out = append(out, toInviteEarning(db.ListInvitesRow(r)))
	}
	return out, err
}

// Refunds returns a page of a member's refunds, newest first, and their total number.
func (s *Service) Refunds(ctx context.Context, member int64, page, limit int) (all []Refund, total int64, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		rows, err := q.ListRefunds(ctx, db.ListRefundsParams{MemberID: member, PageSize: int32(limit), Skip: int32((page - 1) * limit)})
		if err != nil {
			return err
		}
		all = toRefunds(rows)
		total, err = q.CountRefunds(ctx, member)
		return err
	})
	return all, total, err
}

// RefundsSince returns the refunds with a version above after, oldest first, at most limit of them.
func (s *Service) RefundsSince(ctx context.Context, q pg.DB, member, after int64, limit int) ([]Refund, error) {
	rows, err := db.New(q).ListRefundsSince(ctx, db.ListRefundsSinceParams{MemberID: member, After: after, PageSize: int32(limit)})
	return toRefunds(rows), err
}

func toRefunds(rows []db.AccrualClaim) []Refund {
	out := make([]Refund, 0, len(rows))
	for _, r := range rows {
		out = append(out, toRefund(r))
	}
	return out
}
