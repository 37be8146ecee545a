package reconcile

import (
	"context"
	"slices"
	"strconv"
)

// Records are the functions by which Compare reads a provider's list and our rows. Entry is the
// type of a provider's entry, Row the type of the domain's row.
type Records[Entry, Row any] struct {
	// Lists are the provider's lists. If there is none, Compare asks the provider about each of our rows.
	Lists          []List[Entry]
	PaymentOfEntry func(Entry) Payment
	PaymentOfRow   func(Row) Payment
	// FindRows returns our rows with these references, in any order.
	FindRows func(ctx context.Context, references []string) ([]Row, error)
	// ListRows returns a page of our rows from the run's period that the provider must have, in order. after is
	// the last row of the previous page, or the zero value at first.
	ListRows func(ctx context.Context, after Row) ([]Row, error)
	// AskProvider asks the provider about one row. An error, or an entry without a state, counts as no
	// response. AskProvider is nil if the provider has no such request.
	AskProvider func(ctx context.Context, ours Row) (Entry, error)
	// Resolve may complete a payment whose state differs from the provider's, or that our ledger lacks. It
	// adds to report its action, and the ledger's state after it. ours is the row as read before, or the
	// zero value. done is false if Resolve leaves the difference to a cashier. Resolve may be nil.
	Resolve func(ctx context.Context, report *Report, ours Row, theirs Entry) (done bool, err error)
}

// referencesAtOnce is the maximum number of references in one call of FindRows. After maxUnanswered requests in a row
// without a response, a provider is not asked any more in this run.
const (
	referencesAtOnce = 500
	maxUnanswered    = 10
)

// Compare compares a provider's records with our rows and adds the result to report. It also closes open items
// that it did not find again. The package comment has the rules.
func Compare[Entry, Row any](ctx context.Context, report *Report, c Records[Entry, Row]) {
	run := &comparison[Entry, Row]{Records: c, report: report, entries: map[string]providerPayment[Entry]{}}
	for _, list := range c.Lists {
		report.countListError(list.forEachPage(ctx, run.addPage))
	}
	if err := run.compareListed(ctx); err != nil {
		report.CountUnknown(1, "our own rows of the listed payments: %v", err)
	}
	if c.AskProvider != nil || report.IsComplete() {
		if err := run.compareUnlisted(ctx); err != nil {
			report.CountUnknown(1, "our own rows: %v", err)
		}
	}
	report.closeAgreedItems(ctx)
}

// providerPayment is a payment as the provider has it. inferred means that the provider returned no state: no
// list has the payment.
type providerPayment[Entry any] struct {
	entry    Entry
	inferred bool
	Payment
}

type comparison[Entry, Row any] struct {
	Records[Entry, Row]
	report *Report
	// entries maps each reference in the lists to its entry. If the lists contradict each other, the entry has no
	// state.
	entries    map[string]providerPayment[Entry]
	references []string // in the order of the lists
	unanswered int      // requests in a row without a response
}

// addPage adds a page of a list to entries and references.
func (c *comparison[Entry, Row]) addPage(page []Entry) error {
	for _, theirs := range page {
		e := providerPayment[Entry]{entry: theirs, Payment: c.PaymentOfEntry(theirs)}
		e.At = e.At.UTC()
		name := e.commonName()
		before, known := c.entries[name]
		switch {
		case known && (before.State == "" || before.Payment == e.Payment):
			continue
		case !isName(e.Reference), e.State == "":
			c.report.CountUnknown(1, "%s: an entry that cannot be read", strconv.Quote(cleanText(e.Reference, maxReference)))
			e.State = ""
		case known && before.isFinal():
			c.report.CountUnknown(1, "%s: listed twice, with different content", e.Reference)
			e.State = ""
		}
		if !known {
			c.references = append(c.references, name)
		}
		c.entries[name] = e
		if len(c.references) > c.report.maxReferences {
			return errEndless
		}
	}
	return nil
}

// compareListed compares the entries of the lists with our rows of the same names.
func (c *comparison[Entry, Row]) compareListed(ctx context.Context) error {
	references := slices.DeleteFunc(c.references, func(name string) bool { return c.entries[name].State == "" })
	for page := range slices.Chunk(references, referencesAtOnce) {
		rows, err := c.FindRows(ctx, page)
		if err != nil {
			return err
		}
		ours := make(map[string]Row, len(rows))
		for _, row := range rows {
			ours[c.PaymentOfRow(row).commonName()] = row
		}
		for _, name := range page {
			var payment Payment
			row, known := ours[name]
			if known {
				payment = c.PaymentOfRow(row)
			}
			theirs := c.entries[name]
			if payment.State == Paid && !theirs.isFinal() && c.AskProvider != nil && c.unanswered < maxUnanswered { // the list may be older than our payment
				if response, err := c.queryProvider(ctx, row, payment); err == nil && response.State != "" {
					theirs = response
				}
			}
			c.comparePayment(ctx, row, payment, theirs)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// compareUnlisted compares our other rows with the provider's responses.
func (c *comparison[Entry, Row]) compareUnlisted(ctx context.Context) error {
	var after Row
	for {
		rows, err := c.ListRows(ctx, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, after = range rows {
			ours := c.PaymentOfRow(after)
			if c.entries[ours.commonName()].State != "" {
				continue
			}
			if c.unanswered >= maxUnanswered {
				c.report.CountUnknown(1, "%s: %s %s here, not asked any more", ours.commonName(), ours.State, ours.Amount)
				continue
			}
			response, err := c.queryProvider(ctx, after, ours)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil || response.State == "":
				c.report.CountUnknown(1, "%s: %s %s here, and no usable response", ours.commonName(), ours.State, ours.Amount)
			default:
				c.comparePayment(ctx, after, ours, response)
			}
		}
	}
}

// queryProvider returns the provider's entry for a row. If the provider has no such request, queryProvider infers the
// state NOTHING, since all lists were read and lack the row.
func (c *comparison[Entry, Row]) queryProvider(ctx context.Context, row Row, ours Payment) (response providerPayment[Entry], err error) {
	if c.AskProvider == nil {
		ours.State, ours.Amount = Nothing, 0
		return providerPayment[Entry]{inferred: true, Payment: ours}, nil
	}
	if response.entry, err = c.AskProvider(ctx, row); err == nil {
		response.Payment = c.PaymentOfEntry(response.entry)
	}
	if c.unanswered++; response.State != "" {
		c.unanswered = 0
	}
	return response, err
}

// comparePayment applies the table of the package comment to one payment.
func (c *comparison[Entry, Row]) comparePayment(ctx context.Context, row Row, ours Payment, e providerPayment[Entry]) {
	reason, resolvable := ours.compareWith(e.Payment)
	if reason == "" && !resolvable && e.At.Before(c.report.run.Since) {
		return
	}
	if ours.hasMoney(e.Payment) {
		c.report.Payments++
		c.report.TheirSum += e.signedAmount()
	}
	if resolvable && !e.inferred && c.Resolve != nil {
		done, err := c.Resolve(ctx, c.report, row, e.entry)
		if err != nil {
			c.report.CountUnknown(1, "%s: %v", e.Reference, err)
		}
		if done || err != nil {
			return
		}
	}
	c.report.OurSum += ours.signedAmount()
	if reason != "" {
		c.report.AddItem(ctx, ours.toItem(reason, e.Payment))
	}
}
