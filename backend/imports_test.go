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
	{"home", "desk"},
	{"cashier", "chat"},
	{"rewards"},
	{"games"},
	{"wallet"},
	{"identity", "care", "staff"},
	{"statement"},
	{"ledger", "content", "push", "provider", "webapp"},
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

// A migration's name says whose its tables and views are.
var creates = regexp.MustCompile(`(?i)create (?:unlogged )?(?:table|view) (\w+)`)

var (
	writes = regexp.MustCompile(`(?i)(?:insert into|update|delete from)\s+(\w+)`)
	reads  = regexp.MustCompile(`(?i)(?:from|join)\s+(\w+)`)
)

// aside are reads that point up, and why each may stay.
var aside = map[string]string{
	"statement reads member": "the proof that each line is a member's, in place of a foreign key",
}

func TestADomainWritesItsOwnTablesAndReadsNoHigherOnes(t *testing.T) {
	owner, seen := owners(t), map[string]bool{}
	for _, path := range glob(t, "../sql/queries/*/*.sql") {
		domain, text := filepath.Base(filepath.Dir(path)), withoutComments(read(t, path))
		for _, m := range writes.FindAllStringSubmatch(text, -1) {
			if of, isTable := owner[m[1]]; isTable && of != domain {
				t.Errorf("%s writes %s, which belongs to %s", path, m[1], of)
			}
		}
		for _, m := range reads.FindAllStringSubmatch(text, -1) {
			of, isTable := owner[m[1]]
			if !isTable || of == domain {
				continue
			}
			from, to, name := floorOf(roomOf(t, domain)), floorOf(roomOf(t, of)), domain+" reads "+m[1]
			if seen[name] = true; from < 0 || to < from || to == from && roomOf(t, domain) != roomOf(t, of) {
				if aside[name] == "" {
					t.Errorf("%s reads %s, which belongs to %s", path, m[1], of)
				}
			}
		}
	}
	for name := range aside {
		if !seen[name] {
			t.Errorf("%q is in no query any more", name)
		}
	}
}

// owners are the domains of the tables, by the migration that makes them.
func owners(t *testing.T) map[string]string {
	t.Helper()
	owner := map[string]string{}
	for _, path := range glob(t, "../sql/migrations/*.sql") {
		_, domain, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".sql"), "_")
		up, _, _ := strings.Cut(read(t, path), "-- +goose Down")
		for _, m := range creates.FindAllStringSubmatch(up, -1) {
			owner[m[1]] = domain
		}
	}
	return owner
}

// roomOf is the folder under backend whose queries a domain's are: those of
// cashier's ways stand within it.
func roomOf(t *testing.T, domain string) string {
	t.Helper()
	block := regexp.MustCompile(`queries: queries/` + domain + `\n(?:.*\n)*?\s+out: \.\./backend/(\w+)/`)
	if m := block.FindStringSubmatch(read(t, "../sql/sqlc.yaml")); m != nil {
		return m[1]
	}
	return domain
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
