package cashier

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/provider/slip"
)

// minVisible is how many digits of the payer's account a bank must show for the
// account to tell whose it is.
const minVisible = 6

// payerOf finds the one member whose transfer it is, or says why nobody could.
//
// First by the registered account, in six or more visible digits, and the name.
// Else by the only open announcement of the amount, unless what the bank shows
// contradicts that member's account: otherwise whoever announces round amounts
// would collect the transfers of strangers.
func (s *Service) payerOf(ctx context.Context, tx pgx.Tx, row db.BankFeed) (Member, string, error) {
	owners, err := s.accountHolders(ctx, tx, row)
	switch {
	case err != nil:
		return Member{}, "", err
	case len(owners) == 1:
		return owners[0], "", nil
	case len(owners) > 1:
		return Member{}, reasonSeveral, nil
	}
	announcers, err := db.New(tx).Announcers(ctx, db.AnnouncersParams{Amount: row.Amount, Currency: row.Currency})
	if err != nil {
		return Member{}, "", err
	}
	if len(announcers) != 1 {
		return Member{}, reasonNobody, nil
	}
	m, err := s.MemberOf(ctx, tx, announcers[0])
	if err != nil || contradicts(row, m) {
		return Member{}, reasonNobody, err
	}
	return m, "", nil
}

// accountHolders are the members whose account and name are the payer's.
func (s *Service) accountHolders(ctx context.Context, tx pgx.Tx, row db.BankFeed) ([]Member, error) {
	pattern, visible := patternOf(row.Account)
	if visible < minVisible {
		return nil, nil
	}
	ids, err := s.HoldersOf(ctx, tx, row.Bank, pattern)
	if err != nil {
		return nil, err
	}
	var out []Member
	for _, id := range ids {
		m, err := s.MemberOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if string(m.Currency) == row.Currency && slip.SameName(nameOf(row), m.AccountName) {
			out = append(out, m)
		}
	}
	return out, nil
}

func nameOf(row db.BankFeed) slip.Party { return slip.Party{NameTH: row.Name, NameEN: row.Name} }

// contradicts tells whether what the bank shows of the payer cannot be m's.
func contradicts(row db.BankFeed, m Member) bool {
	if row.Bank != m.BankNumber || string(m.Currency) != row.Currency {
		return true
	}
	if strings.TrimSpace(row.Name) != "" && !slip.SameName(nameOf(row), m.AccountName) {
		return true
	}
	pattern, _ := patternOf(row.Account)
	if len(pattern) != len(m.AccountNo) {
		return false // cut short: it shows too little to contradict
	}
	for i := range pattern {
		if pattern[i] != '_' && pattern[i] != m.AccountNo[i] {
			return true
		}
	}
	return false
}

// patternOf turns a masked account, "xxx-x-x6482-1", into a pattern of SQL's
// like, "_____64821", and counts the digits that show.
func patternOf(masked string) (pattern string, visible int) {
	var out []byte
	for i := range len(masked) {
		switch c := masked[i]; {
		case c >= '0' && c <= '9':
			out = append(out, c)
			visible++
		case c == 'x' || c == 'X' || c == '*':
			out = append(out, '_')
		}
	}
	return string(out), visible
}
