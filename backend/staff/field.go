package staff

import (
	"encoding/json"
	"slices"
	"unicode/utf8"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/plain"
)

// Field is one input of an action. The console shows it; Check rejects values that do not fit it.
type Field struct {
	Name     string   `json:"name"`
	Type     string   `json:"type" enum:"amount,member,code,words,line,bank,account,flag,time"`
	Required bool     `json:"required,omitempty"`
	Max      int      `json:"max,omitempty" doc:"The largest length of a text, in characters."`
	Options  []string `json:"options,omitempty" doc:"The possible values of a code."`
	Value    string   `json:"value,omitempty" doc:"A preset value."`
}

// Types of fields.
const (
	FieldAmount    = "amount"  // an amount above zero
	FieldMember    = "member"  // a member's _id
	FieldCode      = "code"    // one of the options
	FieldSentences = "words"   // a few sentences
	FieldLine      = "line"    // a few words
	FieldBank      = "bank"    // a bank's code
	FieldAccount   = "account" // digits
	FieldFlag      = "flag"    // yes or no
	FieldTime      = "time"    // RFC 3339
)

// Why is the field for an action's reason. Every action of two operators needs one.
var Why = Field{Name: "why", Type: FieldSentences, Required: true, Max: 500}

// Fields are the values that an operator entered.
type Fields map[string]json.RawMessage

// Check cleans the texts among the fields. Error: INVALID_USER_INFO with the name of the first field
// that does not fit the action.
func (f Fields) Check(wanted []Field) error {
	for _, w := range wanted {
		raw, entered := f[w.Name]
		entered = entered && string(raw) != "null"
		if !entered && w.Required {
			return badField(w.Name)
		}
		var text string
		if entered && json.Unmarshal(raw, &text) == nil {
			raw, _ = json.Marshal(w.clean(text)) // a string can always be encoded
			f[w.Name] = raw
		}
		if entered && !w.accepts(raw) {
			return badField(w.Name)
		}
	}
	return nil
}

// CheckWhy cleans an action's reason. Error: INVALID_USER_INFO (why) if the reason is empty or too
// long.
func CheckWhy(why *string) error {
	*why = Why.clean(*why)
	if *why == "" || utf8.RuneCountInString(*why) > Why.Max {
		return badField(Why.Name)
	}
	return nil
}

func badField(field string) error { return apperr.Field(apperr.InvalidUserInfo, field) }

func (w Field) accepts(raw json.RawMessage) bool {
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
		return !w.Required || w.Type == FieldBank // the domain then rejects it with its own error
	case w.Max > 0 && utf8.RuneCountInString(text) > w.Max:
		return false
	case len(w.Options) > 0:
		return slices.Contains(w.Options, text)
	}
	return true
}

// clean returns a text without invisible characters; sentences keep their line breaks.
func (w Field) clean(text string) string {
	if w.Type == FieldSentences {
		return plain.Text(text)
	}
	return plain.Line(text)
}

// Text returns a text that Check has cleaned, or "" if it was not entered.
func (f Fields) Text(name string) string {
	var text string
	_ = json.Unmarshal(f[name], &text) // Check has validated it
	return text
}

// Amount returns an amount in satang, or nil if it was not entered.
func (f Fields) Amount(name string) *money.Satang {
	var a *money.Satang
	_ = json.Unmarshal(f[name], &a)
	return a
}

// Flag returns whether the field was entered as yes.
func (f Fields) Flag(name string) bool {
	var yes bool
	_ = json.Unmarshal(f[name], &yes)
	return yes
}

// Entered returns the entered values of the wanted fields, for the audit log and to compare two calls.
func (f Fields) Entered(wanted []Field) map[string]any {
	out := map[string]any{}
	for _, w := range wanted {
		if raw, entered := f[w.Name]; entered && string(raw) != "null" {
			out[w.Name] = raw
		}
	}
	return out
}
