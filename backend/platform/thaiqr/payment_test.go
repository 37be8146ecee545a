package thaiqr_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"krapao/backend/platform/money"
	"krapao/backend/platform/thaiqr"
)

var knownPayments = map[string]thaiqr.Payment{
	"00020101021129370016A000000677010111011300668012345675802TH530376463046197": {
		Scheme: thaiqr.Mobile, Payee: "0801234567",
	},
	"00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469": {
		Dynamic: true, Scheme: thaiqr.Mobile, Payee: "0000000000", Amount: 422,
	},
	"00020101021129370016A000000677010111021311111111111115802TH530376463047B5A": {
		Scheme: thaiqr.NationalID, Payee: "1111111111111",
	},
	"00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD": {
		Dynamic: true, Scheme: thaiqr.Mobile, Payee: "0812223333", Amount: 3000,
	},
	"00020101021230570016A00000067701011201153110400394751010206REF0010304REF253037645406555.555802TH62100706SCB001630437C6": {
		Dynamic: true, Scheme: thaiqr.Biller, Payee: "311040039475101",
		Ref1: "REF001", Ref2: "REF2", Terminal: "SCB001", Amount: 55555,
	},
	"00020101021138670016A00526628466257701082771041802030010324CCHRJZRJZWUDWNQVHEXUHNOQ53034185802LA63049B5F": {
		Scheme: thaiqr.LaoPersonal, Bank: "27710418", Payee: "CCHRJZRJZWUDWNQVHEXUHNOQ",
	},
}

// spec P1.1, P1.2, P1.3
func TestParsePayment_KnownPayloads_AreRead(t *testing.T) {
	for text, want := range knownPayments {
		if got, err := thaiqr.ParsePayment(text); err != nil || got != want {
			t.Errorf("ParsePayment(%q)\n got %+v, %v\nwant %+v", text, got, err, want)
		}
	}
}

// spec P1.1
func TestFormat_KnownPayloads_AreEqual(t *testing.T) {
	for known, payment := range knownPayments {
		text, err := payment.Format()
		if err != nil {
			t.Errorf("%+v: %v", payment, err)
			continue
		}
		if got, err := thaiqr.ParsePayment(text); err != nil || got != payment {
			t.Errorf("wrote %q for %q: reads %+v, %v", text, known, got, err)
		}
	}
}

// spec P1.2
func TestParsePayment_AmbiguousPayload_IsRefused(t *testing.T) {
	amount := "00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD"
	body := strings.TrimSuffix(amount, "63043CAD")
	for name, text := range map[string]string{
		"a changed digit of the amount": strings.Replace(amount, "30.00", "90.00", 1),
		"a second amount":               thaiqr.Seal(body+"540590.00", "63"),
		"three decimals":                thaiqr.Seal(strings.Replace(body, "540530.00", "540630.001", 1), "63"),
		"an exponent":                   thaiqr.Seal(strings.Replace(body, "540530.00", "54033e1", 1), "63"),
		"another currency":              thaiqr.Seal(strings.Replace(body, "5303764", "5303840", 1), "63"),
		"another country":               thaiqr.Seal(strings.Replace(body, "5802TH", "5802US", 1), "63"),
		"a foreign scheme":              thaiqr.Seal(strings.Replace(body, "A000000677010111", "A000000999010111", 1), "63"),
		"a foreign phone":               thaiqr.Seal(strings.Replace(body, "0066812223333", "0065812223333", 1), "63"),
		"a slip":                        kbankSlip,
		"nothing":                       "",
	} {
		if got, err := thaiqr.ParsePayment(text); !errors.Is(err, thaiqr.ErrNotPayment) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

func TestFormat_InvalidPayment_IsRefused(t *testing.T) {
	for name, p := range map[string]thaiqr.Payment{
		"no scheme":           {Payee: "0801234567"},
		"a short phone":       {Scheme: thaiqr.Mobile, Payee: "080123456"},
		"a phone without 0":   {Scheme: thaiqr.Mobile, Payee: "8801234567"},
		"letters as a phone":  {Scheme: thaiqr.Mobile, Payee: "08O1234567"},
		"a short national id": {Scheme: thaiqr.NationalID, Payee: "111111111111"},
		"a bill without ref":  {Scheme: thaiqr.Biller, Payee: "311040039475101"},
		"a lower-case ref":    {Scheme: thaiqr.Biller, Payee: "311040039475101", Ref1: "ref"},
		"a negative amount":   {Scheme: thaiqr.Mobile, Payee: "0801234567", Amount: -1},
		"a long terminal":     {Scheme: thaiqr.Mobile, Payee: "0801234567", Terminal: strings.Repeat("A", 21)},
		"LAPNet without bank": {Scheme: thaiqr.LaoMerchant, Payee: "X"},
	} {
		if text, err := p.Format(); !errors.Is(err, thaiqr.ErrNotPayment) {
			t.Errorf("%s: got %q, %v", name, text, err)
		}
	}
}

func TestFormat_RandomPayments_RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref := rapid.StringMatching(`[0-9A-Z]{1,20}`)
		p := rapid.SampledFrom([]thaiqr.Payment{
			{Scheme: thaiqr.Mobile, Payee: rapid.StringMatching(`0[0-9]{9}`).Draw(t, "phone")},
			{Scheme: thaiqr.EWallet, Payee: rapid.StringMatching(`[0-9]{15}`).Draw(t, "wallet")},
			{Scheme: thaiqr.BankAccount, Payee: rapid.StringMatching(`[0-9]{13}`).Draw(t, "account")},
			{
				Scheme: thaiqr.Biller, Payee: rapid.StringMatching(`[0-9]{15}`).Draw(t, "biller"),
				Ref1: ref.Draw(t, "ref1"), Ref2: ref.Draw(t, "ref2"), Terminal: ref.Draw(t, "terminal"),
			},
			{Scheme: thaiqr.LaoMerchant, Bank: "32170418", Payee: rapid.StringMatching(`[0-9A-Z]{1,40}`).Draw(t, "lao")},
		}).Draw(t, "payment")
		p.Dynamic = rapid.Bool().Draw(t, "dynamic")
		p.Amount = money.Satang(rapid.Int64Range(0, int64(money.Max)).Draw(t, "amount"))

		text, err := p.Format()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := thaiqr.ParsePayment(text); err != nil || got != p {
			t.Fatalf("%q\n got %+v, %v\nwant %+v", text, got, err, p)
		}
	})
}

func FuzzParsePayment(f *testing.F) {
	for text := range knownPayments {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := thaiqr.ParsePayment(text)
		if err != nil && (!errors.Is(err, thaiqr.ErrNotPayment) || p != (thaiqr.Payment{})) {
			t.Fatalf("refused with %+v, %v", p, err)
		}
		if p.Amount < 0 || p.Amount > money.Max {
			t.Fatalf("amount %v", p.Amount)
		}
	})
}
