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

// console is the name that the log has for acts of a subcommand.
const console = "console"

// Audit writes an act into the log, in the transaction that does it. It is the act
// of the call's operator, or the console's outside a call.
func (s *Service) Audit(ctx context.Context, tx pgx.Tx, action, subject string, details map[string]any) error {
	who := console
	if by := web.From(ctx).Caller.Operator; by != nil {
		who = by.Username
	}
	return s.AuditBy(ctx, tx, who, action, subject, details)
}

// AuditBefore writes an action into the log before the action runs in transactions of its
// own, so that one that stops half-way has its entry, too.
func (s *Service) AuditBefore(ctx context.Context, action, subject string, details map[string]any) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error { return s.Audit(ctx, tx, action, subject, details) })
}

// AuditBy writes an act into the log under a name, in the transaction that does it.
func (s *Service) AuditBy(ctx context.Context, tx pgx.Tx, who, action, subject string, details map[string]any) error {
	if details == nil {
		details = map[string]any{}
	}
	text, err := json.Marshal(details)
	if err != nil {
		return err
	}
	return db.New(tx).AuditInsert(ctx, db.AuditInsertParams{
		At: s.Clock(), Operator: who, Action: action, Subject: subject, Details: text, RequestID: web.From(ctx).ID,
	})
}

// Entry is one act in the log.
type Entry struct {
	At        time.Time      `json:"at"`
	Operator  string         `json:"operator"`
	Action    string         `json:"action"`
	Subject   string         `json:"subject"`
	Details   map[string]any `json:"details"`
	RequestID string         `json:"requestId"`
}

// Log returns one page of the log, newest first, and how many acts there are.
func (s *Service) Log(ctx context.Context, page, limit int) (entries []Entry, total int64, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		rows, err := q.AuditPage(ctx, db.AuditPageParams{PageSize: int32(limit), Skip: int32((page - 1) * limit)})
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
		total, err = q.AuditCount(ctx)
		return err
	})
	return entries, total, err
}
