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

// floors are the layers of packages, top to bottom. A package may import packages of lower layers, and
// of its own folder.
var floors = [][]string{
	{"cmd"},
	{"server"},
	{"home", "desk"},
	append(ways(), "chat"),
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

// apart is the package outside the layers. The sandbox imports only platform, and only cmd/sandbox and test
// helpers import the sandbox.
const apart = "sandbox"

// ways returns the payment methods: packages of cashier that have their own queries.
func ways() (all []string) {
	folders, _ := filepath.Glob("../sql/queries/*")
	for _, folder := range folders {
		if way := folderOf(filepath.Base(folder)); strings.HasPrefix(way, "cashier/") {
			all = append(all, way)
		}
	}
	return all
}

func floorOf(room string) int {
	return slices.IndexFunc(floors, func(rooms []string) bool { return slices.Contains(rooms, room) })
}

// room returns the folder under backend to which a package belongs in floors. The payment methods are above
// package cashier, and may not import each other.
func room(pkg string) string {
	path := strings.TrimPrefix(pkg, "krapao/backend/")
	for name := path; name != "."; name = filepath.Dir(name) {
		if floorOf(name) >= 0 {
			return name
		}
	}
	first, _, _ := strings.Cut(path, "/")
	return first
}

func TestImportsGoDownOnly(t *testing.T) {
	seen := 0
	for pkg, files := range packages(t) {
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
				if from, to := room(pkg), room(imported); floorOf(from) < 0 && from != apart {
					t.Errorf("%s stands on no floor: name it in floors", pkg)
				} else if !allowed(pkg, from, to) {
					t.Errorf("%s imports %s", file, imported)
				}
			}
		}
	}
	if seen == 0 {
		t.Fatal("no import was looked at")
	}
}

// packages returns the non-test files of each package.
func packages(t *testing.T) map[string][]string {
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

func allowed(pkg, from, to string) bool {
	switch {
	case from == to:
		return true
	case to == apart:
		return pkg == "krapao/backend/cmd/sandbox" || strings.HasSuffix(pkg, "test")
	case from == apart:
		return to == "platform"
	}
	return floorOf(from) >= 0 && floorOf(to) > floorOf(from)
}

// createTable matches tables and views. They belong to the domain in their migration's file name.
var createTable = regexp.MustCompile(`(?i)create (?:unlogged )?(?:table|view) (\w+)`)

var (
	writes = regexp.MustCompile(`(?i)(?:insert into|update|delete from)\s+(\w+)`)
	reads  = regexp.MustCompile(`(?i)(?:from|join|using|,)\s+(\w+)`)
)

// folderOf returns the package folder for the name of a folder of queries or of a migration. It returns "" if
// there is none; then the tables belong to platform.
func folderOf(domain string) string {
	near, _ := filepath.Glob(domain)
	deeper, _ := filepath.Glob("*/" + domain)
	for _, path := range append(near, deeper...) {
		// A tool or a provider's client may have the domain's name.
		if first, _, _ := strings.Cut(path, "/"); !slices.Contains([]string{"cmd", "platform", "provider"}, first) {
			return path
		}
	}
	return ""
}

func floorOfDomain(domain string) int {
	if folder := folderOf(domain); folder != "" {
		return floorOf(room(folder))
	}
	return floorOf("platform")
}

func tableOwners(t *testing.T) map[string]string {
	owner := map[string]string{}
	for _, path := range glob(t, "../sql/migrations/*.sql") {
		_, domain, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".sql"), "_")
		for _, m := range createTable.FindAllStringSubmatch(read(t, path), -1) {
			owner[m[1]] = domain
		}
	}
	return owner
}

func TestADomainWritesItsOwnTablesOnly(t *testing.T) {
	eachTable(t, writes, func(path, domain, table, of string) {
		if of != domain {
			t.Errorf("%s writes %s, which belongs to %s", path, table, of)
		}
	})
}

func TestADomainReadsItsOwnTablesAndThoseBelowOnly(t *testing.T) {
	eachTable(t, reads, func(path, domain, table, of string) {
		if of != domain && floorOfDomain(of) <= floorOfDomain(domain) {
			t.Errorf("%s reads %s, which belongs to %s", path, table, of)
		}
	})
}

// eachTable calls do for each table whose name follows one of words in a query.
func eachTable(t *testing.T, words *regexp.Regexp, do func(path, domain, table, owner string)) {
	t.Helper()
	owner, seen := tableOwners(t), 0
	for _, path := range glob(t, "../sql/queries/*/*.sql") {
		if domain := filepath.Base(filepath.Dir(path)); floorOf(room(folderOf(domain))) < 0 {
			t.Errorf("%s belongs to %q, which stands on no floor: name it in floors", path, domain)
		}
		for _, m := range words.FindAllStringSubmatch(withoutComments(read(t, path)), -1) {
			if of, isTable := owner[m[1]]; isTable {
				seen++
				do(path, filepath.Base(filepath.Dir(path)), m[1], of)
			}
		}
	}
	if seen == 0 {
		t.Fatal("no table was looked at")
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
