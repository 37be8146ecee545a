package money_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"krapao/backend/platform/money"
)

func TestParse_AtMostTwoDecimals_IsExact(t *testing.T) {
	for text, want := range map[string]money.Satang{
		"0": 0, "1": 100, "0.1": 10, "0.01": 1, "100": 10000, "100.5": 10050,
		"1234.56": 123456, "0.29": 29, "10000000000": money.Max,
	} {
		got, err := money.Parse(text)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}

// spec D1.7
func TestParse_MoreThanTwoDecimals_IsRefused(t *testing.T) {
	for text, want := range map[string]error{
		"0.001": money.ErrPrecision, "1.000": money.ErrPrecision, "1e2": money.ErrFormat,
		"1.5e-1": money.ErrFormat, "-1": money.ErrFormat, "+1": money.ErrFormat, "": money.ErrFormat,
		".5": money.ErrFormat, "5.": money.ErrFormat, "01": money.ErrFormat, "NaN": money.ErrFormat,
		"1,000": money.ErrFormat, " 1": money.ErrFormat, "٣": money.ErrFormat, "0x10": money.ErrFormat,
		"10000000000.01": money.ErrRange, "99999999999999999999999": money.ErrRange,
	} {
		if got, err := money.Parse(text); !errors.Is(err, want) {
			t.Errorf("Parse(%q) = %d, %v; want %v", text, got, err, want)
		}
	}
}

// spec 9.44
func TestJSON_EveryAmount_RoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Satang(rapid.Int64Range(0, int64(money.Max)).Draw(t, "amount"))
		wire, err := json.Marshal(amount)
		if err != nil {
			t.Fatal(err)
		}
		var back money.Satang
		if err := json.Unmarshal(wire, &back); err != nil || back != amount {
			t.Fatalf("%d became %s became %d (%v)", amount, wire, back, err)
		}
	})
}

func TestJSON_AmountAsString_IsRefused(t *testing.T) {
	var amount money.Satang
	if err := json.Unmarshal([]byte(`"100"`), &amount); err == nil {
		t.Fatalf("a quoted amount was taken as %d", amount)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1", "1.1", "1e9", "-0", "00.1", "9999999999999.99"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := money.Parse(text)
		if err != nil {
			return
		}
		whole, frac, _ := strings.Cut(text, ".")
		for len(frac) < 2 {
			frac += "0"
		}
		if amount.String() != whole+"."+frac {
			t.Fatalf("Parse(%q) = %s", text, amount)
		}
	})
}
