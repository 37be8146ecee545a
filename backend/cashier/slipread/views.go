package slipread

import "iter"

const (
	// maxViewPixels is the maximum number of pixels of a view. A whole screenshot fits, and a large photograph
	// is legible at that size.
	maxViewPixels = 4_000_000
	// partSide is the side in pixels of a part that is enlarged. Parts overlap by half, so a code of up to
	// half a partSide is completely inside one part.
	partSide = 640
	// wholeViews is how many views show the whole picture; they come first.
	wholeViews = 3
)

// searchViews returns the views of a picture to search, the cheap and likely ones first.
func searchViews(g *gray) iter.Seq[*gray] {
	return func(yield func(*gray) bool) {
		n := 1
		for g.w*g.h/(n*n) > maxViewPixels {
			n++
		}
		base := g.shrink(n).stretchContrast()
		if !yield(base) || !yield(base.invert()) || !yield(base.shrink(2)) {
			return
		}
		if n > 1 { // detail was lost: search part by part
			for part := range overlappingParts(g, 2*partSide) {
				if !yield(part) {
					return
				}
			}
		}
		for _, times := range []int{2, 3} {
			for part := range overlappingParts(base, partSide) {
				if !yield(part.enlarge(times)) {
					return
				}
			}
		}
	}
}

// overlappingParts divides g into overlapping squares, from the lower right to the upper left: banks print
// the code at the lower right.
func overlappingParts(g *gray, side int) iter.Seq[*gray] {
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
