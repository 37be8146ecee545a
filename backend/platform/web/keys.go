package web

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync"
	"unicode"

	"krapao/backend/platform/apperr"
)

// maxDepth is how deep the JSON of a call may be nested. Real bodies have at most six levels.
const maxDepth = 64

// errNoJSON ends the check of a body that is no JSON, which its decoder rejects later.
var errNoJSON = errors.New("web: no JSON")

// checkKeys rejects ambiguous JSON with REPEATED_KEY: an object has a key twice, or a key that differs
// from a field of the type only by case. encoding/json would decode the latter into the field. Other
// unknown keys are accepted. If the type is unknown (nil), two keys must not differ only by case.
func checkKeys(body []byte, of reflect.Type) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := (keyCheck{d}).value(of, 0); !errors.Is(err, errNoJSON) {
		return err
	}
	return nil
}

type keyCheck struct{ *json.Decoder }

func (k keyCheck) token() (json.Token, error) {
	t, err := k.Token()
	if err != nil {
		return nil, errNoJSON
	}
	return t, nil
}

// value checks the next JSON value. of is the type into which it is decoded, or nil if unknown.
func (k keyCheck) value(of reflect.Type, depth int) error {
	t, err := k.token()
	if err != nil {
		return err
	}
	begin, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	if depth == maxDepth {
		return apperr.New(apperr.InvalidUserInfo)
	}
	of = decodedAs(of)
	if begin == '{' {
		err = k.object(of, depth)
	} else {
		err = k.array(of, depth)
	}
	if err == nil {
		_, err = k.token() // the end
	}
	return err
}

func (k keyCheck) array(of reflect.Type, depth int) error {
	if of != nil && of.Kind() != reflect.Slice && of.Kind() != reflect.Array {
		of = nil
	}
	for k.More() {
		element := of
		if of != nil {
			element = of.Elem()
		}
		if err := k.value(element, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (k keyCheck) object(of reflect.Type, depth int) error {
	var fields map[string]field
	isMap := of != nil && of.Kind() == reflect.Map
	if of != nil && of.Kind() == reflect.Struct {
		fields = fieldsOf(of)
	}
	seen := map[string]bool{}
	for k.More() {
		t, err := k.token()
		if err != nil {
			return err
		}
		key, _ := t.(string) // the decoder allows only strings as keys
		known := fields[folded(key)]
		same := key
		if fields == nil && !isMap {
			same = folded(key)
		}
		if seen[same] || (known.name != "" && key != known.name) {
			return repeatedKey(known.name)
		}
		seen[same] = true
		inner := known.of
		if isMap {
			inner = of.Elem()
		}
		if err := k.value(inner, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// repeatedKey returns REPEATED_KEY. It names a known field only, because other keys are the caller's own
// text.
func repeatedKey(field string) error {
	if field == "" {
		return apperr.New(apperr.RepeatedKey)
	}
	return apperr.Field(apperr.RepeatedKey, field)
}

// field is a field of a struct, with its name in JSON.
type field struct {
	name string
	of   reflect.Type
}

var knownFields sync.Map // reflect.Type to map[string]field

// fieldsOf returns the JSON fields of a struct, by folded name.
func fieldsOf(of reflect.Type) map[string]field {
	if found, ok := knownFields.Load(of); ok {
		return found.(map[string]field)
	}
	fields := map[string]field{}
	addFields(fields, of)
	knownFields.Store(of, fields)
	return fields
}

func addFields(fields map[string]field, of reflect.Type) {
	var embedded []reflect.Type
	for f := range of.Fields() {
		tag := f.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		if inner := pointedTo(f.Type); f.Anonymous && name == "" && inner.Kind() == reflect.Struct {
			embedded = append(embedded, inner)
			continue
		}
		if tag == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if _, outer := fields[folded(name)]; !outer { // a field of the outer struct hides a field of an embedded one
			fields[folded(name)] = field{name, f.Type}
		}
	}
	for _, inner := range embedded {
		addFields(fields, inner)
	}
}

// wrapper is a type that decodes as another type.
type wrapper interface{ decodedAs() reflect.Type }

var (
	wrapperType   = reflect.TypeFor[wrapper]()
	unmarshalType = reflect.TypeFor[json.Unmarshaler]()
	textType      = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// decodedAs returns the type that determines a value's keys. It returns nil for a type that decodes
// itself, such as json.RawMessage.
func decodedAs(of reflect.Type) reflect.Type {
	if of == nil {
		return nil
	}
	of = pointedTo(of)
	if of.Implements(wrapperType) {
		return decodedAs(reflect.Zero(of).Interface().(wrapper).decodedAs())
	}
	if p := reflect.PointerTo(of); of.Kind() == reflect.Interface || p.Implements(unmarshalType) || p.Implements(textType) {
		return nil
	}
	return of
}

func pointedTo(of reflect.Type) reflect.Type {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	return of
}

// folded returns the same text for all keys that encoding/json decodes into the same field.
func folded(key string) string {
	return strings.Map(func(r rune) rune {
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, key)
}
