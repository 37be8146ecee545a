package reconcile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"krapao/backend/provider"
)

// List returns a page of a provider's list and the cursor of the next page, which is "" after the last page.
// If it returns provider.ErrDown, the page is requested again. provider.ErrNoList means that the provider has
// no such list.
type List[Entry any] func(ctx context.Context, cursor string) (page []Entry, next string, err error)

// The limits: requests of one page, pages of a list, and references of all lists.
const (
	pageTries     = 3
	maxPages      = 100_000
	maxReferences = 1_000_000
)

var errEndless = fmt.Errorf("%w: an endless list", provider.ErrDown)

// forEachPage calls do for each page of the list.
func (l List[Entry]) forEachPage(ctx context.Context, do func(page []Entry) error) error {
	cursor, seen := "", map[string]bool{"": true}
	for range maxPages {
		page, next, err := l.requestPage(ctx, cursor)
		if err == nil {
			err = do(page)
		}
		if err != nil || next == "" {
			return err
		}
		if seen[next] {
			return fmt.Errorf("%w: a list that leads back to an earlier page", provider.ErrDown)
		}
		cursor, seen[next] = next, true
	}
	return errEndless
}

// requestPage requests a page. While the provider is down, it retries up to three times in all, with short
// pauses.
func (l List[Entry]) requestPage(ctx context.Context, cursor string) (page []Entry, next string, err error) {
	for try := 1; ; try++ {
		page, next, err = l(ctx, cursor)
		if err == nil || !errors.Is(err, provider.ErrDown) || try == pageTries || ctx.Err() != nil {
			return page, next, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(try) * 200 * time.Millisecond):
		}
	}
}

const maxReference = 128

// isName returns whether a provider's text can be the name of a payment.
func isName(text string) bool { return text != "" && text == cleanText(text, maxReference) }

// cleanText removes the unprintable characters of a provider's text, and cuts it to at most maxLength
// characters.
func cleanText(text string, maxLength int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	if utf8.RuneCountInString(text) > maxLength {
		text = string([]rune(text)[:maxLength])
	}
	return text
}
