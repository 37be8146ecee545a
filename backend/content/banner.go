package content

import (
	"context"

	"krapao/backend/content/internal/db"
	"krapao/backend/platform/pg"
)

// Banner is a picture of the site with a text.
type Banner struct {
	Image string `json:"image" doc:"The picture's path on this server."`
	HTML  string `json:"html"`
}

// Banners returns the banners of a kind in a language, ordered by position.
func (c *Service) Banners(ctx context.Context, q pg.DB, kind, locale string) ([]Banner, error) {
	rows, err := db.New(q).ListTexts(ctx, kind)
	out := make([]Banner, 0, len(rows))
	for _, r := range rows {
		out = append(out, Banner{Image: r.Image, HTML: toPageText(r).In(locale)})
	}
	return out, err
}

// RefundInfo returns the operators' text about refunds in a language, or "".
func (c *Service) RefundInfo(ctx context.Context, q pg.DB, locale string) (string, error) {
	rows, err := db.New(q).ListTexts(ctx, "refund_info")
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return toPageText(rows[0]).In(locale), nil
}
