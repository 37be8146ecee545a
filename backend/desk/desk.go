package desk

import (
	"context"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/cashier"
	"krapao/backend/content"
	"krapao/backend/games"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// Service is the queue of items for operators. All fields are required.
type Service struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Keyed    web.Keyed
	Staff    *staff.Service
	Cashier  *cashier.Service
	Identity *identity.Service
	Care     *care.Service
	Games    *games.Service
	Content  *content.Service
	// Statement finds statement lines by their references, which members read out to operators.
	Statement *statement.Service
	// Differences holds the differences between our ledger and a provider's records.
	Differences *reconcile.Service
	// ItemKinds are the kinds of items of all domains.
	ItemKinds []staff.Kind
	// Attributors has a function for each provider that books payments which our ledger lacks. The key is the
	// provider's name.
	Attributors map[string]Attributor
}

// Kinds returns the kinds of items of this package.
func (s *Service) Kinds() []staff.Kind {
	return []staff.Kind{s.differenceKind(), s.proposalKind(), s.memberKind(), s.exclusionKind(), s.holderNameKind(), s.samePersonKind()}
}

// ProposalKinds returns the actions of two operators of this package.
func (s *Service) ProposalKinds() []staff.ProposalKind {
	return []staff.ProposalKind{s.differenceProposalKind(), s.nobodysPayoutProposalKind(), s.payoutProposalKind()}
}

// completeItem returns an item as the API sends it: with its kind, and empty lists instead of null.
func completeItem(k staff.Kind, i staff.Item) staff.Item {
	i.Kind = k.Name
	if i.Facts == nil {
		i.Facts = []staff.Fact{}
	}
	if i.Verdicts == nil {
		i.Verdicts = []staff.Verdict{}
	}
	if i.Offers == nil {
		i.Offers = []staff.Offer{}
	}
	return i
}

// CountWaiting returns how many items of each kind wait, and since when.
func (s *Service) CountWaiting(ctx context.Context) (map[string]staff.Waiting, error) {
	out := map[string]staff.Waiting{}
	err := pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		for _, k := range s.ItemKinds {
			if k.Count == nil {
				continue
			}
			n, err := k.Count(ctx, tx)
			if err != nil {
				return err
			}
			out[k.Name] = n
		}
		return nil
	})
	return out, err
}

// findKind returns the kind with this name. Errors: NO_DATA for an unknown kind, UNAUTHORIZED (403) if
// the operator's role may not see it.
func (s *Service) findKind(name string, by web.Operator) (staff.Kind, error) {
	i := slices.IndexFunc(s.ItemKinds, func(k staff.Kind) bool { return k.Name == name })
	switch {
	case i < 0:
		return staff.Kind{}, apperr.New(apperr.NoData)
	case !slices.Contains(s.ItemKinds[i].Roles, by.Role):
		return staff.Kind{}, apperr.New(apperr.Unauthorized).WithStatus(http.StatusForbidden)
	}
	return s.ItemKinds[i], nil
}
