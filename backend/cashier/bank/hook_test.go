package bank_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/backend/cashier/bank"
	"krapao/backend/cashier/qr"
	"krapao/backend/platform/signed"
	"krapao/backend/platform/web"
	gateway "krapao/backend/provider/qr"
)

func TestFeed_WrongSignature_IsLoggedWithAddress(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&written, nil))
	edge := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler)})
	(&bank.Service{FeedKey: "the bank's", Log: log}).Routes(edge)
	(&qr.Service{Log: log, Clients: map[string]gateway.Gateway{qr.WW: gateway.NewSigned(gateway.SignedConfig{Key: "the gateway's"})}}).Routes(edge)

	for path, body := range map[string]string{"/webhook/bank/feed": "{}", "/webhook/qr/WW": `{"reference":"R1","id":"x","status":"PAID","paidAmount":100}`} {
		written.Reset()
		req := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		for name, values := range signed.Header("somebody's", time.Now(), []byte(body)) {
			req.Header[name] = values
		}
		res, err := edge.App.Test(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if line := written.String(); res.StatusCode != http.StatusUnauthorized || !strings.Contains(line, "wrong signature") || !strings.Contains(line, `"ip":"0.0.0.0"`) {
			t.Errorf("%s: %d, %q", path, res.StatusCode, line)
		}
	}
}
