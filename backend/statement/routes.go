package statement

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

const tag = "Statement"

// Routes registers the HTTP routes of the statement.
func (s *Service) Routes(e *web.Edge) {
	type list struct{ Body StatementPage }
	web.Handle(e, web.Route{
		ID: "listStatements", Method: http.MethodPost, Path: "/api/statement", Tag: tag, Auth: web.SignedIn,
		Summary: "A page of the member's history, newest first, optionally of one kind and month",
	},
		func(ctx context.Context, in *struct{ Body StatementQuery }) (*list, error) {
			out, err := s.List(ctx, web.Member(ctx), in.Body)
			return &list{out}, err
		})
	type named struct {
		ID string `path:"id" maxLength:"64" doc:"The line's _id."`
	}
	type one struct{ Body Detail }
	web.Handle(e, web.Route{
		ID: "showStatement", Method: http.MethodGet, Path: "/api/statement/{id}", Tag: tag, Auth: web.SignedIn,
		Summary: "One of the member's lines, with its events", Errors: apperr.Codes{apperr.NoData},
	},
		func(ctx context.Context, in *named) (*one, error) {
			id, err := uuid.Parse(in.ID)
			if err != nil {
				return nil, apperr.Field(apperr.InvalidUserInfo, "id")
			}
			out, err := s.Detail(ctx, web.Member(ctx), id)
			return &one{out}, err
		})
}
