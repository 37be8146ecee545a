package backend_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// floors are the storeys of the house, top to bottom. A package may import
// those below its own storey, and packages of its own folder.
var floors = [][]string{
	{"cmd"},
	{"server"},
	{"home", "backoffice"},
	{"cashier", "identity", "chat"},
	{"ledger", "statement", "content", "provider", "push", "webapp"},
	{"platform"},
}

// apart stands beside the house: the outside world knows nothing of it but the
// ground floor's formats, and nobody knows the outside world.
const apart = "sandbox"

func floorOf(room string) int {
	return slices.IndexFunc(floors, func(rooms []string) bool { return slices.Contains(rooms, room) })
}

// room is the folder under backend that a package stands in.
func room(pkg string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(pkg, "krapao/backend/"), "/")
	return first
}

func TestImportsGoDownOnly(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&pkg); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for _, imported := range pkg.Imports {
			if !strings.HasPrefix(imported, "krapao/backend/") || pkg.ImportPath == "krapao/backend" {
				continue
			}
			seen++
			if from, to := room(pkg.ImportPath), room(imported); !allowed(pkg.ImportPath, from, to) {
				t.Errorf("%s imports %s", pkg.ImportPath, imported)
			}
		}
	}
	if seen == 0 {
		t.Fatal("no import was looked at")
	}
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

// owners of the tables, by the migration that makes them.
var createTable = regexp.MustCompile(`(?i)create (?:unlogged )?table (\w+)`)

var writes = regexp.MustCompile(`(?i)(?:insert into|update|delete from)\s+(\w+)`)

func TestADomainWritesItsOwnTablesOnly(t *testing.T) {
	owner := map[string]string{}
	for _, path := range glob(t, "../sql/migrations/*.sql") {
		name := strings.TrimSuffix(filepath.Base(path), ".sql")
		_, domain, _ := strings.Cut(name, "_")
		for _, m := range createTable.FindAllStringSubmatch(read(t, path), -1) {
			owner[m[1]] = domain
		}
	}
	for _, path := range glob(t, "../sql/queries/*/*.sql") {
		domain := filepath.Base(filepath.Dir(path))
		for _, m := range writes.FindAllStringSubmatch(withoutComments(read(t, path)), -1) {
			if of, isTable := owner[m[1]]; isTable && of != domain {
				t.Errorf("%s writes %s, which belongs to %s", path, m[1], of)
			}
		}
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
