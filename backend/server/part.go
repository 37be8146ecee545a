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

// A part is a module of the server. Its methods decide what the server uses it for. A new module
// joins once, where it is created.
type (
	// routed has routes.
	routed interface{ Routes(e *web.Edge) }
	// working has jobs.
	working interface{ Jobs(q *jobs.Queue) }
	// proved counts the rows of its own that contradict the ledger.
	proved interface {
		Verify(ctx context.Context, q pg.DB) (ledger.Finding, error)
	}
	// compared compares its records with its providers'.
	compared interface {
		Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Book
	}
	// offering has items that wait for operators.
	offering interface{ Kinds() []staff.Kind }
	// paired has actions of two people.
	paired interface{ Pairs() []staff.Pair }
	// documented has data that admins edit as a whole.
	documented interface{ Documents() []staff.Document }
	// owning has further details of its statement lines.
	owning = statement.Owner
	// attributing books payments of its providers that our ledger lost, by the providers' names.
	attributing interface {
		Companies() []string
		AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error
	}
)

var doors = []reflect.Type{
	reflect.TypeFor[routed](), reflect.TypeFor[working](), reflect.TypeFor[proved](), reflect.TypeFor[compared](), reflect.TypeFor[offering](),
	reflect.TypeFor[paired](), reflect.TypeFor[documented](), reflect.TypeFor[attributing](), reflect.TypeFor[owning](),
}

// join adds modules to the server. It panics for a method that has the name of one in doors but
// another signature, which would be ignored silently.
func (s *Server) join(parts ...any) {
	for _, p := range parts {
		part := reflect.TypeOf(p)
		for _, door := range doors {
			for name := range door.Methods() {
				if _, has := part.MethodByName(name.Name); has && !part.Implements(door) {
					panic(fmt.Sprintf("server: %s has a method %s, but not as %s wants it: %s", part, name.Name, door, name.Type))
				}
			}
		}
	}
	s.parts = append(s.parts, parts...)
}

// with returns the modules that implement Door, in the order in which they joined.
func with[Door any](s *Server) (some []Door) {
	for _, p := range s.parts {
		if d, has := p.(Door); has {
			some = append(some, d)
		}
	}
	return some
}
