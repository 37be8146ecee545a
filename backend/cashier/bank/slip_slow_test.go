package bank_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"

	"krapao/backend/platform/web"
	"krapao/backend/server/servertest"
)

// slowBody is a request body whose second half is sent after a pause.
type slowBody struct {
	halves [][]byte
	pause  time.Duration
}

func (s *slowBody) Read(b []byte) (int, error) {
	if len(s.halves) == 0 {
		return 0, io.EOF
	}
	n := copy(b, s.halves[0])
	if s.halves[0] = s.halves[0][n:]; len(s.halves[0]) == 0 {
		s.halves = s.halves[1:]
		if len(s.halves) > 0 {
			time.Sleep(s.pause)
		}
	}
	return n, nil
}

func TestUpload_LongerThanCallTimeout_IsAccepted(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	ctx, stop := context.WithCancel(context.Background())
	edge := web.New(ctx, web.Config{Log: slog.New(slog.DiscardHandler), CallTimeout: 3 * time.Second})
	edge.Authenticate = h.Identity.Authenticate
	h.Bank.Routes(edge)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- edge.App.Listener(l, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { _ = edge.App.Shutdown(); stop(); <-ended })
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("clientId", uuid.NewString())
	part, _ := w.CreateFormFile("file", "slip.jpg")
	_, _ = part.Write(m.Picture(m.Transfer(servertest.Transfer{Amount: 50}).Slip.JPG))
	_ = w.Close()
	half := form.Len() / 2
	body := &slowBody{halves: [][]byte{form.Bytes()[:half], form.Bytes()[half:]}, pause: 4 * time.Second}
	req, err := http.NewRequest(http.MethodPost, "http://"+l.Addr().String()+"/api/wallet/slip", body)
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = int64(form.Len())
	req.Header.Set("Content-Type", w.FormDataContentType())
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("Authorization", "Bearer "+m.Token)

	res, err := h.HTTP().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()

	if text, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusAccepted {
		t.Fatalf("%d %s", res.StatusCode, text)
	}
}
