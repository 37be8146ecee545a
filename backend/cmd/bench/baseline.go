package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

// A baseline has the guarded ratios of the last accepted version. -guard measures them again, so that a change that
// makes a call slower is noticed although nobody compares figures. Rates and CPU times depend on the machine. Their
// ratios depend on it much less, so one baseline serves all machines.
type baseline struct {
	machine
	Ratios map[string]float64 `json:"ratios"`
}

// machine says where, on which commit and how often a run measured.
type machine struct {
	CPU    string `json:"cpu"`
	CPUs   int    `json:"cpus"`
	Go     string `json:"go"`
	Commit string `json:"commit"`
	Rounds int    `json:"rounds"`
}

const (
	baselineFile = "backend/cmd/bench/baseline.json"
	// tolerance is how much worse a guarded ratio may be, twice in a row: a fifth.
	tolerance = 0.2
)

// guardedParts are the parts with guarded ratios.
var guardedParts = []string{"ledger", "http", "withdraw", "transfer"}

// checkComplete returns an error unless the guarded rows have the names of the baseline. Without this check, a renamed
// row would never be compared again.
func (b baseline) checkComplete(rows []row) error {
	measured := map[string]float64{}
	for _, r := range rows {
		if r.Guarded {
			measured[r.What] = r.Value
		}
	}
	accepted, now := slices.Sorted(maps.Keys(b.Ratios)), slices.Sorted(maps.Keys(measured))
	if !slices.Equal(accepted, now) {
		return fmt.Errorf("the baseline has the ratios %q, and this run %q: accept them by make figures", accepted, now)
	}
	return nil
}

// findWorse returns the guarded rows that are worse than the baseline by more than the tolerance.
func (b baseline) findWorse(rows []row) (worse []row) {
	for _, r := range rows {
		if !r.Guarded {
			continue
		}
		accepted := b.Ratios[r.What]
		isWorse := r.Value > accepted*(1+tolerance)
		if r.isRate() {
			isWorse = r.Value < accepted*(1-tolerance)
		}
		if isWorse {
			worse = append(worse, r)
		}
	}
	return worse
}

// isRate returns whether a larger value is better: a percentage of another rate, not a multiple of another cost.
func (r row) isRate() bool { return r.Unit == "%" }

// guard measures the guarded parts, and those with a worse ratio once more. It returns an error with the ratios that
// were worse both times.
func guard(accepted baseline, measure func(parts ...string) ([]row, error)) error {
	parts := guardedParts
	for attempt := 1; ; attempt++ {
		rows, err := measure(parts...)
		if err != nil {
			return err
		}
		if attempt == 1 {
			if err := accepted.checkComplete(rows); err != nil {
				return err
			}
		}
		worse := accepted.findWorse(rows)
		if len(worse) == 0 {
			return nil
		}
		var list []string
		parts = nil
		for _, r := range worse {
			list = append(list, fmt.Sprintf("%s: %.2f %s, accepted %.2f", r.What, r.Value, r.Unit, accepted.Ratios[r.What]))
			if !slices.Contains(parts, r.part) {
				parts = append(parts, r.part)
			}
		}
		err = errors.New("worse than the baseline by more than a fifth:\n" + strings.Join(list, "\n"))
		if attempt == 2 {
			return err
		}
		fmt.Println(err, "\nmeasured once more:")
	}
}

func readBaseline() (b baseline, err error) {
	text, err := os.ReadFile(baselineFile)
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	return b, err
}

// writeBaseline accepts the guarded ratios of rows.
func writeBaseline(rows []row, of machine) error {
	accepted := baseline{of, map[string]float64{}}
	for _, r := range rows {
		if r.Guarded {
			accepted.Ratios[r.What] = math.Round(r.Value*100) / 100
		}
	}
	return writeJSON(baselineFile, accepted)
}

// medians returns the rows of the first round with the median of each figure over all rounds.
func medians(rounds [][]row) []row {
	out := slices.Clone(rounds[0])
	for i := range out {
		set := func(field func(*row) *float64) {
			var all []float64
			for _, round := range rounds {
				all = append(all, *field(&round[i]))
			}
			slices.Sort(all)
			*field(&out[i]) = (all[(len(all)-1)/2] + all[len(all)/2]) / 2
		}
		set(func(r *row) *float64 { return &r.Rate })
		set(func(r *row) *float64 { return &r.P50 })
		set(func(r *row) *float64 { return &r.P99 })
		set(func(r *row) *float64 { return &r.CPU })
		set(func(r *row) *float64 { return &r.Value })
	}
	return out
}

// describeMachine returns the machine of this run.
func describeMachine(ctx context.Context, rounds int) machine {
	m := machine{CPUs: runtime.NumCPU(), Go: runtime.Version(), Rounds: rounds}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		_, after, _ := strings.Cut(string(text), "model name")
		line, _, _ := strings.Cut(after, "\n")
		m.CPU = strings.TrimLeft(line, "\t: ")
	}
	if commit, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		m.Commit = strings.TrimSpace(string(commit))
	}
	return m
}

func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}
