package qr

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/provider"
	gateway "krapao/backend/provider/qr"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func secondsLater(n int64) time.Time { return noon.Add(time.Duration(n) * time.Second) }

func TestGateway_FailedThreeMembersWithinFiveMinutes_RestsForFiveMinutes(t *testing.T) {
	t.Parallel()
	down := [][2]int64{{0, 1}, {10, 2}, {20, 3}} // second and member of each failure; the third one starts a rest until second 320
	for name, c := range map[string]struct {
		failures [][2]int64
		at       int64
		rests    bool
	}{
		"no failure":                                          {nil, 0, false},
		"two members":                                         {down[:2], 11, false},
		"three members":                                       {down, 20, true},
		"one member, a hundred times":                         {slices.Repeat([][2]int64{{5, 1}}, 100), 6, false},
		"the first member again":                              {[][2]int64{{0, 1}, {10, 2}, {20, 1}}, 21, false},
		"the third after five minutes":                        {[][2]int64{{0, 1}, {10, 2}, {300, 3}}, 300, true},
		"the third after more than five minutes":              {[][2]int64{{0, 1}, {10, 2}, {301, 3}}, 301, false},
		"the last three of four failures within five minutes": {[][2]int64{{0, 1}, {290, 2}, {310, 3}, {320, 4}}, 320, true},
		"the first member failed again in between":            {[][2]int64{{0, 1}, {200, 1}, {310, 2}, {320, 3}}, 320, true},
		"just before the rest is over":                        {down, 319, true},
		"after the rest":                                      {down, 320, false},
		"failures while it rests prolong nothing":             {append(slices.Clone(down), [2]int64{100, 4}, [2]int64{110, 5}, [2]int64{319, 6}), 320, false},
		"failures while it rests are forgotten":               {append(slices.Clone(down), [2]int64{318, 4}, [2]int64{319, 5}, [2]int64{321, 6}), 321, false},
		"two members after the rest":                          {append(slices.Clone(down), [2]int64{321, 1}, [2]int64{322, 2}), 323, false},
		"three members after the rest":                        {append(slices.Clone(down), [2]int64{321, 1}, [2]int64{322, 2}, [2]int64{323, 3}), 323, true},
		"the second rest is not longer than the first":        {append(slices.Clone(down), [2]int64{321, 1}, [2]int64{322, 2}, [2]int64{323, 3}), 623, false},
	} {
		h := db.QrHealth{RestUntil: time.Unix(0, 0)}
		for _, f := range c.failures {
			h = addFailure(h, f[1], secondsLater(f[0]))
		}

		if rests := secondsLater(c.at).Before(h.RestUntil); rests != c.rests {
			t.Errorf("%s: rests %t until %s", name, rests, h.RestUntil)
		}
	}
}

func TestGateway_NoOrLateResponse_IsFailureAndRefusalIsNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		duration time.Duration
		err      error
		failed   bool
	}{
		"a response":                               {time.Second, nil, false},
		"a response after eight seconds":           {8 * time.Second, nil, false},
		"a response after more than eight seconds": {8*time.Second + 1, nil, true},
		"no response":                              {time.Second, fmt.Errorf("%w: HTTP 500", provider.ErrDown), true},
		"no response in time":                      {10 * time.Second, fmt.Errorf("%w: %w", provider.ErrDown, context.DeadlineExceeded), true},
		"a refusal":                                {time.Second, fmt.Errorf("%w: AMOUNT_TOO_LOW", gateway.ErrRefused), false},
		"a refusal that came late":                 {9 * time.Second, gateway.ErrRefused, true},
		"an order that is unknown":                 {time.Second, gateway.ErrUnknownOrder, false},
		"an error of our own":                      {time.Second, errors.New("no connection to the database"), false},
	} {
		if got := isFailure(c.duration, c.err); got != c.failed {
			t.Errorf("%s: %t", name, got)
		}
	}
}
