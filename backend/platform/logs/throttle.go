// Package logs keeps the server's log readable while the database refuses all statements.
package logs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"krapao/backend/platform/pg"
)

// interval is how often a message is written at most, for each reason.
const interval = time.Minute

// Throttle returns a handler for next. An outage of the database causes many equal warnings and errors. The
// handler writes one record per minute for each message and reason. It adds the reason ("database") and how
// many such records were omitted since the last one ("omitted"). A record whose refusal concerns one
// statement only (pg.Busy) is always written.
func Throttle(next slog.Handler) slog.Handler {
	return throttle{next, &history{last: map[key]lastWritten{}}}
}

type throttle struct {
	next    slog.Handler
	history *history
}

func (t throttle) Enabled(ctx context.Context, level slog.Level) bool {
	return t.next.Enabled(ctx, level)
}

func (t throttle) Handle(ctx context.Context, record slog.Record) error {
	refusal := refusalIn(record)
	if refusal == "" {
		return t.next.Handle(ctx, record)
	}
	omitted, due := t.history.add(key{record.Message, refusal}, record.Time)
	if !due {
		return nil
	}
	record = record.Clone()
	record.AddAttrs(slog.String("database", string(refusal)), slog.Int("omitted", omitted))
	return t.next.Handle(ctx, record)
}

func (t throttle) WithAttrs(attrs []slog.Attr) slog.Handler {
	return throttle{t.next.WithAttrs(attrs), t.history}
}

func (t throttle) WithGroup(name string) slog.Handler {
	return throttle{t.next.WithGroup(name), t.history}
}

// refusalIn returns the database's refusal that a record's attributes contain, or "".
func refusalIn(record slog.Record) (refusal pg.Refusal) {
	if record.Level < slog.LevelWarn {
		return ""
	}
	record.Attrs(func(attr slog.Attr) bool {
		refusal = refusalOf(attr)
		return refusal == ""
	})
	return refusal
}

func refusalOf(attr slog.Attr) (refusal pg.Refusal) {
	if err, ok := attr.Value.Any().(error); ok {
		refusal = pg.RefusalOf(err)
	} else if attr.Key == "err" || attr.Key == "error" { // as River logs errors
		refusal = pg.RefusalInText(attr.Value.String())
	}
	if refusal == pg.Busy {
		return ""
	}
	return refusal
}

type key struct {
	message string
	refusal pg.Refusal
}

// lastWritten stores when a message was last written, and how many records were omitted since.
type lastWritten struct {
	at      time.Time
	omitted int
}

type history struct {
	mu   sync.Mutex
	last map[key]lastWritten
}

// add counts a record. due reports whether the record is to be written, and omitted how many records were
// omitted before it.
func (h *history) add(k key, at time.Time) (omitted int, due bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	last, known := h.last[k]
	if known && at.Sub(last.at) < interval {
		last.omitted++
		h.last[k] = last
		return 0, false
	}
	h.last[k] = lastWritten{at: at}
	return last.omitted, true
}
