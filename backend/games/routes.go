package games

import (
	"context"
	"net/http"
	"strings"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

const tag = "Games"

type slotResponse struct {
	Body struct {
		Slot Slot `json:"slot"`
	}
}

type slotsResponse struct {
	Body struct {
		Slots []Slot `json:"slots"`
	}
}

type credentialsResponse struct{ Body Credentials }

type slotPath struct {
	SlotCode string `path:"slotCode" maxLength:"20"`
}

var (
	// transferErrors are the error codes of the two calls that move money.
	transferErrors = apperr.Codes{
		apperr.GameInDoubt, apperr.GamePaused, apperr.InactiveUser, apperr.MoneyNotEnough, apperr.NoGame, apperr.RequestLimit, apperr.PlayInReview, apperr.SelfExcluded,
		apperr.SlotNoAccount, apperr.UnexplainedWin,
	}
	// openErrors are the codes of the calls that open a game.
	openErrors = apperr.Codes{
		apperr.GameNotOpened, apperr.GameNotOpened.At(http.StatusServiceUnavailable), apperr.NoGame, apperr.RequestLimit, apperr.PlayInReview, apperr.SelfExcluded,
		apperr.SlotNoAccount,
	}
)

// Routes registers the domain's routes. If the spec has a GET that changes data, there is also a POST, which
// the app uses.
func (s *Service) Routes(e *web.Edge) {
	s.accountRoutes(e)
	s.launchRoutes(e)
	s.launchPageRoutes(e)
	type asked struct {
		Body struct {
			From   string       `json:"from" maxLength:"20" doc:"WALLET, or a slot's code."`
			To     string       `json:"to" maxLength:"20" doc:"WALLET, or a slot's code."`
			Amount money.Satang `json:"amount"`
		}
	}
	web.Handle(e, web.Route{
		ID: "transfer", Method: http.MethodPost, Path: "/api/wallet/transfer", Tag: tag, Auth: web.SignedIn, Money: true,
		Summary:  "Move money between the wallet and a game, or two games; 202 while the outcome is not known",
		Statuses: []int{http.StatusAccepted},
		Errors:   transferErrors.And(apperr.InvalidUserInfo.With(apperr.Step), apperr.TransferMinimum),
	},
		func(ctx context.Context, in *asked) (transferResponse, error) {
			return s.Transfer(ctx, in.Body.From, in.Body.To, in.Body.Amount)
		})
	type all struct {
		Body struct {
			To string `json:"to" maxLength:"20" doc:"A slot's code."`
		}
	}
	web.Handle(e, web.Route{
		ID: "transferAll", Method: http.MethodPost, Path: "/api/wallet/transferAll", Tag: tag, Auth: web.SignedIn, Money: true,
		Summary:  "Move the whole wallet into a game; what is less than its smallest step stays",
		Statuses: []int{http.StatusAccepted}, Errors: transferErrors,
	},
		func(ctx context.Context, in *all) (transferResponse, error) { return s.TransferAll(ctx, in.Body.To) })
}

func (s *Service) accountRoutes(e *web.Edge) {
	refresh := func(ctx context.Context, _ *struct{}) (*slotsResponse, error) {
		slots, err := s.RefreshBalances(ctx)
		out := &slotsResponse{}
		out.Body.Slots = slots
		return out, err
	}
	activate := func(ctx context.Context, in *slotPath) (*slotResponse, error) {
		slot, err := s.Activate(ctx, in.SlotCode)
		out := &slotResponse{}
		out.Body.Slot = slot
		return out, err
	}
	reset := func(ctx context.Context, in *slotPath) (*credentialsResponse, error) {
		c, err := s.ResetPassword(ctx, in.SlotCode)
		return &credentialsResponse{c}, err
	}
	web.Handle(e, web.Route{
		ID: "refreshSlots", Method: http.MethodGet, Path: "/api/wallet/refresh/slot", Tag: tag, Auth: web.SignedIn,
		Summary: "Ask all games for the member's balances; one that does not answer is stale", Errors: apperr.Codes{apperr.RequestLimit},
	}, refresh)
	web.Handle(e, web.Route{
		ID: "gameAccount", Method: http.MethodGet, Path: "/api/wallet/account/{slotCode}", Tag: tag, Auth: web.SignedIn,
		Summary: "How the member signs in to a game by themselves", Errors: apperr.Codes{apperr.NoGame, apperr.PlayInReview, apperr.SelfExcluded, apperr.SlotNoAccount},
	},
		func(ctx context.Context, in *slotPath) (*credentialsResponse, error) {
			c, err := s.Credentials(ctx, in.SlotCode)
			return &credentialsResponse{c}, err
		})
	for _, variant := range []struct{ id, method string }{{"", http.MethodGet}, {"ByPost", http.MethodPost}} {
		web.Handle(e, web.Route{
			ID: "activateSlot" + variant.id, Method: variant.method, Path: "/api/wallet/activate/{slotCode}", Tag: tag, Auth: web.SignedIn,
			Summary: "Open the member's account in a game, once",
			Errors: apperr.Codes{
				apperr.GameActivationFail.At(http.StatusServiceUnavailable), apperr.InactiveUser, apperr.NoGame, apperr.RequestLimit, apperr.PlayInReview, apperr.SelfExcluded,
				apperr.SlotActivateFail, apperr.SlotAlreadyActive,
			},
		}, activate)
		web.Handle(e, web.Route{
			ID: "resetSlotPassword" + variant.id, Method: variant.method, Path: "/api/wallet/resetpassword/{slotCode}", Tag: tag, Auth: web.SignedIn,
			Summary: "Give the member's account in a game another password",
			Errors: apperr.Codes{
				apperr.NoGame, apperr.NotAreaslot, apperr.NotUfabet, apperr.RequestLimit, apperr.PlayInReview, apperr.SelfExcluded, apperr.SlotNoAccount, apperr.SlotResetFail,
				apperr.SlotResetFail.At(http.StatusServiceUnavailable),
			},
		}, reset)
	}
}

// autoLogins are the paths of the spec for links into games, by slot. Some contain a password, which is
// ignored.
var autoLogins = map[string]string{
	"pg": "/{username}", "betflix": "/{username}", "askmebet": "/{username}/{password}", "imi": "/{username}/{password}", "usun": "/{username}/{password}",
	"areaslot": "/{username}", "circus": "/{username}/{password}", "slotracha": "/{username}/{password}", "pgslot": "/{username}/{password}",
	"joker2": "/{username}", "huayhd": "/{username}",
}

func (s *Service) launchRoutes(e *web.Edge) {
	type asked struct {
		SlotCode string `path:"slotCode" maxLength:"20"`
		Body     struct {
			Launch string `json:"launch" pattern:"^[0-9a-f]{32}$" doc:"A random number of the app. With it, the new window can fetch the launch once, within a minute."`
			Lang   string `json:"lang,omitempty" enum:"th,lo,en" default:"th" doc:"The language in which the game opens, if the game has it."`
		}
	}
	type launched struct {
		Body struct {
			Success bool `json:"success"`
		}
	}
	web.Handle(e, web.Route{
		ID: "launchSlot", Method: http.MethodPost, Path: "/api/wallet/launch/{slotCode}", Tag: tag, Auth: web.SignedIn,
		Summary: "Have a game opened in the window that knows the number (/play/{slotCode}#number)",
		Errors:  openErrors.And(apperr.NotAreaslot, apperr.NotUfabet),
	},
		func(ctx context.Context, in *asked) (*launched, error) {
			out := &launched{}
			out.Body.Success = true
			return out, s.Launch(ctx, in.SlotCode, in.Body.Launch, in.Body.Lang)
		})
	s.autoLoginRoutes(e)
}

func (s *Service) autoLoginRoutes(e *web.Edge) {
	type link struct {
		Body struct {
			Link string `json:"link"`
		}
	}
	type player struct {
		Username string `path:"username" maxLength:"32"`
	}
	type withPassword struct {
		Username string `path:"username" maxLength:"32"`
		Password string `path:"password" doc:"Ignored; the app sends a dash."`
	}
	for code, path := range autoLogins {
		route := web.Route{
			ID: "autoLogin" + strings.ToUpper(code[:1]) + code[1:], Method: http.MethodGet, Path: "/api/autoLogin/" + code + path, Tag: tag, Auth: web.SignedIn,
			Summary: "A link into the member's own account, good once; a password in the path is ignored", Errors: openErrors,
		}
		if code == "areaslot" {
			route.Errors = openErrors.And(apperr.NotAreaslot)
		}
		open := func(ctx context.Context, username string) (*link, error) {
			out := &link{}
			var err error
			out.Body.Link, err = s.AutoLogin(ctx, code, username)
			return out, err
		}
		if strings.Contains(path, "{password}") {
			web.Handle(e, route, func(ctx context.Context, in *withPassword) (*link, error) { return open(ctx, in.Username) })
		} else {
			web.Handle(e, route, func(ctx context.Context, in *player) (*link, error) { return open(ctx, in.Username) })
		}
	}
}
