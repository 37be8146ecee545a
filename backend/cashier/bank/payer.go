package bank

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/slip"
)

// tooMany members who might have paid are several, whoever they are.
const tooMany = 1000

// paid is what a bank or a verifier shows of a payer, with the members of the payer's
// bank whom the shown digits do not exclude.
type paid struct {
	match.Shown
	bank    string // its number
	names   []string
	members []match.Holder
	ids     []string // the members' _id
	isSlip  bool     // handed in by a member, and no bank's own word
}

// isCrowd tells whether more members fit than anybody compares.
func (p paid) isCrowd() bool { return len(p.members) > tooMany }

func (s *Service) paidBy(ctx context.Context, q pg.DB, bank, account string, names ...string) (paid, error) {
	p := paid{Shown: match.Shown{Account: match.ReadMask(account), Names: match.ReadNames(names...)}, bank: bank, names: names}
	part := ""
	if p.Account.Visible() == 0 {
		part = p.Names.Part()
	}
	rows, err := db.New(q).Holders(ctx, db.HoldersParams{BankNumber: bank, Pattern: p.Account.Like(), Part: part, Most: tooMany + 1})
	for _, r := range rows {
		p.members = append(p.members, holderOf(r))
		p.ids = append(p.ids, r.PublicID)
	}
	return p, err
}

func (s *Service) paidOfFeed(ctx context.Context, q pg.DB, row db.BankFeed) (paid, error) {
	return s.paidBy(ctx, q, row.Bank, row.Account, row.Name)
}

func (s *Service) paidOfSlip(ctx context.Context, q pg.DB, from slip.Party) (paid, error) {
	p, err := s.paidBy(ctx, q, from.Bank, from.Account, from.NameTH, from.NameEN)
	p.isSlip = true
	return p, err
}

func holderOf(r db.HoldersRow) match.Holder {
	return match.Holder{ID: r.ID, Account: r.AccountNo, Name: r.AccountName, Proved: r.Proved, Printed: r.Printed}
}

// self returns a member as a holder: also one whom the shown digits exclude. Where the
// account has changed since m was read, nothing is known of the one of m.
func (s *Service) self(ctx context.Context, q pg.DB, m identity.Member) (match.Holder, error) {
	rows, err := db.New(q).Holders(ctx, db.HoldersParams{BankNumber: m.BankNumber, Pattern: m.AccountNo, Most: 1})
	if err != nil || len(rows) == 0 || !isOf(m, holderOf(rows[0])) {
		return match.Holder{ID: m.ID, Account: m.AccountNo, Name: m.AccountName}, err
	}
	return holderOf(rows[0]), nil
}

func isOf(m identity.Member, h match.Holder) bool {
	return h.ID == m.ID && h.Account == m.AccountNo && h.Name == m.AccountName
}

// beside are the other members who fit, those of the highest rank first, as a cashier
// sees them.
func (p paid) beside(self int64) []string {
	const most = 3
	var out []string
	for rank := match.Certain; rank > match.Out; rank-- {
		for i, h := range p.members {
			if h.ID != self && len(out) < most && p.Rank(h) == rank {
				out = append(out, p.ids[i]+" "+h.Name)
			}
		}
	}
	return out
}

// asks returns what a person needs who credits a member: nothing more where the rules say
// that the slip is theirs, and it waits for another reason.
func (p paid) asks(m identity.Member, self match.Holder) match.Asks {
	switch {
	case m.BankNumber != p.bank:
		return match.Asks{Two: true}
	case p.isCrowd():
		return match.Asks{Word: true, Two: true}
	case p.isSlip && p.Owner(self, p.members) == "":
		return match.Asks{}
	}
	return p.Asks(self, p.members)
}

