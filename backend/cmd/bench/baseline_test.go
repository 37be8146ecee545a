package main

import (
	"errors"
	"slices"
	"testing"
)

func TestBaseline_RatiosWorseByMoreThanAFifth_AreFound(t *testing.T) {
	b := baseline{Ratios: map[string]float64{"rate": 20, "cost": 5, "kept": 5, "better": 5}}
	rows := []row{
		{What: "rate", Unit: "%", Value: 15.9, Guarded: true},
		{What: "cost", Unit: "times", Value: 6.1, Guarded: true},
		{What: "kept", Unit: "times", Value: 5.9, Guarded: true},
		{What: "better", Unit: "times", Value: 1, Guarded: true},
		{What: "cost", Unit: "times", Value: 99},
	}

	var found []string
	for _, r := range b.findWorse(rows) {
		found = append(found, r.What)
	}

	if want := []string{"rate", "cost"}; !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

func TestGuard_WorseRatio_FailsOnlyIfWorseTwice(t *testing.T) {
	accepted := baseline{Ratios: map[string]float64{"credit rate": 20}}
	for name, second := range map[string]float64{"worse once": 20, "worse twice": 1} {
		t.Run(name, func(t *testing.T) {
			values := []float64{1, second}
			var measured [][]string

			err := guard(accepted, func(parts ...string) ([]row, error) {
				measured = append(measured, parts)
				return []row{{What: "credit rate", Unit: "%", Value: values[len(measured)-1], Guarded: true, part: "ledger"}}, nil
			})

			if isRed := err != nil; isRed != (second == 1) {
				t.Errorf("guard returned %v", err)
			}
			if len(measured) != 2 || !slices.Equal(measured[1], []string{"ledger"}) {
				t.Errorf("measured %v, want all parts and then the ledger", measured)
			}
		})
	}
}

func TestGuard_RatiosOfOtherNames_AreRefused(t *testing.T) {
	accepted := baseline{Ratios: map[string]float64{"credit rate": 20}}
	for name, rows := range map[string][]row{
		"a ratio is missing":   {},
		"a ratio was renamed":  {{What: "rate of credits", Unit: "%", Value: 20, Guarded: true}},
		"a ratio has no value": {{What: "credit rate", Unit: "%", Value: 20, Guarded: true}, {What: "new", Unit: "%", Value: 1, Guarded: true}},
	} {
		t.Run(name, func(t *testing.T) {
			if err := guard(accepted, func(...string) ([]row, error) { return rows, nil }); err == nil {
				t.Error("the guard compared nothing and was green")
			}
		})
	}
}

func TestGuard_MeasurementFails_ReturnsItsError(t *testing.T) {
	failed := errors.New("no database")

	if err := guard(baseline{}, func(...string) ([]row, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("guard returned %v", err)
	}
}

func TestMedians_ThreeRounds_TakesTheMiddleOfEachFigure(t *testing.T) {
	got := medians([][]row{{{What: "a", Rate: 1, CPU: 9}}, {{What: "a", Rate: 3, CPU: 7}}, {{What: "a", Rate: 2, CPU: 8}}})

	if want := (row{What: "a", Rate: 2, CPU: 8}); len(got) != 1 || got[0] != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
