package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// Documents returns the kinds of documents that package content stores. (content cannot import staff.)
func (s *Service) Documents() []staff.Document {
	return []staff.Document{s.settingDocument(), s.accountDocument(), s.textDocument(), s.bankDocument(), s.sourceDocument()}
}

// settingDocument returns the kind of single values that admins set. A setting always has a value.
func (s *Service) settingDocument() staff.Document {
	return staff.Document{
		Kind: "setting", ProposalKind: "SETTING",
		Keys: func(context.Context, pg.DB) (names []string, err error) {
			for _, d := range content.Definitions {
				names = append(names, d.Name)
			}
			return names, nil
		},
		Body: func(ctx context.Context, q pg.DB, name string) (json.RawMessage, error) {
			if _, err := content.FindDefinition(name); err != nil {
				return nil, err
			}
			all, err := s.Content.SettingsByName(ctx, q)
			return all[name], err
		},
		Check: s.Content.CheckSetting,
		Put: func(ctx context.Context, tx pgx.Tx, name string, value json.RawMessage) error {
			return s.Content.PutSetting(ctx, tx, name, value)
		},
		NeedsTwoOperators: func(c staff.Change) bool {
			d, err := content.FindDefinition(c.Key)
			return err != nil || d.NeedsTwoAdmins
		},
		Describe: func(name string) string {
			d, _ := content.FindDefinition(name) // it is one of Keys
			return d.Help
		},
		Facts: func(ctx context.Context, tx pgx.Tx, c staff.Change) ([]staff.Fact, error) {
			percent, ok, err := s.Content.BreakEvenIf(ctx, tx, c.Key, c.New)
			if err != nil || !ok {
				return nil, err
			}
			return []staff.Fact{{Code: "breakEven", Value: fmt.Sprintf("%.2f %%", percent), Type: staff.Text}}, nil
		},
	}
}

// accountDocument returns the kind of the site's accounts into which members pay. Hiding an account needs one
// admin, because money that reaches a hidden account is still credited.
func (s *Service) accountDocument() staff.Document {
	return staff.Document{
		Kind: "account", ProposalKind: "OWN_ACCOUNT",
		Keys: func(ctx context.Context, q pg.DB) (names []string, err error) {
			all, err := s.Content.OwnAccounts(ctx, q)
			for _, a := range all {
				names = append(names, a.Key())
			}
			return names, err
		},
		Body: func(ctx context.Context, q pg.DB, key string) (json.RawMessage, error) {
			a, err := s.Content.FindOwn(ctx, q, content.ParseOwnKey(key))
			if err != nil || a == nil {
				return nil, err
			}
			return staff.EncodeBody(a), nil
		},
		Check: func(ctx context.Context, q pg.DB, key string, body json.RawMessage) (json.RawMessage, error) {
			a := content.ParseOwnKey(key)
			if err := readRequiredBody("account", body, &a); err != nil {
				return nil, err
			}
			a, err := s.Content.CheckOwn(ctx, q, a)
			if err == nil && a.Key() != key {
				err = staff.BadField("account", "key", "it is "+a.Key())
			}
			return staff.EncodeBody(a), err
		},
		Put: func(ctx context.Context, tx pgx.Tx, _ string, body json.RawMessage) error {
			return storeBody(body, func(a content.OwnAccount) error { return s.Content.PutOwn(ctx, tx, a) })
		},
		NeedsTwoOperators: func(c staff.Change) bool {
			before, after := accountsOf(c)
			hidden := before
			hidden.Open, hidden.Position = false, after.Position
			return c.Old == nil || string(staff.EncodeBody(hidden)) != string(c.New)
		},
		Show: showAccount,
	}
}

func accountsOf(c staff.Change) (before, after content.OwnAccount) {
	_ = json.Unmarshal(c.Old, &before) // no body leaves it empty
	_ = json.Unmarshal(c.New, &after)  // Check has encoded it
	return before, after
}

// showAccount returns the comparison of the new account with the old one, without Fits.
func showAccount(c staff.Change) staff.ProposalView {
	before, after := accountsOf(c)
	state := func(open bool) string {
		if open {
			return "shown"
		}
		return "hidden"
	}
	out := []staff.Verdict{
		{Code: "bank", Theirs: after.Bank, Ours: before.Bank, Type: staff.Text},
		{Code: "account", Theirs: after.No, Ours: before.No, Type: staff.Text},
		{Code: "name", Theirs: after.Name, Ours: before.Name, Type: staff.Text},
		{Code: "mode", Theirs: after.Mode, Ours: before.Mode, Type: staff.Text},
		{Code: "shown", Theirs: state(after.Open), Type: staff.Translated},
		{Code: "lapnet", Theirs: after.LAPNet, Ours: before.LAPNet, Type: staff.Text},
	}
	if c.Old != nil {
		out[4].Ours = state(before.Open)
	}
	if len(after.Proxies)+len(before.Proxies) > 0 {
		out = append(out, staff.Verdict{Code: "proxies", Theirs: strings.Join(after.Proxies, " · "), Ours: strings.Join(before.Proxies, " · "), Type: staff.Text})
	}
	return staff.ProposalView{Verdicts: out}
}

