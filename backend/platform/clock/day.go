package clock

import "time"

// DayOf is the day of Bangkok that a moment belongs to, as a date.
func DayOf(at time.Time) time.Time {
	local := at.In(Bangkok)
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
}
