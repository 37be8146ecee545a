package staff

import (
	"encoding/json"
	"slices"
	"unicode/utf8"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/plain"
)

// Field is what an act asks for. The screen draws its input; Check refuses what
// does not fit it.
type Field struct {
	Name     string   `json:"name"`
	Type     string   `json:"type" enum:"amount,member,code,words,line,bank,account,flag,time"`
	Required bool     `json:"required,omitempty"`
	Max      int      `json:"max,omitempty" doc:"Of a text, in characters."`
	Options  []string `json:"options,omitempty" doc:"Of a code."`
	Value    string   `json:"value,omitempty" doc:"What is known already."`
}

// Types of fields.
const (
	FieldAmount  = "amount"  // money, above zero
	FieldMember  = "member"  // a member's _id
	FieldCode    = "code"    // one of the options
	FieldWords   = "words"   // a few sentences
	FieldLine    = "line"    // a few words
	FieldBank    = "bank"    // a bank's code
	FieldAccount = "account" // digits
	FieldFlag    = "flag"    // yes or no
	FieldTime    = "time"    // RFC 3339
)

// Why is the field for the reason of an act, which every act of two people needs.
var Why = Field{Name: "why", Type: FieldWords, Required: true, Max: 500}

// Fields are what an operator has filled in.
type Fields map[string]json.RawMessage

// Check cleans the texts among the fields, and refuses fields that do not fit their act:
// INVALID_USER_INFO, with the name of the first at fault.
func (f Fields) Check(wanted []Field) error {
	for _, w := range wanted {
		raw, given := f[w.Name]
		given = given && string(raw) != "null"
		if !given && w.Required {
			return bad(w.Name)
		}
		var text string
		if given && json.Unmarshal(raw, &text) == nil {
			raw, _ = json.Marshal(w.cleaned(text)) // a string can always be written
			f[w.Name] = raw
		}
		if given && !w.takes(raw) {
			return bad(w.Name)
		}
	}
	return nil
}

// CheckWhy cleans the reason of an act, and refuses one that shows nothing or is too
// long: INVALID_USER_INFO, field why.
func CheckWhy(why *string) error {
	*why = Why.cleaned(*why)
	if *why == "" || utf8.RuneCountInString(*why) > Why.Max {
		return bad(Why.Name)
	}
	return nil
}

func bad(field string) error { return apperr.Field(apperr.InvalidUserInfo, field) }

func (w Field) takes(raw json.RawMessage) bool {
	if w.Type == FieldAmount {
		var a money.Satang
		return json.Unmarshal(raw, &a) == nil && a > 0
	}
	if w.Type == FieldFlag {
		var yes bool
		return json.Unmarshal(raw, &yes) == nil
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return false
	}
	switch {
	case text == "":
		return !w.Required || w.Type == FieldBank // whose domain says that there is no such bank
	case w.Max > 0 && utf8.RuneCountInString(text) > w.Max:
		return false
	case len(w.Options) > 0:
		return slices.Contains(w.Options, text)
	}
	return true
}

// cleaned returns a text without what nobody can see; sentences keep their lines.
func (w Field) cleaned(text string) string {
	if w.Type == FieldWords {
		return plain.Text(text)
	}
	return plain.Line(text)
}

// Text returns a text as Check has cleaned it, "" where it was not filled in.
func (f Fields) Text(name string) string {
	var text string
	_ = json.Unmarshal(f[name], &text) // Check has seen it
	return text
}

// Amount returns an amount, nil where it was not filled in.
func (f Fields) Amount(name string) *money.Satang {
	var a *money.Satang
	_ = json.Unmarshal(f[name], &a)
	return a
}

// Flag returns a yes or no.
func (f Fields) Flag(name string) bool {
	var yes bool
	_ = json.Unmarshal(f[name], &yes)
	return yes
}

// Named returns the fields that the act asks for, for the audit log and for
// telling two calls apart.
func (f Fields) Named(wanted []Field) map[string]any {
	out := map[string]any{}
	for _, w := range wanted {
		if raw, given := f[w.Name]; given && string(raw) != "null" {
			out[w.Name] = raw
		}
	}
	return out
}
