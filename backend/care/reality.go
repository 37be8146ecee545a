package care

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/care/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// The bounds of the time between two reality checks, and how often members are asked to review their limits.
const (
	minRealityInterval = 5 // minutes
	maxRealityInterval = 720
	reviewInterval     = 90 * 24 * time.Hour
)

// Care is a member's break, the time between the member's reality checks, and the date of the next review of
// the deposit limits.
type Care struct {
	Closed *Break `json:"closed,omitempty" doc:"The member's break; absent if play is open."`
	// RealityInterval is the number of minutes of use between two reality checks, or nil for none.
	RealityInterval *int `json:"reality" nullable:"true" minimum:"5" maximum:"720" doc:"Minutes of use between two reality checks; null: none."`
	// ReviewDue is when the member is next asked to review their deposit limits.
	ReviewDue time.Time `json:"reviewDue" doc:"When the member is next asked to review the deposit limits."`
}

// CareOf returns a member's Care. q is a pool or a transaction.
func (s *Service) CareOf(ctx context.Context, q pg.DB, member int64) (Care, error) {
	closed, err := s.CurrentBreak(ctx, q, member)
	if err != nil {
		return Care{}, err
	}
	settings, err := db.New(q).GetCareSettings(ctx, member)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Care{}, err
	}
	out := Care{Closed: closed}
	if settings.Reality != nil {
		minutes := int(*settings.Reality)
		out.RealityInterval = &minutes
	}
	reviewed := settings.ReviewedAt
	if reviewed == nil { // the first review is a quarter after the member's money first moved
		first, err := db.New(q).GetFirstMoneyDay(ctx, member)
		if errors.Is(err, pgx.ErrNoRows) {
			first, err = s.Clock(), nil
		}
		if err != nil {
			return Care{}, err
		}
		reviewed = &first
	}
	out.ReviewDue = reviewed.Add(reviewInterval).UTC()
	return out, nil
}

// SetRealityTx sets how many minutes of use lie between two reality checks, or that there are none (nil). It
// returns INVALID_USER_INFO (minutes).
func (s *Service) SetRealityTx(ctx context.Context, tx pgx.Tx, member int64, minutes *int) (Care, error) {
	if minutes != nil && (*minutes < minRealityInterval || *minutes > maxRealityInterval) {
		return Care{}, apperr.Field(apperr.InvalidUserInfo, "minutes")
	}
	var interval *int32
	if minutes != nil {
		n := int32(*minutes)
		interval = &n
	}
	if err := db.New(tx).SetRealityInterval(ctx, db.SetRealityIntervalParams{MemberID: member, Reality: interval}); err != nil {
		return Care{}, err
	}
	pg.MarkChanged(tx, member)
	return s.CareOf(ctx, tx, member)
}

// MarkReviewedTx stores that a member has reviewed their deposit limits.
func (s *Service) MarkReviewedTx(ctx context.Context, tx pgx.Tx, member int64) (Care, error) {
	now := s.Clock()
	if err := db.New(tx).SetReviewTime(ctx, db.SetReviewTimeParams{MemberID: member, ReviewedAt: &now}); err != nil {
		return Care{}, err
	}
	pg.MarkChanged(tx, member)
	return s.CareOf(ctx, tx, member)
}

// MoneyMovement is how a member's money moved since a time. Amounts are in satang.
type MoneyMovement struct {
	Since      time.Time    `json:"since"`
	Deposited  money.Satang `json:"deposited"`
	Withdrawn  money.Satang `json:"withdrawn" doc:"Includes withdrawals in progress."`
	Net        money.Signed `json:"net" doc:"Deposited less withdrawn; may be negative."`
	IntoGames  money.Satang `json:"intoGames" doc:"From the wallet, including transfers in progress."`
	OutOfGames money.Satang `json:"outOfGames" doc:"Back into the wallet."`
}

// maxRealityAge is the maximum age of the start of a reality check.
const maxRealityAge = 7 * 24 * time.Hour

// MoneyMovedSince returns how a member's money moved since a time. A time more than a week ago counts as a
// week ago.
func (s *Service) MoneyMovedSince(ctx context.Context, member int64, since time.Time) (MoneyMovement, error) {
	if first := s.Clock().Add(-maxRealityAge); since.Before(first) {
		since = first
	}
	row, err := s.q().SumMovesSince(ctx, db.SumMovesSinceParams{MemberID: member, Since: since})
	return MoneyMovement{
		Since: since.UTC(), Deposited: money.Satang(row.Deposited), Withdrawn: money.Satang(row.Withdrawn), Net: money.Signed(row.Deposited - row.Withdrawn),
		IntoGames: money.Satang(row.IntoGames), OutOfGames: money.Satang(row.OutOfGames),
	}, err
}
