package cashier

import "krapao/backend/staff"

// Kinds are what waits for a cashier here.
func (s *Service) Kinds() []staff.Kind { return []staff.Kind{s.returnKind()} }

// Pairs are the acts here that take two people.
func (s *Service) Pairs() []staff.Pair { return []staff.Pair{s.adjustmentPair()} }
