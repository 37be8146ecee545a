// Package vault seals small secrets that lie in the database, each bound to what it
// belongs to.
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

// Vault seals secrets of one purpose. Each of its keys has an id, which stands before
// what it sealed: so keys can be changed while what is old still opens.
type Vault struct {
	keys  map[byte]cipher.AEAD
	now   byte // seals what is new
	names []byte
}

// New makes a vault for a purpose, of secrets by their ids; now is the id that seals. A
// secret may be any text: the keys are derived from it, others for each purpose.
func New(purpose string, now byte, secrets map[byte][]byte) (*Vault, error) {
	v := &Vault{keys: map[byte]cipher.AEAD{}, now: now}
	for id, secret := range secrets {
		key, err := hkdf.Key(sha256.New, secret, nil, purpose, 32)
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
	if v.keys[now] == nil {
		return nil, fmt.Errorf("vault: there is no key %d to seal with", now)
	}
	var err error
	v.names, err = hkdf.Key(sha256.New, secrets[now], nil, purpose+", names", 32)
	return v, err
}

// Name returns 32 bytes that are always the same for an owner under the key that seals now. Without the key
// they cannot be told from random bytes.
func (v *Vault) Name(owner string) []byte {
	mac := hmac.New(sha256.New, v.names)
	mac.Write([]byte(owner))
	return mac.Sum(nil)
}

// Now is the id of the key that seals what is new.
func (v *Vault) Now() byte { return v.now }

// Seal seals a secret of an owner; it opens for that owner only.
func (v *Vault) Seal(secret, owner string) []byte {
	aead := v.keys[v.now]
	out := make([]byte, 1+aead.NonceSize(), 1+aead.NonceSize()+len(secret)+aead.Overhead())
	out[0] = v.now
	_, _ = rand.Read(out[1:]) // never fails: it ends the program
	return aead.Seal(out, out[1:], []byte(secret), []byte(owner))
}

// Open answers what was sealed.
func (v *Vault) Open(sealed []byte, owner string) (string, error) {
	if len(sealed) == 0 || v.keys[sealed[0]] == nil {
		return "", errors.New("vault: it is sealed with a key that is not here")
	}
	aead := v.keys[sealed[0]]
	if len(sealed) < 1+aead.NonceSize() {
		return "", errors.New("vault: what is sealed is cut short")
	}
	plain, err := aead.Open(nil, sealed[1:1+aead.NonceSize()], sealed[1+aead.NonceSize():], []byte(owner))
	if err != nil {
		return "", errors.New("vault: what is sealed does not open")
	}
	return string(plain), nil
}

// Current tells whether something is sealed with the key that seals now.
func (v *Vault) Current(sealed []byte) bool { return len(sealed) > 0 && sealed[0] == v.now }
