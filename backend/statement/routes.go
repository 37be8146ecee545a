package statement

import (
	"context"
	"net/http"

	"krapao/backend/platform/web"
)

// Routes registers the domain's calls.
func (b *Book) Routes(e *web.Edge) {
	type out struct {
		Body struct {
			Total      int64  `json:"total"`
			Statements []Line `json:"statements"`
		}
	}
	web.Handle(e, web.Route{
		ID: "listStatements", Method: http.MethodPost, Path: "/api/statement", Tag: "Statement", Auth: web.SignedIn,
		Summary: "A page of the member's history, newest first",
	},
		func(ctx context.Context, in *struct{ Body web.Page }) (*out, error) {
			page, limit, err := in.Body.Bounds()
			if err != nil {
				return nil, err
			}
			var o out
			o.Body.Statements, o.Body.Total, err = b.Page(ctx, web.Member(ctx), page, limit)
			return &o, err
		})
}
