package slipread

import (
	"testing"
	"time"
)

// Spend has every picture of a test get no more than so much CPU.
func Spend(t *testing.T, cpu time.Duration) {
	whole := budget
	budget.CPU = cpu
	t.Cleanup(func() { budget = whole })
}
