package cashier

import "krapao/backend/staff"

// Kinds returns the kinds of items of this package.
func (s *Service) Kinds() []staff.Kind { return []staff.Kind{s.returnKind()} }

// Pairs returns the actions of this package that two operators have to approve.
func (s *Service) Pairs() []staff.Pair { return []staff.Pair{s.adjustmentPair()} }
