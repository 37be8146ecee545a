package contract

import (
	"net/url"
	"slices"
	"strings"
)

// apiCall is an operation of the document.
type apiCall struct {
	id       string
	segments []string // of its path
	// responses has the JSON pointer of each schema, by status and content type.
	responses map[string]map[string]string
}

// parameter replaces each parameter in a path's template; it matches any segment.
const parameter = "{}"

// collectOperations returns the document's operations by method. Those with fewer parameters come first, so that
// /statement/slip does not match /statement/{id}.
func collectOperations(document map[string]any) map[string][]apiCall {
	calls := map[string][]apiCall{}
	for path, item := range asObject(document["paths"]) {
		for method, operation := range asObject(item) {
			call := apiCall{segments: splitPath(path), responses: map[string]map[string]string{}}
			call.id, _ = asObject(operation)["operationId"].(string)
			for status := range asObject(asObject(operation)["responses"]) {
				call.responses[status] = responseSchemas(document, pointer("paths", path, method, "responses", status))
			}
			calls[strings.ToUpper(method)] = append(calls[strings.ToUpper(method)], call)
		}
	}
	for _, of := range calls {
		slices.SortFunc(of, func(a, b apiCall) int { return a.parameters() - b.parameters() })
	}
	return calls
}

// responseSchemas returns the JSON pointers of a response's schemas, by content type.
func responseSchemas(document map[string]any, response string) map[string]string {
	declared := lookUp(document, response)
	if ref, ok := declared["$ref"].(string); ok {
		response = strings.TrimPrefix(ref, "#")
		declared = lookUp(document, response)
	}
	schemas := map[string]string{}
	for kind := range asObject(declared["content"]) {
		schemas[kind] = response + pointer("content", kind, "schema")
	}
	return schemas
}

// findOperation returns the operation to which a path belongs.
func (c *Contract) findOperation(method, path string) (apiCall, bool) {
	segments := strings.Split(path, "/")
	i := slices.IndexFunc(c.calls[method], func(call apiCall) bool {
		return slices.EqualFunc(call.segments, segments, func(want, got string) bool { return want == got || want == parameter && got != "" })
	})
	if i < 0 {
		return apiCall{}, false
	}
	return c.calls[method][i], true
}

func (c apiCall) parameters() (n int) {
	for _, s := range c.segments {
		if s == parameter {
			n++
		}
	}
	return n
}

// splitPath splits a path's template into segments, with parameters replaced.
func splitPath(template string) []string {
	segments := strings.Split(template, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, "{") {
			segments[i] = parameter
		}
	}
	return segments
}

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// pointer returns a JSON pointer, encoded as a URL's fragment.
func pointer(names ...string) (p string) {
	for _, name := range names {
		p += "/" + url.PathEscape(escaper.Replace(name))
	}
	return p
}

func lookUp(document map[string]any, pointer string) map[string]any {
	for _, name := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		plain, _ := url.PathUnescape(name)
		document = asObject(document[unescaper.Replace(plain)])
	}
	return document
}

func asObject(v any) map[string]any {
	o, _ := v.(map[string]any)
	return o
}
