package logs_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"krapao/backend/platform/logs"
)

var (
	errReadOnly = fmt.Errorf("a query: %w", &pgconn.PgError{Severity: "ERROR", Code: "25006", Message: "read-only"})
	full        = &pgconn.PgError{Severity: "ERROR", Code: "53100", Message: "could not extend file"}
	locked      = &pgconn.PgError{Severity: "ERROR", Code: "55P03", Message: "lock not available"}
	start       = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
)

// journal logs to a throttled handler at times that a test chooses.
type journal struct {
	t       *testing.T
	out     bytes.Buffer
	handler slog.Handler
}

func newJournal(t *testing.T) *journal {
	j := &journal{t: t}
	j.handler = logs.Throttle(slog.NewTextHandler(&j.out, &slog.HandlerOptions{Level: slog.LevelInfo}))
	return j
}

func (j *journal) log(after time.Duration, message string, attrs ...slog.Attr) {
	j.t.Helper()
	record := slog.NewRecord(start.Add(after), slog.LevelError, message, 0)
	record.AddAttrs(attrs...)
	if err := j.handler.Handle(j.t.Context(), record); err != nil {
		j.t.Fatal(err)
	}
}

func (j *journal) lines() []string {
	return strings.Split(strings.TrimSuffix(j.out.String(), "\n"), "\n")
}

func TestThrottle_OneReasonInAMinute_WritesOnceAndThenHowManyWereOmitted(t *testing.T) {
	j := newJournal(t)
	for i := range 100 {
		j.log(time.Duration(i)*500*time.Millisecond, "call failed", slog.Any("cause", errReadOnly))
	}
	j.log(time.Minute, "call failed", slog.Any("cause", errReadOnly))

	lines := j.lines()
	if len(lines) != 2 || !strings.Contains(lines[0], "database=read_only omitted=0") || !strings.Contains(lines[1], "database=read_only omitted=99") {
		t.Errorf("%q", lines)
	}
}

func TestThrottle_OtherReasonOrMessage_IsWritten(t *testing.T) {
	j := newJournal(t)
	j.log(0, "call failed", slog.Any("cause", errReadOnly))

	j.log(1, "call failed", slog.Any("cause", full))
	j.log(2, "metrics", slog.Any("cause", errors.Join(errors.New("something"), errReadOnly)))

	if lines := j.lines(); len(lines) != 3 {
		t.Errorf("%q", lines)
	}
}

func TestThrottle_TextOfAnErrorAsRiverLogsIt_IsThrottled(t *testing.T) {
	j := newJournal(t)
	for _, queue := range []string{"default", "payout", "slip"} {
		j.log(0, "producer: Error fetching jobs", slog.String("err", errReadOnly.Error()), slog.String("queue", queue))
	}

	if lines := j.lines(); len(lines) != 1 {
		t.Errorf("%q", lines)
	}
}

func TestThrottle_ErrorOfOneCall_IsAlwaysWritten(t *testing.T) {
	j := newJournal(t)
	for _, err := range []error{locked, errors.New("a fault of ours")} {
		j.log(0, "call failed", slog.Any("cause", err))
		j.log(0, "call failed", slog.Any("cause", err))
	}

	if lines := j.lines(); len(lines) != 4 {
		t.Errorf("%q", lines)
	}
}

func TestThrottle_LoggersDerivedFromOne_ShareTheMinute(t *testing.T) {
	j := newJournal(t)
	log := slog.New(j.handler)

	log.Error("call failed", "cause", errReadOnly)
	log.With("part", "chat").WithGroup("call").Error("call failed", "cause", errReadOnly)

	if lines := j.lines(); len(lines) != 1 {
		t.Errorf("%q", lines)
	}
}
