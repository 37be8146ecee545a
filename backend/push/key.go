package push

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ParseKey parses a VAPID key: the 32 bytes of its scalar in base64url, the usual format.
func ParseKey(text string) (*ecdsa.PrivateKey, error) {
	scalar, err := fromBase64(strings.TrimSpace(text))
	if err != nil {
		return nil, errors.New("push: the VAPID key is not base64url") // must not contain the key's text
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar)
	if err != nil {
		return nil, errors.New("push: the VAPID key is not 32 bytes of a P-256 key")
	}
	return key, nil
}

// LoadKey reads the VAPID key from a file, and creates the file if there is none. Servers that start
// at the same time use one key, because each subscription is bound to a key.
func LoadKey(path string) (*ecdsa.PrivateKey, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = createKey(path); err == nil {
			text, err = os.ReadFile(path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("push: the VAPID key: %w", err)
	}
	return ParseKey(string(text))
}

func createKey(path string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	scalar, err := key.Bytes()
	if err != nil {
		return err
	}
	// The parent of the keys' folder may have other uses (see config).
	if err := os.MkdirAll(filepath.Dir(filepath.Dir(path)), 0o755); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".vapid-") // CreateTemp lets only the owner read the file
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(base64.RawURLEncoding.EncodeToString(scalar) + "\n")
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	// A link fails if the file exists, unlike a rename, so the file of the first server stays.
	if err := os.Link(file.Name(), path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// fromBase64 decodes base64url with or without padding, since browsers differ.
func fromBase64(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}
