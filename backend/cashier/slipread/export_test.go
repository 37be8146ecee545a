package slipread

import (
	"context"
	"encoding/json"
	"io"
	"testing"
	"time"

	"krapao/backend/platform/confine"
)

const endless = "a search without an end"

func init() {
	confine.Serve(endless, func(ctx context.Context, _ io.Reader) ([]byte, error) {
		for ctx.Err() == nil { // uses CPU time
		}
		return json.Marshal(found{Verdict: "size", Why: ctx.Err().Error()})
	})
}

// Endless makes the searches of a test run until they have used the given CPU time.
func Endless(t *testing.T, cpu time.Duration) {
	name, whole := work, budget
	work, budget.CPU = endless, cpu
	t.Cleanup(func() { work, budget = name, whole })
}
