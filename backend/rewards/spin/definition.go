package spin

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"krapao/backend/content"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
)

// Kind is the kind of a prize.
type Kind string

// The kinds of prizes. A Turnover prize is money that has to be played a number of times before it can be
// withdrawn.
const (
	Nothing  Kind = "NOTHING"
	Credit   Kind = "CREDIT"
	Turnover Kind = "TURNOVER"
)

// Definition is a wheel as two admins define it.
type Definition struct {
	Currency ledger.Currency `json:"currency"`
	Name     content.Text    `json:"name"`
	// Large is the amount from which on a prize becomes an item at the console.
	Large  money.Satang `json:"large"`
	Slices []Slice      `json:"slices"`
}

// Slice is a slice of a wheel. Its description is HTML.
type Slice struct {
	Code        string       `json:"code"`
	Label       content.Text `json:"label"`
	Description content.Text `json:"description"`
	BgColor     string       `json:"bgColor"`
	TextColor   string       `json:"textColor"`
	Weight      int64        `json:"weight"`
	Prize       Prize        `json:"prize"`
}

// Prize is the prize of a slice.
type Prize struct {
	Code     string       `json:"code"`
	Name     content.Text `json:"name"`
	Kind     Kind         `json:"kind"`
	Amount   money.Satang `json:"amount"`
	Turnover int          `json:"turnover"` // how often the amount has to be played
}

// isSameValue returns whether two prizes have the same value.
func (p Prize) isSameValue(o Prize) bool {
	return p.Kind == o.Kind && p.Amount == o.Amount && p.Turnover == o.Turnover
}

// The bounds of a wheel.
const (
	minSlices, maxSlices = 2, 16
	maxWeight            = 1_000_000 // of all slices together
	maxLabel, maxName    = 24, 60
	maxDescription       = 500
	// The mean prize of a spin may be at most a fifth of the amount that earns a coin.
	meanShare                  = 5
	minContrast                = 4.5 // the contrast of a slice's colours that WCAG requires for text
	maxTimes                   = 50
	colourPattern, codePattern = "#[0-9a-f]{6}", "[A-Z0-9][A-Z0-9_-]{0,19}"
)

var maxPrize = money.Baht(1_000_000)

var (
	colourRegexp = regexp.MustCompile("^" + colourPattern + "$")
	codeRegexp   = regexp.MustCompile("^" + codePattern + "$")
)

// Check returns an error if a definition is outside its bounds. per is the amount in satang that earns a
// coin.
func (d *Definition) Check(per money.Satang) error {
	switch {
	case d.Currency != ledger.BAHT && d.Currency != ledger.LAK:
		return errors.New("its currency is BAHT or LAK")
	case !d.Name.IsShort(maxName):
		return fmt.Errorf("its name has 1 to %d characters in each language", maxName)
	case len(d.Slices) < minSlices || len(d.Slices) > maxSlices:
		return fmt.Errorf("it has %d to %d slices", minSlices, maxSlices)
	case d.Large <= 0:
		return errors.New("large is an amount above zero")
	}
	slices, prizes := map[string]bool{}, map[string]Prize{}
	for i := range d.Slices {
		slice := &d.Slices[i]
		if err := slice.check(); err != nil {
			return fmt.Errorf("slice %d (%s): %w", i+1, slice.Code, err)
		}
		if slices[slice.Code] {
			return fmt.Errorf("two slices are %s", slice.Code)
		}
		slices[slice.Code] = true
		if earlier, twice := prizes[slice.Prize.Code]; twice && earlier != slice.Prize {
			return fmt.Errorf("two prizes are %s", slice.Prize.Code)
		}
		prizes[slice.Prize.Code] = slice.Prize
	}
	if d.Weight() > maxWeight {
		return fmt.Errorf("all weights are %d at most", maxWeight)
	}
	if mean := d.Mean(); mean > per/meanShare {
		return fmt.Errorf("a spin gives %s in the mean, which is more than a fifth of the %s that a coin is earned with", mean, per)
	}
	return nil
}

// Weight returns the sum of the weights of all slices.
func (d *Definition) Weight() (all int64) {
	for _, s := range d.Slices {
		all += s.Weight
	}
	return all
}

// Mean returns the mean prize of a spin, in satang, rounded up.
func (d *Definition) Mean() money.Satang {
	var sum int64
	for _, s := range d.Slices {
		sum += s.Weight * int64(s.Prize.Amount)
	}
	all := max(d.Weight(), 1)
	return money.Satang((sum + all - 1) / all)
}

func (s *Slice) check() error {
	s.BgColor, s.TextColor = strings.ToLower(s.BgColor), strings.ToLower(s.TextColor)
	for _, text := range []*string{&s.Description.TH, &s.Description.LO, &s.Description.EN} {
		*text = content.Clean(*text)
		if utf8.RuneCountInString(*text) > maxDescription {
			return fmt.Errorf("its description has %d characters at most", maxDescription)
		}
	}
	switch {
	case !codeRegexp.MatchString(s.Code):
		return errors.New("its code has 1 to 20 capitals, digits, _ and -")
	case !s.Label.IsShort(maxLabel):
		return fmt.Errorf("its label has 1 to %d characters in each language", maxLabel)
	case !colourRegexp.MatchString(s.BgColor), !colourRegexp.MatchString(s.TextColor):
		return errors.New("a colour is #rrggbb")
	case contrast(s.BgColor, s.TextColor) < minContrast:
		return fmt.Errorf("its text cannot be read on its colour: the contrast is below %.1f", minContrast)
	case s.Weight < 1 || s.Weight > maxWeight:
		return errors.New("its weight is a whole number above zero: a slice that nobody wins is a lie")
	}
	return s.Prize.check()
}

func (p Prize) check() error {
	switch {
	case !codeRegexp.MatchString(p.Code):
		return errors.New("its prize's code has 1 to 20 capitals, digits, _ and -")
	case !p.Name.IsShort(maxName):
		return fmt.Errorf("its prize's name has 1 to %d characters in each language", maxName)
	case p.Kind == Nothing && p.Amount == 0 && p.Turnover == 0:
		return nil
	case p.Amount <= 0 || p.Amount > maxPrize:
		return errors.New("its prize is worth more than zero, up to a million")
	case p.Kind == Credit && p.Turnover == 0, p.Kind == Turnover && p.Turnover >= 1 && p.Turnover <= maxTimes:
		return nil
	}
	return fmt.Errorf("its prize is NOTHING, CREDIT with an amount, or TURNOVER with an amount that is to be played 1 to %d times", maxTimes)
}

// contrast returns the contrast of two colours, as WCAG 2 computes it.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(colour string) (sum float64) {
	for i, share := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8) // check has matched the colour's form
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += share * c
	}
	return sum
}
