package game

import (
	"strings"
	"time"
)

// FixClock sets a client's clock and GUIDs to fixed values.
func FixClock(c Client, now time.Time, guid string) {
	var shared *baseClient
	switch c := c.(type) {
	case *joker:
		shared = &c.baseClient
	case *pgsoft:
		shared = &c.baseClient
	case *amb:
		shared = &c.baseClient
	case *betflix:
		shared = &c.baseClient
	case *sbobet:
		shared = &c.baseClient
	case *aggregator:
		shared = &c.baseClient
	case *generic:
		shared = &c.baseClient
	}
	shared.now, shared.guid = func() time.Time { return now }, func() string { return guid }
}

// Names returns the names of all formats.
func Names() (names []string) {
	for name := range formats {
		names = append(names, name)
	}
	return names
}

// PageSize is the page size of the feeds.
const PageSize = pageSize

// CodesOf returns the codes of a format's table.
func CodesOf(format string) (words []string) {
	for code := range map[string]codes{
		"joker": jokerCodes, "pgsoft": pgCodes, "amb": ambCodes, "betflix": betflixCodes, "sbobet": sboCodes, "aggregator": aggCodes, "generic": genericCodes,
	}[format] {
		_, word, two := strings.Cut(code, " ")
		if !two {
			word = code
		}
		words = append(words, word)
	}
	return words
}
