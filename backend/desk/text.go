package desk

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/platform/pg"
)

// SetText stores a text from the console and writes old and new into the log.
func (s *Service) SetText(ctx context.Context, t content.PageText) (saved content.PageText, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		old, err := s.Content.TextAt(ctx, tx, t.Kind, t.Position)
		if err != nil {
			return err
		}
		if saved, err = s.Content.PutText(ctx, tx, t); err != nil {
			return err
		}
		return s.Staff.Audit(ctx, tx, "text.set", placeOf(t.Kind, t.Position), map[string]any{"old": old, "new": saved})
	})
	return saved, err
}

// DropText removes a text. NO_DATA if there is none.
func (s *Service) DropText(ctx context.Context, kind string, position int32) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		old, err := s.Content.TextAt(ctx, tx, kind, position)
		if err != nil {
			return err
		}
		if err := s.Content.DropText(ctx, tx, kind, position); err != nil {
			return err
		}
		return s.Staff.Audit(ctx, tx, "text.drop", placeOf(kind, position), map[string]any{"old": old})
	})
}

func placeOf(kind string, position int32) string { return fmt.Sprintf("%s %d", kind, position) }
