package reconcile

// LimitNames sets the maximum number of names in all lists of the comparison.
func (r *Report) LimitNames(limit int) { r.maxNames = limit }
