package thaiqr_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"krapao/backend/platform/thaiqr"
)

const (
	kbankSlip     = "0041000600000101030040220013071152533APM077365102TH91048134"
	zeroCRCSlip   = "004600060000010103001022512345678901234567890123455102TH910408DC"
	laoSlip       = "004600060000010103006022512345678901234567890123455102LA91041E58"
	trueMoneySlip = "00490002010102010203P2P0314500022123456780408150320249104d137"
)

// spec P2.1
func TestParseSlip_EachBanksSlip_IsRead(t *testing.T) {
	for text, want := range map[string]thaiqr.Slip{
		"004000060000010103002021900021231231212000115102TH91049C30":  {Bank: "002", TransRef: "0002123123121200011", Country: "TH"},
		"004100060000010103014022000111222233344ABCD125102TH910417DF": {Bank: "014", TransRef: "00111222233344ABCD12", Country: "TH"},
		"003700060000010103006021620231130773524225102TH9104EC49":     {Bank: "006", TransRef: "2023113077352422", Country: "TH"},
		kbankSlip:              {Bank: "004", TransRef: "013071152533APM07736", Country: "TH"},
		zeroCRCSlip:            {Bank: "001", TransRef: "1234567890123456789012345", Country: "TH"},
		" " + kbankSlip + "\n": {Bank: "004", TransRef: "013071152533APM07736", Country: "TH"},
	} {
		if got, err := thaiqr.ParseSlip(text); err != nil || got != want {
			t.Errorf("ParseSlip(%q) = %+v, %v; want %+v", text, got, err, want)
		}
	}
}

// spec P2.2
func TestParseSlip_ChecksumWithoutLeadingZeros_IsAccepted(t *testing.T) {
	got, err := thaiqr.ParseSlip(strings.Replace(zeroCRCSlip, "08DC", "8DC", 1))
	if err != nil || got.TransRef != "1234567890123456789012345" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// One text in 65,536 has a checksum that looks like its tag. If the checksum were parsed as a tag, a
// valid slip would be rejected.
func TestParseSlip_ChecksumThatLooksLikeItsTag_IsRead(t *testing.T) {
	slip, err := thaiqr.ParseSlip("0041000600000101030040220013071152533APM273585102TH91049104")
	if want := (thaiqr.Slip{Bank: "004", TransRef: "013071152533APM27358", Country: "TH"}); err != nil || slip != want {
		t.Errorf("slip %+v, %v", slip, err)
	}

	payment, err := thaiqr.ParsePayment(
		"00020101021230790016A00000067701011201150107556000123010215ENYUVGYFG6ACJBC0317WWENYUVGYFG6ACJBC53037645406100.005802TH63046304")
	if err != nil || payment.Amount != 10000 || payment.Ref1 != "ENYUVGYFG6ACJBC" {
		t.Errorf("payment %+v, %v", payment, err)
	}
}

// spec P2.3
func TestParseSlip_TrueMoney_IsRead(t *testing.T) {
	want := thaiqr.Slip{TrueMoney: true, Event: "P2P", TransRef: "50002212345678", Date: "15032024"}
	if got, err := thaiqr.ParseSlip(trueMoneySlip); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

// spec P2.3, P2.4
func TestParseSlip_Invalid_ReturnsTheReason(t *testing.T) {
	payment := "00020101021129370016A000000677010111011300668012345675802TH530376463046197"
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"another country":           {laoSlip, thaiqr.ErrCountry},
		"TrueMoney with a country":  {"00490002010102010203P2P0314500022123456780408150320245102TH9104f74c", thaiqr.ErrNotSlip},
		"a payment QR":              {payment, thaiqr.ErrPaymentQR},
		"a misread payment QR":      {payment[:len(payment)-1], thaiqr.ErrPaymentQR},
		"one letter changed":        {strings.Replace(kbankSlip, "APM", "APN", 1), thaiqr.ErrChecksum},
		"a web address":             {"https://example.com/9104AAAA", thaiqr.ErrFormat},
		"nothing":                   {"", thaiqr.ErrFormat},
		"no checksum":               {kbankSlip[:len(kbankSlip)-4], thaiqr.ErrFormat},
		"something after the end":   {kbankSlip + "0", thaiqr.ErrFormat},
		"a length beyond the text":  {"0099000600000191041234", thaiqr.ErrFormat},
		"signs in place of a digit": {"00+1X91041234", thaiqr.ErrFormat},
	} {
		_, err := thaiqr.ParseSlip(c.text)
		if !errors.Is(err, c.want) || !errors.Is(err, thaiqr.ErrNotSlip) {
			t.Errorf("%s: got %v, want %v and ErrNotSlip", name, err, c.want)
		}
	}
}

func TestParseSlip_SimilarPayload_IsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"letters in the bank":       thaiqr.FormatSlip("0O4", "013071152533APM07736"),
		"a bank of two digits":      thaiqr.FormatSlip("04", "013071152533APM07736"),
		"no reference":              thaiqr.FormatSlip("004", ""),
		"a reference too long":      thaiqr.FormatSlip("004", strings.Repeat("1", 26)),
		"a path as the reference":   thaiqr.FormatSlip("004", "../../etc/passwd"),
		"a reference in Thai":       thaiqr.FormatSlip("004", "สลิป"),
		"a line end in a reference": thaiqr.FormatSlip("004", "1\n2"),
	} {
		if got, err := thaiqr.ParseSlip(text); !errors.Is(err, thaiqr.ErrNotSlip) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

func TestParseSlip_TagTwice_IsRefused(t *testing.T) {
	// A text with two references and a right checksum is ambiguous.
	twice := "0059" + "0006000001" + "0103004" + "0216" + "1111111111111111" + "0216" + "2222222222222222"
	text := thaiqr.Seal(twice+"5102TH", "91")
	if got, err := thaiqr.ParseSlip(text); !errors.Is(err, thaiqr.ErrFormat) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestFormatSlip_RandomSlips_RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bank := rapid.StringMatching(`[0-9]{3}`).Draw(t, "bank")
		ref := rapid.StringMatching(`[0-9A-Za-z]{1,25}`).Draw(t, "ref")
		got, err := thaiqr.ParseSlip(thaiqr.FormatSlip(bank, ref))
		if want := (thaiqr.Slip{Bank: bank, TransRef: ref, Country: "TH"}); err != nil || got != want {
			t.Fatalf("got %+v, %v; want %+v", got, err, want)
		}
	})
}

func FuzzParseSlip(f *testing.F) {
	for _, seed := range []string{kbankSlip, zeroCRCSlip, laoSlip, trueMoneySlip, "", "9104", "00029104"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := thaiqr.ParseSlip(text)
		if err != nil {
			if !errors.Is(err, thaiqr.ErrNotSlip) || s != (thaiqr.Slip{}) {
				t.Fatalf("refused with %+v, %v", s, err)
			}
			return
		}
		if s.TrueMoney {
			return
		}
		if again, err := thaiqr.ParseSlip(thaiqr.FormatSlip(s.Bank, s.TransRef)); err != nil || again != s {
			t.Fatalf("%+v was parsed as %+v, %v", s, again, err)
		}
	})
}
