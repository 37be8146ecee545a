// Package apperr has the one type of error that is sent to a caller. An error has a code of the catalogue,
// which is also the app's translation key, and an internal cause for the log only.
package apperr

import (
	"errors"
	"maps"
	"time"
)

// Code is a code of the catalogue (see catalogue.go).
type Code string

// Error is an error with a public part. Its Cause is never sent to a caller.
type Error struct {
	Code   Code
	Status int
	// Fields has the codes of the invalid inputs, by their names in JSON.
	Fields map[string]Code
	// Extra has further public facts, such as closedUntil.
	Extra map[string]any
	// RetryAfter becomes the Retry-After header if it is positive.
	RetryAfter time.Duration
	Cause      error
}

// New returns an error with this code and the catalogue's status.
func New(code Code) *Error { return &Error{Code: code, Status: StatusOf(code)} }

// Wrap is New with an internal cause.
func Wrap(code Code, cause error) *Error {
	e := New(code)
	e.Cause = cause
	return e
}

// Field returns an error with this code for one invalid input.
func Field(code Code, field string) *Error { return New(code).WithField(field, code) }

// WithField adds an invalid input.
func (e *Error) WithField(field string, code Code) *Error {
	if e.Fields == nil {
		e.Fields = map[string]Code{}
	}
	e.Fields[field] = code
	return e
}

// WithStatus replaces the catalogue's status.
func (e *Error) WithStatus(status int) *Error { e.Status = status; return e }

// WithRetryAfter sets how long the caller should wait before a repeat.
func (e *Error) WithRetryAfter(d time.Duration) *Error { e.RetryAfter = d; return e }

// WithExtra adds a public fact.
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

// Public returns the body for the caller, without its request id.
func (e *Error) Public() map[string]any {
	body := map[string]any{}
	maps.Copy(body, e.Extra)
	body["message"] = string(e.Code)
	if len(e.Fields) > 0 {
		body["fields"] = e.Fields
	}
	return body
}

// From returns the Error that err wraps, or INTERNAL_SERVER_ERROR with err as its cause.
func From(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return Wrap(Internal, err)
}

// CodeOf returns the code of From(err), or "" if err is nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return From(err).Code
}
