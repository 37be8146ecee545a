package games

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/apperr"
)

// The intervals of a closing's runs: one minute, then two, three and so on, up to an hour, until all is done.
// After that the closing runs daily, since an open bet may still pay into the game.
const (
	closingDaily  = 24 * time.Hour
	closingMaxAge = 90 * 24 * time.Hour
)

// checkMayPlay returns SELF_EXCLUDED or PLAY_IN_REVIEW if the member may not enter games.
func (s *Service) checkMayPlay(ctx context.Context, member int64) error {
	code, err := s.Care.PlayRefusal(ctx, s.Pool, member)
	if err == nil && code != "" {
		err = apperr.New(code)
	}
	return err
}

// closeGames closes the games of members who cool off or have excluded themselves. Each of their accounts
// gets a new password that nobody receives. Requested launches end, and the money in games moves back into
// the wallet.
func (s *Service) closeGames(ctx context.Context) error {
	last, err := s.q().GetLastClosing(ctx)
	if err != nil {
		return err
	}
	exclusions, err := s.Care.BreaksAfter(ctx, s.Pool, last, 1000)
	if err != nil {
		return err
	}
	for _, n := range exclusions {
		if err := s.q().InsertClosings(ctx, db.InsertClosingsParams{ExclusionID: n.ID, MemberID: n.Member, BeginsAt: n.Begins}); err != nil {
			return err
		}
	}
	open, err := s.q().AcquireDueClosings(ctx, s.Clock())
	for _, c := range open {
		err = errors.Join(err, s.closeGamesOf(ctx, c))
	}
	return err
}

// closeGamesOf runs one closing of a member's games, as far as the providers respond.
func (s *Service) closeGamesOf(ctx context.Context, c db.AcquireDueClosingsRow) error {
	closed, err := s.Care.CurrentBreak(ctx, s.Pool, c.MemberID)
	if err != nil {
		return err
	}
	if closed == nil || s.Clock().After(c.BeginsAt.Add(closingMaxAge)) {
		return s.q().EndClosing(ctx, db.EndClosingParams{ID: c.ExclusionID, Now: s.Clock()})
	}
	m, err := s.Identity.Member(ctx, s.Pool, c.MemberID)
	if err != nil {
		return err
	}
	if err := s.q().DeleteLaunchesOfMember(ctx, m.ID); err != nil {
		return err
	}
	// Each run moves the money that is there now: a bet may be settled between two runs.
	id := uuid.NewSHA1(keySpace, []byte("closing "+strconv.FormatInt(c.ExclusionID, 10)+" "+strconv.Itoa(int(c.Looks))))
	startedAt := s.Clock()
	reset, err := s.resetPasswords(ctx, c)
	pending, moveErr := s.MoveAllToWallet(ctx, m, id, startedAt)
	if err = errors.Join(err, moveErr); err != nil || pending || !reset {
		return err
	}
	remaining, err := s.q().CountUnemptiedAccounts(ctx, db.CountUnemptiedAccountsParams{MemberID: m.ID, Since: startedAt})
	if err != nil || remaining > 0 {
		return err
	}
	return s.q().PostponeClosing(ctx, db.PostponeClosingParams{ID: c.ExclusionID, Next: s.Clock().Add(closingDaily)})
}

// resetPasswords sets a new password for every account of the member, once for each closing. all is false if a
// provider did not respond: the next run tries again.
func (s *Service) resetPasswords(ctx context.Context, c db.AcquireDueClosingsRow) (all bool, err error) {
	accounts, err := s.q().ListActiveAccounts(ctx, c.MemberID)
	if err != nil {
		return false, err
	}
	all = true
	for _, a := range accounts {
		if slices.Contains(c.Reset, a.SlotCode) {
			continue
		}
		slot, err := s.q().GetSlotEvenIfUnlisted(ctx, a.SlotCode)
		if err != nil {
			return false, err
		}
		if _, _, err := s.resetPassword(ctx, c.MemberID, slot); err != nil {
			s.Log.WarnContext(ctx, "a game stays open for a member who has closed play", "slot", slot.Code, "error", err)
			all = false
			continue
		}
		if err := s.q().StoreClosingReset(ctx, db.StoreClosingResetParams{ID: c.ExclusionID, Slot: slot.Code}); err != nil {
			return false, err
		}
	}
	return all, nil
}
