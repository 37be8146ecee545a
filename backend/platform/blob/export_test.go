package blob

import "time"

// SetPatience sets how long the place may take to respond.
func (s *Store) SetPatience(d time.Duration) { s.timeout = d }

// InMemory is the size up to which a file is held in memory.
const InMemory = maxInMemory
