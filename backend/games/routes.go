package games

import (
	"context"
	"net/http"

	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

const tag = "Games"

type slotAnswer struct {
	Body struct {
		Slot Slot `json:"slot"`
	}
}

type slotsAnswer struct {
	Body struct {
		Slots []Slot `json:"slots"`
	}
}

type credentialsAnswer struct{ Body Credentials }

type named struct {
	SlotCode string `path:"slotCode" maxLength:"20"`
}

// Routes registers the domain's calls. What the spec has as a GET that changes
// something is a POST, too, which is what the app uses.
func (s *Service) Routes(e *web.Edge) {
	s.accountRoutes(e)
	type asked struct {
		Body struct {
			From   string       `json:"from" maxLength:"20" doc:"WALLET, or a slot's code."`
			To     string       `json:"to" maxLength:"20" doc:"WALLET, or a slot's code."`
			Amount money.Satang `json:"amount"`
		}
	}
	web.Handle(e, web.Route{
		ID: "transfer", Method: http.MethodPost, Path: "/api/wallet/transfer", Tag: tag, Auth: web.SignedIn, Money: true,
		Summary: "Move money between the wallet and a game, or two games; 202 while the outcome is not known",
	},
		func(ctx context.Context, in *asked) (answer, error) {
			return s.Transfer(ctx, in.Body.From, in.Body.To, in.Body.Amount)
		})
	type all struct {
		Body struct {
			To string `json:"to" maxLength:"20" doc:"A slot's code."`
		}
	}
	web.Handle(e, web.Route{
		ID: "transferAll", Method: http.MethodPost, Path: "/api/wallet/transferAll", Tag: tag, Auth: web.SignedIn, Money: true,
		Summary: "Move the whole wallet into a game; what is less than its smallest step stays",
	},
		func(ctx context.Context, in *all) (answer, error) { return s.TransferAll(ctx, in.Body.To) })
}

func (s *Service) accountRoutes(e *web.Edge) {
	refresh := func(ctx context.Context, _ *struct{}) (*slotsAnswer, error) {
		slots, err := s.Refresh(ctx)
		out := &slotsAnswer{}
		out.Body.Slots = slots
		return out, err
	}
	activate := func(ctx context.Context, in *named) (*slotAnswer, error) {
		slot, err := s.Activate(ctx, in.SlotCode)
		out := &slotAnswer{}
		out.Body.Slot = slot
		return out, err
	}
	reset := func(ctx context.Context, in *named) (*credentialsAnswer, error) {
		c, err := s.ResetPassword(ctx, in.SlotCode)
		return &credentialsAnswer{c}, err
	}
	web.Handle(e, web.Route{
		ID: "refreshSlots", Method: http.MethodGet, Path: "/api/wallet/refresh/slot", Tag: tag, Auth: web.SignedIn,
		Summary: "Ask all games for the member's balances; one that does not answer is stale",
	}, refresh)
	web.Handle(e, web.Route{
		ID: "gameAccount", Method: http.MethodGet, Path: "/api/wallet/account/{slotCode}", Tag: tag, Auth: web.SignedIn,
		Summary: "How the member signs in to a game by themselves",
	},
		func(ctx context.Context, in *named) (*credentialsAnswer, error) {
			c, err := s.Credentials(ctx, in.SlotCode)
			return &credentialsAnswer{c}, err
		})
	for _, way := range []struct{ id, method string }{{"", http.MethodGet}, {"ByPost", http.MethodPost}} {
		web.Handle(e, web.Route{
			ID: "activateSlot" + way.id, Method: way.method, Path: "/api/wallet/activate/{slotCode}", Tag: tag, Auth: web.SignedIn,
			Summary: "Open the member's account in a game, once",
		}, activate)
		web.Handle(e, web.Route{
			ID: "resetSlotPassword" + way.id, Method: way.method, Path: "/api/wallet/resetpassword/{slotCode}", Tag: tag, Auth: web.SignedIn,
			Summary: "Give the member's account in a game another password",
		}, reset)
	}
}
