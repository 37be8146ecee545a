package games

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/jobs"
	"krapao/backend/provider/game"
	"krapao/backend/wallet"
)

// bulkhead is the queue of the games' workers, which serve no other providers. CallLimits limits how many of
// these workers each slot's provider occupies.
const bulkhead = "games"

// transferJob is the job that continues a transfer to its outcome.
type transferJob struct {
	ID uuid.UUID `json:"id"`
}

// Kind names the job in the queue's table.
func (transferJob) Kind() string { return "game_move" }

// InsertOpts selects the queue of the games' workers.
func (transferJob) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead} }

// openJob is the job that retries until an account exists at its provider.
type openJob struct {
	Member int64  `json:"member"`
	Slot   string `json:"slot"`
}

// Kind names the job in the queue's table.
func (openJob) Kind() string { return "game_open" }

// InsertOpts selects the queue of the games' workers.
func (openJob) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead} }

func insertAfter(now time.Time, after time.Duration) *river.InsertOpts {
	return &river.InsertOpts{ScheduledAt: now.Add(after)}
}

// Jobs registers the domain's jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Bulkhead(bulkhead)
	wallet.Step[transferJob]{
		Do: func(ctx context.Context, j transferJob) (time.Duration, error) {
			return s.stepTransfer(ctx, j.ID, s.CallLimits.jobs)
		},
		Stalled: s.stalledTransfers,
	}.Register(q, s.Pool, time.Minute)
	q.Every("game.closings", 10*time.Second, s.closeGames)
	q.Every("game.hold-out", 30*time.Second, s.pauseMoneyOut)
	q.Every("game.look-again", 20*time.Second, s.recheckRefusals)
	q.Every("game.lost", 10*time.Second, s.findLostMoves)
	q.Every("game.launches", 10*time.Minute, func(ctx context.Context) error { return s.q().DeleteOldLaunches(ctx, s.Clock().Add(-time.Hour)) })
	wallet.Step[openJob]{Do: s.openStep, Stalled: s.stalledOpenings}.Register(q, s.Pool, time.Minute)
}

func (s *Service) stalledTransfers(ctx context.Context) ([]transferJob, error) {
	rows, err := s.q().ListStalledTransfers(ctx, s.Clock().Add(-stalledAfter))
	out := make([]transferJob, 0, len(rows))
	for _, r := range rows {
		out = append(out, transferJob{r.ID})
	}
	return out, err
}

func (s *Service) stalledOpenings(ctx context.Context) ([]openJob, error) {
	rows, err := s.q().ListOpeningAccounts(ctx, db.ListOpeningAccountsParams{Before: s.Clock().Add(-stalledAfter), After: s.Clock().Add(-openRetryPeriod)})
	out := make([]openJob, 0, len(rows))
	for _, r := range rows {
		out = append(out, openJob{r.MemberID, r.SlotCode})
	}
	return out, err
}

// openRetryPeriod is how long a job retries to open an account that the provider does not make. After that,
// only the member's own call retries.
const openRetryPeriod = 24 * time.Hour

func (s *Service) openStep(ctx context.Context, o openJob) (time.Duration, error) {
	slot, err := s.q().GetSlotEvenIfUnlisted(ctx, o.Slot)
	if err != nil {
		return 0, err
	}
	row, err := s.q().GetAccount(ctx, db.GetAccountParams{MemberID: o.Member, SlotCode: o.Slot})
	if err != nil || row.State == accountActive {
		return 0, err
	}
	release, err := s.CallLimits.jobs.Acquire(ctx, slot.Code)
	if err != nil {
		return busyRetry, nil
	}
	defer release()
	response, err := s.openAccount(ctx, o.Member, slot)
	age := s.Clock().Sub(row.CreatedAt)
	if err != nil || response.Outcome == game.Done || response.Outcome == game.Refused || age > openRetryPeriod {
		return 0, err
	}
	return min(max(age/3, firstQueryPause), maxQueryPause), errors.Join(err)
}
