package server

import (
	"context"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// A module is a value that adds something to the server. The server finds out by the module's methods what
// the module adds. A new module joins once, where it is created.
type (
	// routed registers routes.
	routed interface{ Routes(e *web.Edge) }
	// working registers jobs.
	working interface{ Jobs(q *jobs.Queue) }
	// proved counts its own rows that contradict the ledger.
	proved interface {
		Verify(ctx context.Context, q pg.DB) (ledger.Finding, error)
	}
	// compared compares its records with its providers'.
	compared interface {
		Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report
	}
	// offering has kinds of items that wait for operators.
	offering interface{ Kinds() []staff.Kind }
	// paired has actions of two operators.
	paired interface{ Pairs() []staff.Pair }
	// documented has data that admins edit as a whole.
	documented interface{ Documents() []staff.Document }
	// owning adds details to its statement lines.
	owning = statement.LineOwner
	// attributing books payments of the named providers that our ledger lost.
	attributing interface {
		AttributedProviders() []string
		AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error
	}
)

var interfaces = []reflect.Type{
	reflect.TypeFor[routed](), reflect.TypeFor[working](), reflect.TypeFor[proved](), reflect.TypeFor[compared](), reflect.TypeFor[offering](),
	reflect.TypeFor[paired](), reflect.TypeFor[documented](), reflect.TypeFor[attributing](), reflect.TypeFor[owning](),
}

// join adds modules to the server. A method with the name of one in interfaces but another signature would
// be ignored silently; join panics for it.
func (s *Server) join(modules ...any) {
	for _, m := range modules {
		module := reflect.TypeOf(m)
		for _, each := range interfaces {
			for name := range each.Methods() {
				if _, has := module.MethodByName(name.Name); has && !module.Implements(each) {
					panic(fmt.Sprintf("server: %s has a method %s, but not as %s wants it: %s", module, name.Name, each, name.Type))
				}
			}
		}
	}
	s.modules = append(s.modules, modules...)
}

// modulesOf returns the modules that implement the interface I, in the order in which they joined.
func modulesOf[I any](s *Server) (some []I) {
	for _, m := range s.modules {
		if d, has := m.(I); has {
			some = append(some, d)
		}
	}
	return some
}
