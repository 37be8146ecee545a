package web

import (
	"bytes"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// shrinkFrom is the length from which an answer is worth compressing: below it the
// head is most of what is sent.
const shrinkFrom = 600

// shrink compresses an answer of the API for who takes it so: members pay for their
// data. A secret beside a stranger's words cannot be guessed by the length of it,
// since no other site can have a browser ask (see TestACallWithoutTheMarkIsRefused).
func shrink(c fiber.Ctx) {
	res := c.Response()
	if len(res.Body()) < shrinkFrom || res.IsBodyStream() || len(res.Header.ContentEncoding()) > 0 ||
		!bytes.HasPrefix(res.Header.ContentType(), []byte("application/json")) {
		return
	}
	c.Vary("Accept-Encoding")
	if !c.Request().Header.HasAcceptEncoding("gzip") {
		return
	}
	res.SetBodyRaw(fasthttp.AppendGzipBytesLevel(nil, res.Body(), fasthttp.CompressBestSpeed))
	res.Header.SetContentEncoding("gzip")
}
