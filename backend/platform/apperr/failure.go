package apperr

import "slices"

// Failure is a code as a call sends it: with its status, and the facts that may be sent with it.
type Failure struct {
	Code   Code
	Status int
	Facts  []Fact
}

// Declared is an entry of a call's errors: a Code with the catalogue's status, or a Failure with its
// own status or facts.
type Declared interface{ failure() Failure }

// Codes are the errors that a call declares.
type Codes []Declared

// And returns the codes, followed by more.
func (all Codes) And(more ...Declared) Codes { return slices.Concat(all, more) }

func (c Code) failure() Failure    { return Failure{Code: c, Status: StatusOf(c)} }
func (f Failure) failure() Failure { return f }

// At returns the code with another status than the catalogue's.
func (c Code) At(status int) Failure { return Failure{Code: c, Status: status} }

// With returns the code with the facts that may be sent with it.
func (c Code) With(facts ...Fact) Failure { return c.failure().With(facts...) }

// With returns the failure with the facts that may be sent with it.
func (f Failure) With(facts ...Fact) Failure {
	f.Facts = facts
	return f
}

// Failures returns the entries as failures, in their order.
func (all Codes) Failures() []Failure {
	out := make([]Failure, len(all))
	for i, d := range all {
		out[i] = d.failure()
	}
	return out
}

// Fact is the name of a public fact that is sent with a code. A name has the same type and meaning in every
// call.
type Fact string

// The facts that calls send.
const (
	Bonus       Fact = "bonus"
	ClosedUntil Fact = "closedUntil"
	ErrorCode   Fact = "error"
	Guessable   Fact = "guessable"
	Left        Fact = "left"
	MaxBytes    Fact = "maxBytes"
	MovedTo     Fact = "movedTo"
	BonusName   Fact = "name"
	Period      Fact = "period"
	Step        Fact = "step"
	Succeeded   Fact = "success"
)
