package games

import "krapao/backend/platform/fairqueue"

// CallLimits limit how many calls this server makes to each slot's provider at once. So a provider that does
// not respond delays no other provider. A member's call may wait for its own provider. A job does not wait, since
// all providers share the workers: the job retries later.
type CallLimits struct{ calls, jobs *fairqueue.Queue }

const (
	maxCalls = 16 // calls of members to one provider; as many connections are kept open
	maxJobs  = 2  // jobs at one provider; there are eight workers
)

// NewCallLimits returns limits without calls.
func NewCallLimits() CallLimits {
	return CallLimits{
		calls: fairqueue.New(fairqueue.Limits{Running: fairqueue.Unlimited, RunningOfOrigin: maxCalls, Waiting: fairqueue.Unlimited}),
		jobs:  fairqueue.New(fairqueue.Limits{Running: fairqueue.Unlimited, RunningOfOrigin: maxJobs}),
	}
}
