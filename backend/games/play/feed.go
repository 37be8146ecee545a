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

// errOvertaken means that another reader has moved the feed's cursor.
var errOvertaken = errors.New("play: another reads this feed")

// read reads every slot's feed to its current end. The feeds are read in parallel: a provider that does not
// respond delays no other.
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
	if errors.Is(err, games.ErrNoProvider) { // a closed game; Client has logged it
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := s.since(ctx, slot.Code); err != nil {
		return err
	}
	now := s.Clock()
	until := now.Add(alone).Truncate(time.Microsecond) // as precise as the database stores times
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

// on reads from the cursor on. whole is true if the feed was read to its current end.
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

// tell logs that a feed stops at a bad play, or that it continues.
func (r *reader) tell(ctx context.Context, page game.Page) {
	switch stopped := r.feed.BadAt != nil; {
	case page.Bad != "" && !stopped:
		r.Log.ErrorContext(ctx, "a game's feed stands at a play that cannot be read", "slot", r.slot.Code, "where", page.Bad, "raw", page.Raw)
	case page.Bad == "" && stopped:
		r.Log.InfoContext(ctx, "a game's feed goes on", "slot", r.slot.Code)
		r.feed.BadAt = nil
	}
}

// again reads the last minutes of the feed once more, to find plays that the provider added late. It ignores
// a bad play: there the cursor stops anyway.
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

// page requests the plays after a cursor from the provider. ok is false if there was no response in the
// provider's format; the metrics of calls and of the feed's age show this case.
func (r *reader) page(ctx context.Context, cursor string) (page game.Page, ok bool, err error) {
	page, said, err := r.client.Plays(ctx, r.feed.Since, cursor)
	if err == nil && said.Outcome == game.Refused {
		r.Log.WarnContext(ctx, "a game's provider refuses its feed", "slot", r.slot.Code, "code", said.Code)
	}
	return page, err == nil && said.Outcome == game.Done, err
}

// take counts plays, and runs also in the same transaction unless it is nil.
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
