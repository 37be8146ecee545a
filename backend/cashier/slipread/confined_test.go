package slipread_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"
	"time"

	"krapao/backend/cashier/slipread"
)

func TestRead_InChildProcess_ReturnsSameAsSearch(t *testing.T) {
	picture := slipScreenshot(t).encodeJPEG(t, 80)
	want, err := slipread.Search(t.Context(), picture)
	if err != nil {
		t.Fatal(err)
	}

	got, err := slipread.NewReader(1).Read(t.Context(), 1, picture)

	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%+v, %v; want %+v", got, err, want)
	}
	_, none := slipread.NewReader(1).Read(t.Context(), 1, newPicture(300, 400).encodePNG(t))
	if !errors.Is(none, slipread.ErrNoQR) {
		t.Error(none)
	}
}

// decompressionBombs returns small files that are very expensive to decode.
func decompressionBombs() map[string][]byte {
	return map[string][]byte{
		"thousands of empty scans":  jpegWithScans(2_000, 4_000, 3_000),
		"scans below any encoder's": jpegWithScans(40, 4_000, 3_000),
		"16 bits of a whole poster": pngHeader16(7_000, 7_000),
		"a progressive poster":      jpegWithScans(2, 7_000, 7_000),
	}
}

// TestRead_DecompressionBomb_IsRejectedByItsStructure decodes nothing: the reader has no child process.
// spec P2.6
func TestRead_DecompressionBomb_IsRejectedByItsStructure(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	reader := slipread.NewReader(0)
	for name, bomb := range decompressionBombs() {
		if len(bomb) > 64<<10 {
			t.Errorf("%s has %d bytes: not a small file", name, len(bomb))
		}
		if _, err := reader.Read(ctx, 1, bomb); !errors.Is(err, slipread.ErrSize) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRead_EndlessSearch_ReturnsErrSize uses a child whose search ends only with its CPU budget.
// spec P2.6
func TestRead_EndlessSearch_ReturnsErrSize(t *testing.T) {
	slipread.UseEndlessSearch(t, time.Millisecond)

	_, err := slipread.NewReader(1).Read(t.Context(), 1, newPicture(300, 400).encodePNG(t))

	if !errors.Is(err, slipread.ErrSize) {
		t.Fatal(err)
	}
}

// TestRead_PictureFullOfCorners_ReturnsVerdict uses a picture with a valid structure. Whether the search
// covers the whole picture once within its budget depends on the machine.
// spec P2.6
func TestRead_PictureFullOfCorners_ReturnsVerdict(t *testing.T) {
	_, err := slipread.NewReader(1).Read(t.Context(), 1, pictureFullOfCorners().encodePNG(t))

	if !errors.Is(err, slipread.ErrNoQR) && !errors.Is(err, slipread.ErrSize) {
		t.Fatal(err)
	}
}

// pictureFullOfCorners returns a picture full of corners of codes: any three of them could be a code.
func pictureFullOfCorners() picture {
	p := newPicture(2000, 2000)
	for y := 10; y < 1950; y += 36 {
		for x := 10; x < 1950; x += 36 {
			for inset, shade := range []uint8{0: 0, 1: 255, 2: 0} {
				side := 28 - inset*8
				draw.Draw(p, image.Rect(x+inset*4, y+inset*4, x+inset*4+side, y+inset*4+side),
					image.NewUniform(color.Gray{shade}), image.Point{}, draw.Src)
			}
		}
	}
	return p
}

// jpegWithScans returns the structure of a progressive JPEG with n empty scans.
func jpegWithScans(n int, width, height uint16) []byte {
	frame := []byte{0xff, 0xc2, 0, 17, 8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0}
	out := append([]byte{0xff, 0xd8}, frame...)
	for range n {
		out = append(out, 0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0)
	}
	return append(out, 0xff, 0xd9)
}

// pngHeader16 returns the header of a PNG with 16 bits per channel.
func pngHeader16(width, height uint32) []byte {
	head := pngHeader(width, height)
	head[24], head[25] = 16, 6
	return head
}
