package backend_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// testReference matches how docs/threats.md refers to a test: `file#name`.
var testReference = regexp.MustCompile("`([\\w./-]+(?:_test\\.go|\\.test\\.tsx?|\\.spec\\.ts))#([^`]+)`")

func TestThreats_NamedTest_Exists(t *testing.T) {
	found := testReference.FindAllStringSubmatch(threats(t), -1)
	if len(found) < 300 {
		t.Fatalf("only %d tests are named", len(found))
	}
	files := map[string]string{}
	for _, m := range found {
		file, name := m[1], m[2]
		text, read := files[file]
		if !read {
			raw, err := os.ReadFile("../" + file)
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
			text = string(raw)
			files[file] = text
		}
		if !containsTest(text, file, name) {
			t.Errorf("%s has no test %q", file, name)
		}
	}
}

// containsTest reports whether a file's text has a test with this name.
func containsTest(text, file, name string) bool {
	if strings.HasSuffix(file, ".go") {
		return strings.Contains(text, "\nfunc "+name+"(t *testing.T) {")
	}
	for _, quote := range []string{"'", `"`, "`"} {
		if strings.Contains(text, quote+name+quote+",") {
			return true
		}
	}
	return false
}

// TestThreats_Requirements_AreListedOnceAndSumsMatch checks the requirements in docs/threats.md: each is listed
// once and with a reason, and the sums at the end are right.
func TestThreats_Requirements_AreListedOnceAndSumsMatch(t *testing.T) {
	text := threats(t)
	counts, seen := map[string]int{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\| (V[\d.]+) \| (met|not met|does not apply) \| (.*) \|$`).FindAllStringSubmatch(text, -1) {
		if seen[m[1]] || m[3] == "" {
			t.Errorf("%s is listed twice, or has no reason", m[1])
		}
		seen[m[1]] = true
		counts[m[2]]++
	}
	for _, m := range regexp.MustCompile(`(?m)^Does not apply, all (\d+): `).FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		counts["does not apply"] += n
	}
	_, weighed, _ := strings.Cut(text, "## Not met, by weight")
	for id, status := range statuses(text) {
		mentioned := regexp.MustCompile(regexp.QuoteMeta(id) + `[, ]`).MatchString(weighed)
		if (status == "not met") != mentioned {
			t.Errorf("%s is %s, listed under \"Not met, by weight\": %t", id, status, mentioned)
		}
	}
	want := strconv.Itoa(counts["met"]) + " met, " + strconv.Itoa(counts["not met"]) + " not met, " + strconv.Itoa(counts["does not apply"]) + " do not apply, of 253."
	if !strings.Contains(text, want) || counts["met"]+counts["not met"]+counts["does not apply"] != 253 {
		t.Errorf("the sums are not %q", want)
	}
}

func statuses(text string) map[string]string {
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\| (V[\d.]+) \| (met|not met|does not apply) \|`).FindAllStringSubmatch(text, -1) {
		out[m[1]] = m[2]
	}
	return out
}

func threats(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../docs/threats.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
