package home

import (
	"cmp"
	"context"
	"net/http"

	"krapao/backend/chat"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// Routes registers the domain's routes.
func (s *Service) Routes(e *web.Edge) {
	type load struct{ Body HomeScreen }
	web.Handle(e, web.Route{
		ID: "loadHome", Method: http.MethodGet, Path: "/api/wallet", Tag: "Home", Auth: web.SignedIn,
		Summary: "The content of the home screen",
	},
		func(ctx context.Context, _ *struct{}) (*load, error) {
			l, err := s.LoadHome(ctx)
			return &load{l}, err
		})
	type syncIn struct {
		Cursor string `query:"cursor" doc:"The cursor of the previous response. Empty for everything."`
		Chat   string `query:"chat" doc:"Also returns messages: those after this number, or the newest (new). Without it none."`
		Locale string `query:"locale" doc:"th, lo or en; else the cookie locale, else Thai."`
	}
	type changes struct{ Body Changes }
	web.Handle(e, web.Route{
		ID: "sync", Method: http.MethodGet, Path: "/api/sync", Tag: "Home", Auth: web.SignedIn,
		Summary: "All changes since a cursor, in one response", Errors: apperr.Codes{apperr.InvalidUserInfo},
	},
		func(ctx context.Context, in *syncIn) (*changes, error) {
			c, err := s.Sync(ctx, SyncRequest{in.Cursor, in.Chat, cmp.Or(in.Locale, web.From(ctx).Locale)})
			return &changes{c}, err
		})
	type guestIn struct {
		Body struct {
			GuestID string `json:"guestId" doc:"A version-4 UUID that the browser made: the guest's secret."`
			Cursor  string `json:"cursor,omitempty" doc:"The cursor of the previous response. Empty for everything."`
			Chat    string `json:"chat,omitempty" doc:"Also returns messages: those after this number, or the newest (new). Without it none."`
			Locale  string `json:"locale,omitempty" doc:"th, lo or en; else the cookie locale, else Thai."`
		}
	}
	type guestChanges struct{ Body GuestChanges }
	web.Handle(e, web.Route{
		ID: "syncGuest", Method: http.MethodPost, Path: "/api/sync", Tag: "Home",
		Summary: "The same for a guest: the conversation, and which lookups changed", Errors: apperr.Codes{apperr.InvalidUser2},
	},
		func(ctx context.Context, in *guestIn) (*guestChanges, error) {
			c, err := s.SyncGuest(ctx, chat.Claim{GuestID: in.Body.GuestID}, SyncRequest{in.Body.Cursor, in.Body.Chat, cmp.Or(in.Body.Locale, web.From(ctx).Locale)})
			return &guestChanges{c}, err
		})
}
