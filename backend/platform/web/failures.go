package web

import (
	"net/http"
	"reflect"
	"slices"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
)

// failures returns every code that the call can return: its own, and those that follow from the route's
// settings. input is the type of the call's input. replayed is true if its responses are stored under
// keys.
func (r Route) failures(input reflect.Type, replayed bool) []apperr.Failure {
	codes := apperr.Codes{apperr.Internal, apperr.Internal.At(http.StatusServiceUnavailable), apperr.KeyInvalid.At(http.StatusBadRequest)}
	if staff := r.Auth == Staff || r.Auth == StaffLogin; !staff {
		codes = append(codes, apperr.KeyMissing)
		if !r.OpenWhenClosed {
			codes = append(codes, apperr.Gone)
		}
	}
	switch r.Auth {
	case SignedIn, Anyone:
		codes = append(codes, apperr.InvalidToken)
	case Staff:
		codes = append(codes, apperr.Unauthorized)
	}
	if len(r.Roles) > 0 {
		codes = append(codes, apperr.Unauthorized.At(http.StatusForbidden))
	}
	if r.Money {
		codes = append(codes, apperr.ExpiredAuthToken)
	}
	if replayed {
		codes = append(codes, apperr.KeyInvalid)
	}
	if r.Body != nil || slices.ContainsFunc(reflect.VisibleFields(input), canBeMalformed) {
		codes = append(codes, apperr.InvalidUserInfo)
	}
	if _, has := input.FieldByName("Body"); has {
		codes = append(codes, apperr.RepeatedKey)
		for _, status := range []int{http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType} {
			codes = append(codes, apperr.InvalidUserInfo.At(status))
		}
	}
	return codes.And(r.Errors...).Failures()
}

// canBeMalformed reports whether a field of an input is a body, or a parameter that does not accept all
// texts.
func canBeMalformed(f reflect.StructField) bool {
	if f.Name == "Body" {
		return true
	}
	_, path := f.Tag.Lookup("path")
	_, query := f.Tag.Lookup("query")
	constrained := f.Type.Kind() != reflect.String || slices.ContainsFunc([]string{"enum", "format", "maxLength", "pattern", "required"}, func(name string) bool {
		_, has := f.Tag.Lookup(name)
		return has
	})
	return (path || query) && constrained
}

// facts has the types and meanings of the facts that are sent with codes.
var facts = map[apperr.Fact]struct {
	of  reflect.Type
	doc string
}{
	apperr.Bonus:       {reflect.TypeFor[bool](), "Whether a bonus is active."},
	apperr.BonusName:   {reflect.TypeFor[string](), "The active bonus, or promotion."},
	apperr.ClosedUntil: {reflect.TypeFor[time.Time](), "When uploads open again."},
	apperr.ErrorCode:   {reflect.TypeFor[string](), "The same code as message."},
	apperr.Guessable:   {reflect.TypeFor[string](), "Why the new password is easy to guess: it is mostly the phone, a name or the app's name, a pattern, or common."},
	apperr.Left:        {reflect.TypeFor[money.Satang](), "The remaining amount: of the limit, or to be played."},
	apperr.MaxBytes:    {reflect.TypeFor[int64](), "The largest size of a file of this type, in bytes."},
	apperr.MovedTo:     {reflect.TypeFor[string](), "The id of the conversation to which this one was appended."},
	apperr.Period:      {reflect.TypeFor[string](), "The limit that would be exceeded: day, week or month."},
	apperr.Step:        {reflect.TypeFor[money.Satang](), "Only multiples of this amount can be moved."},
	apperr.Succeeded:   {reflect.TypeFor[bool](), "Always false."},
}
