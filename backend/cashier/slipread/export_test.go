package slipread

import (
	"context"
	"encoding/json"
	"io"
	"testing"
	"time"

	"krapao/backend/platform/confine"
)

const endlessSearch = "a search without an end"

func init() {
	confine.Serve(endlessSearch, func(ctx context.Context, _ io.Reader) ([]byte, error) {
		for ctx.Err() == nil { // uses CPU time
		}
		return json.Marshal(searchResult{Verdict: "size", Why: ctx.Err().Error()})
	})
}

// UseEndlessSearch makes the searches of a test run until they have used the given CPU time.
func UseEndlessSearch(t *testing.T, cpu time.Duration) {
	oldName, oldBudget := searchName, budget
	searchName, budget.CPU = endlessSearch, cpu
	t.Cleanup(func() { searchName, budget = oldName, oldBudget })
}
