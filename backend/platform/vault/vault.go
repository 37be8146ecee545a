// Package vault encrypts small secrets for the database. Each secret is bound to its owner.
package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// Vault encrypts secrets of one purpose. Each key has an id, which is stored with the encrypted secret.
// So new secrets can use another key while old ones can still be decrypted.
type Vault struct {
	keys         map[byte]cipher.AEAD
	currentID    byte // encrypts new secrets
	pseudonymKey []byte
}

// New returns a vault for a purpose. keyTexts maps a key's id to the text from which the key is derived, with
// another result for each purpose. current is the id of the key that Seal uses. New returns an error if current
// is unknown.
func New(purpose string, current byte, keyTexts map[byte][]byte) (*Vault, error) {
	v := &Vault{keys: map[byte]cipher.AEAD{}, currentID: current}
	for id, keyText := range keyTexts {
		key, err := hkdf.Key(sha256.New, keyText, nil, purpose, 32)
		if err != nil {
			return nil, err
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		if v.keys[id], err = cipher.NewGCM(block); err != nil {
			return nil, err
		}
	}
	if v.keys[current] == nil {
		return nil, fmt.Errorf("vault: there is no key %d to encrypt with", current)
	}
	var err error
	v.pseudonymKey, err = hkdf.Key(sha256.New, keyTexts[current], nil, purpose+", names", 32)
	return v, err
}

// Pseudonym returns 32 bytes that are the same for an owner in each call, as long as the keys do not change.
// Without the key they look random.
func (v *Vault) Pseudonym(owner string) []byte {
	mac := hmac.New(sha256.New, v.pseudonymKey)
	mac.Write([]byte(owner))
	return mac.Sum(nil)
}

// CurrentID returns the id of the current key, which encrypts new secrets.
func (v *Vault) CurrentID() byte { return v.currentID }

// Seal encrypts a secret for an owner. Only Open with the same owner can decrypt it.
func (v *Vault) Seal(secret, owner string) []byte {
	aead := v.keys[v.currentID]
	out := make([]byte, 1+aead.NonceSize(), 1+aead.NonceSize()+len(secret)+aead.Overhead())
	out[0] = v.currentID
	_, _ = rand.Read(out[1:]) // returns no error: a failure ends the program
	return aead.Seal(out, out[1:], []byte(secret), []byte(owner))
}

// Open decrypts a sealed secret. It returns an error for another owner, an unknown key or damaged data.
func (v *Vault) Open(sealed []byte, owner string) (string, error) {
	if len(sealed) == 0 || v.keys[sealed[0]] == nil {
		return "", errors.New("vault: the secret was encrypted with an unknown key")
	}
	aead := v.keys[sealed[0]]
	if len(sealed) < 1+aead.NonceSize() {
		return "", errors.New("vault: the encrypted secret is too short")
	}
	plain, err := aead.Open(nil, sealed[1:1+aead.NonceSize()], sealed[1+aead.NonceSize():], []byte(owner))
	if err != nil {
		return "", errors.New("vault: the encrypted secret cannot be decrypted")
	}
	return string(plain), nil
}

// IsCurrent reports whether a secret is encrypted with the current key.
func (v *Vault) IsCurrent(sealed []byte) bool { return len(sealed) > 0 && sealed[0] == v.currentID }
