package push

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
	"krapao/backend/push/internal/db"
)

const tag = "Push"

// Settings is a member's choice whether the lock screen may show details.
type Settings struct {
	ShowDetails bool `json:"showDetails" doc:"Show amounts and names on the lock screen."`
}

type settingsResponse struct{ Body Settings }

// Routes registers the domain's routes.
func (s *Service) Routes(e *web.Edge) {
	type key struct {
		Body struct {
			Key string `json:"key" doc:"The VAPID public key, base64url."`
		}
	}
	web.Handle(e, web.Route{ID: "pushKey", Method: http.MethodGet, Path: "/api/push/key", Tag: tag, Summary: "The key with which browsers subscribe"},
		func(context.Context, *struct{}) (*key, error) {
			var out key
			out.Body.Key = s.Sender.PublicKey()
			return &out, nil
		})

	type subscribe struct {
		Body struct {
			Subscription Subscription `json:"subscription"`
			GuestID      string       `json:"guestId,omitempty" doc:"The guest id of a caller who is not signed in."`
		}
	}
	web.Handle(e, web.Route{
		ID: "pushSubscribe", Method: http.MethodPost, Path: "/api/push/subscribe", Tag: tag, Auth: web.Anyone,
		Summary: "Send this browser the caller's notifications", Errors: apperr.Codes{apperr.RequestLimit},
	},
		func(ctx context.Context, in *subscribe) (*web.OK, error) {
			return &web.OK{}, s.Subscribe(ctx, in.Body.Subscription, in.Body.GuestID)
		})

	type unsubscribe struct {
		Body struct {
			Endpoint string `json:"endpoint"`
			GuestID  string `json:"guestId,omitempty" doc:"The guest id of a caller who is not signed in."`
		}
	}
	web.Handle(e, web.Route{
		ID: "pushUnsubscribe", Method: http.MethodDelete, Path: "/api/push/subscribe", Tag: tag, Auth: web.Anyone,
		Summary: "Stop sending notifications to this browser",
	},
		func(ctx context.Context, in *unsubscribe) (*web.OK, error) {
			return &web.OK{}, s.Unsubscribe(ctx, in.Body.Endpoint, in.Body.GuestID)
		})

	web.Handle(e, web.Route{
		ID: "getPushSettings", Method: http.MethodGet, Path: "/api/push/settings", Tag: tag, Auth: web.SignedIn,
		Summary: "Whether the member's notifications may show amounts and names",
	}, s.readSettings)
	web.Handle(e, web.Route{
		ID: "setPushSettings", Method: http.MethodPut, Path: "/api/push/settings", Tag: tag, Auth: web.SignedIn,
		Summary: "Allow amounts and names on the lock screen, or not",
	}, s.setSettings)
}

func (s *Service) readSettings(ctx context.Context, _ *struct{}) (*settingsResponse, error) {
	show, err := s.q().GetSetting(ctx, web.Member(ctx))
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil // no details are shown until the member allows it
	}
	return &settingsResponse{Settings{show}}, err
}

func (s *Service) setSettings(ctx context.Context, in *struct{ Body Settings }) (*settingsResponse, error) {
	err := s.q().UpsertSetting(ctx, db.UpsertSettingParams{MemberID: web.Member(ctx), ShowDetails: in.Body.ShowDetails})
	return &settingsResponse{in.Body}, err
}
