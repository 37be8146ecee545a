package web

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Optional is a field of a body that may be omitted, which changes nothing, or be null, which removes
// the value.
type Optional[T any] struct {
	Sent  bool
	Value *T // nil for null
}

// UnmarshalJSON records that the field was sent.
func (o *Optional[T]) UnmarshalJSON(b []byte) error {
	o.Sent, o.Value = true, nil
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	o.Value = new(T)
	return json.Unmarshal(b, o.Value)
}

func (Optional[T]) decodedAs() reflect.Type { return reflect.TypeFor[T]() }

// MarshalJSON writes it as it was sent. An omitted field differs from null by its type's omitzero.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Value) }

// OrNull is a part of a response, or null if there is none.
type OrNull[T any] struct{ Value *T }

// MarshalJSON writes the value, or null.
func (o OrNull[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Value) }

func (OrNull[T]) decodedAs() reflect.Type { return reflect.TypeFor[T]() }

// UnmarshalJSON decodes it.
func (o *OrNull[T]) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &o.Value) }

// Schema is T's, or null. The library's nullable is for scalars only.
func (OrNull[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), {Type: "null"}}}
}

// Schema is T's, with null allowed.
func (Optional[T]) Schema(r huma.Registry) *huma.Schema {
	schema := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	schema.Nullable = true
	return &schema
}
