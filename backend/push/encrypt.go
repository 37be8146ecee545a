package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// Sizes in bytes of RFC 8291 and RFC 8188. The whole text is one record.
const (
	saltLength  = 16
	authLength  = 16
	pointLength = 65 // an uncompressed point of P-256
	recordSize  = 4096
	delimiter   = 0x02 // ends the last record's text; padding follows
)

// paddedSizes are the only lengths in bytes that a push service sees, so that the length reveals
// little about the text. The largest stays below the 4096 bytes that every push service accepts.
var paddedSizes = [...]int{512, 1024, 2048, 3072}

// MaxPayload is the longest text of a push, in bytes.
const MaxPayload = 3072

var errTooLong = errors.New("push: the payload is longer than a push may be")

// browserKeys are a browser's keys for the encryption of its pushes.
type browserKeys struct {
	point *ecdh.PublicKey
	auth  []byte
}

func newBrowserKeys(p256dh, auth []byte) (browserKeys, error) {
	point, err := ecdh.P256().NewPublicKey(p256dh)
	if err != nil {
		return browserKeys{}, fmt.Errorf("push: p256dh: %w", err)
	}
	if len(auth) != authLength {
		return browserKeys{}, errors.New("push: auth is not 16 bytes")
	}
	return browserKeys{point, auth}, nil
}

// encrypt encrypts text for one browser, with a new key and salt for each call.
func encrypt(text []byte, to browserKeys) ([]byte, error) {
	for _, size := range paddedSizes {
		if len(text) > size {
			continue
		}
		own, err := ecdh.P256().GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		salt := make([]byte, saltLength)
		_, _ = rand.Read(salt) // never fails
		return encryptPadded(text, size, to, own, salt)
	}
	return nil, errTooLong
}

// encryptPadded encrypts as RFC 8291 does, padded to size. Its two random inputs are parameters, for tests. The
// names of the steps are the RFC's.
func encryptPadded(text []byte, size int, to browserKeys, own *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	secret, err := own.ECDH(to.point)
	if err != nil {
		return nil, err
	}
	ownPoint := own.PublicKey().Bytes()
	info := "WebPush: info\x00" + string(to.point.Bytes()) + string(ownPoint)
	ikm, err := hkdf.Key(sha256.New, secret, to.auth, info, 32)
	if err != nil {
		return nil, err
	}
	prk, err := hkdf.Extract(sha256.New, ikm, salt)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Expand(sha256.New, prk, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Expand(sha256.New, prk, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	record := make([]byte, size+1)
	record[copy(record, text)] = delimiter

	body := make([]byte, 0, saltLength+4+1+pointLength+len(record)+gcm.Overhead())
	body = append(body, salt...)
	body = binary.BigEndian.AppendUint32(body, recordSize)
	body = append(body, pointLength)
	body = append(body, ownPoint...)
	return gcm.Seal(body, nonce, record, nil), nil
}
