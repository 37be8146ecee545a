package pg

import "time"

// SetAloneCheck sets how often HoldAlone checks its connection.
func SetAloneCheck(d time.Duration) (restore func()) {
	before := aloneCheck
	aloneCheck = d
	return func() { aloneCheck = before }
}
