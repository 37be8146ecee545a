package apperr_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"krapao/backend/platform/apperr"
)

const root = "../../../"

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(root + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEveryCodeOfTheSpecificationIsInTheCatalogue(t *testing.T) {
	known := map[string]bool{}
	for _, e := range apperr.Catalogue {
		known[string(e.Code)] = true
	}
	_, section, _ := strings.Cut(read(t, "docs/spec.md"), "## 8.")
	section, _, _ = strings.Cut(section, "How each failure is shown")
	codes := regexp.MustCompile(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`).FindAllString(section, -1)
	if len(codes) < 60 {
		t.Fatalf("only %d codes were found", len(codes))
	}
	for _, code := range codes {
		// "INVALID_USER_1 to INVALID_USER_4" names a range.
		if !known[code] {
			t.Errorf("%s is not in the catalogue", code)
		}
	}
}

func TestEveryCodeIsTranslatedIntoThreeLanguages(t *testing.T) {
	for _, locale := range []string{"th", "lo", "en"} {
		var texts map[string]json.RawMessage
		if err := json.Unmarshal([]byte(read(t, "pwa/src/i18n/"+locale+"/errors.json")), &texts); err != nil {
			t.Fatal(err)
		}
		for _, e := range apperr.Catalogue {
			if _, ok := texts[string(e.Code)]; !ok {
				t.Errorf("%s is missing in %s", e.Code, locale)
			}
		}
	}
}

func TestEveryEntrySaysWhenItIsSentOrWhyNot(t *testing.T) {
	seen := map[apperr.Code]bool{}
	for _, e := range apperr.Catalogue {
		if (e.Trigger == "") == (e.Why == "") {
			t.Errorf("%s has trigger %q and reason %q", e.Code, e.Trigger, e.Why)
		}
		if e.Meaning == "" || e.Status == 0 || seen[e.Code] {
			t.Errorf("%s is not whole, or stands twice", e.Code)
		}
		seen[e.Code] = true
	}
}

func TestAnUnknownErrorShowsNothingOfItsCause(t *testing.T) {
	e := apperr.From(os.ErrPermission)

	if e.Code != apperr.Internal || e.Status != 500 || strings.Contains(string(must(json.Marshal(e.Public()))), "permission") {
		t.Fatalf("%+v", e.Public())
	}
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}
