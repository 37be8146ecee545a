package push

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"
)

func decodeBase64(t testing.TB, text string) []byte {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// newTestBrowserKeys returns the keys of a new browser.
func newTestBrowserKeys(t testing.TB) browserKeys {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return browserKeys{key.PublicKey(), make([]byte, authLength)}
}

// spec D6.14
func TestEncrypt_ExampleOfRFC8291AppendixA_IsEqual(t *testing.T) {
	text := []byte("When I grow up, I want to be a watermelon")
	own, err := ecdh.P256().NewPrivateKey(decodeBase64(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	to, err := newBrowserKeys(
		decodeBase64(t, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
		decodeBase64(t, "BTBZMqHH6r4Tts7J_aSIgg"))
	if err != nil {
		t.Fatal(err)
	}

	got, err := encryptPadded(text, len(text), to, own, decodeBase64(t, "DGv6ra1nlYgDCS1FRnbzlw"))
	if err != nil {
		t.Fatal(err)
	}

	want := "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
		"yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	if base64.RawURLEncoding.EncodeToString(got) != want {
		t.Fatalf("%s", base64.RawURLEncoding.EncodeToString(got))
	}
}

func TestEncrypt_AnyLength_IsPaddedToOneOfFourSizes(t *testing.T) {
	to, seen := newTestBrowserKeys(t), map[int]bool{}
	for _, length := range []int{0, 1, 300, 511, 512, 513, 1500, 2500, MaxPayload} {
		sealed, err := encrypt(bytes.Repeat([]byte{'x'}, length), to)
		if err != nil {
			t.Fatal(err)
		}
		if len(sealed) > 4096 {
			t.Errorf("%d bytes become %d, more than a push service must accept", length, len(sealed))
		}
		seen[len(sealed)] = true
	}

	if len(seen) != len(paddedSizes) {
		t.Errorf("lengths %v", seen)
	}
	if _, err := encrypt(make([]byte, MaxPayload+1), to); !errors.Is(err, errTooLong) {
		t.Errorf("a longer text: %v", err)
	}
}

func TestEncrypt_SameTextTwice_Differs(t *testing.T) {
	to := newTestBrowserKeys(t)
	first, err := encrypt([]byte("same"), to)
	if err != nil {
		t.Fatal(err)
	}
	second, err := encrypt([]byte("same"), to)
	if err != nil {
		t.Fatal(err)
	}
	for name, part := range map[string][2]int{"salt": {0, 16}, "key": {21, 86}, "text": {86, len(first)}} {
		if bytes.Equal(first[part[0]:part[1]], second[part[0]:part[1]]) {
			t.Errorf("the %s is used twice", name)
		}
	}
}

func TestToken_OfOnePushService_IsReusedForTwelveHoursAtMost(t *testing.T) {
	key, err := ParseKey(strings.Repeat("A", 42) + "E")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	s, err := newSigner(key, "mailto:push@krapao.app", func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	tokenFor := func(origin string) string {
		t.Helper()
		text, err := s.authorization(origin)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}

	first, other := tokenFor("https://a.example"), tokenFor("https://b.example")
	now = now.Add(5 * time.Hour)
	later := tokenFor("https://a.example")
	now = now.Add(2 * time.Hour)
	renewed := tokenFor("https://a.example")
	for i := range 1000 {
		tokenFor("https://" + strings.Repeat("x", i+1) + ".push.apple.com")
	}

	if first != later || first == other || first == renewed {
		t.Errorf("reused %t, separate by origin %t, renewed %t", first == later, first != other, first != renewed)
	}
	if len(s.tokens) > maxTokens {
		t.Errorf("%d tokens are cached", len(s.tokens))
	}
}

// BenchmarkPush measures a push without the network: it encrypts a usual text and uses the cached token.
func BenchmarkPush(b *testing.B) {
	key, err := ParseKey(strings.Repeat("A", 42) + "E")
	if err != nil {
		b.Fatal(err)
	}
	s, err := newSigner(key, "mailto:push@krapao.app", time.Now)
	if err != nil {
		b.Fatal(err)
	}
	to, text := newTestBrowserKeys(b), bytes.Repeat([]byte("ก"), 130)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := encrypt(text, to); err != nil {
			b.Fatal(err)
		}
		if _, err := s.authorization("https://fcm.googleapis.com"); err != nil {
			b.Fatal(err)
		}
	}
}
