package reconcile

import (
	"context"
	"slices"
	"strconv"
)

// Comparison is what Compare needs from a provider, and from the domain that stores our rows. Theirs is the
// type of a provider's entry, Ours the type of the domain's row.
type Comparison[Theirs, Ours any] struct {
	// Lists are the provider's lists. If there is none, Compare asks the provider about each of our rows.
	Lists  []List[Theirs]
	Theirs func(Theirs) Payment
	Ours   func(Ours) Payment
	// Find returns our rows with these names, in any order.
	Find func(ctx context.Context, names []string) ([]Ours, error)
	// Rows returns a page of our rows from the run's period that the provider must have, in order. after is
	// the last row of the previous page, or the zero value at first.
	Rows func(ctx context.Context, after Ours) ([]Ours, error)
	// Ask asks the provider about one row. An error, or an entry without a state, counts as no response. Ask
	// is nil if the provider has no such request.
	Ask func(ctx context.Context, ours Ours) (Theirs, error)
	// Resolve may complete a payment whose state differs from the provider's, or that our ledger lacks. It
	// adds to book what it did, and what our ledger has after that. ours is the row as read before, or the
	// zero value. done is false if Resolve leaves the difference to a cashier. Resolve may be nil.
	Resolve func(ctx context.Context, book *Book, ours Ours, theirs Theirs) (done bool, err error)
}

// namesAtOnce is the maximum number of names in one call of Find. After silence requests in a row without a
// response, a provider is not asked any more in this run.
const (
	namesAtOnce = 500
	silence     = 10
)

// Compare compares a provider's records with our rows and adds the result to book. It also closes open items
// that it did not find again. The package comment has the rules.
func Compare[Theirs, Ours any](ctx context.Context, book *Book, c Comparison[Theirs, Ours]) {
	run := &comparing[Theirs, Ours]{Comparison: c, book: book, listed: map[string]entry[Theirs]{}}
	for _, list := range c.Lists {
		book.listEnded(list.each(ctx, run.read))
	}
	if err := run.compareListed(ctx); err != nil {
		book.CountUnknown(1, "our own rows of the listed payments: %v", err)
	}
	if c.Ask != nil || book.Whole() {
		if err := run.compareUnlisted(ctx); err != nil {
			book.CountUnknown(1, "our own rows: %v", err)
		}
	}
	book.close(ctx)
}

// entry is a payment as the provider has it. inferred means that the provider returned no state: no list has
// the payment.
type entry[Theirs any] struct {
	theirs   Theirs
	inferred bool
	Payment
}

type comparing[Theirs, Ours any] struct {
	Comparison[Theirs, Ours]
	book *Book
	// listed maps each name in the lists to its entry. If the lists contradict each other, the entry has no state.
	listed map[string]entry[Theirs]
	names  []string // in the order of the lists
	silent int      // questions in a row without an answer
}

// read adds a page of a list to listed.
func (c *comparing[Theirs, Ours]) read(page []Theirs) error {
	for _, theirs := range page {
		e := entry[Theirs]{theirs: theirs, Payment: c.Theirs(theirs)}
		e.At = e.At.UTC()
		name := e.name()
		before, known := c.listed[name]
		switch {
		case known && (before.Said == "" || before.Payment == e.Payment):
			continue
		case !isName(e.Reference), e.Said == "":
			c.book.CountUnknown(1, "%s: an entry that cannot be read", strconv.Quote(printable(e.Reference, maxReference)))
			e.Said = ""
		case known && before.ended():
			c.book.CountUnknown(1, "%s: listed twice, with different content", e.Reference)
			e.Said = ""
		}
		if !known {
			c.names = append(c.names, name)
		}
		c.listed[name] = e
		if len(c.names) > c.book.namesMost {
			return errEndless
		}
	}
	return nil
}

// compareListed compares the entries of the lists with our rows of the same names.
func (c *comparing[Theirs, Ours]) compareListed(ctx context.Context) error {
	names := slices.DeleteFunc(c.names, func(name string) bool { return c.listed[name].Said == "" })
	for page := range slices.Chunk(names, namesAtOnce) {
		rows, err := c.Find(ctx, page)
		if err != nil {
			return err
		}
		ours := make(map[string]Ours, len(rows))
		for _, row := range rows {
			ours[c.Ours(row).name()] = row
		}
		for _, name := range page {
			var payment Payment
			row, known := ours[name]
			if known {
				payment = c.Ours(row)
			}
			word := c.listed[name]
			if payment.Said == Paid && !word.ended() && c.Ask != nil && c.silent < silence { // the list may be older than our payment
				if answer, err := c.ask(ctx, row, payment); err == nil && answer.Said != "" {
					word = answer
				}
			}
			c.compare(ctx, row, payment, word)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// compareUnlisted compares our other rows with the provider's answers.
func (c *comparing[Theirs, Ours]) compareUnlisted(ctx context.Context) error {
	var after Ours
	for {
		rows, err := c.Rows(ctx, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, after = range rows {
			ours := c.Ours(after)
			if c.listed[ours.name()].Said != "" {
				continue
			}
			if c.silent >= silence {
				c.book.CountUnknown(1, "%s: %s %s here, not asked any more", ours.name(), ours.Said, ours.Amount)
				continue
			}
			answer, err := c.ask(ctx, after, ours)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil || answer.Said == "":
				c.book.CountUnknown(1, "%s: %s %s here, and no usable response", ours.name(), ours.Said, ours.Amount)
			default:
				c.compare(ctx, after, ours, answer)
			}
		}
	}
}

// ask returns the provider's entry for a row. If the provider has no such request, ask infers the state
// NOTHING, since all lists were read and lack the row.
func (c *comparing[Theirs, Ours]) ask(ctx context.Context, row Ours, ours Payment) (answer entry[Theirs], err error) {
	if c.Ask == nil {
		ours.Said, ours.Amount = Nothing, 0
		return entry[Theirs]{inferred: true, Payment: ours}, nil
	}
	if answer.theirs, err = c.Ask(ctx, row); err == nil {
		answer.Payment = c.Theirs(answer.theirs)
	}
	if c.silent++; answer.Said != "" {
		c.silent = 0
	}
	return answer, err
}

// compare applies the table of the package comment to one payment.
func (c *comparing[Theirs, Ours]) compare(ctx context.Context, row Ours, ours Payment, e entry[Theirs]) {
	reason, resolvable := ours.differs(e.Payment)
	if reason == "" && !resolvable && e.At.Before(c.book.run.Since) {
		return
	}
	if ours.counts(e.Payment) {
		c.book.Items++
		c.book.Theirs += e.paid()
	}
	if resolvable && !e.inferred && c.Resolve != nil {
		done, err := c.Resolve(ctx, c.book, row, e.theirs)
		if err != nil {
			c.book.CountUnknown(1, "%s: %v", e.Reference, err)
		}
		if done || err != nil {
			return
		}
	}
	c.book.Ours += ours.paid()
	if reason != "" {
		c.book.AddItem(ctx, ours.item(reason, e.Payment))
	}
}
