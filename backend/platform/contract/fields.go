package contract

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Fields returns the names of the fields that the document declares for a response. missing has the paths of
// the required fields that the response lacks. The names have the form
//
//	lines[amount note! price?] total
//
// where lines is a list of objects. A field with a mark is optional: note is present in at least one of the
// lines, and price in none. A required field that is null everywhere, or an empty list, counts as
// missing.
func (c *Contract) Fields(a Response) (names string, missing []string, err error) {
	call, found := c.findOperation(a.Method, a.Path)
	if !found {
		return "", nil, ErrUnknownCall
	}
	var body any
	if err := json.Unmarshal(a.Body, &body); err != nil {
		return "", nil, err
	}
	schema := lookUp(c.document, call.responses[strconv.Itoa(a.Status)]["application/json"])
	names = c.fields(schema, []any{body}, "", &missing)
	return names, missing, nil
}

// fields returns the names of the fields that a schema declares. values are all values of the response at
// the path at.
func (c *Contract) fields(schema map[string]any, values []any, at string, missing *[]string) string {
	schema = c.resolve(schema)
	if values = withoutNull(values); len(values) == 0 && at != "" {
		*missing = append(*missing, at)
		missing = new([]string) // the fields below this one are not reported, too
	}
	if items, ok := schema["items"]; ok {
		var below []any
		for _, v := range values {
			list, _ := v.([]any)
			below = append(below, list...)
		}
		return "[" + c.fields(asObject(items), below, at+"[]", missing) + "]"
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(asObject(schema["properties"]))) {
		var below []any
		for _, v := range values {
			below = append(below, asObject(v)[name])
		}
		mark, missingBelow := "", missing
		if needed, _ := schema["required"].([]any); !slices.Contains(needed, any(name)) {
			if mark = "!"; len(withoutNull(below)) == 0 {
				mark, missingBelow = "?", new([]string)
			}
		}
		fields := c.fields(asObject(asObject(schema["properties"])[name]), below, at+"/"+name, missingBelow)
		if fields != "" && !strings.HasPrefix(fields, "[") {
			fields = "{" + fields + "}"
		}
		all = append(all, name+mark+fields)
	}
	return strings.Join(all, " ")
}

func withoutNull(values []any) []any {
	return slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == nil })
}

// resolve follows references. For a nullable value it returns the schema of the value.
func (c *Contract) resolve(schema map[string]any) map[string]any {
	if either, _ := schema["oneOf"].([]any); len(either) > 0 {
		schema = asObject(either[0])
	}
	if ref, ok := schema["$ref"].(string); ok {
		return c.resolve(lookUp(c.document, strings.TrimPrefix(ref, "#")))
	}
	return schema
}
