package reconcile_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
	"krapao/backend/wallet/reconcile"
)

// The states and the table of the package comment. For each state of our row, the table has the result per
// state of the provider's entry. A star means that the domain may resolve the difference.
var (
	states = []string{reconcile.Paid, reconcile.Pending, reconcile.Review, reconcile.Returned, reconcile.Failed, reconcile.Nothing}
	table  = map[string][]string{
		"":                 {"LOST*", "LOST*", "LOST*", "", "", ""},
		reconcile.Nothing:  {"FAILED_HERE*", "FAILED_HERE*", "FAILED_HERE*", "", "", ""},
		reconcile.Pending:  {"*", "*", "*", "*", "*", ""},
		reconcile.Review:   {"*", "*", "*", "*", "*", "*"},
		reconcile.Paid:     {"", "NOT_THERE*", "NOT_THERE*", "NOT_THERE*", "NOT_THERE", "NOT_THERE"},
		reconcile.Failed:   {"FAILED_HERE*", "FAILED_HERE*", "FAILED_HERE*", "", "", ""},
		reconcile.Returned: nil, // no row has it
	}
)

// world is a random ledger and a random provider.
type world struct {
	r       *rand.Rand
	ours    map[string]reconcile.Payment
	theirs  map[string]reconcile.Payment
	lists   [][][]reconcile.Payment // pages of each
	ends    []error                 // the error that ends each list
	circles []bool                  // the list's last page leads back to its first
	silent  map[string]bool         // names that the provider does not answer about
	helps   map[string]bool         // names that the domain resolves
	answers bool                    // the provider answers questions
	asked   []string
	tried   []string
}

func (w *world) payment(name string) reconcile.Payment {
	p := reconcile.Payment{Reference: name, Said: states[w.r.IntN(len(states))], Amount: money.Baht(1 + w.r.Int64N(3)/2), Currency: "BAHT", At: noon}
	if w.r.IntN(12) == 0 {
		p.Currency = "LAK"
	}
	return p
}

func draw(seed uint64) *world {
	w := &world{
		r: rand.New(rand.NewPCG(seed, 0)), ours: map[string]reconcile.Payment{}, theirs: map[string]reconcile.Payment{}, silent: map[string]bool{}, helps: map[string]bool{},
	}
	w.answers = w.r.IntN(3) > 0
	var entries []reconcile.Payment
	for i := range w.r.IntN(14) {
		name := fmt.Sprintf("r%02d", i)
		w.theirs[name] = w.payment(name)
		if row := w.payment(name); w.r.IntN(4) > 0 && row.Said != reconcile.Returned {
			if row.Said != reconcile.Paid && row.Said != reconcile.Failed && w.r.IntN(2) == 0 {
				row.Amount = 0
			}
			w.ours[name] = row
		}
		w.silent[name], w.helps[name] = w.r.IntN(6) == 0, w.r.IntN(2) == 0
		if w.r.IntN(4) > 0 {
			entries = append(entries, w.entries(name)...)
		}
	}
	for range 1 + w.r.IntN(2) {
		w.lists, w.ends, w.circles = append(w.lists, nil), append(w.ends, nil), append(w.circles, false)
	}
	for len(entries) > 0 {
		n, list := 1+w.r.IntN(min(5, len(entries))), w.r.IntN(len(w.lists))
		w.lists[list] = append(w.lists[list], entries[:n])
		if w.r.IntN(5) == 0 {
			w.lists[list] = append(w.lists[list], entries[:n]) // the page is repeated
		}
		entries = entries[n:]
	}
	for i := range w.lists {
		switch w.r.IntN(8) {
		case 0:
			w.ends[i] = errors.New("refused")
		case 1:
			w.circles[i] = true
		case 2:
			w.lists[i], w.ends[i] = nil, provider.ErrNoList
		}
	}
	return w
}

// entries returns the entries of the lists for a payment. Usually that is the one that the provider returns
// when asked. Sometimes the entry is repeated, or a different entry is added or replaces it.
func (w *world) entries(name string) []reconcile.Payment {
	all := []reconcile.Payment{w.theirs[name]}
	switch w.r.IntN(10) {
	case 0:
		all = append(all, w.theirs[name])
	case 1:
		all = append([]reconcile.Payment{w.payment(name)}, all...)
	case 2:
		all = append(all, w.payment(name), w.theirs[name])
	case 3:
		all[0].Said = ""
	case 4:
		all[0].Reference += "\x01"
	case 5:
		all[0] = w.payment(name)
	}
	return all
}

func (w *world) list(i int) reconcile.List[reconcile.Payment] {
	read := pages(w.lists[i]...)
	return func(ctx context.Context, cursor string) ([]reconcile.Payment, string, error) {
		page, next, err := read(ctx, cursor)
		if next == "" && w.circles[i] && len(w.lists[i]) > 1 {
			next = "1"
		}
		if next == "" && w.ends[i] != nil {
			return nil, "", w.ends[i] // the last page fails
		}
		return page, next, err
	}
}

func (w *world) compare(t *testing.T, book *reconcile.Book) {
	rows := memory{}
	for _, name := range slices.Sorted(maps.Keys(w.ours)) {
		rows = append(rows, w.ours[name])
	}
	var lists []reconcile.List[reconcile.Payment]
	for i := range w.lists {
		lists = append(lists, w.list(i))
	}
	c := rows.comparison(lists...)
	if w.answers {
		c.Ask = func(_ context.Context, ours reconcile.Payment) (reconcile.Payment, error) {
			w.asked = append(w.asked, ours.Reference)
			if w.silent[ours.Reference] {
				return reconcile.Payment{}, provider.ErrDown
			}
			return w.theirs[ours.Reference], nil
		}
	}
	c.Resolve = func(_ context.Context, _ *reconcile.Book, ours, theirs reconcile.Payment) (bool, error) {
		w.tried = append(w.tried, theirs.Reference)
		if (ours != reconcile.Payment{}) && ours != w.ours[theirs.Reference] {
			t.Errorf("%s: resolved with %+v", theirs.Reference, ours)
		}
		return w.helps[theirs.Reference], nil
	}
	reconcile.Compare(t.Context(), book, c)
}

