package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games"
	"krapao/backend/games/internal/db"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
)

// errOvertaken says that another reader moved a feed's cursor.
var errOvertaken = errors.New("play: another reads this feed")

// read reads every slot's feed as far as it goes now. The feeds are read in parallel: a provider that hangs
// delays no other.
func (s *Service) read(ctx context.Context) error {
	slots, err := s.q().FeedSlots(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	return jobs.Each(ctx, len(slots), slots, func(slot db.Slot) error {
		if err := s.readFeed(ctx, slot); err != nil {
			return fmt.Errorf("%s: %w", slot.Code, err)
		}
		return nil
	})
}

// readFeed claims a feed and reads it. It does nothing if another reader has the feed.
func (s *Service) readFeed(ctx context.Context, slot db.Slot) error {
	client, err := s.Games.Client(slot)
	if errors.Is(err, games.ErrNoProvider) { // a closed game, which Client has logged
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := s.since(ctx, slot.Code); err != nil {
		return err
	}
	now := s.Clock()
	until := now.Add(alone).Truncate(time.Microsecond) // as precise as the database stores it
	feed, err := s.q().FeedTake(ctx, db.FeedTakeParams{SlotCode: slot.Code, Now: now, Until: until})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() {
		_ = s.q().FeedFree(context.WithoutCancel(ctx), db.FeedFreeParams{SlotCode: slot.Code, Until: until})
	}()
	r := reader{s, slot, client, feed}
	whole, err := r.on(ctx)
	if err == nil && whole && now.Sub(feed.MarkedAt) >= overlap {
		err = r.again(ctx)
	}
	if errors.Is(err, errOvertaken) || ctx.Err() != nil { // the next run continues
		return nil
	}
	return err
}

// since returns the time from which on a slot's feed is read.
func (s *Service) since(ctx context.Context, slot string) (time.Time, error) {
	since, err := s.q().FeedSince(ctx, slot)
	if !errors.Is(err, pgx.ErrNoRows) {
		return since, err
	}
	if err := s.q().FeedOpen(ctx, db.FeedOpenParams{SlotCode: slot, Now: s.Clock(), Before: before.Seconds()}); err != nil {
		return since, err
	}
	return s.q().FeedSince(ctx, slot)
}

// reader reads one slot's feed.
type reader struct {
	*Service
	slot   db.Slot
	client game.Client
	feed   db.GameFeed
}

// on reads from the cursor. whole is true if there is nothing more now.
func (r *reader) on(ctx context.Context) (whole bool, err error) {
	for cursor := r.feed.Cursor; ; {
		asked := r.Clock()
		page, ok, err := r.page(ctx, cursor)
		if err != nil || !ok {
			return false, err
		}
		move := db.FeedMoveParams{SlotCode: r.slot.Code, Cursor: cursor, Next: page.Next, Now: asked}
		whole = page.Bad == "" && (!page.More || page.Next == cursor)
		if whole {
			move.ReadAt = &asked
		}
		if page.Bad != "" {
			move.Bad, move.Raw = &page.Bad, &page.Raw
		}
		err = r.take(ctx, r.slot, r.feed.Since, page.Plays, func(q *db.Queries) error {
			moved, err := q.FeedMove(ctx, move)
			if err == nil && moved == 0 {
				err = errOvertaken
			}
			return err
		})
		if err != nil {
			return false, err
		}
		r.tell(ctx, page)
		if whole || page.Bad != "" {
			return whole, nil
		}
		cursor = page.Next
	}
}

// tell logs when a feed stops at a play, and when it continues.
func (r *reader) tell(ctx context.Context, page game.Page) {
	switch stopped := r.feed.BadAt != nil; {
	case page.Bad != "" && !stopped:
		r.Log.ErrorContext(ctx, "a game's feed stands at a play that cannot be read", "slot", r.slot.Code, "where", page.Bad, "raw", page.Raw)
	case page.Bad == "" && stopped:
		r.Log.InfoContext(ctx, "a game's feed goes on", "slot", r.slot.Code)
		r.feed.BadAt = nil
	}
}

// again reads once more what was read before, to find what the provider wrote late. It ignores a play that
// cannot be read now: the cursor stops at that play.
func (r *reader) again(ctx context.Context) error {
	for cursor := r.feed.Earlier; ; {
		page, ok, err := r.page(ctx, cursor)
		if err != nil || !ok {
			return err
		}
		last := page.Bad != "" || !page.More || page.Next == cursor
		err = r.take(ctx, r.slot, r.feed.Since, page.Plays, func(q *db.Queries) error {
			if last {
				return q.FeedMark(ctx, db.FeedMarkParams{SlotCode: r.slot.Code, Now: r.Clock()})
			}
			return q.FeedAgain(ctx, db.FeedAgainParams{SlotCode: r.slot.Code, Cursor: cursor, Next: page.Next})
		})
		if err != nil || last {
			return err
		}
		cursor = page.Next
	}
}

// page asks the provider for the plays after a cursor. ok is false without a response in the provider's
// format; the metrics of calls and the feed's age show that.
func (r *reader) page(ctx context.Context, cursor string) (page game.Page, ok bool, err error) {
	page, said, err := r.client.Plays(ctx, r.feed.Since, cursor)
	if err == nil && said.Outcome == game.Refused {
		r.Log.WarnContext(ctx, "a game's provider refuses its feed", "slot", r.slot.Code, "code", said.Code)
	}
	return page, err == nil && said.Outcome == game.Done, err
}

// take counts plays, and runs also in the same transaction; also may be nil.
func (s *Service) take(ctx context.Context, slot db.Slot, since time.Time, plays []game.Play, also func(*db.Queries) error) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if also != nil {
			if err := also(db.New(tx)); err != nil {
				return err
			}
		}
		return s.takeTx(ctx, tx, slot, since, plays, false)
	})
}
