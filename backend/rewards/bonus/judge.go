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

// lookAt checks one active bonus, and ends it if it has to end: by an exclusion, by what was played, or by
// what the member has left.
func (s *Service) lookAt(ctx context.Context, row db.BonusTaken) error {
	if row.ClosingAt != nil {
		ended, err := s.close(ctx, row.MemberID)
		if err != nil || ended {
			return err
		}
		return s.looked(ctx, row, every, false)
	}
	ended, err := s.count(ctx, row)
	if err != nil || ended {
		return err
	}
	look, err := s.Turnover.AtMost(ctx, row.MemberID, money.Satang(row.FailAt), func(tx pgx.Tx) error {
		return s.onActive(ctx, tx, row, func(now *db.BonusTaken, w ledger.Wallet) error {
			_, err := s.endTx(ctx, tx, now, w, endFail, 0, nil)
			return err
		})
	})
	switch {
	case err != nil || look == turnover.Yes:
		return err
	case look == turnover.No:
		return s.looked(ctx, row, 0, false)
	}
	pause := retry
	if row.DoubtAt != nil {
		pause = min(max(s.Clock().Sub(*row.DoubtAt)/4, retry), lastly)
	}
	return s.looked(ctx, row, pause, true)
}

// looked stores when the bonus is checked again. pause 0 means only after a change. doubt means that its end
// is unclear.
func (s *Service) looked(ctx context.Context, row db.BonusTaken, pause time.Duration, doubt bool) error {
	var later *time.Time
	if pause > 0 {
		at := s.Clock().Add(pause)
		later = &at
	}
	return s.q().Looked(ctx, db.LookedParams{ID: row.ID, Later: later, Doubt: doubt, Now: s.Clock(), Due: *row.LookAt})
}

// onActive runs do on a bonus, under the wallet's lock. It does nothing if the bonus seen is not active any more.
func (s *Service) onActive(ctx context.Context, tx pgx.Tx, seen db.BonusTaken, do func(*db.BonusTaken, ledger.Wallet) error) error {
	row, w, err := s.lockTx(ctx, tx, seen.MemberID)
	if err != nil || row == nil || row.ID != seen.ID {
		return err
	}
	return do(row, w)
}

// count recomputes what was played for a bonus, and ends the bonus if that is enough.
func (s *Service) count(ctx context.Context, seen db.BonusTaken) (ended bool, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		ended = false
		return s.onActive(ctx, tx, seen, func(row *db.BonusTaken, w ledger.Wallet) error {
			if err := s.fixTx(ctx, tx, row); err != nil {
				return err
			}
			played, err := s.Plays.Counted(ctx, tx, row.MemberID, []time.Time{row.CountedAt}, s.Clock().Add(time.Hour))
			if err != nil {
				return err
			}
			sum := row.Base + int64(played[0])
			pg.Touch(tx, row.MemberID)
			err = db.New(tx).Progress(ctx, db.ProgressParams{ID: row.ID, Base: row.Base, CountedAt: row.CountedAt, Played: min(sum, row.Needed), Now: s.Clock()})
			if err != nil || sum < row.Needed {
				return err
			}
			ended = true
			_, err = s.endTx(ctx, tx, row, w, endTurnover, 0, nil)
			return err
		})
	})
	return ended && err == nil, err
}

// fixTx adds to the row's Base what was played before Kept: earlier plays may be dropped.
func (s *Service) fixTx(ctx context.Context, tx pgx.Tx, row *db.BonusTaken) error {
	kept := s.Plays.Kept()
	if !row.CountedAt.Before(kept) {
		return nil
	}
	played, err := s.Plays.Counted(ctx, tx, row.MemberID, []time.Time{row.CountedAt}, kept)
	if err == nil {
		row.Base, row.CountedAt = row.Base+int64(played[0]), kept
	}
	return err
}

// close ends the bonus of a member who has excluded themself, once all money is in the wallet. The bonus and
// what was won go back. If games do not return the money, close ends the bonus after patience.
func (s *Service) close(ctx context.Context, member int64) (ended bool, err error) {
	heard, err := s.gamesResponded(ctx, member)
	if err != nil {
		return false, err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		ended = false
		row, w, err := s.lockTx(ctx, tx, member)
		if err != nil || row == nil {
			ended = err == nil
			return err
		}
		left, home, err := s.homeTx(ctx, tx, row, heard)
		if err != nil {
			return err
		}
		if late := row.ClosingAt != nil && s.Clock().Sub(*row.ClosingAt) > patience; !home && !late {
			return nil
		}
		back, err := s.dueTx(ctx, tx, row, w, left)
		if err != nil {
			return err
		}
		ended = true
		_, err = s.endTx(ctx, tx, row, w, endExclusion, back, nil)
		return err
	})
	return ended && err == nil, err
}

// CloseNow ends the bonus of a member whom Ended refused with ErrClosing. ended is false while the bonus's
// money is still in games.
func (s *Service) CloseNow(ctx context.Context, member int64) (ended bool, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		return db.New(tx).CloseThose(ctx, db.CloseThoseParams{Now: s.Clock(), Members: []int64{member}})
	})
	if err != nil {
		return false, err
	}
	return s.close(ctx, member)
}

// personEndTx ends a bonus whose end is unclear, by a cashier's decision: all that is left stays the
// member's. It returns NO_DATA if the bonus does not wait for a decision.
func (s *Service) personEndTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, by int64) (*db.BonusTaken, error) {
	seen, err := db.New(tx).TakenByID(ctx, id)
	if err != nil {
		return nil, pg.NotFound(err)
	}
	row, w, err := s.lockTx(ctx, tx, seen.MemberID)
	if err != nil {
		return nil, err
	}
	if row == nil || row.ID != id || row.DoubtAt == nil || s.Clock().Sub(*row.DoubtAt) < doubtful {
		return nil, apperr.New(apperr.NoData)
	}
	_, err = s.endTx(ctx, tx, row, w, endPerson, 0, &by)
	return row, err
}
