// Package clock has the server's source of time, which a test can replace, and the one time zone for days,
// Bangkok.
package clock

import (
	"time"
	_ "time/tzdata" // a small machine may have no zone files
)

// Clock returns the time. Production passes time.Now.
type Clock func() time.Time

// Bangkok is the zone of "today", "this week" and every daily window.
var Bangkok = mustLoadZone("Asia/Bangkok")

func mustLoadZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the zone data is compiled in
	}
	return zone
}

// DayOf returns the day in Bangkok at a time, as midnight UTC of that date.
func DayOf(at time.Time) time.Time {
	local := at.In(Bangkok)
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
}
