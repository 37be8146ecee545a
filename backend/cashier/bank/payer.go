package bank

import (
	"context"
	"slices"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/identity"
	"krapao/backend/provider/slip"
)

// tooMany members who might have paid are several, whoever they are.
const tooMany = 1000

// payerOf finds the one member whose transfer it is, or says why nobody could;
// proves tells whether account and name both agreed.
func (s *Service) payerOf(ctx context.Context, row db.BankFeed) (m identity.Member, proves bool, why match.Why, err error) {
	shown := match.Shown{Account: match.ReadMask(row.Account), Names: match.ReadNames(row.Name)}
	if !shown.MayTell() {
		return identity.Member{}, false, match.Nobody, nil
	}
	members, holders, err := s.mightHavePaid(ctx, row.Bank, shown)
	if err != nil {
		return identity.Member{}, false, "", err
	}
	if len(holders) > tooMany {
		return identity.Member{}, false, match.Several, nil
	}
	if shown.AsksAnnouncers() {
		if err := s.markAnnouncers(ctx, row, holders); err != nil {
			return identity.Member{}, false, "", err
		}
	}
	i, why := shown.Payer(holders)
	if why != "" {
		return identity.Member{}, false, why, nil
	}
	if string(members[i].Currency) != row.Currency {
		return identity.Member{}, false, match.Nobody, nil
	}
	return members[i], shown.Proves(holders[i]), "", nil
}

// mightHavePaid are the members of a bank whom what is shown may not exclude, and
// what of them is compared: more than tooMany if there are more.
func (s *Service) mightHavePaid(ctx context.Context, bank string, shown match.Shown) ([]identity.Member, []match.Holder, error) {
	part := ""
	if shown.Account.Visible() == 0 {
		part = shown.Names.Part()
	}
	found, err := s.Identity.Holders(ctx, s.Pool, bank, shown.Account.Like(), part, tooMany+1)
	out := make([]match.Holder, 0, len(found))
	for _, h := range found {
		out = append(out, match.Holder{ID: h.ID, Account: h.AccountNo, Name: h.AccountName})
	}
	return found, out, err
}

// markAnnouncers notes who of the holders has announced a told transfer.
func (s *Service) markAnnouncers(ctx context.Context, row db.BankFeed, holders []match.Holder) error {
	ids := make([]int64, 0, len(holders))
	for _, h := range holders {
		ids = append(ids, h.ID)
	}
	announcers, err := s.q().Announcers(ctx, db.AnnouncersParams{
		Amount: row.Amount, Currency: row.Currency, Since: s.Clock().Add(-announcedFor), Members: ids,
	})
	for i := range holders {
		holders[i].Announced = slices.Contains(announcers, holders[i].ID)
	}
	return err
}

// ownerOf tells whether a slip is the member's who handed it in, by what the
// verifier tells of its sender.
func (s *Service) ownerOf(ctx context.Context, from slip.Party, m identity.Member) (match.Why, error) {
	if from.Bank != m.BankNumber {
		return match.Foreign, nil
	}
	shown := match.Shown{Account: match.ReadMask(from.Account), Names: match.ReadNames(from.NameTH, from.NameEN)}
	self := match.Holder{ID: m.ID, Account: m.AccountNo, Name: m.AccountName}
	if why := shown.Owner(self, nil); why == match.Foreign {
		return why, nil // whoever else it may be
	}
	_, others, err := s.mightHavePaid(ctx, from.Bank, shown)
	if err == nil && len(others) > tooMany {
		return match.Several, nil
	}
	return shown.Owner(self, others), err
}

// contradicts tells whether what a bank shows of the payer cannot be a member's.
func contradicts(row db.BankFeed, m identity.Member) bool {
	payer := match.Payer{Bank: row.Bank, Account: row.Account, Names: []string{row.Name}}
	return match.Look(payer, match.Self{Bank: m.BankNumber, Account: m.AccountNo, Name: m.AccountName}, true).Differs()
}
