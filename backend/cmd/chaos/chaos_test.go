package main

import (
	"os/exec"
	"testing"
	"time"
)

// TestChaos_EveryMethodAndFault_LosesAndDoublesNoMoney runs chaos briefly, with every payment method and every
// fault. It kills the server, PostgreSQL and the sandbox with SIGKILL. The command chaos makes longer runs.
// spec D1.24
func TestChaos_EveryMethodAndFault_LosesAndDoublesNoMoney(t *testing.T) {
	o := defaultOptions()
	o.members, o.duration, o.pace, o.bin = 30, 15*time.Second, 2500*time.Millisecond, t.TempDir()
	build := exec.Command("go", "build", "-o", o.bin, "krapao/backend/cmd/wallet", "krapao/backend/cmd/sandbox")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	if err := run(t.Context(), o); err != nil {
		t.Error(err)
	}
}
