package web_test

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// declaredFailures returns what a call can return according to the document: the codes by status. The text is ""
// for a status without a body.
func declaredFailures[I, O any](t *testing.T, r web.Route) map[string]string {
	t.Helper()
	edge := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler)})
	r.ID, r.Method, r.Path = "call", http.MethodPost, "/api/call"
	web.Handle(edge, r, func(context.Context, *I) (*O, error) { return nil, nil })
	document := edge.API.OpenAPI()
	out := map[string]string{}
	for status, response := range document.Paths["/api/call"].Post.Responses {
		var codes []string
		if body := resolveResponse(document, response).Content["application/json"]; body != nil && body.Schema.Properties["message"] != nil {
			for _, code := range body.Schema.Properties["message"].Enum {
				codes = append(codes, code.(string))
			}
		}
		out[status] = strings.Join(codes, " ")
	}
	return out
}

// resolveResponse returns a response, or the shared response to which it refers.
func resolveResponse(document *huma.OpenAPI, response *huma.Response) *huma.Response {
	if name, shared := strings.CutPrefix(response.Ref, "#/components/responses/"); shared {
		return document.Components.Responses[name]
	}
	return response
}

type noFields struct{}

type body struct {
	Body struct {
		What string `json:"what"`
	}
}

func TestHandle_RouteOfEachKind_DeclaresTheFailuresThatFollow(t *testing.T) {
	always := map[string]string{"200": "", "400": "KEY_INVALID", "500": "INTERNAL_SERVER_ERROR", "503": "INTERNAL_SERVER_ERROR"}
	members := map[string]string{"403": "KEY_MISSING", "410": "gone"}
	signedIn := map[string]string{"401": "invalid-token"}
	read := map[string]string{"400": "INVALID_USER_INFO KEY_INVALID REPEATED_KEY", "408": "INVALID_USER_INFO", "413": "INVALID_USER_INFO", "415": "INVALID_USER_INFO"}
	upload := &huma.RequestBody{Content: map[string]*huma.MediaType{}}

	for name, tc := range map[string]struct {
		got  map[string]string
		want []map[string]string
	}{
		"a guest's":                 {declaredFailures[noFields, web.OK](t, web.Route{}), []map[string]string{members}},
		"one of a closed site":      {declaredFailures[noFields, web.OK](t, web.Route{OpenWhenClosed: true}), []map[string]string{{"403": "KEY_MISSING"}}},
		"a member's":                {declaredFailures[noFields, web.OK](t, web.Route{Auth: web.SignedIn}), []map[string]string{members, signedIn}},
		"anyone's":                  {declaredFailures[noFields, web.OK](t, web.Route{Auth: web.Anyone}), []map[string]string{members, signedIn}},
		"one that moves money":      {declaredFailures[noFields, web.OK](t, web.Route{Auth: web.SignedIn, Money: true}), []map[string]string{members, {"401": "EXPIRED_AUTH_TOKEN invalid-token"}}},
		"an operator's":             {declaredFailures[noFields, web.OK](t, web.Route{Auth: web.Staff}), []map[string]string{{"401": "UNAUTHORIZED"}}},
		"one of a role":             {declaredFailures[noFields, web.OK](t, web.Route{Auth: web.Staff, Roles: []string{"admin"}}), []map[string]string{{"401": "UNAUTHORIZED", "403": "UNAUTHORIZED"}}},
		"operators' login":          {declaredFailures[noFields, web.OK](t, web.Route{Auth: web.StaffLogin}), nil},
		"one that reads a body":     {declaredFailures[body, web.OK](t, web.Route{}), []map[string]string{members, read}},
		"one with a file":           {declaredFailures[web.Raw, web.OK](t, web.Route{Body: upload}), []map[string]string{members, {"400": "INVALID_USER_INFO KEY_INVALID"}}},
		"one that stores responses": {declaredFailures[noFields, web.Response[noFields]](t, web.Route{}), []map[string]string{members, {"422": "KEY_INVALID"}}},
		"one with more successes":   {declaredFailures[noFields, web.OK](t, web.Route{Statuses: []int{202, 304}}), []map[string]string{members, {"202": "", "304": ""}}},
		"one with codes of its own": {
			declaredFailures[noFields, web.OK](t, web.Route{Errors: apperr.Codes{apperr.NoData, apperr.NoData.At(409), apperr.NoBank, apperr.QRFail}}),
			[]map[string]string{members, {"404": "NO_DATA", "409": "NO_BANK NO_DATA", "503": "INTERNAL_SERVER_ERROR QR_FAIL"}},
		},
	} {
		want := maps.Clone(always)
		for _, more := range tc.want {
			maps.Copy(want, more)
		}
		if !maps.Equal(tc.got, want) {
			t.Errorf("%s: declares %v, want %v", name, tc.got, want)
		}
	}
}

func TestHandle_ParameterThatAnyTextFits_DeclaresNoBadInput(t *testing.T) {
	type any struct {
		Locale string `query:"locale"`
	}
	type some struct {
		Locale string `query:"locale" maxLength:"2"`
	}

	free, bound := declaredFailures[any, web.OK](t, web.Route{})["400"], declaredFailures[some, web.OK](t, web.Route{})["400"]

	if free != "KEY_INVALID" || bound != "INVALID_USER_INFO KEY_INVALID" {
		t.Errorf("%q, and %q for a limited parameter", free, bound)
	}
}

func TestHandle_FactOfACode_IsAFieldOfItsStatusOnly(t *testing.T) {
	edge := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler)})
	web.Handle(edge, web.Route{
		ID: "call", Method: http.MethodGet, Path: "/api/call", Errors: apperr.Codes{apperr.SlipUploadFail.With(apperr.ClosedUntil), apperr.NoData},
	}, func(context.Context, *noFields) (*web.OK, error) { return nil, nil })

	var with []string
	document := edge.API.OpenAPI()
	for status, response := range document.Paths["/api/call"].Get.Responses {
		if schema := resolveResponse(document, response).Content["application/json"].Schema; schema.Properties["closedUntil"] != nil {
			with = append(with, status)
		}
	}

	if !slices.Equal(with, []string{"503"}) {
		t.Errorf("closedUntil is a field of %v", with)
	}
}
