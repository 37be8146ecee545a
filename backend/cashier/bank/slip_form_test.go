package bank

import (
	"bytes"
	"io"
	"mime/multipart"
	"testing"

	"krapao/backend/platform/apperr"
)

// FuzzOpenForm checks malformed uploads: openForm must not panic, and must not accept a form without a clientId.
func FuzzOpenForm(f *testing.F) {
	var good bytes.Buffer
	w := multipart.NewWriter(&good)
	_ = w.SetBoundary("b")
	_ = w.WriteField("clientId", "6f3f8a52-2a0e-4f0a-9a53-0d8f0f6f2c11")
	_ = w.WriteField("capturedAt", "2026-11-21T07:02:03Z")
	part, _ := w.CreateFormFile("file", "slip.png")
	_, _ = part.Write([]byte("\x89PNG\r\n\x1a\n"))
	_ = w.Close()
	f.Add("multipart/form-data; boundary=b", good.Bytes())
	f.Add("multipart/form-data; boundary=b", good.Bytes()[:40])
	f.Add("multipart/form-data", []byte("x"))
	f.Add("multipart/mixed; boundary=b", good.Bytes())
	f.Add("multipart/form-data; boundary=", []byte("--\r\n\r\n--"))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		form, file, err := openForm(contentType, bytes.NewReader(body))
		if err != nil {
			if apperr.From(err).Status >= 500 {
				t.Fatalf("a malformed upload returned a server error: %v", err)
			}
			return
		}
		if form.ClientID.String() == "00000000-0000-0000-0000-000000000000" {
			t.Fatal("a form without a clientId was accepted")
		}
		_, _ = io.Copy(io.Discard, file)
	})
}
