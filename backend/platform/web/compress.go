package web

import (
	"bytes"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// minCompressed is the length in bytes from which responses are compressed. Shorter ones consist mostly of
// headers.
const minCompressed = 600

// compress compresses a response of the API if the caller accepts it, because members pay for their data.
// In general, the length of a compressed response can reveal a secret if an attacker's text is in it,
// too. Here no other site can make a browser send the call (see TestCall_WithoutTheAppsHeader_IsRefused).
func compress(c fiber.Ctx) {
	res := c.Response()
	if len(res.Body()) < minCompressed || res.IsBodyStream() || len(res.Header.ContentEncoding()) > 0 ||
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
