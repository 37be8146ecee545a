package server

import (
	"slices"

	"krapao/backend/desk"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
	"krapao/backend/wallet/reconcile"
)

// newDesk assembles what waits for people. A kind that stands in no line here is
// nobody's to see.
func (s *Server) newDesk(keyed web.Keyed, limits limit.Counter) {
	d := &desk.Service{
		Pool: s.Pool, Clock: limits.Clock, Keyed: keyed, Staff: s.Operators, Cashier: s.Cashier, Identity: s.Identity, Content: s.Content, Differences: s.Differences,
		Ways: map[string]desk.Attribute{reconcile.Payouts: s.Withdrawal.AttributeTx, reconcile.Gifts: s.Gifts.AttributeTx},
	}
	for gateway := range s.QR.Clients {
		d.Ways[gateway] = s.QR.AttributeTx
	}
	d.Kinds = slices.Concat(s.Bank.Kinds(), s.Cashier.Kinds(), s.Withdrawal.Kinds())
	d.Kinds = append(d.Kinds, s.Gifts.Kind(), s.QR.Kind(), d.DifferenceKind(), d.ProposalKind(), d.MemberKind())
	s.Operators.Pairs = append(slices.Concat(s.Bank.Pairs(), s.Cashier.Pairs()), s.Withdrawal.Pair(), d.DifferencePair(), d.PayoutPair(), d.SettingPair(), d.AccountPair())
	s.Desk = d
}