// payerOf finds the one member whose transfer it is, or says why nobody could. Its proof
// is nil unless account and name both agreed.
func (s *Service) payerOf(ctx context.Context, row db.BankFeed) (m identity.Member, proof *cashier.Proof, why match.Why, err error) {
	p, err := s.paidOfFeed(ctx, s.Pool, row)
	switch {
	case err != nil:
		return m, nil, "", err
	case !p.MayTell():
		return m, nil, match.Nobody, nil
	case p.isCrowd():
		return m, nil, match.Several, nil
	}
	if p.AsksAnnouncers() {
		if err := s.markAnnouncers(ctx, row, p.members); err != nil {
			return m, nil, "", err
		}
	}
	i, why := p.Payer(p.members)
	if why != "" {
		return m, nil, why, nil
	}
	if m, err = s.Identity.Member(ctx, s.Pool, p.members[i].ID); err != nil {
		return m, nil, "", err
	}
	if !isOf(m, p.members[i]) {
		return m, nil, "", fmt.Errorf("bank: the account of member %d has changed meanwhile", m.ID)
	}
	if string(m.Currency) != row.Currency {
		return identity.Member{}, nil, match.Nobody, nil
	}
	return m, p.proof(m, p.members[i], cashier.WayFeed), "", nil
}

// proof is what a credit by the rules shows of a member, nil where that is nothing new.
func (p paid) proof(m identity.Member, self match.Holder, by cashier.Way) *cashier.Proof {
	if !p.Proves(self) {
		return nil
	}
	return &cashier.Proof{Member: m, By: by, ByDeposit: true, Printed: self.NewNames(p.names...)}
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

// owned is what the rules say of a slip's owner.
type owned struct {
	why   match.Why // "" where it is the member who handed it in
	proof *cashier.Proof
	waits waits
}

// waits is what a cashier sees of a slip that waits.
type waits struct {
	beside   []string
	takesTwo bool
}

// ownerOf tells whether a slip is the member's who handed it in, by what the
// verifier tells of its sender.
func (s *Service) ownerOf(ctx context.Context, from slip.Party, m identity.Member) (owned, error) {
	if from.Bank != m.BankNumber {
		return owned{why: match.Foreign}, nil
	}
	p, err := s.paidOfSlip(ctx, s.Pool, from)
	if err != nil {
		return owned{}, err
	}
	self, err := s.self(ctx, s.Pool, m)
	if err != nil {
		return owned{}, err
	}
	o := owned{why: p.Owner(self, p.members), proof: p.proof(m, self, cashier.WaySlip)}
	if o.why != match.Foreign && p.isCrowd() {
		o.why = match.Several
	}
	if asks := p.asks(m, self); asks.Word || asks.Two {
		o.waits = waits{beside: p.beside(m.ID), takesTwo: asks.Two}
	}
	return o, nil
}

// said is how people have decided to credit a member.
type said struct {
	by   int64
	two  bool   // a second person agreed
	word string // the whole account that the bank named to them, "" for none
}

// agreed returns what a credit by people shows of a member, nil for nothing. NOT_MATCH
// (409) where it takes two people, or the bank's word names another account;
// INVALID_USER_INFO of wholeAccount where it takes the bank's word.
func (p paid) agreed(m identity.Member, self match.Holder, d said) (*cashier.Proof, error) {
	asks := p.asks(m, self)
	switch {
	case asks.Two && !d.two:
		return nil, apperr.New(apperr.NoteNotMatch).WithStatus(http.StatusConflict)
	case d.word != "" && d.word != m.AccountNo:
		return nil, apperr.Field(apperr.NoteNotMatch, wordField.Name).WithStatus(http.StatusConflict)
	case asks.Word && d.word == "":
		return nil, apperr.Field(apperr.InvalidUserInfo, wordField.Name)
	}
	isWord := d.word != "" && m.BankNumber == p.bank && p.Account.Fit(m.AccountNo) != match.Differs
	isOtherName := d.two && m.BankNumber == p.bank && p.Owner(self, p.members) == match.OtherName
	if !isWord && !isOtherName {
		return nil, nil
	}
	return &cashier.Proof{Member: m, By: cashier.ByCashier, ByDeposit: true, Printed: self.NewNames(p.names...)}, nil
}
