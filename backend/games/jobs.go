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

// bulkhead is the queue of the games' workers, which serve no other providers. Lanes limits how many of these
// workers each slot's provider occupies.
const bulkhead = "games"

// move is the job that continues a transfer to its outcome.
type move struct {
	ID uuid.UUID `json:"id"`
}

// Kind names the job in the queue's table.
func (move) Kind() string { return "game_move" }

// InsertOpts names the workers.
func (move) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead} }

// open is the job that retries until an account exists at its provider.
type open struct {
	Member int64  `json:"member"`
	Slot   string `json:"slot"`
}

// Kind names the job in the queue's table.
func (open) Kind() string { return "game_open" }

// InsertOpts names the workers.
func (open) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead} }

func jobIn(now time.Time, after time.Duration) *river.InsertOpts {
	return &river.InsertOpts{ScheduledAt: now.Add(after)}
}

// Jobs registers the domain's jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Bulkhead(bulkhead)
	wallet.Step[move]{
		Do:      func(ctx context.Context, m move) (time.Duration, error) { return s.step(ctx, m.ID, s.Lanes.jobs) },
		Stalled: s.stalledMoves,
	}.Register(q, s.Pool, time.Minute)
	q.Every("game.closings", 10*time.Second, s.closeGames)
	q.Every("game.hold-out", 30*time.Second, s.holdOut)
	q.Every("game.look-again", 20*time.Second, s.lookAgain)
	q.Every("game.lost", 10*time.Second, s.findLost)
	q.Every("game.launches", 10*time.Minute, func(ctx context.Context) error { return s.q().LaunchSweep(ctx, s.Clock().Add(-time.Hour)) })
	wallet.Step[open]{Do: s.openStep, Stalled: s.stalledOpenings}.Register(q, s.Pool, time.Minute)
}

func (s *Service) stalledMoves(ctx context.Context) ([]move, error) {
	rows, err := s.q().TransfersStalled(ctx, s.Clock().Add(-stalled))
	out := make([]move, 0, len(rows))
	for _, r := range rows {
		out = append(out, move{r.ID})
	}
	return out, err
}

func (s *Service) stalledOpenings(ctx context.Context) ([]open, error) {
	rows, err := s.q().AccountsOpening(ctx, db.AccountsOpeningParams{Before: s.Clock().Add(-stalled), After: s.Clock().Add(-openFor)})
	out := make([]open, 0, len(rows))
	for _, r := range rows {
		out = append(out, open{r.MemberID, r.SlotCode})
	}
	return out, err
}

// openFor is how long a job retries to open an account that the provider does not make. After that, only the
// member's own call does.
const openFor = 24 * time.Hour

func (s *Service) openStep(ctx context.Context, o open) (time.Duration, error) {
	slot, err := s.q().SlotAny(ctx, o.Slot)
	if err != nil {
		return 0, err
	}
	row, err := s.q().AccountOf(ctx, db.AccountOfParams{MemberID: o.Member, SlotCode: o.Slot})
	if err != nil || row.State == accountActive {
		return 0, err
	}
	release, err := s.Lanes.jobs.Acquire(ctx, slot.Code)
	if err != nil {
		return laneWait, nil
	}
	defer release()
	said, err := s.open(ctx, o.Member, slot)
	age := s.Clock().Sub(row.CreatedAt)
	if err != nil || said.Outcome == game.Done || said.Outcome == game.Refused || age > openFor {
		return 0, err
	}
	return min(max(age/3, firstPause), lastPause), errors.Join(err)
}
