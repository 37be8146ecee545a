package chat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // formats that members send
	"image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"time"

	"golang.org/x/image/draw"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/confine"
	"krapao/backend/platform/intake"
)

const (
	thumbSide = 480       // the longer side in pixels, twice a bubble's width on most phones
	smallFile = 100 << 10 // in bytes; a file up to this size is its own thumbnail
)

// thumbTask is the name of the task in the child process that makes thumbnails.
const thumbTask = "thumb"

func init() { confine.Serve(thumbTask, thumbnailInChild) }

// NewThumbs returns a pool that makes at most atOnce thumbnails at a time. A phone's largest photo
// takes about a second of CPU and 80 MB.
func NewThumbs(atOnce int) *confine.Pool {
	return confine.NewPool(thumbTask, atOnce, confine.Budget{CPU: 5 * time.Second, Memory: 320 << 20})
}

// thumbnail returns a file's thumbnail as a JPEG, made in a child process. It returns nil if the file
// itself is small. Error: SLIP_INVALID_FILE if the file cannot be decoded or costs too much to decode.
func (s *Service) thumbnail(ctx context.Context, owner string, in *intake.Incoming) ([]byte, error) {
	if err := in.Info.CheckCost(); err != nil {
		return nil, apperr.Wrap(apperr.SlipInvalidFile, err).WithField("file", apperr.SlipInvalidFile)
	}
	picture, err := in.Reader()
	if err != nil {
		return nil, err
	}
	out, err := s.Thumbs.Run(ctx, owner, picture)
	switch {
	case errors.Is(err, confine.ErrBusy):
		return nil, apperr.Wrap(apperr.RequestLimit, err).WithRetryAfter(5 * time.Second).WithStatus(http.StatusTooManyRequests)
	case errors.Is(err, confine.ErrBudget), err == nil && bytes.Equal(out, noPicture):
		return nil, apperr.Field(apperr.SlipInvalidFile, "file")
	case err != nil || len(out) == 0:
		return nil, err
	}
	return out, nil
}

// noPicture is the child's response if it cannot decode the file.
var noPicture = []byte("no picture")

// thumbnailInChild runs in the child. It returns a JPEG, or nothing if the file itself is small.
func thumbnailInChild(_ context.Context, in io.Reader) ([]byte, error) {
	body, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	full, _, err := image.Decode(bytes.NewReader(body))
	if err != nil {
		return noPicture, nil
	}
	size := full.Bounds().Size()
	if len(body) <= smallFile || max(size.X, size.Y) <= thumbSide {
		return nil, nil
	}
	scale := float64(thumbSide) / float64(max(size.X, size.Y))
	small := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale))))
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src) // JPEG has no transparency
	draw.ApproxBiLinear.Scale(small, small.Bounds(), full, full.Bounds(), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: 78}); err != nil {
		return nil, fmt.Errorf("chat: encode the thumbnail: %w", err)
	}
	return out.Bytes(), nil
}