// textDocument returns the kind of pages' texts and banners. Keys are kind and position: "notice:1".
func (s *Service) textDocument() staff.Document {
	return staff.Document{
		Kind: "text",
		Keys: func(ctx context.Context, q pg.DB) (keys []string, err error) {
			all, err := s.Content.AllTexts(ctx, q)
			for _, t := range all {
				keys = append(keys, fmt.Sprintf("%s:%d", t.Kind, t.Position))
			}
			return keys, err
		},
		Body: func(ctx context.Context, q pg.DB, key string) (json.RawMessage, error) {
			kind, position, err := parseTextKey(key)
			if err != nil {
				return nil, err
			}
			t, err := s.Content.TextAt(ctx, q, kind, position)
			if err != nil || t == nil {
				return nil, err
			}
			return staff.EncodeBody(t), nil
		},
		Check: func(_ context.Context, _ pg.DB, key string, body json.RawMessage) (json.RawMessage, error) {
			if body == nil {
				return nil, nil
			}
			kind, position, err := parseTextKey(key)
			if err != nil {
				return nil, err
			}
			t := content.PageText{Kind: kind, Position: position}
			if err := staff.ReadBody("text", body, &t); err != nil {
				return nil, err
			}
			if t.Kind != kind || t.Position != position {
				return nil, staff.BadField("text", "key", "it differs from the body's kind and position")
			}
			t, err = content.CheckText(t)
			return staff.EncodeBody(t), err
		},
		Put: func(ctx context.Context, tx pgx.Tx, key string, body json.RawMessage) error {
			if body == nil {
				kind, position, err := parseTextKey(key)
				if err != nil {
					return err
				}
				return s.Content.DeleteText(ctx, tx, kind, position)
			}
			return storeBody(body, func(t content.PageText) error { return s.Content.PutText(ctx, tx, t) })
		},
	}
}

func parseTextKey(key string) (kind string, position int32, err error) {
	kind, number, _ := strings.Cut(key, ":")
	n, err := strconv.ParseInt(number, 10, 32)
	if err != nil || n < 0 || !slices.Contains(content.TextKinds, kind) {
		return "", 0, staff.BadField("text", "key", "one of "+strings.Join(content.TextKinds, ", ")+" and a position, for example notice:1")
	}
	return kind, int32(n), nil
}

// bankDocument returns the kind of banks. Changes that decide where money is sent need two admins.
func (s *Service) bankDocument() staff.Document {
	return staff.Document{
		Kind: "bank", ProposalKind: "BANK",
		Keys: s.Content.BankCodes,
		Body: func(ctx context.Context, q pg.DB, code string) (json.RawMessage, error) {
			b, known, err := s.Content.BankTerms(ctx, q, code)
			if err != nil || !known {
				return nil, err
			}
			return staff.EncodeBody(b), nil
		},
		Check: func(ctx context.Context, q pg.DB, code string, body json.RawMessage) (json.RawMessage, error) {
			b := content.BankTerms{Code: code}
			if err := readRequiredBody("bank", body, &b); err != nil {
				return nil, err
			}
			if b.Code != code {
				return nil, staff.BadField("bank", "code", "it is the key")
			}
			err := s.Content.CheckBank(ctx, q, b)
			return staff.EncodeBody(b), err
		},
		Put: func(ctx context.Context, tx pgx.Tx, _ string, body json.RawMessage) error {
			return storeBody(body, func(b content.BankTerms) error { return s.Content.PutBank(ctx, tx, b) })
		},
		NeedsTwoOperators: func(c staff.Change) bool {
			var before, after content.BankTerms
			_, _ = json.Unmarshal(c.Old, &before), json.Unmarshal(c.New, &after)
			return before.Number != after.Number || before.Currency != after.Currency
		},
	}
}

// sourceDocument returns the kind of choices for where a member found the site.
func (s *Service) sourceDocument() staff.Document {
	return staff.Document{
		Kind: "source",
		Keys: s.Content.SourceCodes,
		Body: func(ctx context.Context, q pg.DB, code string) (json.RawMessage, error) {
			source, known, err := s.Content.SourceTerms(ctx, q, code)
			if err != nil || !known {
				return nil, err
			}
			return staff.EncodeBody(source), nil
		},
		Check: func(_ context.Context, _ pg.DB, code string, body json.RawMessage) (json.RawMessage, error) {
			if body == nil {
				return nil, nil
			}
			source := content.SourceTerms{Code: code}
			if err := staff.ReadBody("source", body, &source); err != nil {
				return nil, err
			}
			if source.Code != code {
				return nil, staff.BadField("source", "code", "it is the key")
			}
			return staff.EncodeBody(source), source.Check()
		},
		Put: func(ctx context.Context, tx pgx.Tx, code string, body json.RawMessage) error {
			if body == nil {
				return s.Content.DeleteSource(ctx, tx, code)
			}
			return storeBody(body, func(source content.SourceTerms) error { return s.Content.PutSource(ctx, tx, source) })
		},
	}
}

// readRequiredBody decodes the body of a document that cannot be removed. Error: INVALID_USER_INFO with the
// invalid field.
func readRequiredBody(kind string, body json.RawMessage, into any) error {
	if body == nil {
		return apperr.Wrap(apperr.InvalidUserInfo, fmt.Errorf("%s: it cannot be removed", kind)).WithField("body", apperr.InvalidUserInfo)
	}
	return staff.ReadBody(kind, body, into)
}

// storeBody stores a body that Check has encoded.
func storeBody[T any](body json.RawMessage, store func(T) error) error {
	var value T
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	return store(value)
}
