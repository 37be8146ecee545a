package push_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"krapao/backend/push"
)

func TestKey_ServersStartAtOnce_UseTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "var", "keys", "vapid")
	keys := make([]string, 8)

	var wg sync.WaitGroup
	for i := range keys {
		wg.Go(func() {
			key, err := push.LoadKey(path)
			if err != nil {
				t.Error(err)
				return
			}
			scalar, err := key.Bytes()
			if err != nil {
				t.Error(err)
			}
			keys[i] = base64.RawURLEncoding.EncodeToString(scalar)
		})
	}
	wg.Wait()

	for _, key := range keys {
		if key != keys[0] || len(key) != 43 {
			t.Errorf("keys differ")
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestKey_OfTheEnvironment_IsReadAndNeverPrintedInErrors(t *testing.T) {
	good := strings.Repeat("A", 42) + "E"
	for _, text := range []string{good, good + "=", " " + good + "\n"} {
		if _, err := push.ParseKey(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, bad := range []string{"", "secret!", strings.Repeat("A", 43), strings.Repeat("_", 43), strings.Repeat("A", 40), strings.Repeat("A", 86)} {
		_, err := push.ParseKey(bad)
		if err == nil {
			t.Errorf("%q is accepted", bad)
		} else if bad != "" && strings.Contains(err.Error(), bad) {
			t.Errorf("the error contains the key: %v", err)
		}
	}
}
