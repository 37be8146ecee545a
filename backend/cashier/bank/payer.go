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

// maxFitting is the maximum number of fitting members that are compared. With more, the result is
// match.Several.
const maxFitting = 1000

// payerMatch is a payer's data, as a bank or a verifier shows it. members are the members at the payer's bank
// whom the shown digits do not exclude.
type payerMatch struct {
	match.Shown
	bank    string // the bank's number
	names   []string
	members []match.Holder
	ids     []string // the members' _id
	isSlip  bool     // true for a slip, false for a bank's report
}

// isCrowd returns whether more than maxFitting members fit.
func (p payerMatch) isCrowd() bool { return len(p.members) > maxFitting }

func (s *Service) matchPayer(ctx context.Context, q pg.DB, bank, account string, names ...string) (payerMatch, error) {
	p := payerMatch{Shown: match.Shown{Account: match.ReadMask(account), Names: match.ReadNames(names...)}, bank: bank, names: names}
	part := ""
	if p.Account.Visible() == 0 {
		part = p.Names.SearchPart()
	}
	rows, err := db.New(q).ListHolders(ctx, db.ListHoldersParams{BankNumber: bank, Pattern: p.Account.LikePattern(), Part: part, Most: maxFitting + 1})
	for _, r := range rows {
		p.members = append(p.members, holderOf(r))
		p.ids = append(p.ids, r.PublicID)
	}
	return p, err
}

func (s *Service) matchFeedPayer(ctx context.Context, q pg.DB, row db.BankFeed) (payerMatch, error) {
	return s.matchPayer(ctx, q, row.Bank, row.Account, row.Name)
}

func (s *Service) matchSlipPayer(ctx context.Context, q pg.DB, from slip.Party) (payerMatch, error) {
	p, err := s.matchPayer(ctx, q, from.Bank, from.Account, from.NameTH, from.NameEN)
	p.isSlip = true
	return p, err
}

func holderOf(r db.ListHoldersRow) match.Holder {
	return match.Holder{ID: r.ID, Account: r.AccountNo, Name: r.AccountName, Proved: r.Proved, Printed: r.Printed}
}

// holderOfMember returns a member as a holder, even if the shown digits exclude them. If the account has
// changed since m was read, the holder is not proved and has no printed names.
func (s *Service) holderOfMember(ctx context.Context, q pg.DB, m identity.Member) (match.Holder, error) {
	rows, err := db.New(q).ListHolders(ctx, db.ListHoldersParams{BankNumber: m.BankNumber, Pattern: m.AccountNo, Most: 1})
	if err != nil || len(rows) == 0 || !isHolder(m, holderOf(rows[0])) {
		return match.Holder{ID: m.ID, Account: m.AccountNo, Name: m.AccountName}, err
	}
	return holderOf(rows[0]), nil
}

func isHolder(m identity.Member, h match.Holder) bool {
	return h.ID == m.ID && h.Account == m.AccountNo && h.Name == m.AccountName
}

// otherMembers returns up to three other members who fit, highest rank first, as _id and holder's name.
func (p payerMatch) otherMembers(self int64) []string {
	const most = 3
	var out []string
	for rank := match.Certain; rank > match.Excluded; rank-- {
		for i, h := range p.members {
			if h.ID != self && len(out) < most && p.Rank(h) == rank {
				out = append(out, p.ids[i]+" "+h.Name)
			}
		}
	}
	return out
}

// findRequirements returns what an operator needs to credit a member. If the rules find that the slip is the
// member's, the slip waits for another reason, and findRequirements returns nothing.
func (p payerMatch) findRequirements(m identity.Member, self match.Holder) match.Required {
	switch {
	case m.BankNumber != p.bank:
		return match.Required{SecondPerson: true}
	case p.isCrowd():
		return match.Required{ConfirmedAccount: true, SecondPerson: true}
	case p.isSlip && p.CheckOwner(self, p.members) == "":
		return match.Required{}
	}
	return p.Required(self, p.members)
}

// findPayer returns the one member who paid the transfer, or the reason why the rules find none. proof is nil
// unless account and name both agreed.
func (s *Service) findPayer(ctx context.Context, row db.BankFeed) (m identity.Member, proof *cashier.Proof, reason match.Reason, err error) {
	p, err := s.matchFeedPayer(ctx, s.Pool, row)
	switch {
	case err != nil:
		return m, nil, "", err
	case !p.MayIdentify():
		return m, nil, match.Nobody, nil
	case p.isCrowd():
		return m, nil, match.Several, nil
	}
	if p.UsesAnnouncements() {
		if err := s.markAnnouncers(ctx, row, p.members); err != nil {
			return m, nil, "", err
		}
	}
	i, reason := p.Payer(p.members)
	if reason != "" {
		return m, nil, reason, nil
	}
	if m, err = s.Identity.Member(ctx, s.Pool, p.members[i].ID); err != nil {
		return m, nil, "", err
	}
	if !isHolder(m, p.members[i]) {
		return m, nil, "", fmt.Errorf("bank: the account of member %d has changed", m.ID)
	}
	if string(m.Currency) != row.Currency {
		return identity.Member{}, nil, match.Nobody, nil
	}
	return m, p.proofOf(m, p.members[i], cashier.MethodFeed), "", nil
}

