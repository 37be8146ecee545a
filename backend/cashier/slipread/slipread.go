// Package slipread finds the mini QR of a transfer slip in a picture that a
// stranger sent. It trusts nothing about the bytes: type and size are judged
// before anything is decoded, work is bounded by the context, and a decoder
// that panics only loses its own attempt.
//
// Orientation tags are not looked at: a QR code reads the same however it is
// turned or mirrored.
package slipread

import (
	"context"
	"errors"
	"fmt"

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

// Result is what a slip picture says.
type Result struct {
	Slip thaiqr.Slip
	// Text is the code's text, as a verifier wants it.
	Text string
}

// atOnce bounds how many pictures are open at a time: the worst one within
// maxPixels takes some 400 MB while it is decoded.
var atOnce = make(chan struct{}, 2)

// Read finds the slip in a picture. Of several QR codes the one that parses as
// a slip wins. It goes from cheap attempts to costly ones for as long as ctx
// lasts (seconds are worth giving: a poor photograph takes up to four) and
// answers ErrNoQR or ErrNotSlip once the time or the attempts are used up.
//
// ctx's own error comes back only when it ended before the whole picture was
// searched once: that is no verdict, ask again.
func Read(ctx context.Context, picture []byte) (Result, error) {
	select {
	case atOnce <- struct{}{}:
		defer func() { <-atOnce }()
	case <-ctx.Done():
		return Result{}, ctx.Err()
	}
	g, err := open(picture)
	if err != nil {
		return Result{}, err
	}
	return search(ctx, g)
}

// search tries the attempts in turn until one yields a slip.
func search(ctx context.Context, g *gray) (Result, error) {
	var notSlip error
	tried := 0
	for view := range views(g) {
		if ctx.Err() != nil {
			break
		}
		texts, complete := readCodes(ctx, view)
		for _, text := range texts {
			slip, err := thaiqr.ParseSlip(text)
			if err == nil {
				return Result{Slip: slip, Text: text}, nil
			}
			notSlip = likelier(notSlip, err)
		}
		if complete {
			tried++
		}
	}
	switch {
	case notSlip != nil:
		return Result{}, fmt.Errorf("%w: %w", ErrNotSlip, notSlip)
	case tried == 0 && ctx.Err() != nil:
		return Result{}, ctx.Err()
	}
	return Result{}, ErrNoQR
}

// likelier keeps the reason that tells the member most: a payment QR or a
// foreign slip rather than some web address beside it.
func likelier(a, b error) error {
	if a == nil || errors.Is(b, thaiqr.ErrPaymentQR) || errors.Is(b, thaiqr.ErrCountry) {
		return b
	}
	return a
}
