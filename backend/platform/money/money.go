// Package money has amounts of money as whole hundredths (satang of a baht, att of a kip). No amount is
// ever a float.
//
// In JSON an amount is a number in the main unit with at most two decimals. An amount that would need
// rounding is rejected, never rounded.
package money

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Satang is an amount in hundredths of the currency's main unit.
type Satang int64

// Max is the largest accepted amount, in hundredths: ten thousand million in the main unit. With it, no sum
// of a member's statement lines overflows.
const Max Satang = 1_000_000_000_000

// Errors of Parse. All wrap ErrFormat, for callers that only need to know "not money".
var (
	ErrFormat    = errors.New("money: not an amount with at most two decimals")
	ErrPrecision = fmt.Errorf("%w: more than two decimals", ErrFormat)
	ErrRange     = fmt.Errorf("%w: out of range", ErrFormat)
)

// Baht returns an amount of n whole main units.
func Baht(n int64) Satang { return Satang(n * 100) }

// Parse parses a plain decimal such as "100", "100.5" or "100.25". It rejects signs, exponents, spaces and
// separators. It also rejects a third decimal, even a zero, because the sender may mean an amount that we
// cannot store. Errors: ErrFormat, ErrPrecision, ErrRange.
func Parse(s string) (Satang, error) {
	whole, frac, dotted := strings.Cut(s, ".")
	if !isDigits(whole) || (dotted && !isDigits(frac)) {
		return 0, ErrFormat
	}
	if len(frac) > 2 {
		return 0, ErrPrecision
	}
	if len(whole) > 1 && whole[0] == '0' {
		return 0, ErrFormat
	}
	if len(whole) > 13 {
		return 0, ErrRange
	}
	for len(frac) < 2 {
		frac += "0"
	}
	n, err := strconv.ParseInt(whole+frac, 10, 64)
	if err != nil || Satang(n) > Max {
		return 0, ErrRange
	}
	return Satang(n), nil
}

func isDigits(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// String returns the amount with two decimals and no separators: "1234.50".
func (a Satang) String() string {
	sign := ""
	n := uint64(a)
	if a < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
}

// MarshalJSON writes the exact decimal as a JSON number.
func (a Satang) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalJSON accepts a JSON number that Parse accepts. Errors: those of Parse, and ErrFormat for a
// string, a negative amount or an exponent.
func (a *Satang) UnmarshalJSON(b []byte) error {
	n, err := Parse(string(b))
	if err != nil {
		return err
	}
	*a = n
	return nil
}

// Value stores the amount as a bigint of hundredths.
func (a Satang) Value() (driver.Value, error) { return int64(a), nil }

// Scan reads a bigint of hundredths.
func (a *Satang) Scan(src any) error {
	n, ok := src.(int64)
	if !ok {
		return fmt.Errorf("money: cannot read %s", reflect.TypeOf(src))
	}
	*a = Satang(n)
	return nil
}

// Schema documents the JSON form in the OpenAPI contract.
func (Satang) Schema(huma.Registry) *huma.Schema {
	hundredth := 0.01
	return &huma.Schema{
		Type:        huma.TypeNumber,
		MultipleOf:  &hundredth,
		Description: "An amount in the main unit (baht or kip) with at most two decimals.",
		Examples:    []any{100.5},
	}
}

// Signed is a sum in hundredths that may be negative. It is only used in responses.
type Signed int64

// MarshalJSON writes the exact decimal as a JSON number.
func (a Signed) MarshalJSON() ([]byte, error) { return []byte(Satang(a).String()), nil }

// Schema documents the JSON form in the OpenAPI contract.
func (Signed) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Description: "An amount in the main unit with at most two decimals, perhaps negative."}
}
