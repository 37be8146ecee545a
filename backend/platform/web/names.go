package web

import (
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// names gives each struct of the contract a name of its own. Bodies without a type's
// name are called after the type around them, and packages use the same word for
// theirs. The library's own registry finds another name for the second of them, but
// answers the first's schema for a type that it meets again: a call would be checked
// by another call's body.
type names struct {
	of    map[reflect.Type]string
	taken map[string]bool
}

// name of a type, the same each time. The hint is what the type would be called.
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
