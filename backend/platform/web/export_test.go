package web

import "reflect"

// CheckKeys checks the keys of a body for the type of into.
func CheckKeys(body []byte, into any) error { return checkKeys(body, reflect.TypeOf(into)) }
