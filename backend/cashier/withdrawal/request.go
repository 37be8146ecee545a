package withdrawal

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/wallet"
)

// withdrawalResponse is the response of the withdrawal calls: status 200 if the outcome is known, otherwise
// 202.
type withdrawalResponse = *web.Response[wallet.CommandStatus]

// Withdraw holds an amount (in satang) of the caller's wallet and pays it out to their own account. It waits
// up to Patience for the outcome. Errors: INVALID_USER_INFO (amount) outside the site's limits,
// MONEY_NOT_ENOUGH, NO_BANK, INACTIVE_USER, BONUS_REMAINING, and WITHDRAW_PAUSED (503). A repeat
// of a call with a stored response never returns WITHDRAW_PAUSED.
func (s *Service) Withdraw(ctx context.Context, amount money.Satang) (withdrawalResponse, error) {
	c, err := s.newCommand(ctx, amount)
	if err != nil {
		return nil, err
	}
	first, err := c.runCommand(ctx)
	first, err = c.refineRefusal(ctx, first, err)
	if err != nil || first.Status != http.StatusAccepted {
		return first, err
	}
	if !first.Repeated() && (c.state == stateApproval || s.Patience == 0) {
		return first, nil // nothing has changed since this call stored the withdrawal
	}
	return s.Wallet.Await(ctx, first, s.Patience, s.readProgress)
}

// newCommand prepares a withdrawal of the caller.
func (s *Service) newCommand(ctx context.Context, amount money.Satang) (*withdrawCommand, error) {
	settings, err := s.Content.RecentSettings(ctx)
	if err != nil {
		return nil, err
	}
	if amount <= 0 {
		return nil, apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	member := identity.Caller(ctx)
	return &withdrawCommand{s: s, amount: amount, limits: settings.For(string(member.Currency)), member: member, key: web.LedgerKey(ctx, "hold")}, nil
}

// refineRefusal adds to a refusal the data that the caller needs to resolve it.
func (c *withdrawCommand) refineRefusal(ctx context.Context, first withdrawalResponse, err error) (withdrawalResponse, error) {
	switch web.CodeOf(err) {
	case apperr.BonusRemaining:
		return nil, c.addRemainingTurnover(ctx, err)
	case apperr.InvalidUserInfo:
		return nil, apperr.Field(apperr.InvalidUserInfo, "amount")
	case apperr.WithdrawPaused:
		return nil, apperr.New(apperr.WithdrawPaused).WithRetryAfter(content.PauseRecheck)
	}
	return first, err
}

// addRemainingTurnover returns refused with two more facts: the remaining turnover, and the bonus or promotion
// that requires it.
func (c *withdrawCommand) addRemainingTurnover(ctx context.Context, refused error) error {
	left, err := c.s.Turnover.RemainingTurnover(ctx, c.s.Pool, c.member.ID)
	if err != nil {
		return err
	}
	active, err := c.s.Bonus.Active(ctx, c.s.Pool, c.member.ID)
	if err != nil {
		return err
	}
	out := apperr.New(apperr.BonusRemaining).WithExtra(apperr.Left, left).WithExtra(apperr.Bonus, active != nil)
	if active != nil {
		out = out.WithExtra(apperr.Left, max(left, active.Left)).WithExtra(apperr.BonusName, active.Name)
	}
	return web.ReplaceRefusal(ctx, c.s.Keyed, refused, out)
}

// readProgress returns a withdrawal's progress, for Await. WaitsForOperators ends the wait.
func (s *Service) readProgress(ctx context.Context, id uuid.UUID) (wallet.Progress, error) {
	row, err := s.q().GetWithdrawalStatus(ctx, id)
	switch {
	case err != nil || row.Gathering:
		return wallet.InProgress, err
	case row.State == statePaid, row.State == stateFailed, row.State == "": // "": it ended before any money was held
		return wallet.Ended, nil
	case row.State == stateApproval:
		return wallet.WaitsForOperators, nil
	}
	mustWait, err := s.isPaused(ctx, s.Pool)
	if err == nil && !mustWait && row.State == stateQueued {
		mustWait, err = s.q().OpenDifference(ctx, web.Member(ctx))
	}
	if err != nil || mustWait {
		return wallet.WaitsForOperators, err
	}
	return wallet.InProgress, nil
}
