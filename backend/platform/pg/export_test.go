package pg

import "time"

// CheckAloneEvery sets how often HoldAlone checks its connection.
func CheckAloneEvery(d time.Duration) (restore func()) {
	before := aloneCheck
	aloneCheck = d
	return func() { aloneCheck = before }
}
