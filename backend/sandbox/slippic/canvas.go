package slippic

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/vector"
)

// canvas draws shapes and text. Coordinates are pixels from the upper left corner.
type canvas struct {
	*image.RGBA
	shaper
}

// style has a text's font, size and colour.
type style struct {
	face  typeface
	size  float32
	color color.Color
}

// align is the point of a text at the coordinate x.
type align int

const (
	left align = iota
	centre
	right
)

func (c *canvas) fill(r image.Rectangle, with color.Color) {
	draw.Draw(c.RGBA, r, image.NewUniform(with), image.Point{}, draw.Src)
}

// kappa is the constant for approximating a circle by four cubic curves.
const kappa = 0.5523

// roundedRect fills a rectangle with round corners. It rasterizes only the corners, because that costs far
// more per pixel than a plain fill.
func (c *canvas) roundedRect(x, y, w, h, r int, with color.Color) {
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

// outline fills a polygon. Its corners are relative to (x, y), within a square with the given side.
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

// text draws a line of text with its baseline at y. A line that is wider than room is drawn smaller, as
// bank apps do with long names. If room is 0, there is no limit.
func (c *canvas) text(s style, at align, x, y, room float32, line string) {
	glyphs := c.shape(s.face, line)
	width := float32(0)
	for _, g := range glyphs {
		width += g.advance * s.size
	}
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
	c.drawGlyphs(s, glyphs, x, y)
}

// drawGlyphs draws glyphs one after the other, starting at x.
func (c *canvas) drawGlyphs(s style, glyphs []glyph, x, y float32) {
	v := vector.NewRasterizer(1, 1)
	for _, g := range glyphs {
		outline, _ := g.face.GlyphDataOutline(g.id)
		if box, ok := g.face.GlyphExtents(g.id); ok && len(outline.Segments) > 0 { // a space has none
			unit := s.size / float32(g.face.Upem())
			penX, penY := x+g.dx*s.size, y-g.dy*s.size
			left, top := floor(penX+box.XBearing*unit), floor(penY-box.YBearing*unit) // marks extend to the left of the pen
			v.Reset(int(box.Width*unit)+3, int(-box.Height*unit)+3)
			addContours(v, outline.Segments, unit, penX-float32(left), penY-float32(top))
			c.raster(v, left, top, s.color)
		}
		x += g.advance * s.size
	}
}

// addContours adds a glyph's contours. In a font, y grows upwards, and lengths are in the font's units.
func addContours(v *vector.Rasterizer, segments []font.Segment, unit, x, y float32) {
	for _, seg := range segments {
		p := func(i int) (float32, float32) {
			return x + seg.Args[i].X*unit, y - seg.Args[i].Y*unit
		}
		ax, ay := p(0)
		bx, by := p(1)
		cx, cy := p(2)
		switch seg.Op {
		case opentype.SegmentOpMoveTo:
			v.ClosePath()
			v.MoveTo(ax, ay)
		case opentype.SegmentOpLineTo:
			v.LineTo(ax, ay)
		case opentype.SegmentOpQuadTo:
			v.QuadTo(ax, ay, bx, by)
		case opentype.SegmentOpCubeTo:
			v.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	v.ClosePath()
}

func floor(x float32) int { return int(math.Floor(float64(x))) }
