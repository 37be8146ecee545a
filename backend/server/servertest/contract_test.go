package servertest

import (
	"net/http"
	"testing"
)

func TestExempt_PathsOfTheDocument_NoneIsExempt(t *testing.T) {
	h := New(t)

	for path := range h.Edge.API.OpenAPI().Paths {
		if isExempt(path, http.StatusOK) {
			t.Errorf("%s is a call of the API, and its responses are not validated", path)
		}
	}
}
