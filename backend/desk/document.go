package desk

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

// EditDocument edits a document by staff.Service.EditTx. by is nil for the command line.
func (s *Service) EditDocument(ctx context.Context, by *web.Operator, e staff.Edit) (out staff.Edited, err error) {
	defer s.Content.ClearSettingsCache()
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		out, err = s.Staff.EditTx(ctx, tx, by, e)
		return err
	})
	return out, err
}

// Document is a kind's keys, and the document in force under one key with its history.
type Document struct {
	Kind    string          `json:"kind"`
	Keys    []string        `json:"keys" nullable:"false" doc:"The keys of all documents of the kind that are in force."`
	Key     string          `json:"key,omitempty"`
	Body    json.RawMessage `json:"body,omitempty" doc:"Absent if no document is in force under the key."`
	History []staff.Edition `json:"history" nullable:"false" doc:"Newest first, at most 100."`
}

// ReadDocument returns a kind's keys and, if key is not empty, that document. Error: NO_DATA for
// an unknown kind.
func (s *Service) ReadDocument(ctx context.Context, kind, key string) (out Document, err error) {
	out = Document{Kind: kind, Key: key, History: []staff.Edition{}}
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		if out.Keys, err = s.Staff.DocumentKeys(ctx, tx, kind); err != nil || key == "" {
			return err
		}
		if out.Body, err = s.Staff.Body(ctx, tx, kind, key); err != nil {
			return err
		}
		out.History, err = s.Staff.Editions(ctx, tx, kind, key)
		return err
	})
	return out, err
}

// EditResult is the result of an edit.
type EditResult struct {
	Edition  int64  `json:"edition,omitempty" doc:"The edition that is in force now."`
	Proposal string `json:"proposal,omitempty" doc:"The PROPOSAL that a second admin decides."`
}

// documentRoutes registers the two routes for all kinds of documents.
func (s *Service) documentRoutes(e *web.Edge) {
	// Named is exported, since huma binds only exported fields.
	type Named struct {
		Kind string `path:"kind" maxLength:"20" doc:"setting, account, text, bank, source, slot, bonus, promotion or wheel."`
		Key  string `query:"key" maxLength:"120" doc:"The document's key within its kind."`
	}
	type found struct{ Body Document }
	read := staffRoute("readDocument", http.MethodGet, "/documents/{kind}", "A kind's keys and, with a key, the document and its history", apperr.NoData)
	read.Roles = staff.Admins
	web.Handle(e, read, func(ctx context.Context, in *Named) (*found, error) {
		out, err := s.ReadDocument(ctx, in.Kind, in.Key)
		return &found{out}, err
	})

	type edit struct {
		Named
		Body struct {
			Body    json.RawMessage `json:"body,omitempty" doc:"The new document. Absent to remove it."`
			Edition *int64          `json:"edition,omitempty" minimum:"0" doc:"An earlier edition to restore, instead of a body."`
			Why     string          `json:"why" maxLength:"500"`
		}
	}
	put := staffRoute("editDocument", http.MethodPut, "/documents/{kind}", "Edit a document; 201 if a second admin has to approve", apperr.NoData, apperr.NoData.At(http.StatusConflict))
	put.Roles, put.Statuses = staff.Admins, []int{http.StatusCreated}
	web.Handle(e, put, func(ctx context.Context, in *edit) (*web.Response[EditResult], error) {
		defer s.Content.ClearSettingsCache()
		fields := map[string]any{"kind": in.Kind, "key": in.Key, "edit": in.Body}
		return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, EditResult, error) {
			request := staff.Edit{Kind: in.Kind, Key: in.Key, Body: in.Body.Body, Why: in.Body.Why}
			var err error
			if in.Body.Edition != nil {
				request.Body, err = s.Staff.EditionBody(ctx, tx, in.Kind, in.Key, *in.Body.Edition)
			}
			if err != nil {
				return 0, EditResult{}, err
			}
			done, err := s.Staff.EditTx(ctx, tx, web.From(ctx).Caller.Operator, request)
			status := http.StatusOK
			if done.Proposal != "" {
				status = http.StatusCreated
			}
			return status, EditResult{Edition: done.Edition, Proposal: done.Proposal}, err
		})
	})
}
