package home

import (
	"context"
	"net/http"

	"krapao/backend/platform/web"
)

// Routes registers the domain's calls.
func (s *Service) Routes(e *web.Edge) {
	type load struct{ Body Load }
	web.Handle(e, web.Route{
		ID: "loadHome", Method: http.MethodGet, Path: "/api/wallet", Tag: "Home", Auth: web.SignedIn,
		Summary: "All that the home screen shows",
	},
		func(ctx context.Context, _ *struct{}) (*load, error) {
			l, err := s.Load(ctx)
			return &load{l}, err
		})
	type syncIn struct {
		Cursor string `query:"cursor" doc:"Of the answer before; empty for everything."`
		Locale string `query:"locale" doc:"th, lo or en; else the cookie locale, else Thai."`
	}
	type changes struct{ Body Changes }
	web.Handle(e, web.Route{
		ID: "sync", Method: http.MethodGet, Path: "/api/sync", Tag: "Home", Auth: web.SignedIn,
		Summary: "All that changed since a cursor, in one answer",
	},
		func(ctx context.Context, in *syncIn) (*changes, error) {
			locale := in.Locale
			if locale == "" {
				locale = web.From(ctx).Locale
			}
			c, err := s.Sync(ctx, in.Cursor, locale)
			return &changes{c}, err
		})
}
