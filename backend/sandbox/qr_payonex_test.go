package sandbox

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

func TestPayonex_Picture_DecodesToThePayload(t *testing.T) {
	const payload = "00020101021230570016A00000067701011201153110400394751010206REF0010304REF253037645406555.555802TH62100706SCB001630437C6"
	file, err := qrPicture(payload)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}

	read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)

	if err != nil || read.GetText() != payload || picture.Bounds().Dx() != 256 {
		t.Fatalf("%v, %v of %v", read, err, picture.Bounds())
	}
}
