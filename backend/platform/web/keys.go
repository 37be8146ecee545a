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
func checkKeys(body []byte, target reflect.Type) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := (keyChecker{d}).checkValue(target, 0); !errors.Is(err, errNoJSON) {
		return err
	}
	return nil
}

type keyChecker struct{ *json.Decoder }

func (k keyChecker) token() (json.Token, error) {
	t, err := k.Token()
	if err != nil {
		return nil, errNoJSON
	}
	return t, nil
}

// checkValue checks the next JSON value. target is the type into which it is decoded, or nil if unknown.
func (k keyChecker) checkValue(target reflect.Type, depth int) error {
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
	target = decodedAs(target)
	if begin == '{' {
		err = k.checkObject(target, depth)
	} else {
		err = k.checkArray(target, depth)
	}
	if err == nil {
		_, err = k.token() // the end
	}
	return err
}

func (k keyChecker) checkArray(target reflect.Type, depth int) error {
	if target != nil && target.Kind() != reflect.Slice && target.Kind() != reflect.Array {
		target = nil
	}
	for k.More() {
		element := target
		if target != nil {
			element = target.Elem()
		}
		if err := k.checkValue(element, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (k keyChecker) checkObject(target reflect.Type, depth int) error {
	var fields map[string]field
	isMap := target != nil && target.Kind() == reflect.Map
	if target != nil && target.Kind() == reflect.Struct {
		fields = jsonFields(target)
	}
	seen := map[string]bool{}
	for k.More() {
		t, err := k.token()
		if err != nil {
			return err
		}
		key, _ := t.(string) // the decoder allows only strings as keys
		known := fields[foldKey(key)]
		same := key
		if fields == nil && !isMap {
			same = foldKey(key)
		}
		if seen[same] || (known.name != "" && key != known.name) {
			return repeatedKey(known.name)
		}
		seen[same] = true
		inner := known.of
		if isMap {
			inner = target.Elem()
		}
		if err := k.checkValue(inner, depth+1); err != nil {
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

// jsonFields returns the JSON fields of a struct, by folded name.
func jsonFields(target reflect.Type) map[string]field {
	if found, ok := knownFields.Load(target); ok {
		return found.(map[string]field)
	}
	fields := map[string]field{}
	addFields(fields, target)
	knownFields.Store(target, fields)
	return fields
}

func addFields(fields map[string]field, target reflect.Type) {
	var embedded []reflect.Type
	for f := range target.Fields() {
		tag := f.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		if inner := dereference(f.Type); f.Anonymous && name == "" && inner.Kind() == reflect.Struct {
			embedded = append(embedded, inner)
			continue
		}
		if tag == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if _, outer := fields[foldKey(name)]; !outer { // a field of the outer struct hides a field of an embedded one
			fields[foldKey(name)] = field{name, f.Type}
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
func decodedAs(target reflect.Type) reflect.Type {
	if target == nil {
		return nil
	}
	target = dereference(target)
	if target.Implements(wrapperType) {
		return decodedAs(reflect.Zero(target).Interface().(wrapper).decodedAs())
	}
	if p := reflect.PointerTo(target); target.Kind() == reflect.Interface || p.Implements(unmarshalType) || p.Implements(textType) {
		return nil
	}
	return target
}

func dereference(target reflect.Type) reflect.Type {
	for target.Kind() == reflect.Pointer {
		target = target.Elem()
	}
	return target
}

// foldKey returns the same text for all keys that encoding/json decodes into the same field.
func foldKey(key string) string {
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
