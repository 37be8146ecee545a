package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/platform/apperr"
)

// security returns which logins the call accepts, in OpenAPI's form.
func (r Route) security() []map[string][]string {
	switch r.Auth {
	case SignedIn:
		return []map[string][]string{{"member": {}}}
	case Anyone:
		return []map[string][]string{{"member": {}}, {}}
	case Staff:
		return []map[string][]string{{"operator": {}}}
	default:
		return []map[string][]string{} // explicit: no login is needed
	}
}

// declareSuccesses adds the success statuses that huma does not know to the document.
func (r Route) declareSuccesses(responses map[string]*huma.Response) {
	for _, status := range r.Statuses {
		more := &huma.Response{Description: http.StatusText(status)}
		if status != http.StatusNotModified {
			more.Content = responses[strconv.Itoa(cmp.Or(r.Status, http.StatusOK))].Content
		}
		responses[strconv.Itoa(status)] = more
	}
}

// declareFailures adds errors to the document, one response for each status. A response with one or two
// codes and without facts is shared between calls.
func (e *Edge) declareFailures(responses map[string]*huma.Response, failures []apperr.Failure) {
	target := map[int][]apperr.Failure{}
	for _, f := range failures {
		target[f.Status] = append(target[f.Status], f)
	}
	components := e.API.OpenAPI().Components
	for status, failures := range target {
		slices.SortFunc(failures, func(a, b apperr.Failure) int { return cmp.Compare(a.Code, b.Code) })
		response := describeFailures(components.Schemas, failures)
		if name := sharedResponseName(status, failures); name != "" {
			components.Responses[name] = response
			response = &huma.Response{Ref: "#/components/responses/" + name}
		}
		responses[strconv.Itoa(status)] = response
	}
}

// sharedResponseName returns the name of a shared response, such as Failure401InvalidToken, or "" if the
// response cannot be shared.
func sharedResponseName(status int, failures []apperr.Failure) string {
	name := "Failure" + strconv.Itoa(status)
	for _, f := range failures {
		if len(failures) > 2 || len(f.Facts) > 0 {
			return ""
		}
		for _, word := range strings.FieldsFunc(string(f.Code), func(c rune) bool { return c == '_' || c == '-' }) {
			name += strings.ToUpper(word[:1]) + strings.ToLower(word[1:])
		}
	}
	return name
}

// describeFailures returns the response for the errors of one status.
func describeFailures(schemas huma.Registry, failures []apperr.Failure) *huma.Response {
	var codes []any
	var meanings []string
	body := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Required: []string{"message", "requestId"}, Properties: map[string]*huma.Schema{}}
	for _, f := range failures {
		if code := any(string(f.Code)); !slices.Contains(codes, code) {
			codes, meanings = append(codes, code), append(meanings, string(f.Code)+": "+apperr.MeaningOf(f.Code)+".")
		}
		for _, fact := range f.Facts {
			schema := *huma.SchemaFromType(schemas, facts[fact].of)
			schema.Description = facts[fact].doc
			body.Properties[string(fact)] = &schema
		}
	}
	body.Properties["message"] = &huma.Schema{Type: huma.TypeString, Enum: codes, Description: "A code of the error catalogue."}
	body.Properties["requestId"] = &huma.Schema{Type: huma.TypeString, Pattern: "^[a-z2-7]{16}$", Description: "The id of the call in the server's log. An error without it comes from a gateway."}
	words := codes
	if slices.Contains(codes, any(string(apperr.InvalidToken))) { // also MISSING, if there is no token
		words = append(slices.Clone(codes), string(apperr.Missing))
	}
	body.Properties["fields"] = &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString, Enum: words}, Description: "The inputs at fault and their codes.",
	}
	return &huma.Response{Description: strings.Join(meanings, " "), Content: map[string]*huma.MediaType{"application/json": {Schema: body}}}
}

// OneOfCodes restricts a field of a response's schema to some codes.
func OneOfCodes(schema *huma.Schema, field string, codes ...apperr.Code) *huma.Schema {
	for _, code := range codes {
		schema.Properties[field].Enum = append(schema.Properties[field].Enum, string(code))
	}
	return schema
}
