package fairqueue_test

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"krapao/backend/platform/fairqueue"
)

// TestAcquire_RandomCalls_KeepsEveryRule sends, ends and cancels calls at random. After each step it checks
// the rules of the package comment.
func TestAcquire_RandomCalls_KeepsEveryRule(t *testing.T) {
	for seed := range uint64(100) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 0))
			limits := fairqueue.Limits{
				Running: 1 + random.IntN(3), RunningOfOrigin: random.IntN(3),
				Waiting: random.IntN(9), WaitingOfOrigin: random.IntN(5),
			}
			s := &schedule{T: t, callRecorder: newCallRecorder(limits), limits: limits, random: random, passed: map[*call]map[string]int{}}
			for step := range 120 {
				s.step()
				if s.check(); t.Failed() {
					t.Fatalf("seed %d, step %d, %+v", seed, step, limits)
				}
			}
			if s.drain(); s.Running() != 0 || s.Waiting() != 0 || s.Origins() != 0 || len(s.started)+s.ended != len(s.calls) {
				t.Errorf("seed %d: %d of %d calls ran or ended; the queue has %d, %d waiting, %d origins",
					seed, len(s.started)+s.ended, len(s.calls), s.Running(), s.Waiting(), s.Origins())
			}
		})
	}
}

var origins = []string{"a", "b", "c", "d"}

// schedule is a callRecorder, with the state that the checks need.
type schedule struct {
	*testing.T
	*callRecorder
	limits fairqueue.Limits
	random *rand.Rand
	ended  int // calls that ended without a start, as of the last check
	seen   int // starts that passed contains
	// passed counts the starts since the oldest waiting call of an origin could start, by their origins. It
	// has entries only for origins below RunningOfOrigin.
	passed map[*call]map[string]int
}

func (s *schedule) step() {
	waiting := s.inQueue()
	switch pick := s.random.IntN(10); {
	case pick < 5:
		before, c := s.Waiting(), s.send(origins[s.random.IntN(len(origins))])
		if c.err != nil && before < s.limits.Waiting && s.waitingOf(c.origin) < boundOfOrigin(s.limits.WaitingOfOrigin, s.limits.Waiting) {
			s.Errorf("a call of %s was refused while a place to wait was free", c.origin)
		}
	case pick < 7 && len(waiting) > 0:
		c, before := waiting[s.random.IntN(len(waiting))], s.Waiting()
		c.cancel()
		if synctest.Wait(); s.Waiting() != before-1 || c.err == nil {
			s.Errorf("a cancelled call keeps its place: %d wait, before %d; its error: %v", s.Waiting(), before, c.err)
		}
	case len(s.started) > 0:
		if c := s.started[s.random.IntN(len(s.started))]; s.running[c] {
			s.end(c)
		}
	}
}

// inQueue returns the calls that wait, oldest first.
func (s *schedule) inQueue() (all []*call) {
	s.ended = 0
	for _, c := range s.calls {
		switch {
		case c.err != nil:
			s.ended++
		case !c.isOver && !s.running[c]:
			all = append(all, c)
		}
	}
	return all
}

func (s *schedule) waitingOf(origin string) (n int) {
	for _, c := range s.inQueue() {
		if c.origin == origin {
			n++
		}
	}
	return n
}

// boundOfOrigin returns the smaller of two limits; ofOrigin 0 is no limit.
func boundOfOrigin(ofOrigin, all int) int {
	if ofOrigin == 0 {
		return all
	}
	return min(ofOrigin, all)
}

func (s *schedule) check() {
	mostRunning := boundOfOrigin(s.limits.RunningOfOrigin, s.limits.Running)
	mostWaiting := boundOfOrigin(s.limits.WaitingOfOrigin, s.limits.Waiting)
	run, wait, oldest := map[string]int{}, map[string]int{}, map[string]*call{}
	for c := range s.running {
		run[c.origin]++
	}
	waiting := s.inQueue()
	for _, c := range waiting {
		if wait[c.origin]++; wait[c.origin] == 1 {
			oldest[c.origin] = c
		}
	}
	if len(s.running) > s.limits.Running || len(waiting) > s.limits.Waiting || len(s.running) != s.Running() || len(waiting) != s.Waiting() {
		s.Errorf("%d run, the queue counts %d; %d wait, the queue counts %d", len(s.running), s.Running(), len(waiting), s.Waiting())
	}
	for _, origin := range origins {
		if run[origin] > mostRunning || wait[origin] > mostWaiting {
			s.Errorf("%d calls of %s run, %d wait", run[origin], origin, wait[origin])
		}
		if wait[origin] > 0 && run[origin] < mostRunning && len(s.running) < s.limits.Running {
			s.Errorf("a call of %s waits while a place is free", origin)
		}
	}
	s.checkTurns(oldest, func(origin string) bool { return run[origin] < mostRunning })
}

// checkTurns fails the test if an origin started two calls while another origin waited for its turn.
func (s *schedule) checkTurns(oldest map[string]*call, mayStart func(origin string) bool) {
	for _, started := range s.started[s.seen:] {
		for origin, c := range oldest {
			if passed := s.passed[c]; passed != nil && origin != started.origin {
				if passed[started.origin]++; passed[started.origin] > 1 {
					s.Errorf("%s started twice while a call of %s waited", started.origin, origin)
				}
			}
		}
	}
	s.seen = len(s.started)
	for origin, c := range oldest {
		if s.passed[c] == nil && mayStart(origin) {
			s.passed[c] = map[string]int{}
		}
	}
}
