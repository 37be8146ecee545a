package confine

import (
	"context"
	"io"

	"krapao/backend/platform/fairqueue"
)

// Pool limits the children of one kind of work: one per owner at a time, and the owners in turn. Use NewPool.
type Pool struct {
	work   string
	budget Budget
	queue  *fairqueue.Queue
}

// NewPool returns a pool that runs at most atOnce children. work is the name that was passed to Serve.
func NewPool(work string, atOnce int, b Budget) *Pool {
	return &Pool{work: work, budget: b, queue: fairqueue.New(fairqueue.Limits{
		Running: atOnce, RunningOfOrigin: 1, Waiting: 200, WaitingOfOrigin: 8,
	})}
}

// Run runs the work on in, in a child, when it is the owner's turn, and returns the child's output. Errors:
// ErrBudget, ErrBusy, ctx's own while waiting. After any other error, the same input may work later.
func (p *Pool) Run(ctx context.Context, owner string, in io.Reader) ([]byte, error) {
	release, err := p.queue.Acquire(ctx, owner)
	if err != nil {
		return nil, err
	}
	defer release()
	return runChild(ctx, p.work, in, p.budget)
}

// Waiting returns how many calls wait for a child.
func (p *Pool) Waiting() int { return p.queue.Waiting() }
