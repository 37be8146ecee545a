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

// Service is the desk. All fields are needed.
type Service struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Keyed    web.Keyed
	Staff    *staff.Service
	Cashier  *cashier.Service
	Identity *identity.Service
	Care     *care.Service
	Games    *games.Service
	Content  *content.Library
	// Statement finds lines by what members read out of them.
	Statement *statement.Book
	// Differences holds where our book and a company's differ.
	Differences *reconcile.Service
	// Offered is what waits, as the domains offer it.
	Offered []staff.Kind
	// Ways book payments that our book lacks, by the company's name.
	Ways map[string]Attribute
}

// Kinds are what waits for people here.
func (s *Service) Kinds() []staff.Kind {
	return []staff.Kind{s.differenceKind(), s.proposalKind(), s.memberKind(), s.exclusionKind(), s.holderNameKind(), s.samePersonKind()}
}

// Pairs are the acts here that take two people.
func (s *Service) Pairs() []staff.Pair {
	return []staff.Pair{s.differencePair(), s.nobodysPair(), s.payoutPair()}
}

// whole returns an item as the wire has it.
func whole(k staff.Kind, i staff.Item) staff.Item {
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

// Waiting counts what waits of each kind.
func (s *Service) Waiting(ctx context.Context) (map[string]staff.Waiting, error) {
	out := map[string]staff.Waiting{}
	err := pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		for _, k := range s.Offered {
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

// kindFor returns a kind by its name. NO_DATA if there is none, UNAUTHORIZED (403)
// where it is not for the operator's role.
func (s *Service) kindFor(name string, by web.Operator) (staff.Kind, error) {
	i := slices.IndexFunc(s.Offered, func(k staff.Kind) bool { return k.Name == name })
	switch {
	case i < 0:
		return staff.Kind{}, apperr.New(apperr.NoData)
	case !slices.Contains(s.Offered[i].Roles, by.Role):
		return staff.Kind{}, apperr.New(apperr.Unauthorized).WithStatus(http.StatusForbidden)
	}
	return s.Offered[i], nil
}
