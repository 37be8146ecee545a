package chat

import (
	"context"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/guest"
	"krapao/backend/platform/web"
	"krapao/backend/platform/ws"
)

const (
	tag           = "Chat"
	uploadTimeout = 300 * time.Second
	assignTimeout = 30 * time.Second
)

// Routes registers the domain's routes and its socket.
func (s *Service) Routes(e *web.Edge) {
	s.hub, s.relay = newHub(), newRelay()
	s.customerRoutes(e)
	s.uploadRoutes(e)
	s.mediaRoutes(e)
	s.staffRoutes(e)
	s.cannedRoutes(e)
	gate := ws.NewGate(socketHandler{s: s, ctx: e.Context}, s.Log, func(c fiber.Ctx) string { return web.From(c.Context()).Address() })
	e.App.Get("/api/chat/socket", gate.Accept)
}

// newMessage is the spec's conversation object in a request. The server sets sender and createdAt, and
// ignores these fields of the request.
type newMessage struct {
	Claim
	Author
	ClientID  string  `json:"clientId" doc:"A UUID. A repeat of it is the same message."`
	Message   Message `json:"message"`
	Sender    string  `json:"sender,omitempty"`
	CreatedAt string  `json:"createdAt,omitempty"`
}

type sentResponse struct{ Body Sent }

// customerErrors are the error codes of routes that a customer calls.
var customerErrors = apperr.Codes{apperr.InvalidUser1, apperr.InvalidUser2}

func (s *Service) customerRoutes(e *web.Edge) {
	type config struct {
		Body struct {
			Prefix string `json:"PREFIX" doc:"A room's name is this prefix and the caller's own id."`
		}
	}
	web.Handle(e, web.Route{ID: "chatConfig", Method: http.MethodGet, Path: "/api/chat/config", Tag: tag, Summary: "How rooms are named"},
		func(context.Context, *struct{}) (*config, error) {
			var out config
			out.Body.Prefix = Prefix
			return &out, nil
		})
	web.Handle(e, web.Route{
		ID: "sendMessage", Method: http.MethodPost, Path: "/api/chat/send-message", Tag: tag, Auth: web.Anyone,
		Summary: "Send a message; safe to repeat by its clientId", Errors: customerErrors.And(apperr.KeyInvalid, apperr.RequestLimit),
	},
		func(ctx context.Context, in *struct{ Body newMessage }) (*sentResponse, error) {
			p, err := callerAsCustomer(ctx, in.Body.Claim)
			if err != nil {
				return nil, err
			}
			sent, err := s.SendFromCustomer(ctx, p, in.Body.Author, clientID(in.Body.ClientID), in.Body.Message)
			return &sentResponse{sent}, err
		})
	type historyIn struct {
		Body struct {
			Claim
			MessageRange
		}
	}
	type history struct{ Body []Conversation }
	web.Handle(e, web.Route{
		ID: "chatHistory", Method: http.MethodPost, Path: "/api/chat/history", Tag: tag, Auth: web.Anyone,
		Summary: "A part of the conversation, newest first", Errors: customerErrors,
	},
		func(ctx context.Context, in *historyIn) (*history, error) {
			p, err := callerAsCustomer(ctx, in.Body.Claim)
			if err != nil {
				return nil, err
			}
			list, err := s.History(ctx, p, in.Body.MessageRange)
			return &history{list}, err
		})
	s.conversationRoutes(e)
}

// conversationRoutes registers the routes about the caller's whole conversation.
func (s *Service) conversationRoutes(e *web.Edge) {
	type readIn struct {
		Body struct {
			Claim
			Seq *int64 `json:"seq,omitempty" minimum:"0" doc:"The last message that was read; without it, all messages were read."`
		}
	}
	type readOut struct {
		Body struct {
			Seq int64 `json:"seq"`
		}
	}
	web.Handle(e, web.Route{
		ID: "readCustomer", Method: http.MethodPut, Path: "/api/chat/read-customer", Tag: tag, Auth: web.Anyone,
		Summary: "Mark as read; the mark never moves back", Errors: customerErrors,
	},
		func(ctx context.Context, in *readIn) (*readOut, error) {
			p, err := callerAsCustomer(ctx, in.Body.Claim)
			if err != nil {
				return nil, err
			}
			var out readOut
			out.Body.Seq, err = s.ReadByCustomer(ctx, p, in.Body.Seq)
			return &out, err
		})
	type joinIn struct {
		Body struct {
			GuestID string `json:"guestId"`
		}
	}
	type joinOut struct {
		Body struct {
			LastSeq int64 `json:"lastSeq"`
		}
	}
	web.Handle(e, web.Route{
		ID: "joinGuest", Method: http.MethodPost, Path: "/api/chat/join-guest", Tag: tag, Auth: web.SignedIn,
		Summary: "Append this browser's guest conversation to the member's", Errors: apperr.Codes{apperr.InvalidUser2},
	},
		func(ctx context.Context, in *joinIn) (*joinOut, error) {
			id, err := guest.Parse(in.Body.GuestID)
			if err != nil {
				return nil, err
			}
			var out joinOut
			out.Body.LastSeq, err = s.JoinGuest(ctx, id)
			return &out, err
		})
}

func clientID(text string) uuid.UUID {
	id, err := uuid.Parse(text)
	if err != nil || len(text) != 36 {
		return uuid.Nil
	}
	return id
}
