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
	states          = []string{reconcile.Paid, reconcile.Pending, reconcile.Review, reconcile.Returned, reconcile.Failed, reconcile.Nothing}
	expectedReasons = map[string][]string{
		"":                 {"LOST*", "LOST*", "LOST*", "", "", ""},
		reconcile.Nothing:  {"FAILED_HERE*", "FAILED_HERE*", "FAILED_HERE*", "", "", ""},
		reconcile.Pending:  {"*", "*", "*", "*", "*", ""},
		reconcile.Review:   {"*", "*", "*", "*", "*", "*"},
		reconcile.Paid:     {"", "NOT_THERE*", "NOT_THERE*", "NOT_THERE*", "NOT_THERE", "NOT_THERE"},
		reconcile.Failed:   {"FAILED_HERE*", "FAILED_HERE*", "FAILED_HERE*", "", "", ""},
		reconcile.Returned: nil, // no row has it
	}
)

// randomRecords is a random ledger and a random provider.
type randomRecords struct {
	rand              *rand.Rand
	ours              map[string]reconcile.Payment
	theirs            map[string]reconcile.Payment
	lists             [][][]reconcile.Payment // pages of each
	listErrors        []error                 // the error that ends each list
	repeatsCursor     []bool                  // the list's last page leads back to its first
	noResponse        map[string]bool         // names for which the provider does not respond
	resolves          map[string]bool         // names that the domain resolves
	respondsToQueries bool                    // the provider supports a status query for a single payment
	asked             []string
	resolveCalls      []string
}

func (w *randomRecords) randomPayment(name string) reconcile.Payment {
	p := reconcile.Payment{Reference: name, State: states[w.rand.IntN(len(states))], Amount: money.Baht(1 + w.rand.Int64N(3)/2), Currency: "BAHT", At: noon}
	if w.rand.IntN(12) == 0 {
		p.Currency = "LAK"
	}
	return p
}

func newRandomRecords(seed uint64) *randomRecords {
	w := &randomRecords{
		rand: rand.New(rand.NewPCG(seed, 0)), ours: map[string]reconcile.Payment{}, theirs: map[string]reconcile.Payment{}, noResponse: map[string]bool{}, resolves: map[string]bool{},
	}
	w.respondsToQueries = w.rand.IntN(3) > 0
	var entries []reconcile.Payment
	for i := range w.rand.IntN(14) {
		name := fmt.Sprintf("r%02d", i)
		w.theirs[name] = w.randomPayment(name)
		if row := w.randomPayment(name); w.rand.IntN(4) > 0 && row.State != reconcile.Returned {
			if row.State != reconcile.Paid && row.State != reconcile.Failed && w.rand.IntN(2) == 0 {
				row.Amount = 0
			}
			w.ours[name] = row
		}
		w.noResponse[name], w.resolves[name] = w.rand.IntN(6) == 0, w.rand.IntN(2) == 0
		if w.rand.IntN(4) > 0 {
			entries = append(entries, w.entriesOf(name)...)
		}
	}
	for range 1 + w.rand.IntN(2) {
		w.lists, w.listErrors, w.repeatsCursor = append(w.lists, nil), append(w.listErrors, nil), append(w.repeatsCursor, false)
	}
	for len(entries) > 0 {
		n, list := 1+w.rand.IntN(min(5, len(entries))), w.rand.IntN(len(w.lists))
		w.lists[list] = append(w.lists[list], entries[:n])
		if w.rand.IntN(5) == 0 {
			w.lists[list] = append(w.lists[list], entries[:n]) // the page is repeated
		}
		entries = entries[n:]
	}
	for i := range w.lists {
		switch w.rand.IntN(8) {
		case 0:
			w.listErrors[i] = errors.New("refused")
		case 1:
			w.repeatsCursor[i] = true
		case 2:
			w.lists[i], w.listErrors[i] = nil, provider.ErrNoList
		}
	}
	return w
}

