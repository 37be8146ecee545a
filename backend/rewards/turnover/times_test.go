package turnover

import (
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/rewards/turnover/internal/db"
)

func TestTimes_FractionOfASatang_RoundsUp(t *testing.T) {
	for _, tc := range []struct {
		multiple     float64
		amount, want money.Satang
	}{{0, 100, 0}, {1, 12_345, 12_345}, {1.5, 101, 152}, {0.01, 1, 1}, {100, 1_000_000_000_000, 100_000_000_000_000}, {12.34, 10_000, 123_400}} {
		if got := MultiplyUp(tc.multiple, tc.amount); got != tc.want {
			t.Errorf("%v times %d: %d, want %d", tc.multiple, tc.amount, got, tc.want)
		}
	}
}

func TestShare_SeveralRequirements_CountsTowardsTheOldestFirst(t *testing.T) {
	rows := []db.Turnover{{Needed: 100, Base: 40}, {Needed: 50}, {Needed: 10}}

	got := sharePlays(rows, []money.Satang{30, 40, 1000})

	if got[0] != 100 || got[1] != 50 || got[2] != 10 {
		t.Errorf("%v", got)
	}
	if got = sharePlays(rows, []money.Satang{1000, 5, 0}); got[0] != 100 || got[1] != 5 || got[2] != 0 {
		t.Errorf("an earlier play counts for a later requirement: %v", got)
	}
}
