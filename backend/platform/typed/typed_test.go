package typed_test

import (
	"encoding/json"
	"os"
	"testing"

	"krapao/backend/platform/typed"
)

// spec P3.1
func TestTyped_PastedText_IsParsedAsInTheTable(t *testing.T) {
	type row struct {
		Kind, Variant, Text, Why string
		Value                    any // null: the meaning is not clear
	}
	var table []row
	text, err := os.ReadFile("cases.json")
	if err == nil {
		err = json.Unmarshal(text, &table)
	}
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, r := range table {
		var got string
		var ok bool
		switch r.Kind {
		case "phone":
			v := typed.Thailand
			if r.Variant == "lo" {
				v = typed.Laos
			}
			got, ok = typed.Phone(r.Text, v)
		case "account":
			got, ok = typed.Account(r.Text)
		case "otp":
			got, ok = typed.OTP(r.Text)
		case "gift":
			got, ok = typed.Gift(r.Text)
		case "promotion":
			got, ok = typed.Promotion(r.Text)
		case "invite":
			got, ok = typed.Invite(r.Text)
		case "amount":
			continue // the API takes numbers
		default:
			t.Fatalf("unknown kind %q", r.Kind)
		}
		seen[r.Kind]++
		if want, isClear := r.Value.(string); ok != isClear || ok && got != want {
			t.Errorf("%s %+q (%s): %q %t, want %v", r.Kind, r.Text, r.Why, got, ok, r.Value)
		}
	}
	if len(seen) != 6 {
		t.Errorf("only the kinds %v", seen)
	}
}
