package reconcile

// LimitNames lowers how many names the lists may have.
func (b *Book) LimitNames(most int) { b.namesMost = most }
