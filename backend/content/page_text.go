package content

import (
	"context"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/microcosm-cc/bluemonday"

	"krapao/backend/content/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/plain"
)

// TextKinds are the kinds of texts that operators write. Texts of BannerKinds have a picture.
var TextKinds = []string{"condition", "agreement", "notice", "contact", kindInvite, kindRefund, "refund_info"}

const (
	kindInvite = "invite"
	kindRefund = "refund"
)

// BannerKinds are the kinds of banners. Banners are shown one after the other, above the page with the name of
// their kind.
var BannerKinds = []string{kindInvite, kindRefund}

// ownPicture matches the path of a picture that our server serves.
var ownPicture = regexp.MustCompile(`^(/[a-z0-9_-]{1,40}){1,4}\.(svg|png|jpg|webp)$`)

const maxPageText = 20_000

// PageText is the text at a position of a kind.
type PageText struct {
	Kind     string `json:"kind"`
	Position int32  `json:"position"`
	Image    string `json:"image,omitempty"` // only for banners
	Text
}

// allowedHTML is the HTML that a text may contain. All other HTML is removed when the text is saved. The app
// checks again.
var allowedHTML = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "h2", "h3", "h4", "ul", "ol", "li", "b", "strong", "i", "em", "u")
	p.AllowAttrs("href").OnElements("a")
	p.RequireParseableURLs(true)
	p.AllowURLSchemeWithCustomPolicy("https", mayLink)
	return p
}()

// Clean returns an operator's text without forbidden HTML, and without links whose words look like another
// host. It returns "" for a text that shows nothing.
func Clean(text string) string {
	text = plain.Text(removeLinks(allowedHTML.Sanitize(plain.Text(text))))
	if plain.Text(html.UnescapeString(stripTags.Sanitize(text))) == "" {
		return ""
	}
	return text
}

// stripTags removes all HTML tags from a text.
var stripTags = bluemonday.StrictPolicy()

// AllTexts returns every text, in order.
func (c *Service) AllTexts(ctx context.Context, q pg.DB) ([]PageText, error) {
	rows, err := db.New(q).ListAllTexts(ctx)
	out := make([]PageText, 0, len(rows))
	for _, r := range rows {
		out = append(out, toPageText(r))
	}
	return out, err
}

func toPageText(r db.PageText) PageText {
	return PageText{Kind: r.Kind, Position: r.Position, Image: r.Image, Text: Text{TH: r.Th, LO: r.Lo, EN: r.En}}
}

// TextAt returns the text of a kind and position, or nil.
func (c *Service) TextAt(ctx context.Context, q pg.DB, kind string, position int32) (*PageText, error) {
	row, err := db.New(q).GetText(ctx, db.GetTextParams{Kind: kind, Position: position})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	t := toPageText(row)
	return &t, err
}

// CheckText returns a cleaned text that has all three languages. Error: INVALID_USER_INFO with the field.
func CheckText(t PageText) (PageText, error) {
	if !slices.Contains(TextKinds, t.Kind) || t.Position < 0 {
		return t, badText("kind", "there is no such place")
	}
	if slices.Contains(BannerKinds, t.Kind) != (t.Image != "") || t.Image != "" && !ownPicture.MatchString(t.Image) {
		return t, badText("image", "a banner has the path of a picture of ours, no other text has")
	}
	for name, text := range map[string]*string{"th": &t.TH, "lo": &t.LO, "en": &t.EN} {
		*text = Clean(*text)
		if n := utf8.RuneCountInString(*text); n == 0 || n > maxPageText {
			return t, badText(name, fmt.Sprintf("it has 1 to %d characters", maxPageText))
		}
	}
	return t, nil
}

// PutText stores a text that CheckText has accepted.
func (c *Service) PutText(ctx context.Context, q pg.DB, t PageText) error {
	return db.New(q).UpsertText(ctx, db.UpsertTextParams{Kind: t.Kind, Position: t.Position, Th: t.TH, Lo: t.LO, En: t.EN, Image: t.Image})
}

// DeleteText removes a text. Error: NO_DATA if there is none.
func (c *Service) DeleteText(ctx context.Context, q pg.DB, kind string, position int32) error {
	n, err := db.New(q).DeleteText(ctx, db.DeleteTextParams{Kind: kind, Position: position})
	if err == nil && n == 0 {
		err = apperr.New(apperr.NoData)
	}
	return err
}

func badText(field, why string) error { return badTerms("text", field, why) }
