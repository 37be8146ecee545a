package games

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/plain"
	"krapao/backend/provider/game"
	"krapao/backend/staff"
)

// SlotTerms are the settings of a game that operators edit.
type SlotTerms struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Category string `json:"category"` // slot, sport or lotto
	Position int32  `json:"position"`
	Listed   bool   `json:"listed"`
	Format   string `json:"format"` // a format of package provider/game
	Way      string `json:"way"`    // how the game is opened: link, form or web
	Currency string `json:"currency"`
	// UnitsOf units of the provider are worth UnitsFor units of ours: for example 1 and 1, or 1 and 1000.
	UnitsOf  int32 `json:"unitsOf"`
	UnitsFor int32 `json:"unitsFor"`
	// Step is the least amount that moves, in hundredths of the provider's unit.
	Step int64 `json:"step"`
	// Share is the share of the turnover that counts, in percent.
	Share int32 `json:"share"`
	// Edge is the game's edge in percent of the stake, with at most two decimals; null if unknown.
	Edge *float64 `json:"edge"`
	// LagMinutes is how late the provider may report plays. An unexplained sum that is not older does not pause
	// money out of the slot.
	LagMinutes int32    `json:"lagMinutes"`
	Logo       string   `json:"logo"`
	Background string   `json:"background"`
	Web        *string  `json:"web,omitempty"`
	Android    *string  `json:"android,omitempty"`
	IOS        *string  `json:"ios,omitempty"`
	Origins    []string `json:"origins,omitempty"` // where the game's form may be posted, in addition to the provider's origin
	// PausedIn and PausedOut stop new transfers into or out of the game. Transfers in progress continue.
	PausedIn  bool `json:"pausedIn"`
	PausedOut bool `json:"pausedOut"`
}

var (
	codeOfSlot = regexp.MustCompile(`^[a-z][a-z0-9]{1,19}$`)
	pictures   = regexp.MustCompile(`^((/[A-Za-z0-9_.-]{1,60}){1,5})?$`)
)

// Documents returns the kind of the documents that define the slots. One admin may change pauses, edge, lag and
// appearance. Changes that decide how money moves or counts need a second admin.
func (s *Service) Documents() []staff.Document {
	return []staff.Document{{
		Kind: "slot", ProposalKind: "SLOT",
		Keys:  func(ctx context.Context, q pg.DB) ([]string, error) { return db.New(q).ListSlotCodes(ctx) },
		Body:  slotBody,
		Check: checkSlot,
		Put:   putSlot,
		NeedsTwoOperators: func(c staff.Change) bool {
			var before, after SlotTerms
			_, _ = json.Unmarshal(c.Old, &before), json.Unmarshal(c.New, &after)
			same := after
			same.Name, same.Category, same.Position, same.Logo, same.Background = before.Name, before.Category, before.Position, before.Logo, before.Background
			same.PausedIn, same.PausedOut, same.Edge, same.LagMinutes = before.PausedIn, before.PausedOut, before.Edge, before.LagMinutes
			if !after.Listed {
				same.Listed = before.Listed // closing moves no money
			}
			return c.Old == nil || string(staff.EncodeBody(same)) != string(staff.EncodeBody(before))
		},
	}}
}