// proofOf returns what a credit without an operator proves about a member, or nil.
func (p payerMatch) proofOf(m identity.Member, self match.Holder, method cashier.PaymentMethod) *cashier.Proof {
	if !p.Proves(self) {
		return nil
	}
	return &cashier.Proof{Member: m, Method: method, ByDeposit: true, Printed: self.NewNames(p.names...)}
}

// markAnnouncers sets Announced for those holders who announced the amount of a reported transfer.
func (s *Service) markAnnouncers(ctx context.Context, row db.BankFeed, holders []match.Holder) error {
	ids := make([]int64, 0, len(holders))
	for _, h := range holders {
		ids = append(ids, h.ID)
	}
	announcers, err := s.q().ListAnnouncers(ctx, db.ListAnnouncersParams{
		Amount: row.Amount, Currency: row.Currency, Since: s.Clock().Add(-announcementLife), Members: ids,
	})
	for i := range holders {
		holders[i].Announced = slices.Contains(announcers, holders[i].ID)
	}
	return err
}

// ownership is the result of the rules about who owns a slip.
type ownership struct {
	reason match.Reason // "" if the slip belongs to the member who uploaded it
	proof  *cashier.Proof
	candidates
}

// candidates are the other members who fit a slip in review, as a cashier sees them.
type candidates struct {
	others            []string // see otherMembers
	needsSecondPerson bool
}

// checkOwner applies the rules about who owns a verified slip. m is the member who uploaded the slip. from is
// the sender by the verifier's data.
func (s *Service) checkOwner(ctx context.Context, from slip.Party, m identity.Member) (ownership, error) {
	if from.Bank != m.BankNumber {
		return ownership{reason: match.Foreign}, nil
	}
	p, err := s.matchSlipPayer(ctx, s.Pool, from)
	if err != nil {
		return ownership{}, err
	}
	self, err := s.holderOfMember(ctx, s.Pool, m)
	if err != nil {
		return ownership{}, err
	}
	o := ownership{reason: p.CheckOwner(self, p.members), proof: p.proofOf(m, self, cashier.MethodSlip)}
	if o.reason != match.Foreign && p.isCrowd() {
		o.reason = match.Several
	}
	if need := p.findRequirements(m, self); need != (match.Required{}) {
		o.candidates = candidates{others: p.otherMembers(m.ID), needsSecondPerson: need.SecondPerson}
	}
	return o, nil
}

// approval describes how operators decided to credit a member.
type approval struct {
	by               int64
	hasSecondPerson  bool
	confirmedAccount string // the whole account number that the bank confirmed, or ""
}

// checkApproval returns what a credit by operators proves about a member, or nil. It returns NOT_MATCH (409)
// if a second operator is missing, or if the bank confirmed another account than the member's. It returns
// INVALID_USER_INFO for wholeAccount if the confirmed account is missing.
func (p payerMatch) checkApproval(m identity.Member, self match.Holder, a approval) (*cashier.Proof, error) {
	need := p.findRequirements(m, self)
	switch {
	case need.SecondPerson && !a.hasSecondPerson:
		return nil, apperr.New(apperr.NoteNotMatch).WithStatus(http.StatusConflict)
	case a.confirmedAccount != "" && a.confirmedAccount != m.AccountNo:
		return nil, apperr.Field(apperr.NoteNotMatch, confirmedField.Name).WithStatus(http.StatusConflict)
	case need.ConfirmedAccount && a.confirmedAccount == "":
		return nil, apperr.Field(apperr.InvalidUserInfo, confirmedField.Name)
	}
	isSameBank := m.BankNumber == p.bank
	isConfirmed := a.confirmedAccount != "" && isSameBank && p.Account.Fit(m.AccountNo) != match.Differs
	isOtherName := a.hasSecondPerson && isSameBank && p.CheckOwner(self, p.members) == match.OtherName
	if !isConfirmed && !isOtherName {
		return nil, nil
	}
	return &cashier.Proof{Member: m, Method: cashier.MethodCashier, ByDeposit: true, Printed: self.NewNames(p.names...)}, nil
}
