package play

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// DayTotal is the sum of a member's plays in a slot on a Bangkok day. Bet and Valid are full stakes: the caller
// applies the slot's share of turnover.
type DayTotal struct {
	Member int64
	Slot   string
	Day    time.Time
	Plays  int64
	Bet    money.Satang
	Payout money.Satang
	Valid  money.Satang // the stakes that the provider counts
	// Version is a counter over all days: each change of a day's sums gets the next number.
	Version int64
}

// ListDays returns the sums of a member's plays on the days from first to last, both included. q is a pool or a
// transaction.
func (s *Service) ListDays(ctx context.Context, q pg.DB, member int64, first, last time.Time) ([]DayTotal, error) {
	return toDays(db.New(q).ListDays(ctx, db.ListDaysParams{MemberID: member, First: first, Last: last}))
}

// ListChangedDays returns the days whose sums changed after a version, in the order of their commits. It returns at
// most limit days, plus all days with the same version as the last of them. A caller that continues
// after the last day's Version misses none. A day that changes again is returned again.
func (s *Service) ListChangedDays(ctx context.Context, q pg.DB, after int64, limit int) ([]DayTotal, error) {
	return toDays(db.New(q).ListChangedDays(ctx, db.ListChangedDaysParams{After: after, Most: int32(limit)}))
}

// changedPage is how many changed days ProcessChangedDays reads at once.
const changedPage = 1000

// ProcessChangedDays calls store with the members whose days changed, page by page, each page in its own
// transaction. load locks and returns the version that the caller has reached. store handles the members and
// stores the next version. Some of the members may repeat. A page that fails is passed again in the next run.
func (s *Service) ProcessChangedDays(ctx context.Context, load func(pgx.Tx) (int64, error), store func(tx pgx.Tx, members []int64, version int64) error) error {
	for more := true; more; {
		err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			version, err := load(tx)
			if err != nil {
				return err
			}
			days, err := s.ListChangedDays(ctx, tx, version, changedPage)
			if more = len(days) >= changedPage; err != nil || len(days) == 0 {
				return err
			}
			members := make([]int64, 0, len(days))
			for _, d := range days {
				members, version = append(members, d.Member), d.Version
			}
			return store(tx, members, version)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// LastClosedDay returns the last day that is closed: the sums of this day and of all before never change again.
func (s *Service) LastClosedDay(ctx context.Context, q pg.DB) (time.Time, error) {
	return db.New(q).GetLastClosedDay(ctx)
}

func toDays(rows []db.GameDay, err error) ([]DayTotal, error) {
	out := make([]DayTotal, 0, len(rows))
	for _, r := range rows {
		out = append(out, DayTotal{
			Member: r.MemberID, Slot: r.SlotCode, Day: r.Day, Plays: r.Plays,
			Bet: money.Satang(r.Bet), Payout: money.Satang(r.Payout), Valid: money.Satang(r.Valid), Version: r.Version,
		})
	}
	return out, err
}

// closeDays closes the days that have ended and whose plays were read, one after the other. A day closes after
// dayClosesLatest even if plays are missing.
func (s *Service) closeDays(ctx context.Context) error {
	day, err := s.q().GetLastClosedDay(ctx)
	for err == nil {
		day = day.AddDate(0, 0, 1)
		dayEnd := time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, clock.Bangkok)
		now := s.Clock()
		if now.Before(dayEnd.Add(dayClosesAfter)) {
			return nil
		}
		lagging, lagErr := s.findLaggingSlots(ctx, dayEnd.Add(dayClosesAfter))
		if lagErr != nil {
			return lagErr
		}
		if len(lagging) > 0 {
			if now.Before(dayEnd.Add(dayClosesLatest)) {
				return nil
			}
			s.Log.ErrorContext(ctx, "closing a day although plays are missing", "day", day.Format(time.DateOnly), "slots", lagging)
		}
		var closedRows int64
		if closedRows, err = s.q().CloseDay(ctx, day); err == nil && closedRows == 0 {
			return nil // another server closed the day
		}
	}
	return err
}

// findLaggingSlots returns the listed slots whose feeds were not read up to a time. An unlisted slot is left out,
// since its provider may have stopped for good.
func (s *Service) findLaggingSlots(ctx context.Context, moment time.Time) (slots []string, err error) {
	feeds, err := s.q().ListFeeds(ctx)
	for _, f := range feeds {
		if f.Listed && f.ReadAt.Before(moment) {
			slots = append(slots, f.Code)
		}
	}
	return slots, err
}

// FeedProgress describes how far a slot's plays were read, for the metrics.
type FeedProgress struct {
	Slot    string
	ReadAt  time.Time
	Stopped *time.Time // when the feed stopped at a play that cannot be read, nil if it did not
}

// ListFeedProgress returns how far each feed was read, and the number of plays that were set aside, by
// reason.
func (s *Service) ListFeedProgress(ctx context.Context) (feeds []FeedProgress, setAside map[string]int64, err error) {
	rows, err := s.q().ListFeeds(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range rows {
		feeds = append(feeds, FeedProgress{r.Code, r.ReadAt, r.BadAt})
	}
	setAside = map[string]int64{asideNoAccount: 0, asideOld: 0, asideOtherPlayer: 0, asideTooLarge: 0, asideAboveFunds: 0, asideCredit: 0}
	counts, err := s.q().CountAsidePlays(ctx)
	for _, k := range counts {
		setAside[k.Why] = k.Plays
	}
	return feeds, setAside, err
}
