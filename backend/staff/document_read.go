package staff

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/staff/internal/db"
)

// RegisterDocuments registers kinds of documents, and the kinds of proposals that edit them.
func (s *Service) RegisterDocuments(kinds ...Document) {
	s.documents = append(s.documents, kinds...)
	for _, d := range kinds {
		if d.ProposalKind != "" {
			s.ProposalKinds = append(s.ProposalKinds, s.editProposalKind(d))
		}
	}
}

// DocumentKinds returns the kinds of documents, in order.
func (s *Service) DocumentKinds() (kinds []string) {
	for _, d := range s.documents {
		kinds = append(kinds, d.Kind)
	}
	return kinds
}

func (s *Service) document(kind string) (Document, error) {
	i := slices.IndexFunc(s.documents, func(d Document) bool { return d.Kind == kind })
	if i < 0 {
		return Document{}, apperr.New(apperr.NoData)
	}
	return s.documents[i], nil
}

// Describe returns what a document's key means, or "" if its kind does not describe keys.
func (s *Service) Describe(kind, key string) string {
	if d, err := s.document(kind); err == nil && d.Describe != nil {
		return d.Describe(key)
	}
	return ""
}

// DocumentKeys returns the keys of a kind's documents in force. Error: NO_DATA for an unknown kind.
func (s *Service) DocumentKeys(ctx context.Context, q pg.DB, kind string) ([]string, error) {
	d, err := s.document(kind)
	if err != nil {
		return nil, err
	}
	return d.Keys(ctx, q)
}

// Body returns the document in force, or nil if there is none. Error: NO_DATA for an unknown kind.
func (s *Service) Body(ctx context.Context, q pg.DB, kind, key string) (json.RawMessage, error) {
	d, err := s.document(kind)
	if err != nil {
		return nil, err
	}
	return d.Body(ctx, q, key)
}

// Editions returns a document's history, newest first, at most 100.
func (s *Service) Editions(ctx context.Context, q pg.DB, kind, key string) ([]Edition, error) {
	rows, err := db.New(q).ListEditions(ctx, db.ListEditionsParams{Kind: kind, Key: key})
	out := make([]Edition, 0, len(rows))
	for _, r := range rows {
		out = append(out, Edition{r.Edition, r.Body, r.Why, r.EditedBy, r.ProposedBy, r.EditedAt.UTC()})
	}
	return out, err
}

// EditionBody returns an edition's body, or nil if there was no document. Error: NO_DATA for an
// unknown edition.
func (s *Service) EditionBody(ctx context.Context, q pg.DB, kind, key string, edition int64) (json.RawMessage, error) {
	body, err := db.New(q).GetEditionBody(ctx, db.GetEditionBodyParams{Kind: kind, Key: key, Edition: edition})
	if err != nil {
		return nil, pg.NotFound(err)
	}
	return body, nil
}

// ReadBody decodes a body strictly into a value, which may already hold fields set from the key. Error:
// INVALID_USER_INFO with the field that is unknown or has another type.
func ReadBody(kind string, body json.RawMessage, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil && decoder.More() {
		err = errors.New("more than one JSON value")
	}
	if err == nil {
		return nil
	}
	field := "body"
	var mistyped *json.UnmarshalTypeError
	if errors.As(err, &mistyped) && mistyped.Field != "" {
		field = mistyped.Field
	} else if _, name, ok := strings.Cut(err.Error(), "unknown field "); ok {
		field = strings.Trim(name, `"`)
	}
	return BadField(kind, field, err.Error())
}

// BadField returns INVALID_USER_INFO for a field of a document, with why as the cause.
func BadField(kind, field, why string) error {
	return apperr.Wrap(apperr.InvalidUserInfo, fmt.Errorf("%s: %s: %s", kind, field, why)).WithField(field, apperr.InvalidUserInfo)
}

// EncodeBody encodes a value as a body.
func EncodeBody(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil { // the documents' types can always be encoded
		panic(fmt.Sprintf("staff: a document cannot be encoded: %v", err))
	}
	return text
}
