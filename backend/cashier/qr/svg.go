package qr

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/skip2/go-qrcode"
)

// markup draws a payload as SVG: dark on white with its quiet zone, whatever the
// page's colours, since bank apps read nothing else. It is plain shapes, no
// script, no style, no address.
func markup(payload string) (string, error) {
	code, err := qrcode.New(payload, qrcode.Medium)
	if err != nil {
		return "", fmt.Errorf("qr: draw a code: %w", err)
	}
	grid := code.Bitmap() // with the quiet zone of four
	side := len(grid)
	var path strings.Builder
	for y, row := range grid {
		for x := 0; x < side; {
			end := x
			for end < side && row[end] {
				end++
			}
			if end > x { // one bar for each run of dark modules
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x, y, end-x, end-x)
			}
			x = max(end, x+1)
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="%s"/></svg>`, side, side, side, side, path.String()), nil
}

// framed puts a gateway's own picture on white.
func framed(png []byte) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill="#fff" d="M0 0h100v100H0z"/>` +
		`<image width="100" height="100" href="data:image/png;base64,` + base64.StdEncoding.EncodeToString(png) + `"/></svg>`
}
