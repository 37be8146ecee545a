package slipread

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/multi/qrcode/detector"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	qr "github.com/makiuchi-d/gozxing/qrcode/detector"
)

// maxCentres is the maximum number of possible corners of codes in one view. The detector tries all
// combinations of three corners. So a picture full of corners, sent on purpose, would keep the detector busy
// for hours.
const maxCentres = 150

// errCrowded ends a search from inside the detector's callback.
var errCrowded = errors.New("slipread: too many corners")

var decodeHints = map[gozxing.DecodeHintType]any{
	gozxing.DecodeHintType_TRY_HARDER:    true,
	gozxing.DecodeHintType_CHARACTER_SET: "UTF-8",
}

// code is a QR code that was read, and its size in its view.
type code struct {
	text string
	size float64
}

// readCodes reads every QR code of a view, the largest first. complete is false if ctx ended before the whole
// view was searched. If the library panics on a malicious picture, only the search of this view ends.
func readCodes(ctx context.Context, view *gray) (codes []code, complete bool) {
	complete = true
	defer func() {
		if p := recover(); p != nil {
			complete = ctx.Err() == nil
		}
	}()
	if view.w < minSide || view.h < minSide {
		return nil, true
	}
	source, err := gozxing.NewPlanarYUVLuminanceSource(view.pix, view.w, view.h, 0, 0, view.w, view.h, false)
	if err != nil {
		return nil, true
	}
	black, err := gozxing.NewHybridBinarizer(source).GetBlackMatrix()
	if err != nil {
		return nil, true
	}
	corners, err := findCorners(ctx, black)
	if err != nil {
		return nil, true
	}
	for _, c := range corners {
		if ctx.Err() != nil {
			return codes, false
		}
		found, err := qr.NewDetector(black).ProcessFinderPatternInfo(c)
		if err != nil {
			continue
		}
		if read, err := decoder.NewDecoder().Decode(found.GetBits(), decodeHints); err == nil {
			codes = append(codes, code{read.GetText(), gozxing.ResultPoint_Distance(c.GetTopLeft(), c.GetTopRight())})
		}
	}
	slices.SortStableFunc(codes, func(a, b code) int { return cmp.Compare(b.size, a.size) })
	return codes, true
}

// findCorners returns the triples of corners that may each be a code.
func findCorners(ctx context.Context, black *gozxing.BitMatrix) ([]*qr.FinderPatternInfo, error) {
	centres := 0
	finder := detector.NewMultiFinderPatternFinder(black, func(gozxing.ResultPoint) {
		if centres++; centres > maxCentres || ctx.Err() != nil {
			panic(errCrowded) // the only way to stop the library's search
		}
	})
	return finder.FindMulti(decodeHints)
}
