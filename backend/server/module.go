package server

import (
	"context"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/web"
	"krapao/backend/proof"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// A module is a value that adds something to the server. The module's methods determine its additions, by the
// interfaces below. Call addModules once for a new module, where it is created.
type (
	// routeModule registers routes.
	routeModule interface{ Routes(e *web.Edge) }
	// jobModule registers jobs.
	jobModule interface{ Jobs(q *jobs.Queue) }
	// verifyModule counts its own rows that contradict the ledger.
	verifyModule = proof.Module
	// verifyWholeModule has such a check that only makes sense on all rows.
	verifyWholeModule = proof.WholeModule
	// reconcileModule compares its records with its providers'.
	reconcileModule interface {
		Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report
	}
	// itemModule has kinds of items that wait for operators.
	itemModule interface{ Kinds() []staff.Kind }
	// proposalModule has actions of two operators.
	proposalModule interface{ ProposalKinds() []staff.ProposalKind }
	// documentModule has data that admins edit as a whole.
	documentModule interface{ Documents() []staff.Document }
	// statementModule adds details to its statement lines.
	statementModule = statement.LineOwner
	// attributeModule books payments of the named providers that our ledger lost.
	attributeModule interface {
		AttributedProviders() []string
		AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error
	}
)

var moduleInterfaces = []reflect.Type{
	reflect.TypeFor[routeModule](), reflect.TypeFor[jobModule](), reflect.TypeFor[verifyModule](), reflect.TypeFor[verifyWholeModule](), reflect.TypeFor[reconcileModule](), reflect.TypeFor[itemModule](),
	reflect.TypeFor[proposalModule](), reflect.TypeFor[documentModule](), reflect.TypeFor[attributeModule](), reflect.TypeFor[statementModule](),
}

// addModules adds modules to the server. It panics for a method that has the name of a method in moduleInterfaces
// but another signature: such a method would be ignored silently.
func (s *Server) addModules(modules ...any) {
	for _, m := range modules {
		module := reflect.TypeOf(m)
		for _, each := range moduleInterfaces {
			for name := range each.Methods() {
				if _, has := module.MethodByName(name.Name); has && !module.Implements(each) {
					panic(fmt.Sprintf("server: %s has a method %s, but %s requires the signature %s", module, name.Name, each, name.Type))
				}
			}
		}
	}
	s.modules = append(s.modules, modules...)
}

// modulesOf returns the modules that implement the interface I, in the order in which they were added.
func modulesOf[I any](s *Server) (modules []I) {
	for _, m := range s.modules {
		if d, has := m.(I); has {
			modules = append(modules, d)
		}
	}
	return modules
}
