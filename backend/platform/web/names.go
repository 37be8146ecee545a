package web

import (
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// schemaNames gives each struct of the contract a unique name. Bodies without a type name are named after the
// enclosing type, and two packages may use the same name. huma's own registry would find another name for
// the second struct, but later return the first one's schema for it. A call would then be checked against
// another call's body.
type schemaNames struct {
	of    map[reflect.Type]string
	taken map[string]bool
}

// name returns the same name for a type in each call. hint is the preferred name.
func (n *schemaNames) name(t reflect.Type, hint string) string {
	preferred := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.Name() != "" {
		return preferred
	}
	if known, ok := n.of[t]; ok {
		return known
	}
	free := preferred
	for i := 1; n.taken[free]; i++ {
		free = preferred + strconv.Itoa(i)
	}
	n.of[t], n.taken[free] = free, true
	return free
}
