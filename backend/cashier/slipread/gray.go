package slipread

// gray is a plane of brightness values, row by row.
type gray struct {
	pix  []uint8
	w, h int
}

func newGray(w, h int) *gray { return &gray{pix: make([]uint8, w*h), w: w, h: h} }

func copyPlane(pix []uint8, stride, w, h int) *gray {
	g := newGray(w, h)
	for y := range h {
		copy(g.pix[y*w:(y+1)*w], pix[y*stride:])
	}
	return g
}

// crop copies a part, which must be inside g.
func (g *gray) crop(x, y, w, h int) *gray { return copyPlane(g.pix[y*g.w+x:], g.w, w, h) }

// invert returns g with dark and light exchanged. Screenshots of a dark theme need this.
func (g *gray) invert() *gray {
	out := newGray(g.w, g.h)
	for i, p := range g.pix {
		out.pix[i] = 255 - p
	}
	return out
}

// shrink returns g at 1/n of its size. Each pixel is the mean of n by n, which removes noise and moire, and
// also detail.
func (g *gray) shrink(n int) *gray {
	if n <= 1 {
		return g
	}
	out := newGray(g.w/n, g.h/n)
	for y := range out.h {
		for x := range out.w {
			sum := 0
			for dy := range n {
				row := g.pix[(y*n+dy)*g.w+x*n:]
				for _, p := range row[:n] {
					sum += int(p)
				}
			}
			out.pix[y*out.w+x] = uint8(sum / (n * n))
		}
	}
	return out
}

// enlarge returns g at n times its size, interpolated between pixels. A QR module of two pixels then
// becomes large enough for the detector.
func (g *gray) enlarge(n int) *gray {
	out := newGray(g.w*n, g.h*n)
	for y := range out.h {
		y0, y1, fy := sourcePixels(y, n, g.h)
		top, bottom := g.pix[y0*g.w:], g.pix[y1*g.w:]
		for x := range out.w {
			x0, x1, fx := sourcePixels(x, n, g.w)
			upper := int(top[x0])*(2*n-fx) + int(top[x1])*fx
			lower := int(bottom[x0])*(2*n-fx) + int(bottom[x1])*fx
			out.pix[y*out.w+x] = uint8((upper*(2*n-fy) + lower*fy) / (4 * n * n))
		}
	}
	return out
}

// sourcePixels returns the two source pixels around the centre of a target pixel. distance is the centre's
// distance from the first source pixel, in units of 1/(2n).
func sourcePixels(target, n, size int) (first, second, distance int) {
	at := 2*target + 1 - n // the centre, in 2n-ths of a source pixel
	if at < 0 {
		return 0, 0, 0
	}
	first, distance = at/(2*n), at%(2*n)
	return first, min(first+1, size-1), distance
}

// stretchContrast returns g with its darkest and its lightest percent set to black and white. This restores
// the contrast of a foggy picture or a dimmed screen. If the contrast is high enough, stretchContrast returns
// g itself.
func (g *gray) stretchContrast() *gray {
	var histogram [256]int
	for _, p := range g.pix {
		histogram[p]++
	}
	low, high := 0, 255
	for n := histogram[low]; n <= len(g.pix)/100; n += histogram[low] {
		low++
	}
	for n := histogram[high]; n <= len(g.pix)/100; n += histogram[high] {
		high--
	}
	if high-low > 160 || high <= low {
		return g
	}
	out := newGray(g.w, g.h)
	for i, p := range g.pix {
		out.pix[i] = uint8(max(0, min(255, (int(p)-low)*255/(high-low))))
	}
	return out
}
