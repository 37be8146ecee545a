package qr

import (
	"encoding/base64"
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// quietZone is the number of white modules around a code, which scanners need.
const quietZone = 4

// renderMarkup returns a payload's QR code as an SVG. It is dark on white with a quiet zone, whatever the
// page's colours, since bank apps cannot read other codes. The SVG contains only shapes: no script, style or
// URL.
func renderMarkup(payload string) (string, error) {
	code, err := qr.Encode(payload, qr.M, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("qr: draw a code: %w", err)
	}
	modules := code.Bounds().Dx()
	side := modules + 2*quietZone
	var path strings.Builder
	for y := range modules {
		for x := 0; x < modules; {
			end := x
			for end < modules && code.At(end, y) == color.Black {
				end++
			}
			if end > x { // one bar for each series of dark modules
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", quietZone+x, quietZone+y, end-x, end-x)
			}
			x = max(end, x+1)
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="%s"/></svg>`, side, side, side, side, path.String()), nil
}

// framePicture returns an SVG with a gateway's own PNG on a white background.
func framePicture(png []byte) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill="#fff" d="M0 0h100v100H0z"/>` +
		`<image width="100" height="100" href="data:image/png;base64,` + base64.StdEncoding.EncodeToString(png) + `"/></svg>`
}
