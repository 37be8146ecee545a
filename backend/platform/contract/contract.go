// Package contract validates HTTP responses against an OpenAPI 3.1 document.
//
// It is stricter than the document. A field, status or content type that the document does not declare is an
// error, although JSON Schema and OpenAPI would allow it. The schemas of OpenAPI 3.1 are JSON Schema 2020-12,
// so a JSON Schema validator checks the bodies. This package finds the schema for a response.
//
// Package servertest validates every response of the server in a test.
package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Contract is a document against which responses are validated. It is safe for concurrent use.
type Contract struct {
	document map[string]any
	calls    map[string][]apiCall // by method
	compiled sync.Map             // from a schema's pointer to *jsonschema.Schema
	mu       sync.Mutex           // guards compiler
	compiler *jsonschema.Compiler
}

// Response is the server's response to a call.
type Response struct {
	Method string
	// Path is escaped, without the query.
	Path   string
	Status int
	Header http.Header
	Body   []byte
}

// ErrUnknownCall means that the document has no call with the response's method and path.
var ErrUnknownCall = errors.New("the document has no such call")

// resource is the document's name for the schema compiler.
const resource = "https://contract.invalid/openapi.json"

// New returns the contract of an API. It compiles a schema when a response first needs it.
func New(api huma.API) (*Contract, error) {
	document, err := json.Marshal(api.OpenAPI())
	if err != nil {
		return nil, fmt.Errorf("contract: write the document: %w", err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return nil, fmt.Errorf("contract: read the document: %w", err)
	}
	closeObjects(parsed)
	c := &Contract{document: asObject(parsed), calls: collectOperations(asObject(parsed)), compiler: jsonschema.NewCompiler()}
	c.compiler.AssertFormat()
	return c, c.compiler.AddResource(resource, parsed)
}

// Validate returns an error that describes how a response violates the document, or nil.
func (c *Contract) Validate(a Response) error {
	call, found := c.findOperation(a.Method, a.Path)
	if !found {
		return ErrUnknownCall
	}
	schemas, declared := call.responses[strconv.Itoa(a.Status)]
	if !declared {
		return fmt.Errorf("%s declares no status %d", call.id, a.Status)
	}
	if len(schemas) == 0 && len(a.Body) == 0 {
		return nil
	}
	kind, _, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	pointer, declared := schemas[kind]
	if err != nil || !declared {
		return fmt.Errorf("%s declares no content type %q for status %d", call.id, a.Header.Get("Content-Type"), a.Status)
	}
	schema, err := c.schema(pointer)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.Body))
	if err != nil {
		return fmt.Errorf("%s returned no JSON with status %d: %w", call.id, a.Status, err)
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("%s, status %d: %s", call.id, a.Status, strings.Join(innermostErrors(err), "; "))
	}
	return nil
}

func (c *Contract) schema(pointer string) (*jsonschema.Schema, error) {
	if known, ok := c.compiled.Load(pointer); ok {
		return known.(*jsonschema.Schema), nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	schema, err := c.compiler.Compile(resource + "#" + pointer)
	if err != nil {
		return nil, fmt.Errorf("contract: compile %s: %w", pointer, err)
	}
	c.compiled.Store(pointer, schema)
	return schema, nil
}
