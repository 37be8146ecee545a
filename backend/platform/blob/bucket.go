package blob

import (
	"context"
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
	// bucketTries is how often a request is sent; whoever asked asks again later.
	bucketTries = 3
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
		MaxRetries: bucketTries,
	})
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &bucket{client: client, name: name, prefix: prefix}, nil
}

func (b *bucket) keep(ctx context.Context, name string, draft *os.File, size int64) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	_, err := b.client.PutObject(ctx, b.name, b.object(name), draft, size, minio.PutObjectOptions{PartSize: bucketPart})
	return err
}

// open asks for the whole object at once: most files are read whole. Only a GET
// tells, in its body, an object that is not there from a bucket that is not.
func (b *bucket) open(ctx context.Context, name string) (File, error) {
	f := &bucketFile{b: b, name: name}
	// Parts are read after the call that opened it has returned.
	f.ctx, f.cancel = context.WithTimeout(context.WithoutCancel(ctx), bucketTime)
	defer context.AfterFunc(ctx, f.cancel)()
	whole, size, err := f.get(minio.GetObjectOptions{})
	if err != nil {
		f.cancel()
		return nil, err
	}
	f.whole, f.size = whole, size
	return f, nil
}

func (b *bucket) remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	return b.client.RemoveObject(ctx, b.name, b.object(name), minio.RemoveObjectOptions{})
}

func (b *bucket) each(ctx context.Context, before time.Time, do func([]string) error) error {
	ctx, cancel := context.WithCancel(ctx) // or the listing goes on by itself
	defer cancel()
	var page []string
	for o := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: strings.TrimPrefix(b.prefix+"/", "/"), Recursive: true}) {
		if o.Err != nil {
			return o.Err
		}
		if name := path.Base(o.Key); isName(name) && o.LastModified.Before(before) {
			page = append(page, name)
		}
		if len(page) == sweepPage {
			if err := do(page); err != nil {
				return err
			}
			page = nil
		}
	}
	if len(page) == 0 {
		return ctx.Err()
	}
	return do(page)
}

func (b *bucket) close() error { return nil }

func (b *bucket) object(name string) string { return path.Join(b.prefix, name[:2], name) }

// bucketFile is an object, its whole content on the way already.
type bucketFile struct {
	b      *bucket
	name   string
	ctx    context.Context
	cancel context.CancelFunc
	whole  io.ReadCloser
	size   int64
}

func (f *bucketFile) get(o minio.GetObjectOptions) (io.ReadCloser, int64, error) {
	body, info, _, err := (minio.Core{Client: f.b.client}).GetObject(f.ctx, f.b.name, f.b.object(f.name), o)
	if minio.ToErrorResponse(err).Code == "NoSuchKey" {
		return nil, 0, fs.ErrNotExist
	}
	return body, info.Size, err
}

func (f *bucketFile) Size() int64 { return f.size }

func (f *bucketFile) Range(from, n int64) (io.ReadCloser, error) {
	if from == 0 && n == f.size && f.whole != nil {
		whole := f.whole
		f.whole = nil
		return whole, nil
	}
	if n == 0 {
		return io.NopCloser(strings.NewReader("")), nil
	}
	var o minio.GetObjectOptions
	if err := o.SetRange(from, from+n-1); err != nil {
		return nil, err
	}
	part, _, err := f.get(o)
	return part, err
}

func (f *bucketFile) Close() error {
	f.cancel()
	if f.whole == nil {
		return nil
	}
	return f.whole.Close()
}
