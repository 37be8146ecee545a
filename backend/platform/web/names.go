package web

import (
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// names gives each struct of the contract its own name. Bodies without a type name are named after
// the enclosing type, and packages use the same names. The library's own registry finds another name
// for the second of them, but returns the first's schema when it meets the type again. A call would
// be checked against another call's body.
type names struct {
	of    map[reflect.Type]string
	taken map[string]bool
}

// name returns a type's name, the same each time. The hint is the type's preferred name.
func (n *names) name(t reflect.Type, hint string) string {
	wished := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.Name() != "" {
		return wished
	}
	if known, ok := n.of[t]; ok {
		return known
	}
	free := wished
	for i := 1; n.taken[free]; i++ {
		free = wished + strconv.Itoa(i)
	}
	n.of[t], n.taken[free] = free, true
	return free
}
