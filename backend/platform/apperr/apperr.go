// Package apperr is the one error value that reaches a caller: a code of the
// catalogue, which is also the app's translation key, beside an internal cause
// that only the log sees.
package apperr

import (
	"errors"
	"maps"
	"time"
)

// Code is a code of the catalogue (see catalogue.go).
type Code string

// Error is a refusal with a public face. Its Cause never leaves the server.
type Error struct {
	Code   Code
	Status int
	// Fields says which input is at fault, by its wire name.
	Fields map[string]Code
	// Extra holds further public facts, such as closedUntil.
	Extra map[string]any
	// RetryAfter becomes the Retry-After header when it is positive.
	RetryAfter time.Duration
	Cause      error
}

// New makes the error of a code, with the status that the catalogue gives it.
func New(code Code) *Error { return &Error{Code: code, Status: StatusOf(code)} }

// Wrap is New with an internal cause.
func Wrap(code Code, cause error) *Error {
	e := New(code)
	e.Cause = cause
	return e
}

// Field makes the error of a single input at fault; the field carries the same code.
func Field(code Code, field string) *Error { return New(code).WithField(field, code) }

// WithField names an input at fault.
func (e *Error) WithField(field string, code Code) *Error {
	if e.Fields == nil {
		e.Fields = map[string]Code{}
	}
	e.Fields[field] = code
	return e
}

// WithStatus overrides the catalogue's status.
func (e *Error) WithStatus(status int) *Error { e.Status = status; return e }

// WithRetryAfter says when a repeat makes sense.
func (e *Error) WithRetryAfter(d time.Duration) *Error { e.RetryAfter = d; return e }

// WithExtra adds a public fact beside the code.
func (e *Error) WithExtra(fact Fact, value any) *Error {
	if e.Extra == nil {
		e.Extra = map[string]any{}
	}
	e.Extra[string(fact)] = value
	return e
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return string(e.Code) + ": " + e.Cause.Error()
	}
	return string(e.Code)
}

func (e *Error) Unwrap() error { return e.Cause }

// Public is the body that the caller sees, without its request id.
func (e *Error) Public() map[string]any {
	body := map[string]any{}
	maps.Copy(body, e.Extra)
	body["message"] = string(e.Code)
	if len(e.Fields) > 0 {
		body["fields"] = e.Fields
	}
	return body
}

// From answers the Error inside err; anything else is INTERNAL_SERVER_ERROR
// with err as its cause.
func From(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return Wrap(Internal, err)
}

// CodeOf answers the code inside err, or "" where err is nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return From(err).Code
}
