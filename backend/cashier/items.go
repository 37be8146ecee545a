package cashier

import "krapao/backend/staff"

// Kinds returns the kinds of items of this package.
func (s *Service) Kinds() []staff.Kind { return []staff.Kind{s.returnKind()} }

// ProposalKinds returns the actions of this package that two operators have to approve.
func (s *Service) ProposalKinds() []staff.ProposalKind {
	return []staff.ProposalKind{s.adjustmentProposalKind()}
}
