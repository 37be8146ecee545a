package contract

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Fields returns the names of the fields that the document declares for a response, and the paths of
// the required ones that the response lacks. The names are such as
//
//	lines[amount note! price?] total
//
// where lines is a list of objects. A field with a mark is optional: note is present in at least one
// of the lines, and price is not. A required field that is null everywhere, or an empty list, is
// lacking.
func (c *Contract) Fields(a Answer) (names string, lacks []string, err error) {
	call, found := c.find(a.Method, a.Path)
	if !found {
		return "", nil, ErrUnknownCall
	}
	var body any
	if err := json.Unmarshal(a.Body, &body); err != nil {
		return "", nil, err
	}
	schema := lookUp(c.document, call.responses[strconv.Itoa(a.Status)]["application/json"])
	names = c.fields(schema, []any{body}, "", &lacks)
	return names, lacks, nil
}

// fields names what a schema declares; values are all values that the response has in its place.
func (c *Contract) fields(schema map[string]any, values []any, at string, lacks *[]string) string {
	schema = c.resolve(schema)
	if values = present(values); len(values) == 0 && at != "" {
		*lacks = append(*lacks, at)
		lacks = new([]string) // fields below it are not reported as well
	}
	if items, ok := schema["items"]; ok {
		var below []any
		for _, v := range values {
			list, _ := v.([]any)
			below = append(below, list...)
		}
		return "[" + c.fields(object(items), below, at+"[]", lacks) + "]"
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(object(schema["properties"]))) {
		var below []any
		for _, v := range values {
			below = append(below, object(v)[name])
		}
		mark, lacksBelow := "", lacks
		if needed, _ := schema["required"].([]any); !slices.Contains(needed, any(name)) {
			if mark = "!"; len(present(below)) == 0 {
				mark, lacksBelow = "?", new([]string)
			}
		}
		fields := c.fields(object(object(schema["properties"])[name]), below, at+"/"+name, lacksBelow)
		if fields != "" && !strings.HasPrefix(fields, "[") {
			fields = "{" + fields + "}"
		}
		all = append(all, name+mark+fields)
	}
	return strings.Join(all, " ")
}

func present(values []any) []any {
	return slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == nil })
}

// resolve follows references, and returns the other schema of a nullable value.
func (c *Contract) resolve(schema map[string]any) map[string]any {
	if either, _ := schema["oneOf"].([]any); len(either) > 0 {
		schema = object(either[0])
	}
	if ref, ok := schema["$ref"].(string); ok {
		return c.resolve(lookUp(c.document, strings.TrimPrefix(ref, "#")))
	}
	return schema
}
