package staff

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff/internal/db"
)

// Document is a kind of data that admins edit as a whole, in JSON: settings, accounts of the site,
// texts, games, offers, wheels. A domain registers it. A key names one document of the kind.
type Document struct {
	Kind string // for example setting
	// ProposalKind is the kind of proposals of edits; "" if no edit needs a second admin.
	ProposalKind string
	// Keys returns the keys of all documents in force, in order.
	Keys func(ctx context.Context, q pg.DB) ([]string, error)
	// Describe returns what a key means. It may be nil.
	Describe func(key string) string
	// Body returns the document in force, or nil.
	Body func(ctx context.Context, q pg.DB, key string) (json.RawMessage, error)
	// Check validates a body against its bounds and returns the body to store. A nil body removes the
	// document. Error: INVALID_USER_INFO with the invalid field, and its reason as the cause.
	Check func(ctx context.Context, q pg.DB, key string, body json.RawMessage) (json.RawMessage, error)
	// Put stores a body that Check returned, or removes the document for nil.
	Put func(ctx context.Context, tx pgx.Tx, key string, body json.RawMessage) error
	// NeedsTwoOperators reports whether a second admin must approve. If it is nil and the kind has a
	// ProposalKind, a second admin must always approve.
	NeedsTwoOperators func(c Change) bool
	// Facts returns what both admins must know in addition to the bodies, at the time of the proposal.
	// It may be nil.
	Facts func(ctx context.Context, tx pgx.Tx, c Change) ([]Fact, error)
	// Show returns what the second admin compares. If it is nil, both bodies are shown as text.
	Show func(c Change) ProposalView
}

// Change is one edit of a document. Old and New are nil if there is no document.
type Change struct {
	Kind  string          `json:"kind"`
	Key   string          `json:"key"`
	Old   json.RawMessage `json:"old"`
	New   json.RawMessage `json:"new"`
	Facts []Fact          `json:"facts,omitempty"`
}

// Edit is an admin's request. A nil Body removes the document.
type Edit struct {
	Kind, Key string
	Body      json.RawMessage
	Why       string
}

// Edited is the result of an edit: the edition in force, or the proposal for a second admin.
type Edited struct {
	Change
	Edition  int64
	Proposal string
}

// Edition is one state of a document. Edition 0 is the state before the first edit.
type Edition struct {
	Edition    int64           `json:"edition"`
	Body       json.RawMessage `json:"body" doc:"null if there was no document."`
	Why        string          `json:"why"`
	By         string          `json:"by" doc:"The operator who edited; if a second operator approved, the second one."`
	ProposedBy string          `json:"proposedBy,omitempty" doc:"The operator who proposed the edit, if a second one approved it."`
	At         time.Time       `json:"at"`
}

// Admins are the roles that edit documents.
var Admins = []string{Admin}

// ErrNeedsTwoOperators is the error of EditTx if a second admin must approve, but the edit has no proposer.
var ErrNeedsTwoOperators = errors.New("staff: this change needs a second admin: say who proposes it")

// EditTx checks an edit and applies it, or proposes it if a second admin must approve. by is nil for
// the command line, which may make only edits that need no second admin. The log's entry has the old
// and the new body. Errors: NO_DATA for an unknown kind or document, UNAUTHORIZED (403) for other
// roles, ErrNeedsTwoOperators, those of CheckWhy and Check.
func (s *Service) EditTx(ctx context.Context, tx pgx.Tx, by *web.Operator, e Edit) (Edited, error) {
	d, err := s.document(e.Kind)
	if err == nil && by != nil && !slices.Contains(Admins, by.Role) {
		err = apperr.New(apperr.Unauthorized).WithStatus(http.StatusForbidden)
	}
	if err == nil {
		err = CheckWhy(&e.Why)
	}
	if err != nil {
		return Edited{}, err
	}
	c := Change{Kind: e.Kind, Key: e.Key}
	if c.Old, err = d.Body(ctx, tx, e.Key); err != nil {
		return Edited{}, err
	}
	if c.Old == nil && e.Body == nil {
		return Edited{}, apperr.New(apperr.NoData)
	}
	if c.New, err = d.Check(ctx, tx, e.Key, e.Body); err != nil {
		return Edited{}, err
	}
	if sameJSON(c.Old, c.New) { // a repeat
		edition, err := db.New(tx).GetLastEditionNumber(ctx, db.GetLastEditionNumberParams{Kind: e.Kind, Key: e.Key})
		return Edited{Change: c, Edition: edition}, err
	}
	if d.ProposalKind != "" && (d.NeedsTwoOperators == nil || d.NeedsTwoOperators(c)) {
		return s.proposeEditTx(ctx, tx, d, by, c, e.Why)
	}
	operator := commandLineName
	if by != nil {
		operator = by.Username
	}
	out := Edited{Change: c}
	if out.Edition, err = s.storeEditionTx(ctx, tx, d, c, db.InsertEditionParams{Why: e.Why, EditedBy: operator}); err != nil {
		return Edited{}, err
	}
	return out, s.AuditBy(ctx, tx, operator, e.Kind+".edit", e.Key, map[string]any{"old": c.Old, "new": c.New, "why": e.Why, "edition": out.Edition})
}

