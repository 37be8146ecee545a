package staff

import (
	"context"
	"encoding/json"
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
	At        time.Time      `json:"at"`
	Operator  string         `json:"operator"`
	Action    string         `json:"action"`
	Subject   string         `json:"subject"`
	Details   map[string]any `json:"details"`
	RequestID string         `json:"requestId"`
}

// Log returns one page of the log, newest first, and the total number of actions.
func (s *Service) Log(ctx context.Context, page, limit int) (entries []Entry, total int64, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		rows, err := q.ListAuditEntries(ctx, db.ListAuditEntriesParams{PageSize: int32(limit), Skip: int32((page - 1) * limit)})
		if err != nil {
			return err
		}
		entries = make([]Entry, 0, len(rows))
		for _, r := range rows {
			e := Entry{At: r.At.UTC(), Operator: r.Operator, Action: r.Action, Subject: r.Subject, RequestID: r.RequestID}
			if err := json.Unmarshal(r.Details, &e.Details); err != nil {
				return err
			}
			entries = append(entries, e)
		}
		total, err = q.CountAuditEntries(ctx)
		return err
	})
	return entries, total, err
}
