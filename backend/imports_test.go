package backend_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers are the layers of packages, top to bottom. A package may import packages of lower layers, and
// of its own folder.
var layers = [][]string{
	{"cmd"},
	{"server"},
	{"proof"},
	{"home", "desk"},
	append(paymentMethods(), "chat"),
	{"cashier"},
	{"rewards"},
	{"games"},
	{"wallet"},
	{"identity", "care", "staff"},
	{"person"},
	{"statement"},
	{"ledger", "content", "push", "provider", "webapp"},
	{"platform"},
}

// outsideLayers is the folder outside the layers. The sandbox imports only platform, and only cmd/sandbox and test
// helpers import the sandbox.
const outsideLayers = "sandbox"

// paymentMethods returns the packages of cashier that have their own queries.
func paymentMethods() (all []string) {
	domains, _ := filepath.Glob("../sql/queries/*")
	for _, domain := range domains {
		if folder := folderOf(filepath.Base(domain)); strings.HasPrefix(folder, "cashier/") {
			all = append(all, folder)
		}
	}
	return all
}

// layerOf returns the index of the folder's layer, or -1 if the folder is in no layer.
func layerOf(folder string) int {
	return slices.IndexFunc(layers, func(folders []string) bool { return slices.Contains(folders, folder) })
}

// layerFolder returns the folder under backend to which a package belongs in layers. The payment methods are above
// package cashier, and may not import each other.
func layerFolder(pkg string) string {
	path := strings.TrimPrefix(pkg, "krapao/backend/")
	for name := path; name != "."; name = filepath.Dir(name) {
		if layerOf(name) >= 0 {
			return name
		}
	}
	first, _, _ := strings.Cut(path, "/")
	return first
}

func TestImports_OfEachPackage_GoDownOnly(t *testing.T) {
	seen := 0
	for pkg, files := range listPackages(t) {
		for _, file := range files {
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range tree.Imports {
				imported := strings.Trim(spec.Path.Value, `"`)
				if !strings.HasPrefix(imported, "krapao/backend/") || pkg == "krapao/backend" {
					continue
				}
				seen++
				if from, to := layerFolder(pkg), layerFolder(imported); layerOf(from) < 0 && from != outsideLayers {
					t.Errorf("%s is in no layer: add it to layers", pkg)
				} else if !isAllowed(pkg, from, to) {
					t.Errorf("%s imports %s", file, imported)
				}
			}
		}
	}
	if seen == 0 {
		t.Fatal("no import was checked")
	}
}

// listPackages returns the non-test files of each package.
func listPackages(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			pkg := filepath.ToSlash(filepath.Join("krapao/backend", filepath.Dir(path)))
			all[pkg] = append(all[pkg], path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// isAllowed reports whether a package in the folder from may import a package in the folder to.
func isAllowed(pkg, from, to string) bool {
	switch {
	case from == to:
		return true
	case to == outsideLayers:
		return pkg == "krapao/backend/cmd/sandbox" || strings.HasSuffix(pkg, "test")
	case from == outsideLayers:
		return to == "platform"
	}
	return layerOf(from) >= 0 && layerOf(to) > layerOf(from)
}

// createTable matches tables and views. They belong to the domain in their migration's file name.
var createTable = regexp.MustCompile(`(?i)create (?:unlogged )?(?:table|view) (\w+)`)

var (
	writes = regexp.MustCompile(`(?i)(?:insert into|update|delete from)\s+(?:public\.)?(\w+)`)
	reads  = regexp.MustCompile(`(?i)(?:from|join|using|,)\s+(?:public\.)?(\w+)`)
)

// folderOf returns the package folder for the name of a folder of queries or of a migration. It returns "" if
// there is none; then the tables belong to platform.
func folderOf(domain string) string {
	top, _ := filepath.Glob(domain)
	nested, _ := filepath.Glob("*/" + domain)
	for _, path := range append(top, nested...) {
		// A tool or a provider's client may have the domain's name.
		if first, _, _ := strings.Cut(path, "/"); !slices.Contains([]string{"cmd", "platform", "provider"}, first) {
			return path
		}
	}
	return ""
}

func layerOfDomain(domain string) int {
	if folder := folderOf(domain); folder != "" {
		return layerOf(layerFolder(folder))
	}
	return layerOf("platform")
}

// readTableOwners returns the domain to which each table belongs.
func readTableOwners(t *testing.T) map[string]string {
	owners := map[string]string{}
	for _, path := range glob(t, "../sql/migrations/*.sql") {
		_, domain, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".sql"), "_")
		for _, m := range createTable.FindAllStringSubmatch(read(t, path), -1) {
			owners[m[1]] = domain
		}
	}
	return owners
}

func TestQueries_OfADomain_WriteItsOwnTablesOnly(t *testing.T) {
	forEachTable(t, writes, func(path, domain, table, owner string) {
		if owner != domain {
			t.Errorf("%s writes %s, which belongs to %s", path, table, owner)
		}
	})
}

func TestQueries_OfADomain_ReadNoTableOfAHigherLayer(t *testing.T) {
	forEachTable(t, reads, func(path, domain, table, owner string) {
		if owner != domain && layerOfDomain(owner) <= layerOfDomain(domain) {
			t.Errorf("%s reads %s, which belongs to %s", path, table, owner)
		}
	})
}

// forEachTable calls do for each table that a match of pattern in a query names.
func forEachTable(t *testing.T, pattern *regexp.Regexp, do func(path, domain, table, owner string)) {
	t.Helper()
	owners, seen := readTableOwners(t), 0
	for _, path := range glob(t, "../sql/queries/*/*.sql") {
		if domain := filepath.Base(filepath.Dir(path)); layerOf(layerFolder(folderOf(domain))) < 0 {
			t.Errorf("%s belongs to %q, which is in no layer: add it to layers", path, domain)
		}
		for _, m := range pattern.FindAllStringSubmatch(withoutComments(read(t, path)), -1) {
			if owner, isTable := owners[m[1]]; isTable {
				seen++
				do(path, filepath.Base(filepath.Dir(path)), m[1], owner)
			}
		}
	}
	if seen == 0 {
		t.Fatal("no table was checked")
	}
}

func withoutComments(sql string) string { return regexp.MustCompile(`--.*`).ReplaceAllString(sql, "") }

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v", pattern, err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
