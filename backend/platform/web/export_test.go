package web

import (
	"maps"
	"reflect"
	"slices"
)

// CheckKeys checks the keys of a body that is decoded into a value.
func CheckKeys(body []byte, into any) error { return checkKeys(body, reflect.TypeOf(into)) }

// MemberPages lists the pages that are answered 200, in order.
func MemberPages() []string { return slices.Sorted(maps.Keys(memberPages)) }
