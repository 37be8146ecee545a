package slippic_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"krapao/backend/cashier/slipread"
	"krapao/backend/platform/thaiqr"
	"krapao/backend/sandbox/slippic"
)

const transRef = "016325140212ATF01234"

func slip(qr ...string) slippic.Slip {
	return slippic.Slip{
		Bank: "004", TransRef: transRef,
		FromName: "นาย สมชาย ใ", FromBank: "กสิกรไทย", FromAccount: "xxx-x-x1234-x",
		ToName: "บจก. กระเป๋า เพย์", ToBank: "ไทยพาณิชย์", ToAccount: "xxx-x-x5678-x",
		Amount: "1,234.50", At: time.Date(2026, 11, 21, 7, 2, 0, 0, time.UTC), QR: qr,
	}
}

func pngOf(t testing.TB, s slippic.Slip) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := slippic.PNG(&out, s); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func jpegOf(t testing.TB, s slippic.Slip, quality int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := slippic.JPEG(&out, s, quality); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func encode(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestDraw_EachBanksSlip_CodeIsReadBack(t *testing.T) {
	for _, bank := range []string{"002", "004", "006", "011", "014", "025", "030", "069"} {
		s := slip(thaiqr.FormatSlip(bank, transRef))
		s.Bank = bank
		for kind, picture := range map[string][]byte{"PNG": pngOf(t, s), "JPEG": jpegOf(t, s, 60)} {
			got, err := slipread.Search(t.Context(), picture)
			if err != nil || got[0].Slip.TransRef != transRef || got[0].Slip.Bank != bank {
				t.Errorf("%s of bank %s: got %+v, %v", kind, bank, got, err)
			}
		}
	}
}

func TestDraw_SmallOrLargeCode_IsReadBack(t *testing.T) {
	for _, side := range []int{120, 320, 5000} {
		s := slip(thaiqr.FormatSlip("004", transRef))
		s.QRSize = side
		if got, err := slipread.Search(t.Context(), jpegOf(t, s, 60)); err != nil || got[0].Slip.TransRef != transRef {
			t.Errorf("%d pixels: got %+v, %v", side, got, err)
		}
	}
}

func TestDraw_TwoCodes_AreBothReadable(t *testing.T) {
	first, second := thaiqr.FormatSlip("004", transRef), thaiqr.FormatSlip("014", "OTHER1")
	picture := slippic.Draw(slip(first, second))
	// The first code is at the right edge, and the second is left of it.
	between := 708
	for want, part := range map[string]image.Rectangle{
		transRef: image.Rect(between, 1400, slippic.Width, slippic.Height),
		"OTHER1": image.Rect(0, 1400, between, slippic.Height),
	} {
		got, err := slipread.Search(t.Context(), encode(t, picture.SubImage(part)))
		if err != nil || got[0].Slip.TransRef != want {
			t.Errorf("in %v: got %+v, %v; want %s", part, got, err, want)
		}
	}
}

func TestDraw_WithoutACode_NothingIsRead(t *testing.T) {
	if got, err := slipread.Search(t.Context(), pngOf(t, slip())); !errors.Is(err, slipread.ErrNoQR) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestDraw_TextTooLongForACode_IsOmitted(t *testing.T) {
	tooLong := string(bytes.Repeat([]byte("x"), 5000))
	with, without := slippic.Draw(slip(tooLong)), slippic.Draw(slip())
	if !bytes.Equal(with.Pix, without.Pix) {
		t.Error("the text changed the picture")
	}
}

func TestDraw_SlipInKip_DiffersInTheCurrencyOnly(t *testing.T) {
	s := slip()
	baht := slippic.Draw(s)
	s.Kip = true
	kip := slippic.Draw(s)

	var differs image.Rectangle
	for y := range slippic.Height {
		for x := range slippic.Width {
			if baht.At(x, y) != kip.At(x, y) {
				differs = differs.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	// The difference is the currency after the amount and after the fee.
	if names := image.Rect(700, 1000, slippic.Width, 1160); differs.Empty() || !differs.In(names) {
		t.Errorf("the pictures differ in %v", differs)
	}
}

func TestDraw_AnyFields_Succeeds(t *testing.T) {
	odd := slip("x")
	odd.Bank, odd.FromBank, odd.ToBank, odd.Amount, odd.At = "", "", "ำ้้", "", time.Time{}
	odd.FromName = "ำ ้ ้ำ ปป้ำ ເງິນ 金 \x00\xff"
	odd.ToName = string(bytes.Repeat([]byte("ป้ำ"), 300))
	if got := slippic.Draw(odd).Bounds(); got != image.Rect(0, 0, slippic.Width, slippic.Height) {
		t.Errorf("a picture of %v", got)
	}
}

func TestFonts_Folder_IsSmallAndLicensed(t *testing.T) {
	files, err := filepath.Glob("font/*.ttf")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var sum int64
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		sum += info.Size()
	}
	if licence, err := os.ReadFile("font/OFL.txt"); err != nil || !bytes.Contains(licence, []byte("Sarabun")) || sum > 150_000 {
		t.Errorf("%d bytes of fonts, licence: %v", sum, err)
	}
}

func BenchmarkDraw(b *testing.B) {
	s := slip(thaiqr.FormatSlip("004", transRef))
	for b.Loop() {
		slippic.Draw(s)
	}
}

func BenchmarkPNG(b *testing.B) {
	s := slip(thaiqr.FormatSlip("004", transRef))
	for b.Loop() {
		if err := slippic.PNG(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}
