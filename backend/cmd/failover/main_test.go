package main

import "testing"

func TestSelectRuns_Names_SelectRunsAndTheirVariants(t *testing.T) {
	for names, want := range map[string]int{
		"all": len(listRuns()), "behind-withdrawals": len(behindRuns), "behind-withdrawals/cancel,synchronous": 2, "backup-of-yesterday": 1,
	} {
		if got, err := selectRuns(names); err != nil || len(got) != want {
			t.Errorf("%s: %d runs, %v", names, len(got), err)
		}
	}
	for _, names := range []string{"", "behind", "synchronous,nothing"} {
		if got, err := selectRuns(names); err == nil {
			t.Errorf("%q: %d runs", names, len(got))
		}
	}
}

func TestSelectRuns_Default_LeavesOutKnownFailures(t *testing.T) {
	got, err := selectRuns("default")

	if err != nil || len(got) == 0 {
		t.Fatal(got, err)
	}
	for _, r := range got {
		if r.failsBecause != "" {
			t.Errorf("%s is selected, although it fails because %s", r.name, r.failsBecause)
		}
	}
}
