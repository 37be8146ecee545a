package chat

import (
	"context"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// Canned is an answer that support gives often, in the customers' languages.
type Canned struct {
	ID    int64  `json:"id,omitempty"`
	Title string `json:"title"`
	TH    string `json:"th"`
	LO    string `json:"lo"`
	EN    string `json:"en"`
}

func (c Canned) check() error {
	if !sized(c.Title, maxTitle) {
		return bad("title")
	}
	for name, t := range map[string]string{"th": c.TH, "lo": c.LO, "en": c.EN} {
		if !sized(t, maxText) {
			return bad(name)
		}
	}
	return nil
}

// CannedReplies answers them all, by title.
func (s *Service) CannedReplies(ctx context.Context) ([]Canned, error) {
	rows, err := s.q().CannedReplies(ctx)
	out := make([]Canned, 0, len(rows))
	for _, r := range rows {
		out = append(out, Canned{r.ID, r.Title, r.Th, r.Lo, r.En})
	}
	return out, err
}

// AddCanned adds an answer. Each language is needed: a customer gets it in
// theirs.
func (s *Service) AddCanned(ctx context.Context, c Canned) (*web.Answer[Canned], error) {
	c.Title = strings.TrimSpace(c.Title)
	if err := c.check(); err != nil {
		return nil, err
	}
	return web.Once(ctx, s.Keyed, "", c, func(tx pgx.Tx) (int, Canned, error) {
		var err error
		c.ID, err = db.New(tx).CannedInsert(ctx, db.CannedInsertParams{Title: c.Title, Th: c.TH, Lo: c.LO, En: c.EN})
		return http.StatusOK, c, err
	})
}

// ChangeCanned writes an answer anew, or says NO_DATA.
func (s *Service) ChangeCanned(ctx context.Context, c Canned) (Canned, error) {
	c.Title = strings.TrimSpace(c.Title)
	if err := c.check(); err != nil {
		return c, err
	}
	n, err := s.q().CannedUpdate(ctx, db.CannedUpdateParams{ID: c.ID, Title: c.Title, Th: c.TH, Lo: c.LO, En: c.EN})
	if err == nil && n == 0 {
		err = apperr.New(apperr.NoData)
	}
	return c, err
}

// DropCanned removes an answer; one that is gone already is as good.
func (s *Service) DropCanned(ctx context.Context, id int64) error {
	_, err := s.q().CannedDelete(ctx, id)
	return err
}
