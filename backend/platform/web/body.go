package web

import (
	"bytes"
	"errors"
	"io"
	"net"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"
)

// brokenBody means that a body could not be read to its end: the connection broke, or its chunks are
// malformed. The caller or the network is at fault.
type brokenBody struct{ cause error }

func (b *brokenBody) Error() string { return "web: a broken body: " + b.cause.Error() }
func (b *brokenBody) Unwrap() error { return b.cause }

// bodyReader reads a body. If the body ends before its declared length or its last chunk, Read returns
// *brokenBody. The HTTP library would treat the end of the connection as the end of the body.
type bodyReader struct {
	in       io.Reader
	conn     net.Conn
	declared int64 // negative for chunks
	n        int64
}

// newBodyReader returns a reader of a request's body, or nil if the request has no body.
func newBodyReader(c fiber.Ctx) io.Reader {
	in := c.Request().BodyStream()
	if in == nil {
		return nil
	}
	return &bodyReader{in: in, conn: c.RequestCtx().Conn(), declared: int64(c.Request().Header.ContentLength())}
}

// Read reads the next bytes. Error: *brokenBody.
func (b *bodyReader) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	b.n += int64(n)
	if errors.Is(err, io.EOF) {
		if whole := b.n == b.declared || b.declared < 0 && !hasEnded(b.conn); whole {
			return n, io.EOF
		}
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		err = &brokenBody{err}
	}
	return n, err
}

// callContext is an alias for huma.Context, because embedding huma.Context would hide its method Context.
type callContext = huma.Context

// bodyContext is a call's context with a bodyReader. If the call accepts JSON, the body's keys are checked
// before it is decoded into the handler's input.
type bodyContext struct {
	callContext
	body io.Reader
}

// BodyReader returns the body, or nil if there is none.
func (c bodyContext) BodyReader() io.Reader { return c.body }

// Unwrap returns the context without its body.
func (c bodyContext) Unwrap() huma.Context { return c.callContext }

// readBodyWith returns the middleware for a call with a body of at most limit bytes. If input has a field
// Body, the body is JSON.
func readBodyWith(input reflect.Type, limit int64) func(huma.Context, func(huma.Context)) {
	json, takesJSON := input.FieldByName("Body")
	return func(hc huma.Context, next func(huma.Context)) {
		body := newBodyReader(humafiber.Unwrap(hc))
		if body != nil && takesJSON {
			body = &checkedJSON{in: body, target: json.Type, most: limit}
		}
		next(bodyContext{hc, body})
	}
}

// checkedJSON reads a whole JSON body, checks its keys (see checkKeys) and then returns its bytes. It
// does not check a body that reaches the limit, which is rejected for its size anyway.
type checkedJSON struct {
	in     io.Reader
	target reflect.Type
	most   int64
	read   io.Reader
}

// Read returns the bytes of a checked body.
func (c *checkedJSON) Read(p []byte) (int, error) {
	if c.read == nil {
		text, err := io.ReadAll(io.LimitReader(c.in, c.most))
		if err == nil && int64(len(text)) < c.most {
			err = checkKeys(text, c.target)
		}
		if err != nil {
			return 0, err
		}
		c.read = bytes.NewReader(text)
	}
	return c.read.Read(p)
}

// HookBody returns the body of a webhook, for which the checks of API calls do not run. It reads at most
// limit bytes. Errors: 413 for a larger body, 400 if the body is broken or a key of its JSON is repeated,
// 408 if the body arrives too slowly.
func HookBody(c fiber.Ctx, limit int64) ([]byte, error) {
	stream := newBodyReader(c)
	if stream == nil { // there is none
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(stream, limit+1))
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return nil, fiber.ErrRequestTimeout
	}
	if err != nil {
		return nil, fiber.ErrBadRequest
	}
	if int64(len(body)) > limit {
		return nil, fiber.ErrRequestEntityTooLarge
	}
	return body, checkKeys(body, nil)
}
