package servertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Shape returns the names and kinds of what an answer holds, such as
// {banks:[{code:text}] total:number}. A list shows its first; "time" is UTC.
func (a Answer) Shape() string {
	a.t.Helper()
	var v any
	a.Into(&v)
	return shape(v)
}

func shape(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, name+":"+shape(v[name]))
		}
		return "{" + strings.Join(fields, " ") + "}"
	case []any:
		if len(v) == 0 {
			return "[]"
		}
		return "[" + shape(v[0]) + "]"
	case string:
		if _, err := time.Parse("2006-01-02T15:04:05.999999999Z", v); err == nil {
			return "time"
		}
		if v == "" {
			return "empty"
		}
		return "text"
	case float64, json.Number:
		return "number"
	case bool:
		return "bool"
	case nil:
		return "null"
	}
	return fmt.Sprintf("%T", v)
}
