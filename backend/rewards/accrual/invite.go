package accrual

import (
	"context"
	"strconv"
	"time"

	"krapao/backend/content"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual/internal/db"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Collect pays all that the caller's friends have earned them into the wallet. The package comment lists its
// errors.
func (s *Service) Collect(ctx context.Context) (*web.Response[ClaimedReward], error) {
	invite := claimKind{kindInvite, stepCollect, content.ServiceInvite, apperr.InviteInactive}
	return s.claimToWallet(ctx, invite, apperr.InviteBonusSuccess, func(c *claim) (wallet.CommandStatus, error) { return c.collect(ctx) })
}

func (c *claim) collect(ctx context.Context) (out wallet.CommandStatus, err error) {
	if _, broken, err := c.lockAccrued(ctx); err != nil || broken {
		return out, refusalError(apperr.InviteBonusFail, err)
	}
	if err := c.barOwnFriends(ctx); err != nil {
		return out, err
	}
	due, _, err := c.lockAccrued(ctx)
	if err != nil {
		return out, err
	}
	if due.Amount <= 0 {
		return out, c.emptyCollectError(ctx)
	}
	if err := c.storeEmptied(ctx, due); err != nil {
		return out, err
	}
	links := statement.Links{Invite: &statement.Link{Description: strconv.FormatInt(due.Subjects, 10)}}
	return c.creditWallet(ctx, ledger.Invites.In(c.member.Currency), money.Satang(due.Amount), "invite", links)
}

// barOwnFriends closes the running sums of friends who by now seem to be one person with the caller, and takes back
// the earnings of these running sums. The caller of barOwnFriends has locked the account's row.
func (c *claim) barOwnFriends(ctx context.Context) error {
	q := db.New(c.tx)
	barred, err := q.BarLinkedMarks(ctx, db.BarLinkedMarksParams{Now: c.s.Clock(), MemberID: c.member.ID})
	if err != nil || len(barred) == 0 {
		return err
	}
	takenBack := money.Satang(0)
	for _, b := range barred {
		if b.Earned == 0 {
			continue
		}
		takenBack += money.Satang(b.Earned)
		err := q.InsertAccrual(ctx, db.InsertAccrualParams{
			Kind: kindInvite, MemberID: c.member.ID, SubjectID: b.SubjectID, Day: b.Day, Why: reasonBarred, Amount: -money.Satang(b.Earned), CreatedAt: c.s.Clock(),
		})
		if err != nil {
			return err
		}
	}
	return q.SubtractFromAccount(ctx, db.SubtractFromAccountParams{Amount: int64(takenBack), Kind: kindInvite, MemberID: c.member.ID})
}

// emptyCollectError returns the error whose code is the reason why there is nothing to collect.
func (c *claim) emptyCollectError(ctx context.Context) error {
	q := db.New(c.tx)
	friends, err := q.CountOpenMarks(ctx, c.member.ID)
	if err != nil {
		return err
	}
	switch {
	case friends.Played == 0:
		return apperr.New(apperr.NoInviteePlayInfo)
	case friends.Barred == friends.Played:
		return apperr.New(apperr.InviteInactive)
	}
	now := c.s.Clock().In(clock.Bangkok)
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, clock.Bangkok)
	already, err := q.HasClaimed(ctx, db.HasClaimedParams{MemberID: c.member.ID, Step: stepCollect, Since: midnight})
	switch {
	case err != nil:
		return err
	case already:
		return apperr.New(apperr.InviteCollect)
	}
	return apperr.New(apperr.NoInviteBonus)
}
