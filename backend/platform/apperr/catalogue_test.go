package apperr_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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

// spec D2.38
func TestCatalogue_EachCodeOfTheSpecification_Exists(t *testing.T) {
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

func TestCatalogue_EachCode_HasThreeLanguages(t *testing.T) {
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

// spec D2.38
func TestCatalogue_EachEntry_HasATriggerOrAReasonWhyNot(t *testing.T) {
	seen := map[apperr.Code]bool{}
	for _, e := range apperr.Catalogue {
		if (e.Trigger == "") == (e.NeverSentBecause == "") {
			t.Errorf("%s has trigger %q and reason %q", e.Code, e.Trigger, e.NeverSentBecause)
		}
		if e.Meaning == "" || e.Status == 0 || seen[e.Code] {
			t.Errorf("%s is incomplete, or listed twice", e.Code)
		}
		seen[e.Code] = true
	}
}

// spec D2.38
func TestErrorList_EachCode_HasItsStatusAndTrigger(t *testing.T) {
	list := read(t, "docs/errors.md")

	for _, e := range apperr.Catalogue {
		row := fmt.Sprintf("\n| %s | %d | %s | %s |\n", e.Code, e.Status, e.Meaning, e.Trigger)
		if e.Trigger == "" {
			row = fmt.Sprintf("\n| %s |  | %s | *%s* |\n", e.Code, e.Meaning, e.NeverSentBecause)
		}
		if !strings.Contains(list, row) {
			t.Errorf("docs/errors.md has no %q", row)
		}
	}
}

// TestCatalogue_CodeWithATrigger_IsReturnedBySomeCode reads the program's source. Each code with a trigger
// must be used outside the catalogue, by its constant or as text.
func TestCatalogue_CodeWithATrigger_IsReturnedBySomeCode(t *testing.T) {
	returned := map[string]bool{}
	names := namesOfCodes(t)
	eachSource(t, func(file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if declares(n) {
				return false
			}
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if pkg, ok := n.X.(*ast.Ident); ok && pkg.Name == "apperr" {
					returned[names[n.Sel.Name]] = true
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
					returned[text] = true
				}
			}
			return true
		})
	})

	for _, e := range apperr.Catalogue {
		if e.Trigger != "" && !returned[string(e.Code)] {
			t.Errorf("%s has a trigger, but no code returns it", e.Code)
		}
		if e.Trigger == "" && returned[string(e.Code)] {
			t.Errorf("%s is returned, but has no trigger in the catalogue", e.Code)
		}
	}
}

// declares reports whether an expression only declares which codes a call can return.
func declares(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CompositeLit:
		of, ok := n.Type.(*ast.SelectorExpr)
		return ok && of.Sel.Name == "Codes"
	case *ast.CallExpr:
		switch f := n.Fun.(type) {
		case *ast.SelectorExpr:
			return slices.Contains([]string{"And", "At", "With", "OneOfCodes"}, f.Sel.Name)
		case *ast.Ident:
			return slices.Contains([]string{"refusals", "staffRoute"}, f.Name)
		}
	}
	return false
}

// TestCatalogue_CodeWithATrigger_IsCoveredByATest reads the tests' source. Each code with a trigger must occur in
// a test.
// spec D2.38
func TestCatalogue_CodeWithATrigger_IsCoveredByATest(t *testing.T) {
	met, names := map[string]bool{}, namesOfCodes(t)
	err := filepath.WalkDir(root+"backend", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, "catalogue_test.go") {
			for _, m := range regexp.MustCompile(`"([A-Z][A-Z0-9_]+)"|apperr\.(\w+)`).FindAllStringSubmatch(read(t, strings.TrimPrefix(path, root)), -1) {
				met[m[1]], met[names[m[2]]] = true, true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range apperr.Catalogue {
		if e.Trigger != "" && !met[string(e.Code)] {
			t.Errorf("%s has a trigger, but no test returns it", e.Code)
		}
	}
}

// TestStatements_NamingACode_AgreeWithTheCatalogue compares docs/statements.tsv with the catalogue. A code
// that is sent needs a test there; any other code has none.
func TestStatements_NamingACode_AgreeWithTheCatalogue(t *testing.T) {
	returned := map[string]bool{}
	for _, e := range apperr.Catalogue {
		returned[string(e.Code)] = e.Trigger != ""
	}
	compared := 0
	for _, m := range regexp.MustCompile(`(?m)^(8\.(?:8|9|1[0-6])[a-z])\t(\S+)\t.*?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`).FindAllStringSubmatch(read(t, "docs/statements.tsv"), -1) {
		compared++
		if id, answer, code := m[1], m[2], m[3]; (answer == "test") != returned[code] {
			t.Errorf("%s has %q for %s; has a trigger in the catalogue: %t", id, answer, code, returned[code])
		}
	}
	if compared < 60 {
		t.Errorf("only %d codes were compared", compared)
	}
}

// eachSource calls show with each file of the program. It leaves out the catalogue, the sandbox and the
// clients of providers, which have codes of their own.
func eachSource(t *testing.T, show func(*ast.File)) {
	t.Helper()
	err := filepath.WalkDir(root+"backend", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch entry.Name() {
		case "sandbox", "provider", "servertest", "webapp":
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || entry.Name() == "catalogue.go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			show(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// namesOfCodes returns the codes by the names of their Go constants.
func namesOfCodes(t *testing.T) map[string]string {
	t.Helper()
	names := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) +Code = "([^"]+)"`).FindAllStringSubmatch(read(t, "backend/platform/apperr/catalogue.go"), -1) {
		names[m[1]] = m[2]
	}
	if len(names) < 50 {
		t.Fatalf("only %d names were found", len(names))
	}
	return names
}

func TestError_Unknown_HidesItsCause(t *testing.T) {
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
