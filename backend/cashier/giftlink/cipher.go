package giftlink

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// splitLink splits the text that the app sent, sealed or plain, into the link and the account. account is the
// name of our wallet that the link is for, or "".
func splitLink(secret, sent string) (link, account string) {
	link, account, _ = strings.Cut(sent, "::")
	if plain, ok := unseal(secret, link); ok {
		link = plain
	}
	return strings.TrimSpace(link), strings.TrimSpace(account)
}

func unseal(secret, text string) (string, bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return "", false
	}
	key := sha256.Sum256([]byte(secret))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return "", false
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil || len(sealed) < gcm.NonceSize() {
		return "", false
	}
	plain, err := gcm.Open(nil, sealed[:gcm.NonceSize()], sealed[gcm.NonceSize():], nil)
	return string(plain), err == nil
}
