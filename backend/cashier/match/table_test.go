package match_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"krapao/backend/cashier/match"
)

// tableRows returns the cells of each line of a table in testdata, with their escapes decoded.
func tableRows(t *testing.T, file string, cells int) (out [][]string) {
	t.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		row := strings.Split(lines.Text(), "\t")
		if len(row) != cells {
			t.Fatalf("%s: %q", file, row)
		}
		for i, cell := range row {
			if strings.Contains(cell, `\u`) {
				if row[i], err = strconv.Unquote(`"` + cell + `"`); err != nil {
					t.Fatalf("%s: %q: %v", file, cell, err)
				}
			}
		}
		out = append(out, row)
	}
	return out
}

// fitName returns a fit as the tables write it.
func fitName(f match.Fit) string {
	switch f {
	case match.Agrees:
		return "agrees"
	case match.Differs:
		return "contradicts"
	default:
		return "cannot tell"
	}
}

// spec D3.55, D3.57
func TestName_AsBanksPrintIt_HasTheVerdictOfTheTable(t *testing.T) {
	for _, row := range tableRows(t, "names.tsv", 4) {
		if got := fitName(match.ReadNames(row[0]).Fit(row[1])); got != row[2] {
			t.Errorf("%q and %q: %s, want %s (%s)", row[0], row[1], got, row[2], row[3])
		}
	}
}

// spec D3.56, D3.62
func TestMask_AsBanksPrintIt_HasTheVerdictOfTheTable(t *testing.T) {
	for _, row := range tableRows(t, "masks.tsv", 4) {
		if got := fitName(match.ReadMask(row[0]).Fit(row[1])); got != row[2] {
			t.Errorf("%q and %q: %s, want %s (%s)", row[0], row[1], got, row[2], row[3])
		}
	}
}
