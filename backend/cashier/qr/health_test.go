package qr

import (
	"slices"
	"testing"
	"time"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// after is a health after a history of seconds: a member's number is a failure, 0
// is work well done.
func after(history ...[2]int64) (h health) {
	for _, e := range history {
		if now := noon.Add(time.Duration(e[0]) * time.Second); e[1] == 0 {
			h = h.did(now)
		} else {
			h = h.failed(e[1], now)
		}
	}
	return h
}

func TestHowAGatewayStandsFollowsFromWhatItDid(t *testing.T) {
	t.Parallel()
	down := [][2]int64{{0, 1}, {10, 2}, {20, 3}} // rests until 80, is on trial until 980
	with := func(more ...[2]int64) [][2]int64 { return append(slices.Clone(down), more...) }
	for name, c := range map[string]struct {
		history [][2]int64
		at      int64
		want    standing
	}{
		"nothing happened":                               {nil, 0, well},
		"two members failed":                             {down[:2], 15, well},
		"three members failed":                           {down, 20, resting},
		"one member failed a hundred times":              {slices.Repeat([][2]int64{{5, 1}}, 100), 6, well},
		"three failed, but far apart":                    {[][2]int64{{0, 1}, {10, 2}, {311, 3}}, 312, well},
		"a code was made between the failures":           {[][2]int64{{0, 1}, {10, 2}, {15, 0}, {20, 3}}, 21, well},
		"its rest is over":                               {down, 80, onTrial},
		"a stroke of luck while it rests":                {with([2]int64{30, 0}, [2]int64{40, 0}), 50, resting},
		"failures while it rests":                        {with([2]int64{60, 4}, [2]int64{70, 5}), 81, onTrial},
		"one good answer on trial":                       {with([2]int64{90, 0}), 91, onTrial},
		"two good answers on trial":                      {with([2]int64{90, 0}, [2]int64{91, 0}), 92, well},
		"another member failed on trial":                 {with([2]int64{90, 4}), 91, resting},
		"whom it failed before fails on trial":           {with([2]int64{90, 1}, [2]int64{91, 2}), 92, onTrial},
		"the second rest is twice as long":               {with([2]int64{90, 4}), 209, resting},
		"and then it is over":                            {with([2]int64{90, 4}), 210, onTrial},
		"nobody came to the trial":                       {down, 980, well},
		"one failed after a trial without a verdict":     {with([2]int64{990, 4}), 991, well},
		"three failed after a trial without a verdict":   {with([2]int64{990, 4}, [2]int64{991, 5}, [2]int64{992, 6}), 1111, resting},
		"a relapse within the hour rests the longer one": {with([2]int64{90, 0}, [2]int64{91, 0}, [2]int64{100, 4}, [2]int64{101, 5}, [2]int64{102, 6}), 221, resting},
		"a relapse after it rests the first one":         {with([2]int64{90, 0}, [2]int64{91, 0}, [2]int64{4000, 4}, [2]int64{4001, 5}, [2]int64{4002, 6}), 4062, onTrial},
	} {
		if got := after(c.history...).standing(noon.Add(time.Duration(c.at) * time.Second)); got != c.want {
			t.Errorf("%s: %d, not %d", name, got, c.want)
		}
	}
}

func TestARestGrowsToHalfAnHourAndNoLonger(t *testing.T) {
	t.Parallel()
	h, now := after([2]int64{0, 1}, [2]int64{0, 2}, [2]int64{0, 3}), noon
	var rests []time.Duration
	for member := range int64(9) {
		rests = append(rests, h.restUntil.Sub(now))
		now = h.restUntil
		h = h.failed(member+4, now)
	}
	minutes := func(all ...time.Duration) (out []time.Duration) {
		for _, m := range all {
			out = append(out, m*time.Minute)
		}
		return out
	}
	if want := minutes(1, 2, 4, 8, 16, 30, 30, 30, 30); !slices.Equal(rests, want) {
		t.Errorf("%v", rests)
	}
}

// led are the gateways in the order in which a member is led to them.
func led(all map[string]condition, member int64, now time.Time) (names []string) {
	var open []Gateway
	for _, name := range []string{"A", "B", "C", "D"} {
		open = append(open, Gateway{Provider: name})
	}
	for _, g := range order(open, all, member, now) {
		if g.Resting {
			g.Provider += " rests"
		}
		names = append(names, g.Provider)
	}
	return names
}

func TestMembersAreLedToWhatIsWellFirst(t *testing.T) {
	t.Parallel()
	down := after([2]int64{0, 1}, [2]int64{0, 2}, [2]int64{0, 3})
	making, asking := condition{parts: [2]health{down, {}}}, condition{parts: [2]health{{}, down}}
	stranger := int64(1)
	for inShare("A", stranger, down.restUntil) {
		stranger++
	}
	during, afterwards := noon.Add(time.Second), noon.Add(2*time.Minute)
	for name, c := range map[string]struct {
		all  map[string]condition
		at   time.Time
		want []string
	}{
		"all well":                     {nil, during, []string{"A", "B", "C", "D"}},
		"one makes no codes":           {map[string]condition{"A": making}, during, []string{"B", "C", "D", "A rests"}},
		"one answers no questions":     {map[string]condition{"A": asking}, during, []string{"B", "C", "D", "A rests"}},
		"one is on trial":              {map[string]condition{"A": making}, afterwards, []string{"B", "C", "D", "A"}},
		"two doubts are people's":      {map[string]condition{"A": {doubts: 2}}, during, []string{"A", "B", "C", "D"}},
		"three doubts are a gateway's": {map[string]condition{"A": {doubts: 3}}, during, []string{"B", "C", "D", "A"}},
		"all rest":                     {map[string]condition{"A": making, "B": making, "C": asking, "D": making}, during, []string{"A rests", "B rests", "C rests", "D rests"}},
		"doubted before resting":       {map[string]condition{"A": making, "B": {doubts: 9}}, during, []string{"C", "D", "B", "A rests"}},
		"on trial before doubted":      {map[string]condition{"A": {doubts: 9}, "B": making}, afterwards, []string{"C", "D", "B", "A"}},
	} {
		if name == "on trial before doubted" && inShare("B", stranger, down.restUntil) {
			continue
		}
		if got := led(c.all, stranger, c.at); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAFewMembersTryAGatewayAgainAndOthersTheNextTime(t *testing.T) {
	t.Parallel()
	down := after([2]int64{0, 1}, [2]int64{0, 2}, [2]int64{0, 3})
	again := down.failed(9, down.restUntil)
	first, both := 0, 0
	for member := range int64(8000) {
		tries := led(map[string]condition{"A": {parts: [2]health{down, {}}}}, member, down.restUntil)[0] == "A"
		triesAgain := led(map[string]condition{"A": {parts: [2]health{again, {}}}}, member, again.restUntil)[0] == "A"
		if tries {
			first++
		}
		if tries && triesAgain {
			both++
		}
	}
	if first < 800 || first > 1200 || both > 200 {
		t.Errorf("%d of 8000 try it, %d of them the next time, too", first, both)
	}
}
