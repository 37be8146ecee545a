package reconcile

// LimitReferences sets the maximum total of references in all lists of one comparison.
func (r *Report) LimitReferences(limit int) { r.maxReferences = limit }
