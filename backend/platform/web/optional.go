package web

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Optional is a field of a body that distinguishes "omitted" from null. Omitting it changes nothing; null
// removes the value.
type Optional[T any] struct {
	IsSet bool
	Value *T // nil for null
}

// UnmarshalJSON records that the field was sent.
func (o *Optional[T]) UnmarshalJSON(b []byte) error {
	o.IsSet, o.Value = true, nil
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	o.Value = new(T)
	return json.Unmarshal(b, o.Value)
}

func (Optional[T]) decodedAs() reflect.Type { return reflect.TypeFor[T]() }

// MarshalJSON encodes the value, or null. An omitted field is left out by omitzero in its struct.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Value) }

// OrNull is a field of a response that may be null.
type OrNull[T any] struct{ Value *T }

// MarshalJSON writes the value, or null.
func (o OrNull[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Value) }

func (OrNull[T]) decodedAs() reflect.Type { return reflect.TypeFor[T]() }

// UnmarshalJSON decodes the value, or null.
func (o *OrNull[T]) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &o.Value) }

// Schema returns the schema of T or null. huma's nullable tag works for scalars only.
func (OrNull[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), {Type: "null"}}}
}

// Schema returns the schema of T, with null allowed.
func (Optional[T]) Schema(r huma.Registry) *huma.Schema {
	schema := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	schema.Nullable = true
	return &schema
}
