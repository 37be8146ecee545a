package wallet

import (
	"testing"
	"time"

	"krapao/backend/platform/clock"
)

// at returns a time relative to midnight of one fixed day in Bangkok, in hours. Negative hours are on earlier
// days.
func at(hour float64) time.Time {
	return time.Date(2026, 11, 29, 0, 0, 0, 0, clock.Bangkok).Add(time.Duration(hour * float64(time.Hour)))
}

var noLoss = Loss{From: at(-48), PauseEnded: at(-47)}

// spec D3.94
func TestDueComparison_AtNight_RunsUntilOneIsComplete(t *testing.T) {
	yesterday := comparisonTimes{at(-21), at(-21), at(-21)}
	for name, tc := range map[string]struct {
		now  time.Time
		last comparisonTimes
		due  bool
	}{
		"at three":             {at(3), yesterday, true},
		"before three":         {at(2.9), yesterday, false},
		"no comparison before": {at(3), comparisonTimes{}, true},
		"complete already":     {at(4.5), comparisonTimes{at(3), at(3), at(3)}, false},
		"a provider was down":  {at(4.1), comparisonTimes{at(3), at(3), at(-21)}, true},
		"a provider was down less than an hour ago": {at(3.9), comparisonTimes{at(3), at(3), at(-21)}, false},
		"the server died during the comparison":     {at(4.1), comparisonTimes{at(3), at(-21), at(-21)}, true},
		"a provider is down until nine":             {at(9), comparisonTimes{at(7.9), at(7.9), at(-21)}, false},
	} {
		got := dueComparison(tc.now, nil, noLoss, tc.last)

		if (got != nil) != tc.due || (got != nil && (got.Why != ComparisonAtNight || !got.Since.Equal(tc.now.Add(-nightlyLookback)))) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// spec D3.94
func TestDueComparison_AfterPause_RunsAfterTenMinutesAndAfterOneHour(t *testing.T) {
	loss := Loss{From: at(11), PauseEnded: at(12)}
	for name, tc := range map[string]struct {
		now  time.Time
		last comparisonTimes
		due  bool
	}{
		"ten minutes later":                 {at(12.2), comparisonTimes{at(12), at(12), at(12)}, true},
		"sooner":                            {at(12.1), comparisonTimes{at(12), at(12), at(12)}, false},
		"between the two":                   {at(12.5), comparisonTimes{at(12.2), at(12.2), at(12.2)}, false},
		"an hour later":                     {at(13), comparisonTimes{at(12.2), at(12.2), at(12.2)}, true},
		"a provider was down an hour later": {at(14.1), comparisonTimes{at(13), at(13), at(12.2)}, true},
		"a provider was down, less than an hour ago": {at(13.5), comparisonTimes{at(13), at(13), at(12.2)}, false},
		"complete":                     {at(15), comparisonTimes{at(13), at(13), at(13)}, false},
		"a provider is down for a day": {at(36.5), comparisonTimes{at(35), at(35), at(12.2)}, false},
	} {
		got := dueComparison(tc.now, nil, loss, tc.last)

		if (got != nil) != tc.due || (got != nil && got.Why != ComparisonLate) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
