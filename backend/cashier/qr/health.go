package qr

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"
)

// The parts of a gateway's work, each with a health of its own: codes may be made
// while questions go unanswered, and the other way round.
const (
	partMake = "MAKE"
	partAsk  = "ASK"
)

// The figures of the rule; see the package's text.
const (
	slow         = 8 * time.Second  // an answer that came later is trouble, too
	troubled     = 3                // members whom it failed, and it rests
	troubleTime  = 5 * time.Minute  // from the first of them
	firstRest    = time.Minute      // then twice as long each time
	longestRest  = 30 * time.Minute //
	trialGood    = 2                // well done on trial, and it is well again
	trialTime    = 15 * time.Minute // of a trial that few came to
	trialShare   = 8                // one member in so many is led to it
	relapseTime  = time.Hour        // after a recovery the next rest is still the longer one
	doubtful     = 3                // members whose payments it doubts
	doubtfulTime = 2 * time.Hour
)

// health is how a gateway does one part of its work. The zero value is well.
type health struct {
	members   []int64 // whom it has failed since, each once
	since     time.Time
	rests     int // in a row
	restUntil time.Time
	good      int // what it did well on trial
	recovered time.Time
}

// standing is where a gateway has its place in the order, best first.
type standing int

const (
	well standing = iota
	onTrial
	doubted
	resting
)

// standing answers how it stands now. A trial that is over without a verdict is
// as good as well.
func (h health) standing(now time.Time) standing {
	switch {
	case h.restUntil.IsZero(), !now.Before(h.restUntil.Add(trialTime)):
		return well
	case now.Before(h.restUntil):
		return resting
	}
	return onTrial
}

// failed is the health after the gateway has failed a member. Whom it failed
// before counts no second time, so that nobody can bring it down alone, or keep it
// down.
func (h health) failed(member int64, now time.Time) health {
	h = h.settled(now)
	if h.restUntil.IsZero() && now.Sub(h.since) > troubleTime {
		h.members, h.since = nil, now
	}
	// One that rests has had its verdict; this is the end of a call from before, or of
	// a member's who chose it all the same.
	if slices.Contains(h.members, member) || h.standing(now) == resting {
		return h
	}
	h.members = append(slices.Clone(h.members), member)
	if h.restUntil.IsZero() && len(h.members) < troubled {
		return h
	}
	if h.restUntil.IsZero() && now.Sub(h.recovered) > relapseTime {
		h.rests = 0
	}
	h.rests, h.good = h.rests+1, 0
	rest := longestRest
	if h.rests < 6 { // one, two, four, eight, sixteen
		rest = firstRest << (h.rests - 1)
	}
	h.restUntil = now.Add(rest)
	return h
}

// did is the health after the gateway has done what it was asked, in time.
func (h health) did(now time.Time) health {
	h = h.settled(now)
	switch {
	case h.restUntil.IsZero():
		h.members = nil
	case h.standing(now) == resting: // a rest is sat out, whatever luck one had
	default:
		if h.good++; h.good >= trialGood {
			h = health{rests: h.rests, recovered: now}
		}
	}
	return h
}

// settled is the health with a trial ended that came to no verdict.
func (h health) settled(now time.Time) health {
	if !h.restUntil.IsZero() && h.standing(now) == well {
		return health{rests: h.rests, recovered: h.restUntil.Add(trialTime)}
	}
	return h
}

// clean tells that doing well changes nothing.
func (h health) clean() bool { return len(h.members) == 0 && h.restUntil.IsZero() }

// condition is all that the order looks at of a gateway.
type condition struct {
	parts  [2]health // making, asking
	doubts int       // members whose payments it doubts
}

// standing is that of the worse part. A member of the trial's share finds a gateway
// on trial where it stood before; each trial has a share of its own.
func (c condition) standing(provider string, member int64, now time.Time) standing {
	worst := well
	for _, h := range c.parts {
		s := h.standing(now)
		if s == onTrial && inShare(provider, member, h.restUntil) {
			s = well
		}
		worst = max(worst, s)
	}
	if c.doubts >= doubtful {
		worst = max(worst, doubted)
	}
	return worst
}

func inShare(provider string, member int64, trial time.Time) bool {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", provider, member, trial.Unix()))
	return sum[0]%trialShare == 0
}

// order puts gateways in the order in which a member is led to them: those that
// are well as the house prefers them, and those that rest at the end.
func order(gateways []Gateway, all map[string]condition, member int64, now time.Time) []Gateway {
	out := slices.Clone(gateways)
	for i := range out {
		s := all[out[i].Provider].standing(out[i].Provider, member, now)
		out[i].standing, out[i].Resting = s, s == resting
	}
	slices.SortStableFunc(out, func(a, b Gateway) int { return int(a.standing - b.standing) })
	return out
}