func slotBody(ctx context.Context, q pg.DB, code string) (json.RawMessage, error) {
	r, err := db.New(q).GetSlotEvenIfUnlisted(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t := SlotTerms{
		Code: r.Code, Name: r.Name, Category: r.Category, Position: r.Position, Listed: r.Listed, Format: r.Format, Way: r.Way, Currency: r.Currency,
		UnitsOf: r.UnitsOf, UnitsFor: r.UnitsFor, Step: r.Step, Share: r.Share, LagMinutes: r.Lag / 60, Logo: r.Logo, Background: r.Background,
		Web: r.Web, Android: r.Android, IOS: r.Ios, PausedIn: r.PausedIn, PausedOut: r.PausedOut,
	}
	if len(r.Origins) > 0 {
		t.Origins = r.Origins
	}
	if r.Edge != nil {
		edge := float64(*r.Edge) / 100
		t.Edge = &edge
	}
	return staff.EncodeBody(t), nil
}

func checkSlot(ctx context.Context, q pg.DB, code string, body json.RawMessage) (json.RawMessage, error) {
	if body == nil {
		return nil, badSlot("listed", "a game is not removed: close it with listed false")
	}
	t := SlotTerms{Code: code, Listed: true, Currency: "BAHT", UnitsOf: 1, UnitsFor: 1, Step: 1, Share: 100, LagMinutes: 10}
	if err := staff.ReadBody("slot", body, &t); err != nil {
		return nil, err
	}
	if t.Code != code {
		return nil, badSlot("code", "it is the key")
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	old, err := db.New(q).GetSlotEvenIfUnlisted(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) {
		return staff.EncodeBody(t), nil
	}
	if err == nil && old.Currency != t.Currency {
		err = badSlot("currency", "another currency is another game")
	}
	if err != nil {
		return nil, err
	}
	used, err := db.New(q).IsSlotUsed(ctx, code)
	if err == nil && used && (old.Format != t.Format || old.UnitsOf != t.UnitsOf || old.UnitsFor != t.UnitsFor) {
		err = badSlot("unitsFor", "members have accounts: format and units stay")
	}
	return staff.EncodeBody(t), err
}

// check returns an error if a setting is outside its bounds, and cleans the name.
func (t *SlotTerms) check() error {
	t.Name = plain.Line(t.Name)
	switch n := utf8.RuneCountInString(t.Name); {
	case !codeOfSlot.MatchString(t.Code):
		return badSlot("code", "2 to 20 small letters and digits")
	case n == 0 || n > 60:
		return badSlot("name", "1 to 60 characters")
	case !slices.Contains([]string{"slot", "sport", "lotto"}, t.Category):
		return badSlot("category", "slot, sport or lotto")
	case !slices.Contains(game.Formats(), t.Format):
		return badSlot("format", "one of "+strings.Join(game.Formats(), ", "))
	case !slices.Contains([]string{"link", "form", "web"}, t.Way):
		return badSlot("way", "link, form or web")
	case t.Currency != "BAHT" && t.Currency != "LAK":
		return badSlot("currency", "BAHT or LAK")
	case t.UnitsOf < 1:
		return badSlot("unitsOf", "1 or more")
	case t.UnitsFor < 1:
		return badSlot("unitsFor", "1 or more")
	case t.Step < 1 || t.Step > 1_000_000:
		return badSlot("step", "1 to 1,000,000 hundredths")
	case t.Share < 0 || t.Share > 100:
		return badSlot("share", "0 to 100 percent")
	case t.Edge != nil && (*t.Edge < 0 || *t.Edge > 100 || math.Abs(*t.Edge*100-math.Round(*t.Edge*100)) > 1e-6):
		return badSlot("edge", "0 to 100 percent with at most two decimals, or null for unknown")
	case t.LagMinutes < 1 || t.LagMinutes > 24*60:
		return badSlot("lagMinutes", "a minute to a day")
	case !pictures.MatchString(t.Logo):
		return badSlot("logo", "the path of a picture of ours")
	case !pictures.MatchString(t.Background):
		return badSlot("background", "the path of a picture of ours")
	case len(t.Origins) > 10:
		return badSlot("origins", "ten at most")
	}
	for field, link := range map[string]*string{"web": t.Web, "android": t.Android, "ios": t.IOS} {
		if link != nil && !isAddress(*link) {
			return badSlot(field, "an https address")
		}
	}
	for _, origin := range t.Origins {
		if !isAddress(origin) || strings.ContainsAny(strings.TrimPrefix(origin, "https://"), "/?# ;,'\"") {
			return badSlot("origins", "https:// and a host")
		}
	}
	return nil
}

func isAddress(link string) bool {
	return len(link) <= 300 && plain.Line(link) == link && strings.HasPrefix(link, "https://") && len(link) > len("https://")
}

func putSlot(ctx context.Context, tx pgx.Tx, _ string, body json.RawMessage) error {
	var t SlotTerms
	if err := json.Unmarshal(body, &t); err != nil {
		return err
	}
	var edge *int32
	if t.Edge != nil {
		hundredths := int32(math.Round(*t.Edge * 100))
		edge = &hundredths
	}
	return db.New(tx).UpsertSlot(ctx, db.UpsertSlotParams{
		Code: t.Code, Name: t.Name, Category: t.Category, Position: t.Position, Listed: t.Listed, Format: t.Format, Way: t.Way, Currency: t.Currency,
		UnitsOf: t.UnitsOf, UnitsFor: t.UnitsFor, Step: t.Step, Share: t.Share, Edge: edge, Lag: t.LagMinutes * 60, Logo: t.Logo, Background: t.Background,
		Web: t.Web, Android: t.Android, Ios: t.IOS, Origins: append([]string{}, t.Origins...), PausedIn: t.PausedIn, PausedOut: t.PausedOut,
	})
}

func badSlot(field, why string) error { return staff.BadField("slot", field, why) }
