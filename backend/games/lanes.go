package games

import "krapao/backend/platform/fairqueue"

// Lanes limit how many calls this server makes to each slot's provider at once. So a provider that does not
// respond delays no other. A member's call may wait for its own provider. A job does not wait, since all
// providers share the workers: it retries later.
type Lanes struct{ calls, jobs *fairqueue.Queue }

const (
	wide   = 16 // calls of members to one provider; as many connections are kept open
	narrow = 2  // jobs at one provider; there are eight workers
)

// NewLanes returns empty lanes.
func NewLanes() Lanes {
	return Lanes{
		calls: fairqueue.New(fairqueue.Limits{Running: fairqueue.Unlimited, RunningOfOrigin: wide, Waiting: fairqueue.Unlimited}),
		jobs:  fairqueue.New(fairqueue.Limits{Running: fairqueue.Unlimited, RunningOfOrigin: narrow}),
	}
}
