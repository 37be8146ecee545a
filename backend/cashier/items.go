package cashier

import (
	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
	"krapao/backend/staff"
)

// Kinds are what waits for a cashier here.
func (s *Service) Kinds() []staff.Kind { return []staff.Kind{s.returnKind()} }

// Pairs are the acts here that take two people.
func (s *Service) Pairs() []staff.Pair { return []staff.Pair{s.adjustmentPair()} }

// ItemID reads the name of an item. One that is none names nothing: NO_DATA.
func ItemID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return id, apperr.New(apperr.NoData)
	}
	return id, nil
}
