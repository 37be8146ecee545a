package web

import (
	"bytes"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// shrinkFrom is the length in bytes from which compressing a response pays: below it the head is most
// of what is sent.
const shrinkFrom = 600

// shrink compresses a response of the API if the caller accepts it: members pay for their data. The
// length of a response cannot reveal a secret that it contains together with a stranger's text. No
// other site can make a browser send the call (see TestACallWithoutTheMarkIsRefused).
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
