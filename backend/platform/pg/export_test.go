package pg

import "time"

// SetLockCheckInterval sets how often HoldAlone checks its connection.
func SetLockCheckInterval(d time.Duration) (restore func()) {
	before := lockCheckInterval
	lockCheckInterval = d
	return func() { lockCheckInterval = before }
}
