package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// Problem is the body of every error. Message is a code of the catalogue, which is the app's translation
// key. Further public facts may be in the body.
type Problem struct {
	Message   string            `json:"message" doc:"A code of the error catalogue."`
	Fields    map[string]string `json:"fields,omitempty" doc:"The inputs at fault and their codes."`
	RequestID string            `json:"requestId" doc:"The id of the call in the server's log."`

	status int
	header http.Header
	body   []byte
}

func (p *Problem) Error() string                { return p.Message }
func (p *Problem) GetStatus() int               { return p.status }
func (p *Problem) GetHeaders() http.Header      { return p.header }
func (p *Problem) MarshalJSON() ([]byte, error) { return p.body, nil }

// defaultRetryAfter is the Retry-After of a 429 that has none of its own.
const defaultRetryAfter = 5 * time.Second

// retryAfter returns how long to wait before repeating a call that failed with err, or 0 if a repeat
// would not help. A refused commit may have been carried out. A repeat with the same Idempotency-Key then
// receives the stored response.
func retryAfter(err error) time.Duration {
	switch refusal := pg.RefusalOf(err); {
	case refusal == pg.Busy, refusal == "" && errors.Is(err, context.DeadlineExceeded):
		return time.Second
	case refusal != "": // the whole database refuses, so callers should not all return at once
		return defaultRetryAfter
	}
	return 0
}

// toProblem converts any error into the response for the caller. No other function does so. It logs
// internal errors with their cause.
func toProblem(ctx context.Context, log *slog.Logger, err error) *Problem {
	if replayed, ok := errors.AsType[*Problem](err); ok {
		return replayed
	}
	req := From(ctx)
	e := apperr.From(err)
	if e.Code == apperr.Internal && pg.IsBadText(err) {
		e = apperr.New(apperr.InvalidUserInfo)
	}
	if broken, ok := errors.AsType[*brokenBody](err); ok {
		log.InfoContext(ctx, "a call's body broke off", "request_id", req.ID, "route", req.Route, "cause", broken.cause)
		if e.Code == apperr.Internal {
			e = apperr.New(apperr.InvalidUserInfo)
		}
	}
	if wait := retryAfter(err); e.Code == apperr.Internal && wait > 0 {
		e = apperr.Wrap(apperr.Internal, err).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(wait)
	}
	// A 503 without a cause is a decision, for example while payouts are paused. The metric of the routes counts it.
	decided := e.Cause == nil && e.Status == http.StatusServiceUnavailable && e.RetryAfter > 0
	if e.Status >= http.StatusInternalServerError && !decided {
		log.ErrorContext(ctx, "call failed", "request_id", req.ID, "route", req.Route, "code", e.Code, "cause", e.Cause)
	}
	body := e.Public()
	body["requestId"] = req.ID
	text, err := json.Marshal(body)
	if err != nil {
		text = []byte(`{"message":"INTERNAL_SERVER_ERROR"}`)
	}
	p := &Problem{Message: string(e.Code), RequestID: req.ID, status: e.Status, body: text, header: http.Header{}}
	wait := e.RetryAfter
	if wait <= 0 && e.Status == http.StatusTooManyRequests {
		wait = defaultRetryAfter
	}
	if wait > 0 {
		p.header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return p
}

// replayProblem returns a stored error, whose bytes are sent unchanged.
func replayProblem(status int, body []byte) *Problem {
	return &Problem{status: status, body: body, header: http.Header{}}
}

// inputProblem converts huma's errors (malformed JSON, a wrong type, an unknown content type) into codes
// of the catalogue.
func inputProblem(ctx context.Context, log *slog.Logger, status int, details []error) *Problem {
	if len(details) > 0 {
		if e, ok := errors.AsType[*apperr.Error](details[len(details)-1]); ok {
			return toProblem(ctx, log, e)
		}
		if p, ok := errors.AsType[*Problem](details[len(details)-1]); ok {
			return p
		}
	}
	e := apperr.New(apperr.InvalidUserInfo)
	switch status {
	case http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusRequestTimeout:
		e = e.WithStatus(status)
	case http.StatusInternalServerError:
		e = apperr.Wrap(apperr.Internal, errors.Join(details...))
	}
	for _, d := range details {
		detail, ok := d.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		if field := fieldOf(detail.ErrorDetail()); field != "" {
			e = e.WithField(field, e.Code)
		}
	}
	return toProblem(ctx, log, e)
}

// fieldOf returns the field of a huma error: "items[0].amount" for "body.items[0].amount".
func fieldOf(d *huma.ErrorDetail) string {
	_, field, found := strings.Cut(d.Location, ".")
	if found {
		return field
	}
	// For "expected required property x to be present", only the text contains the field.
	if _, rest, ok := strings.Cut(d.Message, "required property "); ok {
		name, _, _ := strings.Cut(rest, " ")
		return name
	}
	return ""
}

func init() {
	huma.DefaultArrayNullable = false
	// huma calls this function to find the schema of errors for the contract. For real errors it calls the
	// variant with a context.
	huma.NewError = func(status int, message string, details ...error) huma.StatusError {
		return inputProblem(context.Background(), slog.Default(), status, append(details, errors.New(message)))
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, details ...error) huma.StatusError {
		return inputProblem(ctx.Context(), slog.Default(), status, details)
	}
}

// writeProblem sends an error from a middleware, where huma does not do so.
func writeProblem(ctx huma.Context, p *Problem) {
	for name, values := range maps.All(p.header) {
		for _, value := range values {
			ctx.SetHeader(name, value)
		}
	}
	ctx.SetHeader("Content-Type", "application/json")
	ctx.SetStatus(p.status)
	_, _ = ctx.BodyWriter().Write(p.body)
}
