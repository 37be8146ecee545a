package desk

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

// Acted is what became of an act.
type Acted struct {
	Kind     string        `json:"kind"`
	ID       string        `json:"id"`
	Act      string        `json:"act"`
	Amount   *money.Satang `json:"amount,omitempty"`
	Currency string        `json:"currency,omitempty"`
	Held     bool          `json:"held,omitempty" doc:"The member may not have the money: it waits to be given back."`
	Proposal string        `json:"proposal,omitempty" doc:"The PROPOSAL that a second person decides, of an act that takes two."`
}

// Act does one act with one item, once for its key, and writes it down.
func (s *Service) Act(ctx context.Context, kind, id, name string, fields staff.Fields) (*web.Answer[Acted], error) {
	by := *web.From(ctx).Caller.Operator
	k, err := s.kindFor(kind, by)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(k.Acts, func(a staff.Act) bool { return a.Name == name })
	if i < 0 {
		return nil, apperr.New(apperr.NoData)
	}
	act := k.Acts[i]
	if err := fields.Check(act.Fields); err != nil {
		return nil, err
	}
	named := fields.Named(act.Fields)
	same := map[string]any{"kind": kind, "id": id, "act": name, "fields": named}
	return web.Once(ctx, s.Keyed, "", same, func(tx pgx.Tx) (int, Acted, error) {
		done, err := act.Do(ctx, tx, staff.Doing{ID: id, By: by, Fields: fields})
		if err != nil {
			return 0, Acted{}, err
		}
		out := Acted{Kind: kind, ID: id, Act: name, Amount: done.Amount, Currency: done.Currency, Held: done.Held, Proposal: done.Proposal}
		maps.Copy(named, done.Details)
		status := http.StatusOK
		if done.Proposal != "" {
			status, named["proposal"] = http.StatusCreated, done.Proposal
		}
		return status, out, s.Staff.Audit(ctx, tx, strings.ToLower(kind)+"."+name, id, named)
	})
}
