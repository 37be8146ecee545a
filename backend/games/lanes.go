package games

import "krapao/backend/platform/fairqueue"

// Lanes limit how many calls this server makes to each slot's provider at once, so that a provider that
// hangs costs the others nothing. A member's call waits for its own provider only. A job never waits, since
// all providers share the workers of jobs.
type Lanes struct{ calls, jobs *fairqueue.Queue }

const (
	wide   = 16 // calls of members to one provider; as many connections are kept open
	narrow = 2  // jobs at one provider, of eight workers
)

// NewLanes returns lanes without calls.
func NewLanes() Lanes {
	return Lanes{
		calls: fairqueue.New(fairqueue.Limits{Running: fairqueue.Unlimited, RunningOfOrigin: wide, Waiting: fairqueue.Unlimited}),
		jobs:  fairqueue.New(fairqueue.Limits{Running: fairqueue.Unlimited, RunningOfOrigin: narrow}),
	}
}
