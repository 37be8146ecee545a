// Package typed parses what users type and paste: phones, account numbers, codes and gift links. It
// accepts all formats that phones, banks and messengers produce. The app's module of the same name has
// the same rules, and the tests of both read cases.json.
//
// Each function returns the normal form of the text's only possible meaning. ok is false if a text has
// several meanings, or none. A text without visible characters returns "" and true. The caller checks the
// length of the result, and whether it exists.
package typed

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"krapao/backend/platform/plain"
)

// Country is a country for whose phone numbers the rules differ.
type Country struct {
	code                 string // of its phone numbers
	minDigits, maxDigits int    // digits that follow the code
	domesticDigits       int    // digits of a whole domestic number, which may begin like the code; 0 for none
}

// The countries.
var (
	Thailand = Country{code: "66", minDigits: 9, maxDigits: 9, domesticDigits: 10}
	Laos     = Country{code: "856", minDigits: 8, maxDigits: 10}
)

const separators = " -./()_,"

// Phone returns a phone number in the form that is dialled within the country: 0812345678. A number of
// another country keeps its plus.
func Phone(text string, c Country) (string, bool) {
	text = strings.TrimPrefix(plain.Fold(text), "TEL:")
	isForeign := strings.HasPrefix(strings.TrimLeft(text, "("), "+")
	digits, ok := removeSeparators(strings.NewReplacer("+", "", "(0)", "").Replace(text))
	if !ok || hasSeveralNumbers(strings.Fields(text)) {
		return "", false
	}
	for _, prefix := range []string{"00" + c.code, c.code} {
		national, found := strings.CutPrefix(digits, prefix)
		hasCode := isForeign || prefix != c.code
		if !found || !hasCode && len(digits) == c.domesticDigits {
			continue
		}
		if national == "" && hasCode {
			return "", true
		}
		if national = strings.TrimPrefix(national, "0"); len(national) >= c.minDigits && len(national) <= c.maxDigits {
			return "0" + national, true
		}
	}
	if isForeign {
		return "+" + digits, true
	}
	return digits, true
}

// hasSeveralNumbers reports whether a text contains two whole numbers.
func hasSeveralNumbers(fields []string) bool {
	long := 0
	for _, f := range fields {
		if digits, ok := removeSeparators(f); ok && len(digits) >= 8 {
			long++
		}
	}
	return long > 1
}

// removeSeparators returns the text without separators. ok is false if anything but digits remains.
func removeSeparators(text string) (string, bool) {
	digits := strings.Map(func(c rune) rune {
		if strings.ContainsRune(separators, c) {
			return -1
		}
		return c
	}, text)
	return digits, strings.Trim(digits, "0123456789") == ""
}

var accountPattern = regexp.MustCompile(`[0-9(][0-9\-./()_ ]*`)

// Account returns the digits of a bank account number. Words around the number are ignored. ok is false
// for a masked number.
func Account(text string) (string, bool) {
	text = plain.Fold(text)
	if text == "" {
		return "", true
	}
	if spreadsheetPattern.MatchString(text) {
		return "", false
	}
	found := accountPattern.FindAllStringIndex(text, -1)
	if len(found) != 1 || touchesText(text, found[0]) {
		return "", false
	}
	number := strings.TrimSpace(text[found[0][0]:found[0][1]])
	if strings.Contains(number, " / ") {
		return "", false
	}
	digits, ok := removeSeparators(number)
	return digits, ok && digits != ""
}

// spreadsheetPattern matches a number that a spreadsheet has reformatted, and so lost digits.
var spreadsheetPattern = regexp.MustCompile(`^[0-9.]+E[+-]?[0-9]+$|^[0-9]+\.0+$`)

// touchesText reports whether a letter or a mask touches a number without a space.
func touchesText(text string, at []int) bool {
	before, after := []rune(text[:at[0]]), []rune(text[at[1]:])
	if n := len(before); n > 0 && before[n-1] != ' ' && before[n-1] != ':' {
		return true
	}
	end := text[at[1]-1]
	return len(after) > 0 && end != ' '
}

var codePattern = regexp.MustCompile(`[0-9](?:[ .\-]?[0-9])*`)

const codeLength = 6

// OTP returns the digits of a one-time code. In a whole message, the code must be the only run of six
// digits.
func OTP(text string) (string, bool) {
	text = plain.Fold(text)
	if text == "" {
		return "", true
	}
	isCodeAlone := strings.Trim(text, "0123456789 .-") == ""
	code := ""
	for _, run := range codePattern.FindAllString(text, -1) {
		digits, _ := removeSeparators(run)
		if isCodeAlone && len(digits) <= codeLength {
			return digits, true
		}
		if len(digits) != codeLength || code != "" && code != digits {
			if len(digits) == codeLength {
				return "", false
			}
			continue
		}
		code = digits
	}
	return code, code != ""
}

var (
	giftHost    = "gift.truemoney.com"
	giftCode    = regexp.MustCompile(`^[A-Za-z0-9]{18,128}$`)
	giftLink    = regexp.MustCompile(`(?i)(?:[a-z][a-z0-9+.-]*:)?(?://)?[^\s"“”'<>()]*campaign[^\s"“”'<>()]*`)
	leadingCode = regexp.MustCompile(`^[A-Za-z0-9]+`)
)

// Gift returns the code of the first gift link in a text, or the code itself. ok is false for hosts that
// look like the provider's, for other ports and schemes, and for URLs with a user name.
func Gift(text string) (string, bool) {
	text = strings.TrimSpace(strings.Map(func(c rune) rune {
		if plain.IsBlank(c) && !unicode.IsSpace(c) {
			return -1
		}
		return c
	}, text))
	if text == "" {
		return "", true
	}
	if bare := strings.TrimPrefix(text, "v="); giftCode.MatchString(bare) {
		return bare, true
	}
	for _, candidate := range giftLink.FindAllString(text, -1) {
		if code, ok := giftCodeIn(candidate); ok {
			return code, true
		}
	}
	return "", false
}

func giftCodeIn(link string) (string, bool) {
	if !strings.Contains(link, "://") {
		link = "https://" + link
	}
	u, err := url.Parse(link)
	if err != nil || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return "", false
	}
	isHost := strings.EqualFold(u.Hostname(), giftHost) && (u.Port() == "" || u.Port() == "443")
	if !isHost || strings.TrimRight(u.Path, "/") != "/campaign" {
		return "", false
	}
	code := leadingCode.FindString(u.Query().Get("v"))
	return code, giftCode.MatchString(code)
}

var promotionPattern = regexp.MustCompile(`^[A-Z0-9]*$`)

// Promotion returns a promotion's code in capitals.
func Promotion(text string) (string, bool) {
	text = strings.Trim(plain.Fold(text), `.“”"' `)
	return text, promotionPattern.MatchString(text)
}

// invitePattern matches an invite code: PR followed by a member's _id.
var invitePattern = regexp.MustCompile(`\bPR[A-Z0-9]+\b`)

// Invite returns the only invite code in a text: alone, in a link, or followed by a punctuation mark.
func Invite(text string) (string, bool) {
	text = plain.Fold(text)
	found := invitePattern.FindAllStringIndex(text, -1)
	if text == "" || len(found) != 1 {
		return "", text == ""
	}
	rest := text[found[0][1]:]
	return text[found[0][0]:found[0][1]], !strings.HasPrefix(rest, "-")
}
