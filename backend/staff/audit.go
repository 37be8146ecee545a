package staff

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff/internal/db"
)

// commandLineName is logged as the operator for actions of the command line.
const commandLineName = "console"

// Audit adds an action to the log, in the action's transaction. The entry names the operator of the
// current call, or the command line outside a call.
func (s *Service) Audit(ctx context.Context, tx pgx.Tx, action, subject string, details map[string]any) error {
	operator := commandLineName
	if by := web.From(ctx).Caller.Operator; by != nil {
		operator = by.Username
	}
	return s.AuditBy(ctx, tx, operator, action, subject, details)
}

// AuditBefore adds an action to the log before the action runs in its own transactions. So an action
// that stops half-way is logged, too.
func (s *Service) AuditBefore(ctx context.Context, action, subject string, details map[string]any) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error { return s.Audit(ctx, tx, action, subject, details) })
}

// AuditBy is Audit with the name of the operator.
func (s *Service) AuditBy(ctx context.Context, tx pgx.Tx, operator, action, subject string, details map[string]any) error {
	if details == nil {
		details = map[string]any{}
	}
	text, err := json.Marshal(details)
	if err != nil {
		return err
	}
	return db.New(tx).InsertAuditEntry(ctx, db.InsertAuditEntryParams{
		At: s.Clock(), Operator: operator, Action: action, Subject: subject, Details: text, RequestID: web.From(ctx).ID,
	})
}

// Entry is one action in the log.
type Entry struct {
	ID        int64          `json:"id"`
	At        time.Time      `json:"at"`
	Operator  string         `json:"operator"`
	Action    string         `json:"action"`
	Subject   string         `json:"subject"`
	Details   map[string]any `json:"details"`
	RequestID string         `json:"requestId"`
}

// Log returns up to limit entries that are older than the entry with the id before, newest first, and whether
// there are older ones. With before 0 it returns the newest entries.
func (s *Service) Log(ctx context.Context, before int64, limit int) (entries []Entry, hasOlder bool, err error) {
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := s.q().ListAuditEntries(ctx, db.ListAuditEntriesParams{Before: before, PageSize: int32(limit + 1)})
	if err != nil {
		return nil, false, err
	}
	hasOlder = len(rows) > limit
	rows = rows[:min(limit, len(rows))]
	entries = make([]Entry, 0, len(rows))
	for _, r := range rows {
		e := Entry{ID: r.ID, At: r.At.UTC(), Operator: r.Operator, Action: r.Action, Subject: r.Subject, RequestID: r.RequestID}
		if err := json.Unmarshal(r.Details, &e.Details); err != nil {
			return nil, false, err
		}
		entries = append(entries, e)
	}
	return entries, hasOlder, nil
}
