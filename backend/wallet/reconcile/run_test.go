package reconcile_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"krapao/backend/provider"
)

func TestAListIsReadPageByPageToItsEnd(t *testing.T) {
	run := newHouse(t).Begin(noon)
	var asked []string
	pages := func(next ...string) error {
		asked = nil
		return run.Pages(t.Context(), func(cursor string) (string, error) {
			asked = append(asked, cursor)
			return next[min(len(asked), len(next))-1], nil
		})
	}

	if err := pages("a", "b", ""); err != nil || strings.Join(asked, ",") != ",a,b" {
		t.Errorf("asked %q, %v", asked, err)
	}
	if err := pages("a", "a"); !errors.Is(err, provider.ErrDown) || len(asked) != 2 {
		t.Errorf("a list that stands still: %q, %v", asked, err)
	}
	n := 0
	err := run.Pages(t.Context(), func(string) (string, error) { n++; return fmt.Sprint(n), nil })
	if !errors.Is(err, provider.ErrDown) || n != 100_000 {
		t.Errorf("a list without an end: %d pages, %v", n, err)
	}
}

func TestAPageThatFailsIsAskedForAgainWhereTheCompanyWasDown(t *testing.T) {
	run := newHouse(t).Begin(noon)
	refused := errors.New("refused")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx   context.Context
		err   error
		fails int
		tries int
		well  bool
	}{
		"down for a moment":   {t.Context(), provider.ErrDown, 2, 3, true},
		"down for good":       {t.Context(), provider.ErrDown, 9, 3, false},
		"refused":             {t.Context(), refused, 9, 1, false},
		"nobody waits for it": {over, provider.ErrDown, 9, 1, false},
	} {
		tries := 0
		err := run.Pages(c.ctx, func(string) (string, error) {
			if tries++; tries <= c.fails {
				return "", c.err
			}
			return "", nil
		})

		if tries != c.tries || (err == nil) != c.well || !c.well && !errors.Is(err, c.err) {
			t.Errorf("%s: %d tries, %v", name, tries, err)
		}
	}
}
