package slippic

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas draws shapes and text in pixels from the upper left.
type canvas struct {
	*image.RGBA
	buffer sfnt.Buffer
}

// style is how a text is set.
type style struct {
	face  typeface
	size  float32
	color color.Color
}

// align says what x means to a text.
type align int

const (
	left align = iota
	centre
	right
)

func (c *canvas) fill(r image.Rectangle, with color.Color) {
	draw.Draw(c.RGBA, r, image.NewUniform(with), image.Point{}, draw.Src)
}

// kappa makes four cubic curves a circle.
const kappa = 0.5523

// rounded fills a rectangle with round corners. Only the corners go through the
// rasterizer, which costs far more per pixel than a plain fill.
func (c *canvas) rounded(x, y, w, h, r int, with color.Color) {
	c.fill(image.Rect(x+r, y, x+w-r, y+h), with)
	c.fill(image.Rect(x, y+r, x+w, y+h-r), with)
	for _, corner := range [][2]int{{x + r, y + r}, {x + w - r, y + r}, {x + r, y + h - r}, {x + w - r, y + h - r}} {
		c.circle(float32(corner[0]), float32(corner[1]), float32(r), with)
	}
}

func (c *canvas) circle(x, y, r float32, with color.Color) {
	left, top := int(x-r), int(y-r)
	x, y = x-float32(left), y-float32(top)
	v := vector.NewRasterizer(int(2*r)+2, int(2*r)+2)
	k := r * kappa
	v.MoveTo(x+r, y)
	v.CubeTo(x+r, y+k, x+k, y+r, x, y+r)
	v.CubeTo(x-k, y+r, x-r, y+k, x-r, y)
	v.CubeTo(x-r, y-k, x-k, y-r, x, y-r)
	v.CubeTo(x+k, y-r, x+r, y-k, x+r, y)
	v.ClosePath()
	c.raster(v, left, top, with)
}

// outline fills the shape with the given corners, counted from (x, y); it must
// fit a square of that side.
func (c *canvas) outline(x, y, side int, with color.Color, corners ...[2]float32) {
	v := vector.NewRasterizer(side, side)
	v.MoveTo(corners[0][0], corners[0][1])
	for _, p := range corners[1:] {
		v.LineTo(p[0], p[1])
	}
	v.ClosePath()
	c.raster(v, x, y, with)
}

func (c *canvas) raster(v *vector.Rasterizer, x, y int, with color.Color) {
	v.Draw(c.RGBA, v.Bounds().Add(image.Pt(x, y)), image.NewUniform(with), image.Point{})
}

// text sets a line with its baseline at y. A line wider than room is set
// smaller, as bank apps do with long names; room 0 is no limit.
func (c *canvas) text(s style, at align, x, y, room float32, line string) {
	glyphs := s.face.shape(line)
	width := c.width(s, glyphs)
	if room > 0 && width > room {
		s.size *= room / width
		width = room
	}
	switch at {
	case centre:
		x -= width / 2
	case right:
		x -= width
	}
	c.set(s, glyphs, x, y)
}

func (c *canvas) width(s style, glyphs []glyph) (w float32) {
	for _, g := range glyphs {
		w += c.advance(s, g)
	}
	return w
}

func (c *canvas) advance(s style, g glyph) float32 {
	a, err := s.face.of(g).GlyphAdvance(&c.buffer, g.id, scale(s.size), font.HintingNone)
	if err != nil {
		return 0
	}
	return float32(a) / 64
}

// set draws glyphs one by one from a pen that starts at x.
func (c *canvas) set(s style, glyphs []glyph, x, y float32) {
	v := vector.NewRasterizer(1, 1)
	for _, g := range glyphs {
		segments, err := s.face.of(g).LoadGlyph(&c.buffer, g.id, scale(s.size), nil)
		if err != nil {
			continue
		}
		if len(segments) > 0 { // a space has none
			penX, penY := x+g.dx*s.size/1000, y-g.dy*s.size/1000
			box := segments.Bounds() // marks reach back, left of the pen
			originX, originY := int(penX)+box.Min.X.Floor(), int(penY)+box.Min.Y.Floor()
			v.Reset((box.Max.X-box.Min.X).Ceil()+3, (box.Max.Y-box.Min.Y).Ceil()+3)
			trace(v, segments, penX-float32(originX), penY-float32(originY))
			c.raster(v, originX, originY, s.color)
		}
		x += c.advance(s, g)
	}
}

// trace follows a glyph's contours.
func trace(v *vector.Rasterizer, segments sfnt.Segments, x, y float32) {
	for _, seg := range segments {
		p := func(i int) (float32, float32) {
			return x + float32(seg.Args[i].X)/64, y + float32(seg.Args[i].Y)/64
		}
		ax, ay := p(0)
		bx, by := p(1)
		cx, cy := p(2)
		switch seg.Op {
		case sfnt.SegmentOpMoveTo:
			v.ClosePath()
			v.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			v.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			v.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			v.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	v.ClosePath()
}

func (f typeface) of(g glyph) *sfnt.Font {
	if g.latin {
		return f.latin
	}
	return f.thai
}

func scale(size float32) fixed.Int26_6 { return fixed.Int26_6(size * 64) }
