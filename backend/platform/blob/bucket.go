package blob

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	bucketTimeout  = 2 * time.Minute // for one file that is sent to a browser
	bucketPartSize = 5 << 20
	// maxBucketTries is how often a request is sent. After that, the caller must retry.
	maxBucketTries = 3
)

// bucket stores files in an S3-compatible store.
type bucket struct {
	client *minio.Client
	name   string
	prefix string
}

// openBucket does not connect. Only Probe detects a wrong address.
func openBucket(at bucketAddress) (*bucket, error) {
	client, err := minio.New(at.host, &minio.Options{
		Creds: credentials.NewStaticV4(at.key, at.secret, ""), Secure: !at.withoutTLS, Region: at.region, MaxRetries: maxBucketTries,
	})
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &bucket{client: client, name: at.bucket, prefix: at.prefix}, nil
}

func (b *bucket) store(ctx context.Context, name string, draft *os.File, size int64) error {
	_, err := b.client.PutObject(ctx, b.name, b.object(name), draft, size, minio.PutObjectOptions{PartSize: bucketPartSize})
	return err
}

// open requests the whole object at once, because most files are read whole. Only the body of a GET
// distinguishes a missing object from a missing bucket.
func (b *bucket) open(ctx context.Context, name string) (object, error) {
	o := &bucketObject{b: b, name: name}
	// The context must outlive the call, because parts are read after the call has returned.
	o.ctx, o.cancel = context.WithTimeout(context.WithoutCancel(ctx), bucketTimeout)
	defer context.AfterFunc(ctx, o.cancel)()
	whole, info, err := o.get(minio.GetObjectOptions{})
	if err != nil {
		o.cancel()
		return nil, err
	}
	o.download, o.size, o.etag = whole, info.Size, info.ETag
	return o, nil
}

func (b *bucket) remove(ctx context.Context, name string) error {
	return b.client.RemoveObject(ctx, b.name, b.object(name), minio.RemoveObjectOptions{})
}

func (b *bucket) listNames(ctx context.Context, before time.Time, do func([]string) error) error {
	ctx, cancel := context.WithCancel(ctx) // otherwise the listing would continue
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

// bucketObject is an object whose content is being downloaded.
type bucketObject struct {
	b        *bucket
	name     string
	ctx      context.Context
	cancel   context.CancelFunc
	download io.ReadCloser // nil once readRange has returned it
	size     int64
	etag     string
}

func (o *bucketObject) get(options minio.GetObjectOptions) (io.ReadCloser, minio.ObjectInfo, error) {
	body, info, _, err := (minio.Core{Client: o.b.client}).GetObject(o.ctx, o.b.name, o.b.object(o.name), options)
	switch minio.ToErrorResponse(err).Code {
	case minio.NoSuchKey:
		err = fs.ErrNotExist
	case minio.PreconditionFailed: // the object is not the version that open found
		err = ErrDiffers
	}
	return body, info, err
}

// Size returns the length in the store's response.
func (o *bucketObject) Size() int64 { return o.size }

func (o *bucketObject) version() string {
	if o.etag == "" {
		return ""
	}
	return o.etag + "." + strconv.FormatInt(o.size, 10)
}

func (o *bucketObject) cancelWith(ctx context.Context) (release func()) {
	stop := context.AfterFunc(ctx, o.cancel)
	return func() { stop() }
}

// readRange returns the running download for the whole object, or requests a part of the same version.
func (o *bucketObject) readRange(from, n int64) (io.ReadCloser, error) {
	if from == 0 && n == o.size && o.download != nil {
		whole := o.download
		o.download = nil
		return whole, nil
	}
	if n == 0 {
		return io.NopCloser(strings.NewReader("")), nil
	}
	var options minio.GetObjectOptions
	if err := options.SetRange(from, from+n-1); err != nil {
		return nil, err
	}
	if o.etag != "" {
		if err := options.SetMatchETag(o.etag); err != nil {
			return nil, err
		}
	}
	part, _, err := o.get(options)
	return part, err
}

// Close cancels every read of the object.
func (o *bucketObject) Close() error {
	o.cancel()
	if o.download == nil {
		return nil
	}
	return o.download.Close()
}
