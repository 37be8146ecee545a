package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	bucketTime = 2 * time.Minute // for one file, in or out
	bucketPart = 5 << 20
)

// bucket keeps files in an S3-compatible store.
type bucket struct {
	client *minio.Client
	name   string
	prefix string
}

// openBucket reads an address: s3://KEY:SECRET@HOST/BUCKET[/PREFIX], with
// ?region= where the store wants one, and ?plain=1 for one without TLS.
func openBucket(address string) (*bucket, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil {
		return nil, errors.New("blob: the store's address is s3://KEY:SECRET@HOST/BUCKET")
	}
	name, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if name == "" {
		return nil, errors.New("blob: the store's address names no bucket")
	}
	secret, _ := u.User.Password()
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: u.Query().Get("plain") == "", Region: u.Query().Get("region"),
	})
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &bucket{client: client, name: name, prefix: prefix}, nil
}

// keep writes to a temporary file first: the name is the content's hash, which
// is known at its end only.
func (b *bucket) keep(content io.Reader, limit int64) (hash string, size int64, err error) {
	f, err := os.CreateTemp("", "krapao-upload-")
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = f.Close(); _ = os.Remove(f.Name()) }()
	sum := sha256.New()
	size, err = io.Copy(io.MultiWriter(f, sum), io.LimitReader(content, limit+1))
	if err != nil {
		return "", 0, err
	}
	if size > limit {
		return "", 0, ErrTooLarge
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", 0, err
	}
	hash = hex.EncodeToString(sum.Sum(nil))
	ctx, cancel := context.WithTimeout(context.Background(), bucketTime)
	defer cancel()
	_, err = b.client.PutObject(ctx, b.name, b.object(hash), f, size, minio.PutObjectOptions{PartSize: bucketPart})
	return hash, size, err
}

func (b *bucket) read(hash string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), bucketTime)
	defer cancel()
	object, err := b.client.GetObject(ctx, b.name, b.object(hash), minio.GetObjectOptions{})
	if err != nil {
		return nil, err
	}
	defer object.Close()
	body, err := io.ReadAll(object)
	if minio.ToErrorResponse(err).Code == "NoSuchKey" {
		return nil, fs.ErrNotExist
	}
	return body, err
}

func (b *bucket) close() error { return nil }

func (b *bucket) object(hash string) string { return path.Join(b.prefix, hash[:2], hash) }
