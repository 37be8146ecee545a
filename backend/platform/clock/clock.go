// Package clock is where the house gets the time from, so that a test can hold
// it still, and where its one calendar, Bangkok's, is kept.
package clock

import (
	"time"
	_ "time/tzdata" // a small machine may have no zone files
)

// Clock answers the time. Production passes time.Now.
type Clock func() time.Time

// Bangkok is the zone of "today", "this week" and every daily window.
var Bangkok = mustZone("Asia/Bangkok")

func mustZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the zone data is compiled in
	}
	return zone
}
