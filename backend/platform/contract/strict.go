package contract

import (
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// closeObjects forbids undeclared fields in every object schema below a node. An intended map, whose
// additionalProperties is a schema, is not changed.
func closeObjects(node any) {
	switch node := node.(type) {
	case map[string]any:
		if allowed, isSet := node["additionalProperties"]; node["type"] == "object" && (!isSet || allowed == true) {
			node["additionalProperties"] = false
		}
		for _, child := range node {
			closeObjects(child)
		}
	case []any:
		for _, child := range node {
			closeObjects(child)
		}
	}
}

var englishPrinter = message.NewPrinter(language.English)

// innermostErrors returns the innermost errors of a validation, each with its position in the body.
func innermostErrors(err error) (all []string) {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	switch {
	case !ok:
		return []string{err.Error()}
	case len(invalid.Causes) == 0:
		return []string{"/" + strings.Join(invalid.InstanceLocation, "/") + ": " + invalid.ErrorKind.LocalizedString(englishPrinter)}
	}
	for _, cause := range invalid.Causes {
		all = append(all, innermostErrors(cause)...)
	}
	return all
}
