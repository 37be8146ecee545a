package reconcile

// LimitNames sets the limit of names in the lists.
func (b *Book) LimitNames(most int) { b.namesMost = most }
