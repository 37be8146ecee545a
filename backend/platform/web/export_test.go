package web

import (
	"maps"
	"slices"
)

// MemberPages lists the pages that are answered 200, in order.
func MemberPages() []string { return slices.Sorted(maps.Keys(memberPages)) }
