package push

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// sendTo sends one message to an endpoint through a sender with these hosts.
func sendTo(t *testing.T, endpoint string, insecure bool, hosts ...string) (serviceResponse, error) {
	t.Helper()
	key, err := ParseKey(strings.Repeat("A", 42) + "E")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSender(SenderConfig{Key: key, Subject: "https://krapao.app", Hosts: hosts, InsecureHosts: insecure, Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return s.send(t.Context(), endpoint, newTestBrowserKeys(t), message{payload: []byte("{}"), ttl: time.Minute, urgency: "low"})
}

func TestSender_ExtraHost_IsDialledAtItsMappedAddress(t *testing.T) {
	host := ""
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host = r.Host + r.URL.Path
		w.WriteHeader(http.StatusCreated)
	}))
	defer server.Close()

	got, err := sendTo(t, "https://fcm.googleapis.com/fcm/send/abc", true, "push.test", "fcm.googleapis.com="+server.Listener.Addr().String())

	if err != nil || got.status != http.StatusCreated || host != "fcm.googleapis.com/fcm/send/abc" {
		t.Fatalf("%+v, %v, called %q", got, err, host)
	}
}

func TestSender_BadCertificateOfExtraHost_IsRefused(t *testing.T) {
	called := false
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer server.Close()

	_, err := sendTo(t, server.URL+"/a", false, "127.0.0.1")

	if err == nil || called || !strings.Contains(err.Error(), "certificate") {
		t.Fatalf("%v, called %t", err, called)
	}
}

func TestSender_Redirect_IsNotFollowed(t *testing.T) {
	called := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()

	got, err := sendTo(t, server.URL+"/a", false, "127.0.0.1")

	if err != nil || got.status != http.StatusTemporaryRedirect || called {
		t.Fatalf("%+v, %v, called %t", got, err, called)
	}
}

func TestSender_EndlessResponse_IsCutAndMadePrintable(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		for range 1000 {
			if _, err := w.Write([]byte("why\x00\xff\n" + strings.Repeat("x", 1000))); err != nil {
				return
			}
		}
	}))
	defer server.Close()

	got, err := sendTo(t, server.URL+"/a", false, "127.0.0.1")

	if err != nil || len(got.text) > maxResponse || !strings.HasPrefix(got.text, "whyxxx") {
		t.Fatalf("%d bytes, %v", len(got.text), err)
	}
}

func TestSender_Error_OmitsTheEndpoint(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()

	_, err := sendTo(t, server.URL+"/secret-of-the-browser", false, "127.0.0.1")

	if err == nil || strings.Contains(err.Error(), "secret-of-the-browser") {
		t.Fatal(err)
	}
}

func TestSender_InvalidExtraHost_IsRefusedAtTheStart(t *testing.T) {
	for _, entry := range []string{"", "https://push.test", "push.test=", "push.test=127.0.0.1", "=127.0.0.1:80"} {
		if _, err := parseHosts([]string{entry}); err == nil {
			t.Errorf("%q is accepted", entry)
		}
	}
}
