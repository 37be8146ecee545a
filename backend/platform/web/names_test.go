package web_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/backend/platform/web"
)

func TestBody_TypesOfTheSameName_AreCheckedByTheirOwnSchema(t *testing.T) {
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	e.Authenticate = authenticateAnyToken
	open := func(id string) web.Route {
		return web.Route{ID: id, Method: http.MethodPost, Path: "/api/" + id, Tag: "test", Auth: web.Anyone}
	}
	func() {
		type input struct {
			Body struct {
				Launch string `json:"launch"`
			}
		}
		web.Handle(e, open("launch"), func(context.Context, *input) (*struct{}, error) { return nil, nil })
	}()
	type input struct {
		Body struct {
			Amount int `json:"amount"`
		}
	}
	for _, id := range []string{"withdraw", "withdrawAll"} {
		web.Handle(e, open(id), func(context.Context, *input) (*struct{}, error) { return nil, nil })
	}

	for path, body := range map[string]string{"launch": `{"launch":"a"}`, "withdraw": `{"amount":1}`, "withdrawAll": `{"amount":1}`} {
		r := httptest.NewRequest(http.MethodPost, "/api/"+path, strings.NewReader(body))
		r.Header.Set("X-Requested-With", "wallet-user")
		r.Header.Set("Content-Type", "application/json")
		res, err := e.App.Test(r)
		if err != nil || res.StatusCode >= 300 {
			t.Errorf("%s: %v %v", path, res, err)
		}
	}
}
