package fairqueue

// Origins returns how many origins the queue remembers.
func (q *Queue) Origins() int { return len(q.origins) }
