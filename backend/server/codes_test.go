package server_test

import (
	"encoding/json"
	"strings"
	"testing"

	"krapao/backend/platform/apperr"
	"krapao/backend/server/servertest"
)

// TestCatalogue_EachCode_IsDeclaredByACallOrNeverSent reads the contract. Each code with a trigger is
// declared in the responses of some call, and no other code is.
func TestCatalogue_EachCode_IsDeclaredByACallOrNeverSent(t *testing.T) {
	h := servertest.New(t)
	text, err := json.Marshal(h.Edge.API.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for _, item := range document["paths"].(map[string]any) {
		for _, operation := range item.(map[string]any) {
			collectEnumValues(document, operation.(map[string]any)["responses"], declared, map[string]bool{})
		}
	}

	for _, e := range apperr.Catalogue {
		if sent := e.Trigger != ""; sent != declared[string(e.Code)] {
			t.Errorf("%s has a trigger in the catalogue: %t; is declared in a response: %t", e.Code, sent, !sent)
		}
	}
	for _, code := range []apperr.Code{apperr.InvalidToken, apperr.Gone} {
		if !declared[string(code)] {
			t.Errorf("no response declares %s", code)
		}
	}
}

// collectEnumValues adds the values of a response schema's enums to found.
func collectEnumValues(document map[string]any, node any, found, seen map[string]bool) {
	switch node := node.(type) {
	case []any:
		for _, child := range node {
			collectEnumValues(document, child, found, seen)
		}
	case map[string]any:
		if ref, ok := node["$ref"].(string); ok && !seen[ref] {
			seen[ref] = true
			var target any = document
			for _, step := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
				target = target.(map[string]any)[step]
			}
			collectEnumValues(document, target, found, seen)
		}
		values, _ := node["enum"].([]any)
		for _, v := range values {
			if name, ok := v.(string); ok {
				found[name] = true
			}
		}
		for _, child := range node {
			collectEnumValues(document, child, found, seen)
		}
	}
}
