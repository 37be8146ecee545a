// Package slipread finds the mini QR of a transfer slip in a picture from an untrusted sender. Type, size and
// structure are checked before anything is decoded. Decoding runs in a child process with a budget of CPU and
// memory, one at a time per member. A picture that exceeds its budget gets a verdict, and is not tried again.
//
// Orientation tags are ignored: a QR code reads the same when turned or mirrored.
package slipread

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/confine"
	"krapao/backend/platform/media"
	"krapao/backend/platform/thaiqr"
)

// The verdicts about a picture. For each of them the member has to do something different.
var (
	// ErrType is a file that is no JPEG, PNG or WebP, whatever its name.
	ErrType = errors.New("slipread: not a JPEG, PNG or WebP picture")
	// ErrUnreadable is a picture that is truncated or damaged.
	ErrUnreadable = errors.New("slipread: damaged picture")
	// ErrSize is a picture that is too large to decode within the budget, or too small to have a code.
	ErrSize = errors.New("slipread: picture too large or too small")
	// ErrNoQR is an intact picture in which no QR code was read.
	ErrNoQR = errors.New("slipread: no QR code found")
	// ErrNotSlip is a picture that contains QR codes, but no slip's. It wraps the reason for the code that
	// the member most likely meant, for example thaiqr.ErrPaymentQR.
	ErrNotSlip = errors.New("slipread: the QR code is not a slip's")
)

// maxSlips is the maximum number of slips that one picture returns, since the verifier is asked about each.
const maxSlips = 4

// Result is one slip in a picture.
type Result struct {
	Slip thaiqr.Slip
	// Text is the code's text, as verifiers need it.
	Text string
}

// Reader reads slips for the members of one server.
type Reader struct{ pool *confine.Pool }

// budget is the budget for one picture. The worst photograph with a legible code needs up to four seconds of
// CPU and about 300 MB.
var budget = confine.Budget{CPU: 6 * time.Second, Memory: 448 << 20}

// NewReader returns a reader that searches at most atOnce pictures at a time.
func NewReader(atOnce int) *Reader { return &Reader{confine.NewPool(searchName, atOnce, budget)} }

// Read returns the slips in a member's picture, the largest code first: at least one and at most four.
// Otherwise it returns one of the verdicts above. Any other error is not a verdict: the caller may try again.
func (r *Reader) Read(ctx context.Context, member int64, picture []byte) ([]Result, error) {
	if err := checkStructure(picture); err != nil {
		return nil, err
	}
	out, err := r.pool.Run(ctx, strconv.FormatInt(member, 10), bytes.NewReader(picture))
	if errors.Is(err, confine.ErrBudget) {
		return nil, fmt.Errorf("%w: %w", ErrSize, err)
	}
	if err != nil {
		return nil, err
	}
	return decodeResult(out)
}

// checkStructure returns a verdict for a file that cannot be a phone's picture, by its structure alone, or nil.
func checkStructure(picture []byte) error {
	kind := http.DetectContentType(picture)
	switch kind {
	case "image/jpeg", "image/png", "image/webp":
	default:
		return ErrType
	}
	info, err := media.Inspect(bytes.NewReader(picture), kind)
	if err == nil {
		err = info.CheckCost()
	}
	switch {
	case errors.Is(err, media.ErrCostly), err == nil && (info.Width < minSide || info.Height < minSide):
		return fmt.Errorf("%w: %dx%d %w", ErrSize, info.Width, info.Height, err)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return nil
}

// Search finds the slips in a picture, in this process. Slips are the QR codes that parse as a slip: each
// transfer once, and at most four. Search tries cheap views first, then expensive ones, until ctx ends.
// Without a slip it returns ErrNoQR or ErrNotSlip. Once a slip is found, Search only completes the views of
// the whole picture. So it does not find a second code that is legible only in an enlarged part.
//
// Search returns ctx's own error only if ctx ended before any view was searched completely.
func Search(ctx context.Context, picture []byte) ([]Result, error) {
	g, err := decodePicture(picture)
	if err != nil {
		return nil, err
	}
	return search(ctx, g)
}

// search tries the views in turn until one has a slip. It always tries all views of the whole picture.
func search(ctx context.Context, g *gray) ([]Result, error) {
	var notSlip error
	var slips []Result
	seen := map[[2]string]bool{}
	tried, at := 0, 0
	for view := range searchViews(g) {
		if at++; ctx.Err() != nil || len(slips) > 0 && at > wholeViews {
			break
		}
		codes, complete := readCodes(ctx, view)
		for _, code := range codes {
			slip, err := thaiqr.ParseSlip(code.text)
			if err != nil {
				notSlip = chooseClearerReason(notSlip, err)
				continue
			}
			if transfer := [2]string{slip.Bank, slip.TransRef}; !seen[transfer] && len(slips) < maxSlips {
				seen[transfer] = true
				slips = append(slips, Result{Slip: slip, Text: code.text})
			}
		}
		if complete {
			tried++
		}
	}
	switch {
	case len(slips) > 0:
		return slips, nil
	case notSlip != nil:
		return nil, fmt.Errorf("%w: %w", ErrNotSlip, notSlip)
	case tried == 0 && ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, ErrNoQR
}

// chooseClearerReason returns the reason that helps the member more: a payment QR or a foreign slip rather
// than the web address of another code.
func chooseClearerReason(a, b error) error {
	if a == nil || errors.Is(b, thaiqr.ErrPaymentQR) || errors.Is(b, thaiqr.ErrCountry) {
		return b
	}
	return a
}
