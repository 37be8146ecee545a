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

// errCursorMoved means that another reader has moved the feed's cursor.
var errCursorMoved = errors.New("play: another server reads this feed")

// readFeeds reads every slot's feed to its current end. The feeds are read in parallel: a provider that does
// not respond delays no other.
func (s *Service) readFeeds(ctx context.Context) error {
	slots, err := s.q().ListFeedSlots(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, maxReading)
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
	if _, err := s.feedStart(ctx, slot.Code); err != nil {
		return err
	}
	now := s.Clock()
	until := now.Add(readerLease).Truncate(time.Microsecond) // as precise as the database stores times
	feed, err := s.q().AcquireFeed(ctx, db.AcquireFeedParams{SlotCode: slot.Code, Now: now, Until: until})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() {
		_ = s.q().ReleaseFeed(context.WithoutCancel(ctx), db.ReleaseFeedParams{SlotCode: slot.Code, Until: until})
	}()
	r := reader{s, slot, client, feed}
	complete, err := r.readToEnd(ctx)
	if err == nil && complete && now.Sub(feed.MarkedAt) >= rereadInterval {
		err = r.rereadLastMinutes(ctx)
	}
	if errors.Is(err, errCursorMoved) || ctx.Err() != nil { // the next run continues
		return nil
	}
	return err
}

// feedStart returns the time from which on a slot's feed is read.
func (s *Service) feedStart(ctx context.Context, slot string) (time.Time, error) {
	since, err := s.q().GetFeedStart(ctx, slot)
	if !errors.Is(err, pgx.ErrNoRows) {
		return since, err
	}
	if err := s.q().InsertFeed(ctx, db.InsertFeedParams{SlotCode: slot, Now: s.Clock(), Before: feedLead.Seconds()}); err != nil {
		return since, err
	}
	return s.q().GetFeedStart(ctx, slot)
}

// reader reads one slot's feed.
type reader struct {
	*Service
	slot   db.Slot
	client game.Client
	feed   db.GameFeed
}

// readToEnd reads from the cursor on. complete is true if the feed was read to its current end.
func (r *reader) readToEnd(ctx context.Context) (complete bool, err error) {
	for cursor := r.feed.Cursor; ; {
		requestedAt := r.Clock()
		page, ok, err := r.fetchPage(ctx, cursor)
		if err != nil || !ok {
			return false, err
		}
		move := db.MoveFeedCursorParams{SlotCode: r.slot.Code, Cursor: cursor, Next: page.Next, Now: requestedAt}
		complete = page.Bad == "" && (!page.More || page.Next == cursor)
		if complete {
			move.ReadAt = &requestedAt
		}
		if page.Bad != "" {
			move.Bad, move.Raw = &page.Bad, &page.Raw
		}
		err = r.storePlays(ctx, r.slot, r.feed.Since, page.Plays, func(q *db.Queries) error {
			moved, err := q.MoveFeedCursor(ctx, move)
			if err == nil && moved == 0 {
				err = errCursorMoved
			}
			return err
		})
		if err != nil {
			return false, err
		}
		r.logFeedState(ctx, page)
		if complete || page.Bad != "" {
			return complete, nil
		}
		cursor = page.Next
	}
}

// logFeedState logs that a feed stops at a bad play, or that it continues.
func (r *reader) logFeedState(ctx context.Context, page game.Page) {
	switch stopped := r.feed.BadAt != nil; {
	case page.Bad != "" && !stopped:
		r.Log.ErrorContext(ctx, "a game's feed has stopped at a play that cannot be read", "slot", r.slot.Code, "where", page.Bad, "raw", page.Raw)
	case page.Bad == "" && stopped:
		r.Log.InfoContext(ctx, "a game's feed continues", "slot", r.slot.Code)
		r.feed.BadAt = nil
	}
}

// rereadLastMinutes reads the last minutes of the feed once more, to find plays that the provider added late.
// It ignores a bad play: the cursor stops there anyway.
func (r *reader) rereadLastMinutes(ctx context.Context) error {
	for cursor := r.feed.Earlier; ; {
		page, ok, err := r.fetchPage(ctx, cursor)
		if err != nil || !ok {
			return err
		}
		last := page.Bad != "" || !page.More || page.Next == cursor
		err = r.storePlays(ctx, r.slot, r.feed.Since, page.Plays, func(q *db.Queries) error {
			if last {
				return q.StartSecondReading(ctx, db.StartSecondReadingParams{SlotCode: r.slot.Code, Now: r.Clock()})
			}
			return q.MoveSecondCursor(ctx, db.MoveSecondCursorParams{SlotCode: r.slot.Code, Cursor: cursor, Next: page.Next})
		})
		if err != nil || last {
			return err
		}
		cursor = page.Next
	}
}

// fetchPage requests the plays after a cursor from the provider. ok is false if there was no response in the
// provider's format; the metrics of calls and of the feed's age show this case.
func (r *reader) fetchPage(ctx context.Context, cursor string) (page game.Page, ok bool, err error) {
	page, response, err := r.client.Plays(ctx, r.feed.Since, cursor)
	if err == nil && response.Outcome == game.Refused {
		r.Log.WarnContext(ctx, "a game's provider refuses its feed", "slot", r.slot.Code, "code", response.Code)
	}
	return page, err == nil && response.Outcome == game.Done, err
}

// storePlays counts plays. It runs storeMore first, in the same transaction, unless storeMore is nil.
func (s *Service) storePlays(ctx context.Context, slot db.Slot, since time.Time, plays []game.Play, storeMore func(*db.Queries) error) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if storeMore != nil {
			if err := storeMore(db.New(tx)); err != nil {
				return err
			}
		}
		return s.countPlaysTx(ctx, tx, slot, since, plays, false)
	})
}
