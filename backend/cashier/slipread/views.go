package slipread

import "iter"

const (
	// comfortable is the maximum number of pixels of a view. A whole screenshot fits, and a large photograph
	// is legible at that size.
	comfortable = 4_000_000
	// tile is the side in pixels of a part that is enlarged. Parts overlap by half, so a code of up to half a
	// tile is completely inside one part.
	tile = 640
	// wholeViews is how many views show the whole picture; they come first.
	wholeViews = 3
)

// views returns the views of a picture to search, the cheap and likely ones first.
func views(g *gray) iter.Seq[*gray] {
	return func(yield func(*gray) bool) {
		n := 1
		for g.w*g.h/(n*n) > comfortable {
			n++
		}
		base := g.shrunk(n).stretched()
		if !yield(base) || !yield(base.inverted()) || !yield(base.shrunk(2)) {
			return
		}
		if n > 1 { // detail was lost: search part by part
			for part := range parts(g, 2*tile) {
				if !yield(part) {
					return
				}
			}
		}
		for _, times := range []int{2, 3} {
			for part := range parts(base, tile) {
				if !yield(part.enlarged(times)) {
					return
				}
			}
		}
	}
}

// parts divides g into overlapping squares, from the lower right to the upper left: banks print the code at
// the lower right.
func parts(g *gray, side int) iter.Seq[*gray] {
	return func(yield func(*gray) bool) {
		w, h := min(side, g.w), min(side, g.h)
		for y := g.h - h; ; y = max(y-h/2, 0) {
			for x := g.w - w; ; x = max(x-w/2, 0) {
				if !yield(g.crop(x, y, w, h)) {
					return
				}
				if x == 0 {
					break
				}
			}
			if y == 0 {
				return
			}
		}
	}
}
