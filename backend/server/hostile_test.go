package server_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/platform/apperr"
	"krapao/backend/server/servertest"
)

// hostile are values to send in a field of any type.
var hostile = []any{
	nil, true, -1, 1e300, 0.001, "", " ", "\x00", "a\u0000b", "'; drop table member; --", "<script>alert(1)</script>",
	strings.Repeat("ก", 20_000), "\u202e\ufeff\ud7ff",
	[]any{},
	[]any{1, "x"},
	map[string]any{"deep": map[string]any{"er": []any{nil}}},
	"../../etc/passwd", "%00%ff", "0x10", "NaN",
}

// TestBadInput_OfEachCall_ReturnsACodeAndNothingElse sends every hostile value in every field, query and path
// parameter of every call of the contract.
// spec D1.2, D1.33
func TestBadInput_OfEachCall_ReturnsACodeAndNothingElse(t *testing.T) {
	h := servertest.New(t)
	member, admin, guest := h.AddMember(), h.AddOperator("admin"), h.Guest()
	tried := 0

	for path, item := range h.Edge.API.OpenAPI().Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op == nil || path == "/api/logout" || path == "/api/operator/logout" {
				continue
			}
			c := guest
			switch {
			case strings.HasPrefix(path, "/api/operator/"):
				c = admin
			case checksPassword[method+" "+path]:
				c = h.AddMember() // these calls end the member's session
			case len(op.Security) > 0:
				c = member
			}
			for _, value := range hostile {
				for _, body := range bodiesWith(h.Edge.API.OpenAPI(), op, value) {
					got := c.Call(method, fillParameters(path, op, value), body)
					tried++
					checkHarmless(t, fmt.Sprintf("%s %s with %.60v", method, path, body), got)
				}
			}
			for _, raw := range []string{"", "{", "[]", "null", `"x"`, "\xff\xfe", strings.Repeat("[", 10_000), `{"a":1}{"b":2}`} {
				if method != "GET" {
					checkHarmless(t, fmt.Sprintf("%s %s with %.20q", method, path, raw), c.Call(method, fillParameters(path, op, "x"), raw))
				}
			}
		}
	}

	if tried < 500 {
		t.Errorf("only %d tries", tried)
	}
	if member.Call("GET", "/api/wallet", nil).Status != 200 {
		t.Error("the member is gone")
	}
	h.CheckInvariants()
}

// checkHarmless fails the test unless the response is a success or an error of the catalogue, without internal
// details.
func checkHarmless(t *testing.T, what string, got servertest.Response) {
	t.Helper()
	text := string(got.Body)
	for _, leak := range []string{"SQLSTATE", "pgconn", "goroutine", "panic:", ".go:", "ERROR:", "select ", "unexpected"} {
		if strings.Contains(text, leak) {
			t.Errorf("%s: %d shows %q: %.300s", what, got.Status, leak, text)
		}
	}
	if got.Status >= 500 && got.Code() != string(apperr.OTPSendFail) {
		t.Errorf("%s: %d %.300s", what, got.Status, text)
	}
	if got.Status >= 400 && apperr.StatusOf(apperr.Code(got.Code())) == 500 {
		t.Errorf("%s: %d with a code outside the catalogue: %.300s", what, got.Status, text)
	}
}

// bodiesWith returns bodies of the call. In each body, another field has the value.
func bodiesWith(api *huma.OpenAPI, op *huma.Operation, value any) []any {
	if op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return []any{nil}
	}
	schema := op.RequestBody.Content["application/json"].Schema
	if schema.Ref != "" {
		schema = api.Components.Schemas.SchemaFromRef(schema.Ref)
	}
	var out []any
	for field := range schema.Properties {
		body := map[string]any{}
		for other := range schema.Properties {
			body[other] = usual[other]
		}
		body[field] = value
		text, err := json.Marshal(body)
		if err != nil {
			continue // the value itself is no JSON
		}
		out = append(out, string(text))
	}
	return append(out, map[string]any{})
}

// checksPassword are the calls that check a password. Too many wrong passwords end the session.
var checksPassword = map[string]bool{
	"POST /api/account/confirm": true, "PUT /api/account/changepwd": true, "DELETE /api/account/sessions/{id}": true,
	"POST /api/account/passkeys/begin": true, "DELETE /api/account/passkeys/{id}": true,
}

var usual = map[string]any{
	"page": 1, "limit": 10, "username": "0812345678", "password": "a good password", "phoneNumber": "0812345678", "purpose": "register",
	"otpToken": "x", "otpCode": "123456", "name": "x", "newPassword": "a good password", "oldPassword": "a good password", "rememberMe": true,
	"bankCode": "KTB", "bankAccountName": "X", "bankAccountNo": "1234567890", "sourceCode": "FRIEND", "inviteCode": "", "currency": "BAHT",
	"code": "123456", "note": "INVALID_SLIP", "amount": 1,
}

// fillParameters puts the value into the path and query parameters.
func fillParameters(path string, op *huma.Operation, value any) string {
	text := fmt.Sprint(value)
	if len(text) > 2000 {
		text = text[:2000]
	}
	query := url.Values{}
	for _, p := range op.Parameters {
		switch p.In {
		case "path":
			segment := url.PathEscape(text)
			if segment == "" || strings.Trim(text, "./") == "" {
				segment = "x"
			}
			path = strings.ReplaceAll(path, "{"+p.Name+"}", segment)
		case "query":
			query.Set(p.Name, text)
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}
