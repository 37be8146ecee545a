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

// A part is a domain of the house. What the house asks it for follows from the
// methods that it has: a new domain is joined once, where it is made.
type (
	// routed has calls.
	routed interface{ Routes(e *web.Edge) }
	// working has jobs.
	working interface{ Jobs(q *jobs.Queue) }
	// proved counts what it says differently from the ledger.
	proved interface {
		Verify(ctx context.Context, q pg.DB) (ledger.Finding, error)
	}
	// compared holds its books against those of its companies.
	compared interface {
		Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Book
	}
	// offering has things that wait for people.
	offering interface{ Kinds() []staff.Kind }
	// paired has acts of two people.
	paired interface{ Pairs() []staff.Pair }
	// documented has data that admins edit as a whole.
	documented interface{ Documents() []staff.Document }
	// owning has lines of the statement, of which it knows more.
	owning = statement.Owner
	// attributing books what our book lost of its companies, by their names.
	attributing interface {
		Companies() []string
		AttributeTx(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error
	}
)

var doors = []reflect.Type{
	reflect.TypeFor[routed](), reflect.TypeFor[working](), reflect.TypeFor[proved](), reflect.TypeFor[compared](), reflect.TypeFor[offering](),
	reflect.TypeFor[paired](), reflect.TypeFor[documented](), reflect.TypeFor[attributing](), reflect.TypeFor[owning](),
}

// join makes domains parts of the house. A method that is named like a door, and
// is none, would be passed over in silence: that is a panic instead.
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

// with are the parts that have a door, in the order in which they joined.
func with[Door any](s *Server) (some []Door) {
	for _, p := range s.parts {
		if d, has := p.(Door); has {
			some = append(some, d)
		}
	}
	return some
}