// read returns the state that each name finally has in the lists, how many entries are unknown, and whether
// all lists were read.
func (w *world) read() (said map[string]reconcile.Payment, unknown int, all bool) {
	said, all = map[string]reconcile.Payment{}, true
	words := map[string][]reconcile.Payment{}
	for i, list := range w.lists {
		if w.ends[i] != nil || w.circles[i] && len(list) > 1 {
			all = false
			if !errors.Is(w.ends[i], provider.ErrNoList) {
				unknown++
			}
		}
		if w.ends[i] != nil && len(list) > 0 && !(w.circles[i] && len(list) > 1) {
			list = list[:len(list)-1]
		}
		for _, p := range slices.Concat(list...) {
			words[p.Reference] = append(words[p.Reference], p)
		}
	}
	for name, heard := range words {
		heard = slices.Compact(heard)
		for len(heard) > 1 && slices.Contains([]string{reconcile.Pending, reconcile.Review, reconcile.Nothing}, heard[0].Said) {
			heard = heard[1:]
		}
		if len(heard) == 1 && heard[0].Said != "" && !strings.Contains(name, "\x01") {
			said[name] = heard[0]
		} else {
			unknown++
		}
	}
	return said, unknown, all && unknown == 0
}

// expected applies the table to the lists and the responses. sums are the expected sums of our ledger and of
// the provider.
func (w *world) expected() (items map[string]string, tried []string, sums [2]money.Satang, unknown int) {
	items = map[string]string{}
	said, unknown, all := w.read()
	silent, listed := 0, map[string]bool{}
	for name, word := range said {
		listed[name] = true
		open := slices.Contains([]string{reconcile.Pending, reconcile.Review, reconcile.Nothing}, word.Said)
		if w.ours[name].Said == reconcile.Paid && open && w.answers && !w.silent[name] {
			said[name] = w.theirs[name]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.ours)) {
		if _, known := said[name]; known {
			continue
		}
		switch {
		case w.answers && silent == 10, w.answers && w.silent[name]:
			silent = min(silent+1, 10)
			unknown++
		case w.answers:
			silent, said[name] = 0, w.theirs[name]
		case all:
			said[name] = reconcile.Payment{Reference: name, Said: reconcile.Nothing, Currency: w.ours[name].Currency}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		ours, other := w.ours[name], said[name]
		reason := table[ours.Said][slices.Index(states, other.Said)]
		moved := slices.Contains(states[:3], other.Said)
		if moved && ours.Said != "" && (ours.Currency != other.Currency || ours.Amount != 0 && ours.Amount != other.Amount && other.Said != reconcile.Review) {
			reason = reconcile.Amount
		}
		if other.Said == reconcile.Paid {
			sums[1] += other.Amount
		}
		plain, starred := strings.CutSuffix(reason, "*")
		if starred = starred && (w.answers || listed[name]); starred {
			tried = append(tried, name)
		}
		if starred && w.helps[name] {
			continue
		}
		if ours.Said == reconcile.Paid {
			sums[0] += ours.Amount
		}
		if plain != "" {
			items[name] = plain
		}
	}
	return items, tried, sums, unknown
}

// found returns the reasons of a provider's open items, by reference.
func (l *ledger) found(company string) map[string]string {
	l.t.Helper()
	out := map[string]string{}
	for _, i := range l.waiting() {
		if facts(i)["company"] == company {
			out[i.Reference] += i.Reason
		}
	}
	return out
}

// TestCompare_RandomRecords_FindsEachDifferenceOnce generates random ledgers and providers. The providers'
// lists repeat or contradict entries, fail, end early, or lead back to their first page.
func TestCompare_RandomRecords_FindsEachDifferenceOnce(t *testing.T) {
	for part := range uint64(4) {
		t.Run(fmt.Sprint("part ", part), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t)
			for seed := part * 1000; seed < part*1000+50; seed++ {
				company, w := fmt.Sprint("P", seed), draw(seed)
				items, tried, sums, unknown := w.expected()

				book := l.book(company)
				w.compare(t, book)

				slices.Sort(w.tried)
				if got := l.found(company); !maps.Equal(got, items) || book.Differences != len(items) {
					t.Errorf("seed %d: items %v, want %v (%d counted)", seed, got, items, book.Differences)
				}
				if !slices.Equal(w.tried, tried) {
					t.Errorf("seed %d: tried to resolve %v, want %v", seed, w.tried, tried)
				}
				if got := [2]money.Satang{book.Ours, book.Theirs}; got != sums || book.Unknown != unknown {
					t.Errorf("seed %d: sums %v, want %v; %d unknown, want %d\n%s", seed, got, sums, book.Unknown, unknown, strings.Join(book.Notes, "\n"))
				}
				again := l.book(company)
				w.tried = nil
				w.compare(t, again)
				if got := l.found(company); !maps.Equal(got, items) || again.Differences != len(items) {
					t.Errorf("seed %d: a second run finds %v (%d counted)", seed, got, again.Differences)
				}
			}
		})
	}
}
