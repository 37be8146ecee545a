package main

import "time"

// size has the amounts of work in a bench.
type size struct {
	duration time.Duration // how long each row is measured
	segments int           // of the write-ahead log, 16 MB each: more than a whole run writes

	reported    int // transfers that the bank's feed reports
	withdrawers int // rich members; more than the calls at a time
	rounds      int // how often each of the compared calls is measured

	players     int           // players in the feed
	playsRate   int           // plays per second
	playsPause  time.Duration // between two readings of a feed
	playsRounds int

	dayPlayers int // players on the day that is closed
	dayRounds  int

	idleSockets      int
	notificationRate int // notifications per second, without the database
	chatGuests       int // each writes and receives a message every two seconds
	chatRate         int // messages per second, through the database
	chatMinTime      time.Duration

	slipRounds int
}

var (
	fullSize = size{
		duration: 4 * time.Second, segments: 60, reported: 40_000, withdrawers: 512, rounds: 8,
		players: 1000, playsRate: 1000, playsPause: 20 * time.Second, playsRounds: 3, dayPlayers: 100_000, dayRounds: 3,
		idleSockets: 5000, notificationRate: 2000, chatGuests: 300, chatRate: 300, chatMinTime: 8 * time.Second, slipRounds: 8,
	}
	// smokeSize runs every part once, to show that it works. Its figures are meaningless.
	smokeSize = size{
		duration: 100 * time.Millisecond, segments: 2, reported: 4_000, withdrawers: 256, rounds: 1,
		players: 50, playsRate: 100, playsPause: time.Second, playsRounds: 1, dayPlayers: 500, dayRounds: 1,
		idleSockets: 50, notificationRate: 200, chatGuests: 20, chatRate: 20, chatMinTime: time.Second, slipRounds: 1,
	}
	// runSize is the size of this run. It is set once, after the flags were parsed.
	runSize = fullSize
)
