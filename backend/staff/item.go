package staff

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// Kind is a kind of items that wait for an operator's decision. A domain registers it; package desk
// combines all kinds.
type Kind struct {
	Name  string // in capitals: SLIP
	Roles []string
	// List returns the waiting items, ordered by Since and then ID. It must be one query.
	List func(ctx context.Context, q pg.DB, p Page) ([]Item, error)
	// Count returns how many items wait and since when the oldest waits, without the items.
	Count func(ctx context.Context, q pg.DB) (Waiting, error)
	// Compare compares an item with a member whom the operator has found. It returns the item with the
	// verdicts and the possible actions for that member. It is nil for kinds whose member is always known.
	Compare func(ctx context.Context, q pg.DB, id, member string) (Item, error)
	// Open returns one item that is in no list. The log then records that the operator has seen its data.
	Open    func(ctx context.Context, q pg.DB, id string) (Item, error)
	Actions []Action
}

// Page selects which items of a kind are listed.
type Page struct {
	// After and AfterID are the Since and ID of the last item of the previous page. IDs are compared byte
	// by byte.
	After   time.Time
	AfterID string
	Member  int64 // only this member's items; 0 for all
	Limit   int32
}

// Includes reports whether an item comes after After and AfterID.
func (p Page) Includes(i Item) bool {
	return cmp.Or(i.Since.Compare(p.After), cmp.Compare(i.ID, p.AfterID)) > 0
}

// Waiting counts a kind's waiting items. Oldest is zero if none wait.
type Waiting struct {
	Count  int64
	Oldest time.Time
}

// Item is one waiting item, as the console shows it.
type Item struct {
	Kind      string        `json:"kind"`
	ID        string        `json:"id" doc:"The item's id in calls of its actions."`
	Since     time.Time     `json:"since"`
	Amount    *money.Satang `json:"amount" nullable:"true" doc:"null if the amount is not known yet, or there is none."`
	Currency  string        `json:"currency"`
	Reason    string        `json:"reason" doc:"Why the item waits."`
	Also      []string      `json:"also,omitempty" doc:"More reasons."`
	Reference string        `json:"reference" doc:"The provider's reference."`
	Note      string        `json:"note,omitempty" doc:"The person or thing that the item is about, if no member is known."`
	Member    *Member       `json:"member,omitempty"`
	Picture   string        `json:"pictureUrl,omitempty"`
	Find      string        `json:"find,omitempty" doc:"A text with which to search for the item's member."`
	Facts     []Fact        `json:"facts" nullable:"false"`
	Verdicts  []Verdict     `json:"verdicts" nullable:"false"`
	Offers    []Offer       `json:"offers" nullable:"false" doc:"The actions that this operator may do now."`
}

// Fact is one known fact of an item. The console shows a name for each code.
type Fact struct {
	Code  string `json:"code"`
	Value string `json:"value"`
	Type  string `json:"type" enum:"text,copy,reference,amount,time,word" doc:"The console translates a word, and lets the operator copy the types copy and reference."`
}

// Types of facts and of the values of verdicts.
const (
	Text       = "text"
	Copy       = "copy"      // text that is copied often
	Reference  = "reference" // a long name of something
	Amount     = "amount"    // in the item's currency
	Time       = "time"      // RFC 3339
	Translated = "word"      // one of few, which the screen translates
)

// AddFact appends a fact, unless its value is empty.
func AddFact(facts []Fact, code, kind, value string) []Fact {
	if value == "" {
		return facts
	}
	return append(facts, Fact{Code: code, Value: value, Type: kind})
}

// FormatTime formats a time as a fact's value.
func FormatTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Fit is the result of a comparison.
type Fit string

// Unsure means that there is too little to compare, and that the operator must decide.
const (
	Fits    Fit = "fits"
	Differs Fit = "differs"
	Unsure  Fit = "unsure"
)

// Verdict is one comparison by the server's rules for crediting money. The console only shows it.
type Verdict struct {
	Code   string `json:"code" doc:"What was compared: name, bank, account, amount, time, destination, duplicate."`
	Theirs string `json:"theirs" doc:"The provider's value; empty if it is not known."`
	Ours   string `json:"ours"`
	Type   string `json:"type" enum:"text,amount,time,word"`
	Fits   Fit    `json:"fits,omitempty" enum:"fits,differs,unsure" doc:"Absent if the two values are expected to differ."`
}

// CompareEqual returns the verdict for two values that must be equal.
func CompareEqual(code, theirs, ours string) Verdict {
	v := Verdict{Code: code, Theirs: theirs, Ours: ours, Type: Text, Fits: Differs}
	if theirs == ours {
		v.Fits = Fits
	}
	return v
}

// AnyDiffers reports whether any verdict is Differs.
func AnyDiffers(verdicts []Verdict) bool {
	for _, v := range verdicts {
		if v.Fits == Differs {
			return true
		}
	}
	return false
}

// Action is something that an operator can do with an item.
type Action struct {
	Name   string // for example settle
	Fields []Field
	// NeedsApproval: the action only makes a proposal. A second operator approves it.
	NeedsApproval bool
	// Do runs the action in the transaction that also holds its audit entry. Error: NO_DATA if the
	// item does not wait for this action (any more).
	Do func(ctx context.Context, tx pgx.Tx, d ActionInput) (ActionResult, error)
}

// ActionInput holds the arguments of a running action.
type ActionInput struct {
	ID     string
	By     web.Operator
	Fields Fields
}

// ItemID parses the id of an item with a UUID. Error: NO_DATA for any other text, which names no
// item.
func ItemID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil, apperr.New(apperr.NoData)
	}
	return id, nil
}

// ActionResult is the result of an action.
type ActionResult struct {
	Amount   *money.Satang
	Currency string
	// Held: the amount was not credited to the member and waits to be returned.
	Held bool
	// Proposal is the id of the proposal for a second operator, if the action needs two.
	Proposal string
	// Details are for the audit log, in addition to the action's fields.
	Details map[string]any
}

// Yes, No and Also are the sides of a decision. The console's keyboard shortcuts depend on them.
const (
	Yes  = "yes"
	No   = "no"
	Also = "also" // neither
)

// Offer is an action that an operator may do now.
type Offer struct {
	Act           string  `json:"act"`
	Answer        string  `json:"answer" enum:"yes,no,also"`
	NeedsApproval bool    `json:"pair,omitempty" doc:"The action only makes a proposal, which a second operator approves."`
	Fields        []Field `json:"fields" nullable:"false"`
	// Blocked is why this operator may not do the action now although another operator could.
	Blocked string `json:"blocked,omitempty" enum:"SOMEBODY_ELSE"`
}

// Offer returns an offer of the action. A field in change replaces the action's field of the same
// name: to preset a value, or, with no Type, to leave the field out.
func (a Action) Offer(answer string, change ...Field) Offer {
	o := Offer{Act: a.Name, Answer: answer, NeedsApproval: a.NeedsApproval, Fields: make([]Field, 0, len(a.Fields))}
	for _, f := range a.Fields {
		for _, c := range change {
			if c.Name == f.Name {
				f = c
			}
		}
		if f.Type != "" { // a field without a type is left out
			o.Fields = append(o.Fields, f)
		}
	}
	return o
}

// NewWaiting returns the Waiting for a query's count and oldest time.
func NewWaiting(count int64, oldest time.Time) Waiting {
	if count == 0 {
		return Waiting{}
	}
	return Waiting{Count: count, Oldest: oldest}
}