// entriesOf returns the entries of the lists for a payment. Usually that is the one that the provider returns
// when asked. Sometimes the entry is repeated, or a different entry is added or replaces it.
func (w *randomRecords) entriesOf(name string) []reconcile.Payment {
	all := []reconcile.Payment{w.theirs[name]}
	switch w.rand.IntN(10) {
	case 0:
		all = append(all, w.theirs[name])
	case 1:
		all = append([]reconcile.Payment{w.randomPayment(name)}, all...)
	case 2:
		all = append(all, w.randomPayment(name), w.theirs[name])
	case 3:
		all[0].State = ""
	case 4:
		all[0].Reference += "\x01"
	case 5:
		all[0] = w.randomPayment(name)
	}
	return all
}

func (w *randomRecords) listOf(i int) reconcile.List[reconcile.Payment] {
	read := listOfPages(w.lists[i]...)
	return func(ctx context.Context, cursor string) ([]reconcile.Payment, string, error) {
		page, next, err := read(ctx, cursor)
		if next == "" && w.repeatsCursor[i] && len(w.lists[i]) > 1 {
			next = "1"
		}
		if next == "" && w.listErrors[i] != nil {
			return nil, "", w.listErrors[i] // the last page fails
		}
		return page, next, err
	}
}

func (w *randomRecords) runComparison(t *testing.T, report *reconcile.Report) {
	rows := fakeRows{}
	for _, name := range slices.Sorted(maps.Keys(w.ours)) {
		rows = append(rows, w.ours[name])
	}
	var lists []reconcile.List[reconcile.Payment]
	for i := range w.lists {
		lists = append(lists, w.listOf(i))
	}
	c := rows.records(lists...)
	if w.respondsToQueries {
		c.AskProvider = func(_ context.Context, ours reconcile.Payment) (reconcile.Payment, error) {
			w.asked = append(w.asked, ours.Reference)
			if w.noResponse[ours.Reference] {
				return reconcile.Payment{}, provider.ErrDown
			}
			return w.theirs[ours.Reference], nil
		}
	}
	c.Resolve = func(_ context.Context, _ *reconcile.Report, ours, theirs reconcile.Payment) (bool, error) {
		w.resolveCalls = append(w.resolveCalls, theirs.Reference)
		if (ours != reconcile.Payment{}) && ours != w.ours[theirs.Reference] {
			t.Errorf("%s: resolved with %+v", theirs.Reference, ours)
		}
		return w.resolves[theirs.Reference], nil
	}
	reconcile.Compare(t.Context(), report, c)
}

// finalPayments returns the payment that each name finally has in the lists. unknown counts the unknown entries
// and the lists that failed. all is true if all lists were read and no entry is unknown.
func (w *randomRecords) finalPayments() (payments map[string]reconcile.Payment, unknown int, all bool) {
	payments, all = map[string]reconcile.Payment{}, true
	entriesOf := map[string][]reconcile.Payment{}
	for i, list := range w.lists {
		if w.listErrors[i] != nil || w.repeatsCursor[i] && len(list) > 1 {
			all = false
			if !errors.Is(w.listErrors[i], provider.ErrNoList) {
				unknown++
			}
		}
		if w.listErrors[i] != nil && len(list) > 0 && !(w.repeatsCursor[i] && len(list) > 1) {
			list = list[:len(list)-1]
		}
		for _, p := range slices.Concat(list...) {
			entriesOf[p.Reference] = append(entriesOf[p.Reference], p)
		}
	}
	for name, entries := range entriesOf {
		entries = slices.Compact(entries)
		for len(entries) > 1 && slices.Contains([]string{reconcile.Pending, reconcile.Review, reconcile.Nothing}, entries[0].State) {
			entries = entries[1:]
		}
		if len(entries) == 1 && entries[0].State != "" && !strings.Contains(name, "\x01") {
			payments[name] = entries[0]
		} else {
			unknown++
		}
	}
	return payments, unknown, all && unknown == 0
}

