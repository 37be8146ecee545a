package web

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/platform/apperr"
)

// Auth is who may make a call.
type Auth int

// A NoLogin call may be made by members, guests and callers who are not registered. The edge requires
// the header X-Requested-With on all routes except Staff routes.
const (
	NoLogin Auth = iota
	Anyone       // a member if a token is sent, which must then be valid; else a guest
	SignedIn
	Staff
	StaffLogin // the console's own login
)

// Route describes one call of the API.
type Route struct {
	ID     string // operation id, also the generated client's name
	Method string
	Path   string
	// Template replaces Path in the document if several calls have the same path with parameters of
	// different meanings. It is empty if Path is used. Keys and logs use Path.
	Template string
	Summary  string
	Tag      string
	Auth     Auth
	// Roles restricts a Staff route; empty means any role.
	Roles []string
	// Money is true for a command that moves a member's money. A session that was unused for too long gets
	// EXPIRED_AUTH_TOKEN until the password is typed again.
	Money bool
	// Status is the status of a success; 0 means 200.
	Status int
	// Statuses are further statuses of a success: 202 if the outcome is not known yet, with the same body,
	// and 304 without a body.
	Statuses []int
	// Errors are the codes that are specific to this call. The edge adds the codes that follow from the
	// other fields (see failures).
	Errors apperr.Codes
	// OpenWhenClosed keeps the call available while the site is closed.
	OpenWhenClosed bool
	// Cacheable lets the handler set Cache-Control. All other responses have no-store.
	Cacheable bool
	// MaxBody is the maximum size of the body in bytes; 0 means 64 KiB.
	MaxBody int64
	// ReadTimeout is the time limit for reading the body; 0 means 20 seconds.
	ReadTimeout time.Duration
	// Body documents a request body that the handler of a POST reads itself.
	Body *huma.RequestBody
}

const (
	appHeader      = "X-Requested-With"
	appHeaderValue = "wallet-user"
	keyHeader      = "Idempotency-Key"
	defaultBody    = 64 << 10
	bodyReadTime   = 20 * time.Second
)

// Handle registers a call. handler gets the parsed input and returns the output or an error. An
// *apperr.Error keeps its code. Any other error becomes INTERNAL_SERVER_ERROR and is logged.
func Handle[I, O any](e *Edge, r Route, handler func(context.Context, *I) (*O, error)) {
	op := huma.Operation{
		OperationID: r.ID, Method: r.Method, Path: cmp.Or(r.Template, r.Path), Summary: r.Summary, Tags: []string{r.Tag},
		DefaultStatus: r.Status, MaxBodyBytes: r.MaxBody, BodyReadTimeout: r.ReadTimeout,
		Middlewares: huma.Middlewares{e.admit(r)},
		Security:    r.security(),
		Responses:   map[string]*huma.Response{},
	}
	e.declareFailures(op.Responses, r.failures(reflect.TypeFor[I](), reflect.TypeFor[*O]().Implements(replayedType)))
	if len(r.Roles) > 0 {
		op.Extensions = map[string]any{"x-roles": r.Roles}
	}
	if op.MaxBodyBytes == 0 {
		op.MaxBodyBytes = defaultBody
	}
	if op.BodyReadTimeout == 0 {
		op.BodyReadTimeout = bodyReadTime
	}
	op.Middlewares = append(op.Middlewares, readBodyWith(reflect.TypeFor[I](), op.MaxBodyBytes))
	huma.Register(e.API, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handler(ctx, in)
		if err != nil {
			return nil, toProblem(ctx, e.log, err)
		}
		return out, nil
	})
	r.declareSuccesses(op.Responses)
	if r.Body != nil {
		// It is set last, because huma would otherwise read and parse that body itself.
		e.API.OpenAPI().Paths[op.Path].Post.RequestBody = r.Body
	}
}

// admit checks a call before its handler: the app's header, the form of the key, whether the site is open, and
// the caller, in this order.
func (e *Edge) admit(r Route) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		ctx := hc.Context()
		req := From(ctx)
		req.Method, req.Route = r.Method, r.Path
		if !r.Cacheable {
			hc.SetHeader("Cache-Control", "no-store")
		}
		if err := e.checkCall(ctx, r, req, hc.Header(appHeader), hc.Header(keyHeader)); err != nil {
			writeProblem(hc, toProblem(ctx, e.log, err))
			return
		}
		next(hc)
	}
}

func (e *Edge) checkCall(ctx context.Context, r Route, req *Request, appValue, key string) error {
	staff := r.Auth == Staff || r.Auth == StaffLogin
	if !staff && appValue != appHeaderValue {
		return apperr.New(apperr.KeyMissing)
	}
	if key != "" && !validKey(key) {
		return apperr.Field(apperr.KeyInvalid, keyHeader).WithStatus(http.StatusBadRequest)
	}
	req.Key = key
	if !staff && !r.OpenWhenClosed && e.SiteClosed(ctx) {
		return apperr.New(apperr.Gone)
	}
	switch r.Auth {
	case SignedIn:
		return e.admitMember(ctx, r, req)
	case Anyone:
		if req.Token == "" {
			return nil
		}
		return e.admitMember(ctx, r, req)
	case Staff:
		return e.admitStaff(ctx, r, req)
	default:
		return nil
	}
}

func (e *Edge) admitMember(ctx context.Context, r Route, req *Request) error {
	if req.Token == "" { // the header may have been lost on the network, which must not end a session
		return apperr.New(apperr.InvalidToken).WithField("token", apperr.Missing)
	}
	caller, err := e.Authenticate(ctx, req.Token)
	if err != nil {
		return err
	}
	req.Caller = caller
	if r.Money && caller.ConfirmNeeded {
		return apperr.New(apperr.ExpiredAuthToken)
	}
	return nil
}

func (e *Edge) admitStaff(ctx context.Context, r Route, req *Request) error {
	if req.Token == "" {
		return apperr.New(apperr.Unauthorized)
	}
	operator, err := e.AuthenticateStaff(ctx, req.Token)
	if err != nil {
		return err
	}
	req.Caller = Caller{Operator: &operator} // set before the role is checked, so that the log also names rejected operators
	if len(r.Roles) > 0 && !slices.Contains(r.Roles, operator.Role) {
		return apperr.New(apperr.Unauthorized).WithStatus(http.StatusForbidden)
	}
	return nil
}

func validKey(key string) bool {
	return len(key) <= 128 && strings.IndexFunc(key, func(c rune) bool { return c <= ' ' || c > '~' }) < 0
}
