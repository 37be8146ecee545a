package desk

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

const tag = "Operators"

func staffRoute(id, method, path, summary string, errors ...apperr.Declared) web.Route {
	return web.Route{ID: id, Method: method, Path: "/api/operator" + path, Tag: tag, Auth: web.Staff, Summary: summary, Roles: staff.Cashiers, Errors: errors}
}

// actionErrors are the error codes of all actions of all kinds.
var actionErrors = apperr.Codes{
	apperr.NoData, apperr.NoData.At(http.StatusConflict), apperr.BankAccountNameEng, apperr.ExistingBank, apperr.InvalidBank, apperr.MoneyNotEnough,
	apperr.NoteDuplicated.At(http.StatusConflict), apperr.NoteNotMatch.At(http.StatusConflict),
}

// Routes registers the queue and its actions. Each kind's roles restrict them further.
func (s *Service) Routes(e *web.Edge) {
	type queue struct {
		Body struct {
			Items []staff.Item `json:"items" nullable:"false"`
			Next  string       `json:"next,omitempty" doc:"The cursor of the next page; absent after the last one."`
		}
	}
	type page struct {
		Kind   string `query:"kind" maxLength:"20" doc:"Only items of this kind. Proposals (PROPOSAL) are in no other list."`
		Member string `query:"member" maxLength:"20" doc:"The _id of the member whose items are listed."`
		Cursor string `query:"cursor" maxLength:"120" doc:"The cursor that the previous page returned."`
		Limit  int    `query:"limit" default:"100" minimum:"1" maximum:"200"`
	}
	web.Handle(e, staffRoute("deskItems", http.MethodGet, "/items", "The items that wait for the operator's role, longest wait first", apperr.NoData),
		func(ctx context.Context, in *page) (*queue, error) {
			var out queue
			var err error
			out.Body.Items, out.Body.Next, err = s.ListQueue(ctx, *web.From(ctx).Caller.Operator, QueueQuery{Kind: in.Kind, Member: in.Member, Cursor: in.Cursor, Limit: in.Limit})
			return &out, err
		})
	type compare struct {
		Kind   string `path:"kind" maxLength:"20"`
		ID     string `path:"id" maxLength:"64"`
		Member string `query:"member" required:"true" maxLength:"20" doc:"The member's _id."`
	}
	type item struct{ Body staff.Item }
	web.Handle(e, staffRoute("compareItem", http.MethodGet, "/items/{kind}/{id}", "An item compared with a member: the verdicts and the offered actions", apperr.NoData),
		func(ctx context.Context, in *compare) (*item, error) {
			out, err := s.compareItem(ctx, in.Kind, in.ID, in.Member)
			return &item{out}, err
		})
	type acting struct {
		Kind string        `path:"kind" maxLength:"20"`
		ID   string        `path:"id" maxLength:"64"`
		Act  string        `path:"act" maxLength:"20"`
		Body *staff.Fields `doc:"The fields that the offer names."`
	}
	actionRoute := staffRoute("deskAct", http.MethodPost, "/items/{kind}/{id}/{act}", "Run an action that an item offers; 201 if the action only proposes", actionErrors...)
	actionRoute.Statuses = []int{http.StatusCreated}
	web.Handle(e, actionRoute,
		func(ctx context.Context, in *acting) (*web.Response[ActionResult], error) {
			fields := staff.Fields{}
			if in.Body != nil {
				fields = *in.Body
			}
			return s.RunAction(ctx, in.Kind, in.ID, in.Act, fields)
		})
	s.memberRoutes(e)
	s.documentRoutes(e)
}

func (s *Service) memberRoutes(e *web.Edge) {
	type search struct {
		Query string `query:"query" maxLength:"100" doc:"A phone number, an _id, an account number, part of the account holder's name, or the reference of a statement line."`
	}
	type found struct {
		Body struct {
			Members []MemberSearchResult `json:"members"`
		}
	}
	web.Handle(e, staffRoute("findMembers", http.MethodGet, "/members", "Members that match a query, at most 20"),
		func(ctx context.Context, in *search) (*found, error) {
			var out found
			var err error
			out.Body.Members, err = s.FindMembers(ctx, in.Query)
			return &out, err
		})
	type named struct {
		ID string `path:"id" maxLength:"20" doc:"The member's _id."`
	}
	type item struct{ Body staff.Item }
	web.Handle(e, staffRoute("openMember", http.MethodPost, "/members/{id}/open", "A member's data and the offered actions; the call is logged", apperr.NoData),
		func(ctx context.Context, in *named) (*item, error) {
			out, err := s.openMember(ctx, in.ID)
			return &item{out}, err
		})
}

func (s *Service) compareItem(ctx context.Context, kind, id, member string) (staff.Item, error) {
	k, err := s.findKind(kind, *web.From(ctx).Caller.Operator)
	if err == nil && k.Compare == nil {
		err = apperr.New(apperr.NoData)
	}
	if err != nil {
		return staff.Item{}, err
	}
	out, err := k.Compare(ctx, s.Pool, id, member)
	return completeItem(k, out), err
}

// openMember returns a member as an item and logs that the operator opened it. Error: NO_DATA.
func (s *Service) openMember(ctx context.Context, publicID string) (out staff.Item, err error) {
	k := s.memberKind()
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if out, err = k.Open(ctx, tx, publicID); err != nil {
			return err
		}
		out = completeItem(k, out)
		return s.Staff.Audit(ctx, tx, "member.open", out.ID, nil)
	})
	return out, err
}
