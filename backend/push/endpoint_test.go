package push

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestEndpoint_UnknownHost_IsRefused(t *testing.T) {
	hosts, err := parseHosts([]string{"push.test", "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	for _, good := range []string{
		"https://fcm.googleapis.com/fcm/send/abc:def", "https://FCM.googleapis.com/wp/abc", "https://fcm.googleapis.com:443/fcm/send/abc",
		"https://jmt17.google.com/fcm/send/abc", "https://updates.push.services.mozilla.com/wpush/v2/abc", "https://web.push.apple.com/abc",
		"https://wns2-sg2p.notify.windows.com/w/?token=abc", "http://push.test:9999/a", "http://127.0.0.1:4000/a",
	} {
		if _, err := hosts.check(good); err != nil {
			t.Errorf("%s is refused", good)
		}
	}
	for _, bad := range []string{
		"", "abc", "//fcm.googleapis.com/a", "https:fcm.googleapis.com/a", "ftp://fcm.googleapis.com/a",
		"http://fcm.googleapis.com/a", "https://fcm.googleapis.com:8443/a", "https://fcm.googleapis.com./a",
		"https://user@fcm.googleapis.com/a", "https://user:secret@fcm.googleapis.com/a", "https://fcm.googleapis.com/a#b",
		"https://fcm.googleapis.com@evil.example/a", "https://fcm.googleapis.com.evil.example/a", "https://evil-fcm.googleapis.com/a",
		`https://evil.example\@fcm.googleapis.com/a`, "https://push.apple.com.evil.example/", "https://evilpush.apple.com/a",
		"https://storage.googleapis.com/a", "https://www.googleapis.com/a", "https://127.0.0.2/a", "https://localhost/a", "https://[::1]/a",
		"https://169.254.169.254/latest/meta-data", "https://10.0.0.1/a", "https://2130706433/a", "https://0x7f.1/a",
		"https://fcm.googleapis.com/" + strings.Repeat("a", maxEndpoint), "https://fcm.googleapis.com/\x00", "gopher://push.test/a",
	} {
		if _, err := hosts.check(bad); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

func TestGuard_PublicNameOfAPrivateAddress_IsNotCalled(t *testing.T) {
	for _, inside := range []string{
		"127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255",
		"224.0.0.1", "239.1.1.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.7",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "fc00::1", "fd12::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
		"64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2001:db8::1", "2002:7f00:1::", "2001::1",
	} {
		if refusePrivateAddress("tcp", net.JoinHostPort(inside, "443"), nil) == nil {
			t.Errorf("%s is called", inside)
		}
	}
	for _, outside := range []string{"142.250.199.10", "17.253.1.1", "172.32.0.1", "100.128.0.1", "2404:6800:4001::200a", "64:ff9b::8efa:c70a", "::ffff:142.250.199.10"} {
		if refusePrivateAddress("tcp", net.JoinHostPort(outside, "443"), nil) != nil {
			t.Errorf("%s is refused", outside)
		}
	}
	if refusePrivateAddress("tcp", "142.250.199.10:80", nil) == nil || refusePrivateAddress("tcp", "nonsense", nil) == nil {
		t.Error("another port or no address is called")
	}
}

// TestGuard_ResolvedAddressIsPrivate_IsRefused uses a name, not an address, that resolves to a local
// address, as in a DNS rebinding attack.
func TestGuard_ResolvedAddressIsPrivate_IsRefused(t *testing.T) {
	called := false
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer inside.Close()
	key, err := ParseKey(strings.Repeat("A", 42) + "E")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSender(SenderConfig{Key: key, Subject: "https://krapao.app", Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(inside.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}

	res, err := s.public.Post("https://localhost:"+port+"/", "", nil)
	if err == nil {
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}

	if !errors.Is(err, errPrivateAddress) || called {
		t.Fatalf("%v, called %t", err, called)
	}
}

func TestSubject_NoReachableAddress_IsRefused(t *testing.T) {
	for _, good := range []string{"mailto:push@krapao.app", "https://krapao.app", "https://wallet.krapao.app/contact"} {
		if err := checkSubject(good); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{
		"", "push@krapao.app", "mailto:", "mailto:mailto:push@krapao.app", "mailto:push", "mailto:push@localhost", "mailto:Push <push@krapao.app>",
		"http://krapao.app", "https://", "https://localhost", "https://127.0.0.1", "https://[::1]:8080", "https://box.local", "tel:+66",
	} {
		if checkSubject(bad) == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
