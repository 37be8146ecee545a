package blob

import "time"

// SetTimeout sets how long the backend may take to respond.
func (s *Store) SetTimeout(d time.Duration) { s.timeout = d }

// InMemory is the size up to which a file is held in memory.
const InMemory = maxInMemory