func (s *Service) proposeEditTx(ctx context.Context, tx pgx.Tx, d Document, by *web.Operator, c Change, why string) (Edited, error) {
	if by == nil {
		return Edited{}, ErrNeedsTwoOperators
	}
	var err error
	if d.Facts != nil {
		if c.Facts, err = d.Facts(ctx, tx, c); err != nil {
			return Edited{}, err
		}
	}
	out := Edited{Change: c}
	if out.Proposal, err = s.ProposeTx(ctx, tx, NewProposal{Kind: d.ProposalKind, Body: c, Why: why, By: by.ID}); err != nil {
		return Edited{}, err
	}
	return out, s.AuditBy(ctx, tx, by.Username, c.Kind+".propose", c.Key, map[string]any{"old": c.Old, "new": c.New, "why": why, "proposal": out.Proposal})
}

// storeEditionTx stores the new body as the next edition and returns its number. Of two concurrent
// edits the second waits for the first, and then returns errChanged.
func (s *Service) storeEditionTx(ctx context.Context, tx pgx.Tx, d Document, c Change, as db.InsertEditionParams) (int64, error) {
	q := db.New(tx)
	if err := q.InsertFirstEdition(ctx, db.InsertFirstEditionParams{Kind: c.Kind, Key: c.Key, Body: c.Old, EditedAt: s.Clock()}); err != nil {
		return 0, err
	}
	current, err := d.Body(ctx, tx, c.Key)
	if err != nil {
		return 0, err
	}
	if !sameJSON(current, c.Old) {
		return 0, errChanged()
	}
	last, err := q.GetLastEditionNumber(ctx, db.GetLastEditionNumberParams{Kind: c.Kind, Key: c.Key})
	if err != nil {
		return 0, err
	}
	as.Kind, as.Key, as.Edition, as.Body, as.EditedAt = c.Kind, c.Key, last+1, c.New, s.Clock()
	err = q.InsertEdition(ctx, as)
	if pg.ViolatedUnique(err) != "" {
		return 0, errChanged()
	}
	if err != nil {
		return 0, err
	}
	return as.Edition, d.Put(ctx, tx, c.Key, c.New)
}

// errChanged returns NO_DATA (409): the document has changed since the editors saw it.
func errChanged() error { return apperr.New(apperr.NoData).WithStatus(http.StatusConflict) }

func sameJSON(a, b json.RawMessage) bool {
	values := make([]any, 2)
	for i, body := range []json.RawMessage{a, b} {
		_ = json.Unmarshal(body, &values[i]) // no body stays nil
	}
	return (a == nil) == (b == nil) && reflect.DeepEqual(values[0], values[1])
}

// editProposalKind returns the kind of proposals by which two admins edit documents of a kind.
func (s *Service) editProposalKind(d Document) ProposalKind {
	return ProposalKind{
		Name: d.ProposalKind, Roles: Admins,
		Show: func(body json.RawMessage, _ *Member) (ProposalView, error) {
			c, err := parseChange(body)
			if err != nil {
				return ProposalView{}, err
			}
			out := ProposalView{Facts: AddFact(AddFact(nil, "old", Text, string(c.Old)), "new", Text, string(c.New))}
			if d.Show != nil {
				out = d.Show(c)
			}
			out.Reference = c.Key
			out.Facts = append(out.Facts, c.Facts...)
			return out, nil
		},
		// Both admins saw the old body. If the document has changed since, they must decide again.
		CarryOut: func(ctx context.Context, tx pgx.Tx, p ApprovedProposal) error {
			c, err := parseChange(p.Body)
			if err == nil {
				c.New, err = d.Check(ctx, tx, c.Key, c.New) // today's bounds
			}
			if err != nil {
				return err
			}
			_, err = s.storeEditionTx(ctx, tx, d, c, db.InsertEditionParams{Why: p.Why, EditedBy: p.By.Username, Proposal: &p.ID})
			return err
		},
	}
}

func parseChange(raw json.RawMessage) (c Change, err error) {
	err = json.Unmarshal(raw, &c)
	for _, body := range []*json.RawMessage{&c.Old, &c.New} {
		if string(*body) == "null" {
			*body = nil
		}
	}
	return c, err
}
