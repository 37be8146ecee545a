package chat

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// Canned is a reply that support sends often.
type Canned struct {
	ID int64 `json:"id"`
	CannedTexts
}

// CannedTexts are a canned reply's title and its text in each language of the customers.
type CannedTexts struct {
	Title string `json:"title"`
	TH    string `json:"th"`
	LO    string `json:"lo"`
	EN    string `json:"en"`
}

// check cleans the texts. It returns INVALID_USER_INFO for a text that is empty or too long.
func (c *CannedTexts) check() error {
	if !cleanTitle(&c.Title) {
		return badField("title")
	}
	for name, t := range map[string]*string{"th": &c.TH, "lo": &c.LO, "en": &c.EN} {
		if !cleanText(t) {
			return badField(name)
		}
	}
	return nil
}

// CannedReplies returns all canned replies, ordered by title.
func (s *Service) CannedReplies(ctx context.Context) ([]Canned, error) {
	rows, err := s.q().ListCannedReplies(ctx)
	out := make([]Canned, 0, len(rows))
	for _, r := range rows {
		out = append(out, Canned{r.ID, CannedTexts{r.Title, r.Th, r.Lo, r.En}})
	}
	return out, err
}

// AddCanned adds a canned reply. It needs a text in each language, because a customer gets the text in
// their language. Error: INVALID_USER_INFO with the field.
func (s *Service) AddCanned(ctx context.Context, c CannedTexts) (*web.Response[Canned], error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return web.Once(ctx, s.Keyed, "", c, func(tx pgx.Tx) (int, Canned, error) {
		id, err := db.New(tx).InsertCannedReply(ctx, db.InsertCannedReplyParams{Title: c.Title, Th: c.TH, Lo: c.LO, En: c.EN})
		if err != nil {
			return 0, Canned{}, err
		}
		return http.StatusOK, Canned{id, c}, s.Staff.Audit(ctx, tx, "canned.add", idText(id), c.texts())
	})
}

// ChangeCanned replaces a canned reply's texts. Errors: NO_DATA for an unknown reply,
// INVALID_USER_INFO with the field.
func (s *Service) ChangeCanned(ctx context.Context, c Canned) (Canned, error) {
	if err := c.check(); err != nil {
		return c, err
	}
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := db.New(tx).UpdateCannedReply(ctx, db.UpdateCannedReplyParams{ID: c.ID, Title: c.Title, Th: c.TH, Lo: c.LO, En: c.EN})
		if err != nil {
			return err
		}
		if n == 0 {
			return apperr.New(apperr.NoData)
		}
		return s.Staff.Audit(ctx, tx, "canned.change", idText(c.ID), c.texts())
	})
	return c, err
}

// texts returns the texts that customers read, for the audit log.
func (c CannedTexts) texts() map[string]any {
	return map[string]any{"title": c.Title, "th": c.TH, "lo": c.LO, "en": c.EN}
}

// DeleteCanned removes a canned reply. A reply that does not exist is no error.
func (s *Service) DeleteCanned(ctx context.Context, id int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := db.New(tx).DeleteCannedReply(ctx, id)
		if err != nil || n == 0 {
			return err
		}
		return s.Staff.Audit(ctx, tx, "canned.drop", idText(id), nil)
	})
}