// expectedResult applies the table to the lists and the responses. sums are the expected sums of our ledger
// and of the provider.
func (w *randomRecords) expectedResult() (items map[string]string, tried []string, sums [2]money.Satang, unknown int) {
	items = map[string]string{}
	theirPayments, unknown, all := w.finalPayments()
	unanswered, listed := 0, map[string]bool{}
	for name, theirs := range theirPayments {
		listed[name] = true
		open := slices.Contains([]string{reconcile.Pending, reconcile.Review, reconcile.Nothing}, theirs.State)
		if w.ours[name].State == reconcile.Paid && open && w.respondsToQueries && !w.noResponse[name] {
			theirPayments[name] = w.theirs[name]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.ours)) {
		if _, known := theirPayments[name]; known {
			continue
		}
		switch {
		case w.respondsToQueries && unanswered == 10, w.respondsToQueries && w.noResponse[name]:
			unanswered = min(unanswered+1, 10)
			unknown++
		case w.respondsToQueries:
			unanswered, theirPayments[name] = 0, w.theirs[name]
		case all:
			theirPayments[name] = reconcile.Payment{Reference: name, State: reconcile.Nothing, Currency: w.ours[name].Currency}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(theirPayments)) {
		ours, other := w.ours[name], theirPayments[name]
		reason := expectedReasons[ours.State][slices.Index(states, other.State)]
		moved := slices.Contains(states[:3], other.State)
		if moved && ours.State != "" && (ours.Currency != other.Currency || ours.Amount != 0 && ours.Amount != other.Amount && other.State != reconcile.Review) {
			reason = reconcile.OtherAmount
		}
		if other.State == reconcile.Paid {
			sums[1] += other.Amount
		}
		plain, starred := strings.CutSuffix(reason, "*")
		if starred = starred && (w.respondsToQueries || listed[name]); starred {
			tried = append(tried, name)
		}
		if starred && w.resolves[name] {
			continue
		}
		if ours.State == reconcile.Paid {
			sums[0] += ours.Amount
		}
		if plain != "" {
			items[name] = plain
		}
	}
	return items, tried, sums, unknown
}

// openReasons returns the reasons of a provider's open items, by reference.
func (l *testService) openReasons(provider string) map[string]string {
	l.t.Helper()
	out := map[string]string{}
	for _, i := range l.openItems() {
		if factsOf(i)["company"] == provider {
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
			l := newTestService(t)
			for seed := part * 1000; seed < part*1000+50; seed++ {
				provider, w := fmt.Sprint("P", seed), newRandomRecords(seed)
				items, tried, sums, unknown := w.expectedResult()

				report := l.newReport(provider)
				w.runComparison(t, report)

				slices.Sort(w.resolveCalls)
				if got := l.openReasons(provider); !maps.Equal(got, items) || report.Differences != len(items) {
					t.Errorf("seed %d: items %v, want %v (%d counted)", seed, got, items, report.Differences)
				}
				if !slices.Equal(w.resolveCalls, tried) {
					t.Errorf("seed %d: tried to resolve %v, want %v", seed, w.resolveCalls, tried)
				}
				if got := [2]money.Satang{report.OurSum, report.TheirSum}; got != sums || report.Unknown != unknown {
					t.Errorf("seed %d: sums %v, want %v; %d unknown, want %d\n%s", seed, got, sums, report.Unknown, unknown, strings.Join(report.Notes, "\n"))
				}
				again := l.newReport(provider)
				w.resolveCalls = nil
				w.runComparison(t, again)
				if got := l.openReasons(provider); !maps.Equal(got, items) || again.Differences != len(items) {
					t.Errorf("seed %d: a second run finds %v (%d counted)", seed, got, again.Differences)
				}
			}
		})
	}
}
