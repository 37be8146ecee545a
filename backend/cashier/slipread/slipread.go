// Package slipread finds the mini QR of a transfer slip in a picture that a
// stranger sent. It trusts nothing about the bytes: type, size and structure are
// judged before anything is decoded; what is decoded, is decoded in a child
// process with a budget of CPU and memory, one a member at a time. A picture that
// spends its budget is judged, never tried again.
//
// Orientation tags are not looked at: a QR code reads the same however it is
// turned or mirrored.
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

// What a picture can be refused for, each telling the member something else
// to do.
var (
	// ErrType is a file that is no JPEG, PNG or WebP, whatever it is called.
	ErrType = errors.New("slipread: not a JPEG, PNG or WebP picture")
	// ErrUnreadable is a picture that breaks off or is damaged.
	ErrUnreadable = errors.New("slipread: damaged picture")
	// ErrSize is a picture too large to open within bounds, or too small to
	// hold a code.
	ErrSize = errors.New("slipread: picture too large or too small")
	// ErrNoQR is a sound picture in which no QR code could be read.
	ErrNoQR = errors.New("slipread: no QR code found")
	// ErrNotSlip is a picture whose QR codes are all something else. It wraps
	// the reason for the likeliest of them, such as thaiqr.ErrPaymentQR.
	ErrNotSlip = errors.New("slipread: the QR code is not a slip's")
)

// maxSlips is how many slips of one picture are returned: each is asked for.
const maxSlips = 4

// Result is one slip that a picture shows.
type Result struct {
	Slip thaiqr.Slip
	// Text is the code's text, as a verifier wants it.
	Text string
}

// Reader reads slips for the members of one server.
type Reader struct{ pool *confine.Pool }

// The budget of a picture: the worst photograph that has a legible code takes up
// to four seconds of CPU and some 300 MB.
var budget = confine.Budget{CPU: 6 * time.Second, Memory: 448 << 20}

// NewReader answers a reader that searches atOnce pictures at a time.
func NewReader(atOnce int) *Reader { return &Reader{confine.NewPool(work, atOnce, budget)} }

// Read finds the slips in a member's picture, at least one and at most four, the largest
// code first, or returns one of the verdicts above. Any other error is no verdict: ask
// again.
func (r *Reader) Read(ctx context.Context, member int64, picture []byte) ([]Result, error) {
	if err := judge(picture); err != nil {
		return nil, err
	}
	out, err := r.pool.Run(ctx, strconv.FormatInt(member, 10), bytes.NewReader(picture))
	if errors.Is(err, confine.ErrBudget) {
		return nil, fmt.Errorf("%w: %w", ErrSize, err)
	}
	if err != nil {
		return nil, err
	}
	return decode(out)
}

// judge refuses, by its structure alone, what is no picture of a telephone.
func judge(picture []byte) error {
	kind := http.DetectContentType(picture)
	switch kind {
	case "image/jpeg", "image/png", "image/webp":
	default:
		return ErrType
	}
	info, err := media.Look(bytes.NewReader(picture), kind)
	if err == nil {
		err = info.Affordable()
	}
	switch {
	case errors.Is(err, media.ErrCostly), err == nil && (info.Width < minSide || info.Height < minSide):
		return fmt.Errorf("%w: %dx%d %w", ErrSize, info.Width, info.Height, err)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return nil
}

// Search finds the slips in a picture, in this process: the QR codes that parse as a
// slip, each transfer once, at most four, the largest first. It goes from cheap attempts
// to costly ones for as long as ctx lasts and returns ErrNoQR or ErrNotSlip once the time
// or the attempts are used up. Once one is found, only the other attempts at the whole
// picture follow: a second code that is legible in an enlarged part alone is not sought.
//
// ctx's own error comes back only when it ended before the whole picture was
// searched once.
func Search(ctx context.Context, picture []byte) ([]Result, error) {
	g, err := open(picture)
	if err != nil {
		return nil, err
	}
	return search(ctx, g)
}

// search tries the attempts in turn until one yields a slip, and the whole picture in
// every way of reading it.
func search(ctx context.Context, g *gray) ([]Result, error) {
	var notSlip error
	var slips []Result
	seen := map[[2]string]bool{}
	tried, at := 0, 0
	for view := range views(g) {
		if at++; ctx.Err() != nil || len(slips) > 0 && at > wholeViews {
			break
		}
		codes, complete := readCodes(ctx, view)
		for _, code := range codes {
			slip, err := thaiqr.ParseSlip(code.text)
			if err != nil {
				notSlip = likelier(notSlip, err)
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

// likelier keeps the reason that tells the member most: a payment QR or a
// foreign slip rather than some web address beside it.
func likelier(a, b error) error {
	if a == nil || errors.Is(b, thaiqr.ErrPaymentQR) || errors.Is(b, thaiqr.ErrCountry) {
		return b
	}
	return a
}
