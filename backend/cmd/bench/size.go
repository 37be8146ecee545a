package main

import "time"

// size has the amounts of work in a bench.
type size struct {
	each     time.Duration // how long each row is measured
	segments int           // of the write-ahead log, 16 MB each: more than a whole run writes

	told        int // transfers that the bank's feed reports
	withdrawers int // rich members, more than withdraw at a time
	turns       int // how often contestants take turns

	players    int           // players in the feed
	playsRate  int           // plays a second
	playsPause time.Duration // between two readings of a feed
	playsTurns int

	dayPlayers int // players on the day that is closed
	dayTurns   int

	idleSockets int
	hintRate    int // notifications a second, without the database
	talkers     int // each writes and receives a message every two seconds
	chatRate    int // messages a second, through the database
	chatLeast   time.Duration

	slipRounds int
}

var (
	whole = size{
		each: 4 * time.Second, segments: 60, told: 40_000, withdrawers: 512, turns: 8,
		players: 1000, playsRate: 1000, playsPause: 20 * time.Second, playsTurns: 3, dayPlayers: 100_000, dayTurns: 3,
		idleSockets: 5000, hintRate: 2000, talkers: 300, chatRate: 300, chatLeast: 8 * time.Second, slipRounds: 8,
	}
	// smoke runs every part once, to show that it works. Its figures are meaningless.
	smoke = size{
		each: 100 * time.Millisecond, segments: 2, told: 4_000, withdrawers: 256, turns: 1,
		players: 50, playsRate: 100, playsPause: time.Second, playsTurns: 1, dayPlayers: 500, dayTurns: 1,
		idleSockets: 50, hintRate: 200, talkers: 20, chatRate: 20, chatLeast: time.Second, slipRounds: 1,
	}
	// measured is the size of this run. It is set once, after the flags were parsed.
	measured = whole
)
