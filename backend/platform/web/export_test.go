package web

import "reflect"

// CheckKeys returns an error if body has a key that the type of into lacks.
func CheckKeys(body []byte, into any) error { return checkKeys(body, reflect.TypeOf(into)) }
