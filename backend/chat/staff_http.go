package chat

import (
	"context"
	"net/http"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/web"
)

const (
	staffTag  = "Operators: chat"
	staffPath = "/api/operator/chat"
)

// staffRoute returns a route for support.
func staffRoute(id, method, path, summary string, errors ...apperr.Declared) web.Route {
	return web.Route{ID: id, Method: method, Path: staffPath + path, Tag: staffTag, Auth: web.Staff, Roles: supportRoles, Summary: summary, Errors: errors}
}

// noConversation declares NO_DATA, with movedTo if the conversation was appended to a member's.
var noConversation = apperr.NoData.With(apperr.MovedTo)

type (
	// ConversationID is the id of a route's conversation.
	ConversationID struct {
		ID int64 `path:"id" minimum:"1"`
	}
	summaryResponse struct{ Body Summary }
)

func (s *Service) staffRoutes(e *web.Edge) {
	type inboxRequest struct {
		Status string `query:"status" enum:"open,closed" default:"open"`
		Mine   bool   `query:"mine"`
		Skip   int    `query:"skip" minimum:"0" maximum:"100000" doc:"How many conversations are already shown. A page has 50."`
	}
	type inbox struct{ Body Inbox }
	web.Handle(e, staffRoute("chatInbox", http.MethodGet, "/conversations", "The inbox: the conversations that wait longest first, then the newest"),
		func(ctx context.Context, in *inboxRequest) (*inbox, error) {
			query := InboxQuery{Status: statusOpen}
			if in.Status == "closed" {
				query.Status = statusClosed
			}
			if in.Mine {
				query.Operator = web.From(ctx).Caller.Operator.ID
			}
			query.Skip = in.Skip
			list, err := s.List(ctx, query)
			return &inbox{list}, err
		})
	web.Handle(e, staffRoute("chatConversation", http.MethodGet, "/conversations/{id}", "One conversation's summary", noConversation),
		func(ctx context.Context, in *ConversationID) (*summaryResponse, error) {
			out, err := s.Summary(ctx, in.ID)
			return &summaryResponse{out}, err
		})
	type spanIn struct {
		ConversationID
		Limit     int   `query:"limit" minimum:"1" maximum:"100" default:"30"`
		BeforeSeq int64 `query:"beforeSeq" minimum:"0"`
		AfterSeq  int64 `query:"afterSeq" minimum:"-1" default:"-1"`
	}
	type messages struct{ Body []Conversation }
	web.Handle(e, staffRoute("chatMessages", http.MethodGet, "/conversations/{id}/messages", "A part of a conversation, newest first", noConversation),
		func(ctx context.Context, in *spanIn) (*messages, error) {
			if _, err := s.conversation(ctx, in.ID); err != nil {
				return nil, err
			}
			span := MessageRange{Limit: in.Limit}
			if in.BeforeSeq > 0 {
				span.BeforeSeq = &in.BeforeSeq
			}
			if in.AfterSeq >= 0 {
				span.AfterSeq = &in.AfterSeq
			}
			rows, err := readRange(ctx, s.Pool, in.ID, span)
			return &messages{s.toSignedConversations(web.HolderOf(ctx), rows, "")}, err
		})
	s.staffActionRoutes(e)
}

func (s *Service) staffActionRoutes(e *web.Edge) {
	type replyIn struct {
		ConversationID
		Body struct {
			ClientID string  `json:"clientId" doc:"A UUID. A repeat of it is the same message."`
			Message  Message `json:"message"`
		}
	}
	web.Handle(e, staffRoute("chatReply", http.MethodPost, "/conversations/{id}/messages", "Reply; safe to repeat by the clientId", noConversation, apperr.KeyInvalid),
		func(ctx context.Context, in *replyIn) (*sentResponse, error) {
			operator := web.From(ctx).Caller.Operator.ID
			sent, err := s.SendFromSupport(ctx, in.ID, operator, clientID(in.Body.ClientID), in.Body.Message)
			return &sentResponse{sent}, err
		})
	type readIn struct {
		ConversationID
		Body struct {
			Seq int64 `json:"seq" minimum:"0"`
		}
	}
	web.Handle(e, staffRoute("chatRead", http.MethodPut, "/conversations/{id}/read", "Mark as read by support; the mark never moves back", noConversation),
		func(ctx context.Context, in *readIn) (*summaryResponse, error) {
			out, err := s.ReadBySupport(ctx, in.ID, in.Body.Seq)
			return &summaryResponse{out}, err
		})
	type assignIn struct {
		ConversationID
		Body struct {
			Operator string `json:"operator" maxLength:"64" doc:"A username, or empty for nobody."`
		}
	}
	web.Handle(e, staffRoute("chatAssign", http.MethodPut, "/conversations/{id}/assignee", "Give a conversation to an operator", noConversation),
		func(ctx context.Context, in *assignIn) (*summaryResponse, error) {
			out, err := s.Assign(ctx, in.ID, in.Body.Operator)
			return &summaryResponse{out}, err
		})
	for id, to := range map[string]struct{ path, status, text string }{
		"chatClose": {"close", statusClosed, "Close a conversation"}, "chatReopen": {"reopen", statusOpen, "Open a conversation again"},
	} {
		web.Handle(e, staffRoute(id, http.MethodPost, "/conversations/{id}/"+to.path, to.text, noConversation),
			func(ctx context.Context, in *ConversationID) (*summaryResponse, error) {
				out, err := s.SetStatus(ctx, in.ID, to.status)
				return &summaryResponse{out}, err
			})
	}
	upload := staffRoute("chatUpload", http.MethodPost, "/media", "Upload a file for a conversation", intake.Errors.And(noConversation)...)
	upload.Body = uploadBody(images+" "+videos, "conversationId")
	web.Handle(e, upload, s.uploadFromSupport)
}

func (s *Service) cannedRoutes(e *web.Edge) {
	type list struct {
		Body struct {
			Replies []Canned `json:"replies"`
		}
	}
	type one struct{ Body Canned }
	type textsIn struct{ Body CannedTexts }
	type oneIn struct {
		ID   int64 `path:"id" minimum:"1"`
		Body CannedTexts
	}
	web.Handle(e, staffRoute("cannedReplies", http.MethodGet, "/canned", "The canned replies"),
		func(ctx context.Context, _ *struct{}) (*list, error) {
			var out list
			var err error
			out.Body.Replies, err = s.CannedReplies(ctx)
			return &out, err
		})
	web.Handle(e, staffRoute("addCannedReply", http.MethodPost, "/canned", "Add a canned reply"),
		func(ctx context.Context, in *textsIn) (*web.Response[Canned], error) {
			return s.AddCanned(ctx, in.Body)
		})
	web.Handle(e, staffRoute("changeCannedReply", http.MethodPut, "/canned/{id}", "Replace a canned reply's texts", apperr.NoData),
		func(ctx context.Context, in *oneIn) (*one, error) {
			out, err := s.ChangeCanned(ctx, Canned{in.ID, in.Body})
			return &one{out}, err
		})
	web.Handle(e, staffRoute("dropCannedReply", http.MethodDelete, "/canned/{id}", "Delete a canned reply"),
		func(ctx context.Context, in *ConversationID) (*web.OK, error) {
			return &web.OK{}, s.DeleteCanned(ctx, in.ID)
		})
}
