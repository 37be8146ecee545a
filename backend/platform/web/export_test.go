package web

import "reflect"

// CheckKeys checks the keys of a body that is decoded into a value.
func CheckKeys(body []byte, into any) error { return checkKeys(body, reflect.TypeOf(into)) }
