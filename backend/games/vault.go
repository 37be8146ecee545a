package games

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// Vault seals the passwords of game accounts. Each of its keys has an id, which
// stands before what it sealed: so keys can be changed while old passwords still open.
type Vault struct {
	keys map[byte]cipher.AEAD
	now  byte // seals what is new
}

// NewVault makes a vault of secrets by their ids; now is the id that seals. A
// secret may be any text: the keys are derived from it.
func NewVault(now byte, secrets map[byte][]byte) (*Vault, error) {
	v := &Vault{keys: map[byte]cipher.AEAD{}, now: now}
	for id, secret := range secrets {
		key, err := hkdf.Key(sha256.New, secret, nil, "krapao game passwords", 32)
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
		return nil, fmt.Errorf("games: there is no key %d to seal with", now)
	}
	return v, nil
}

// Seal seals a password of an account; it opens for that account only.
func (v *Vault) Seal(password, account string) []byte {
	aead := v.keys[v.now]
	out := make([]byte, 1+aead.NonceSize(), 1+aead.NonceSize()+len(password)+aead.Overhead())
	out[0] = v.now
	_, _ = rand.Read(out[1:]) // never fails: it ends the program
	return aead.Seal(out, out[1:], []byte(password), []byte(account))
}

// Open answers a sealed password.
func (v *Vault) Open(sealed []byte, account string) (string, error) {
	if len(sealed) == 0 || v.keys[sealed[0]] == nil {
		return "", errors.New("games: a password is sealed with a key that is not here")
	}
	aead := v.keys[sealed[0]]
	if len(sealed) < 1+aead.NonceSize() {
		return "", errors.New("games: a sealed password is cut short")
	}
	plain, err := aead.Open(nil, sealed[1:1+aead.NonceSize()], sealed[1+aead.NonceSize():], []byte(account))
	if err != nil {
		return "", errors.New("games: a sealed password does not open")
	}
	return string(plain), nil
}

// Current tells whether a password is sealed with the key that seals now.
func (v *Vault) Current(sealed []byte) bool { return len(sealed) > 0 && sealed[0] == v.now }
