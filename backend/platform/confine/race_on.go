//go:build race

package confine

const raceDetector = true
