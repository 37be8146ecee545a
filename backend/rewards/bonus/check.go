package bonus

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/rewards/turnover"
)

// checkBonus checks one active bonus, and ends it if it has to end: by an exclusion, by the turnover, or by the
// member's total.
func (s *Service) checkBonus(ctx context.Context, row db.BonusTaken) error {
	if row.ClosingAt != nil {
		ended, err := s.closeForExclusion(ctx, row.MemberID)
		if err != nil || ended {
			return err
		}
		return s.storeNextCheck(ctx, row, checkInterval, false)
	}
	ended, err := s.countPlayed(ctx, row)
	if err != nil || ended {
		return err
	}
	result, err := s.Turnover.CompareTotal(ctx, row.MemberID, money.Satang(row.FailAt), func(tx pgx.Tx) error {
		return s.withActive(ctx, tx, row, func(now *db.BonusTaken, w ledger.Wallet) error {
			_, err := s.endBonusTx(ctx, tx, now, w, endByFail, 0, nil)
			return err
		})
	})
	switch {
	case err != nil || result == turnover.WithinAmount:
		return err
	case result == turnover.Above:
		return s.storeNextCheck(ctx, row, 0, false)
	}
	pause := firstRetry
	if row.DoubtAt != nil {
		pause = min(max(s.Clock().Sub(*row.DoubtAt)/4, firstRetry), maxRetry)
	}
	return s.storeNextCheck(ctx, row, pause, true)
}

// storeNextCheck stores when the bonus is checked again. pause 0 means only after a change. doubt means that
// its end is unclear.
func (s *Service) storeNextCheck(ctx context.Context, row db.BonusTaken, pause time.Duration, doubt bool) error {
	var later *time.Time
	if pause > 0 {
		at := s.Clock().Add(pause)
		later = &at
	}
	return s.q().StoreNextCheck(ctx, db.StoreNextCheckParams{ID: row.ID, Later: later, Doubt: doubt, Now: s.Clock(), Due: *row.LookAt})
}

// withActive runs do on a bonus, under the wallet's lock. It does nothing if the bonus read is not active any
// more.
func (s *Service) withActive(ctx context.Context, tx pgx.Tx, read db.BonusTaken, do func(*db.BonusTaken, ledger.Wallet) error) error {
	row, w, err := s.lockActiveTx(ctx, tx, read.MemberID)
	if err != nil || row == nil || row.ID != read.ID {
		return err
	}
	return do(row, w)
}

// countPlayed recomputes the turnover that counts for a bonus, and ends the bonus if it is enough.
func (s *Service) countPlayed(ctx context.Context, read db.BonusTaken) (ended bool, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		ended = false
		return s.withActive(ctx, tx, read, func(row *db.BonusTaken, w ledger.Wallet) error {
			if err := s.storeBaseTx(ctx, tx, row); err != nil {
				return err
			}
			played, err := s.Plays.SumTurnover(ctx, tx, row.MemberID, []time.Time{row.CountedAt}, s.Clock().Add(time.Hour))
			if err != nil {
				return err
			}
			sum := row.Base + int64(played[0])
			pg.MarkChanged(tx, row.MemberID)
			err = db.New(tx).StoreProgress(ctx, db.StoreProgressParams{ID: row.ID, Base: row.Base, CountedAt: row.CountedAt, Played: min(sum, row.Needed), Now: s.Clock()})
			if err != nil || sum < row.Needed {
				return err
			}
			ended = true
			_, err = s.endBonusTx(ctx, tx, row, w, endByTurnover, 0, nil)
			return err
		})
	})
	return ended && err == nil, err
}

// storeBaseTx adds the amount played before RawPlaysStoredFrom to the row's Base. Earlier plays may be
// dropped.
func (s *Service) storeBaseTx(ctx context.Context, tx pgx.Tx, row *db.BonusTaken) error {
	stored := s.Plays.RawPlaysStoredFrom()
	if !row.CountedAt.Before(stored) {
		return nil
	}
	played, err := s.Plays.SumTurnover(ctx, tx, row.MemberID, []time.Time{row.CountedAt}, stored)
	if err == nil {
		row.Base, row.CountedAt = row.Base+int64(played[0]), stored
	}
	return err
}

// closeForExclusion ends the bonus of a member who has excluded themself, once all money is in the wallet.
// The bonus and the winnings go back. If games do not return the money, closeForExclusion ends the
// bonus after exclusionPatience.
func (s *Service) closeForExclusion(ctx context.Context, member int64) (ended bool, err error) {
	responded, err := s.fetchGameBalances(ctx, member)
	if err != nil {
		return false, err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		ended = false
		row, w, err := s.lockActiveTx(ctx, tx, member)
		if err != nil || row == nil {
			ended = err == nil
			return err
		}
		remainder, isInWallet, err := s.isInWalletTx(ctx, tx, row, responded)
		if err != nil {
			return err
		}
		if late := row.ClosingAt != nil && s.Clock().Sub(*row.ClosingAt) > exclusionPatience; !isInWallet && !late {
			return nil
		}
		amount, err := s.computeTakeBackTx(ctx, tx, row, w, remainder)
		if err != nil {
			return err
		}
		ended = true
		_, err = s.endBonusTx(ctx, tx, row, w, endByExclusion, amount, nil)
		return err
	})
	return ended && err == nil, err
}

// EndForExclusion ends the bonus of a member whom BonusEndedGuard refused with ErrNotEnded. ended is false while
// the bonus's money is still in games.
func (s *Service) EndForExclusion(ctx context.Context, member int64) (ended bool, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		return db.New(tx).ScheduleClosing(ctx, db.ScheduleClosingParams{Now: s.Clock(), Members: []int64{member}})
	})
	if err != nil {
		return false, err
	}
	return s.closeForExclusion(ctx, member)
}

// endByOperatorTx ends a bonus whose end is unclear, by a cashier's decision: all money that is left stays the
// member's. It returns NO_DATA if the bonus does not wait for a decision.
func (s *Service) endByOperatorTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, operator int64) (*db.BonusTaken, error) {
	read, err := db.New(tx).GetTakenBonus(ctx, id)
	if err != nil {
		return nil, pg.NotFound(err)
	}
	row, w, err := s.lockActiveTx(ctx, tx, read.MemberID)
	if err != nil {
		return nil, err
	}
	if row == nil || row.ID != id || row.DoubtAt == nil || s.Clock().Sub(*row.DoubtAt) < doubtAfter {
		return nil, apperr.New(apperr.NoData)
	}
	_, err = s.endBonusTx(ctx, tx, row, w, endByOperator, 0, &operator)
	return row, err
}
