package reconcile

// LimitNames sets the maximum number of names in all lists of the comparison.
func (b *Book) LimitNames(most int) { b.namesMost = most }
