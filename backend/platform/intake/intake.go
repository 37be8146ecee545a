// Package intake receives all files from strangers. It counts their bytes before they are read, detects
// their type from the content, limits their size, and removes data about their maker. Nothing of a rejected
// file is stored.
package intake

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/blob"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/media"
	"krapao/backend/platform/web"
)

// Receiver receives files into a store.
type Receiver struct {
	Store  *blob.Store
	Limits limit.Counter
}

// Uploader is the sender of a file.
type Uploader struct {
	// Owner identifies the account under which the file is counted.
	Owner string
	// Guest is true for a sender without a login. Guest accounts cost nothing, so their files are also
	// counted for the address, and for all guests together.
	Guest   bool
	Address string
}

// QueueOrigin returns the origin for fair queues (package fairqueue). For a guest it is the address, because
// anyone can make guest ids.
func (s Uploader) QueueOrigin() string {
	if s.Guest {
		return "at." + s.Address
	}
	return s.Owner
}

// A quota counts in steps of a kilobyte.
const (
	quotaStep = 1 << 10
	megabyte  = 1 << 20 / quotaStep
)

// Limits per day. A phone's photo has 1 to 5 MB. An address may belong to a mobile operator and be shared by
// thousands of phones.
const (
	ownerPerDay        = 300 * megabyte
	addressPerDay      = 6_000 * megabyte
	guestPerDay        = 60 * megabyte
	guestAddressPerDay = 600 * megabyte
	allGuestsPerDay    = 10_000 * megabyte
)

func (s Uploader) quotas() []limit.Quota {
	day := func(key string, steps int) limit.Quota {
		return limit.Quota{Key: "bytes:" + key, Rule: limit.Rule{Max: steps, Window: 24 * time.Hour}}
	}
	if s.Guest {
		return []limit.Quota{day("guest:"+s.Owner, guestPerDay), day("guests-of:"+s.Address, guestAddressPerDay), day("guests", allGuestsPerDay)}
	}
	return []limit.Quota{day(s.Owner, ownerPerDay), day("of:"+s.Address, addressPerDay)}
}

// Incoming is a received and cleaned file that is not stored yet. The receiver must close it.
type Incoming struct {
	*blob.Draft
	Mime string
	// Info is a picture's structure; the zero value for a video.
	Info media.Info
}

// Errors are the error codes of a call that receives a file in a form: errors of the form, of the file and
// of Receive.
var Errors = apperr.Codes{
	apperr.SlipNoFile, apperr.SlipInvalidFile, apperr.SlipInvalidFile.At(http.StatusBadRequest),
	apperr.SlipInvalidFile.At(http.StatusRequestEntityTooLarge).With(apperr.MaxBytes), apperr.SlipUploadFail, apperr.RequestLimit,
}

// Ready returns SLIP_UPLOAD_FAIL while the store is not called after timeouts, else nil. It is cheap, so a
// caller can check it before counting the upload.
func (d Receiver) Ready() error {
	if err := d.Store.BreakerOpen(); err != nil {
		return StoreError(err)
	}
	return nil
}

// Receive receives a file. declared is the call's Content-Length, or "". maxSizes has the accepted types with
// their largest sizes in bytes. Errors: REQUEST_LIMIT; SLIP_NO_FILE; SLIP_INVALID_FILE, with 413 and maxBytes
// for its size, with 400 for an incomplete upload; SLIP_UPLOAD_FAIL if the store fails. While the store
// is not called, Receive fails before it reads the file. The phone then keeps the file and sends it later.
func (d Receiver) Receive(ctx context.Context, from Uploader, declared string, file io.Reader, maxSizes map[string]int64) (*Incoming, error) {
	if err := d.Ready(); err != nil {
		return nil, err
	}
	largest := int64(0)
	for _, n := range maxSizes {
		largest = max(largest, n)
	}
	reserved := min(declaredSize(declared), largest)
	counted, quotas := toQuotaSteps(reserved), from.quotas()
	if err := limit.Refusal(d.Limits.Reserve(ctx, counted, quotas...)); err != nil {
		return nil, err
	}
	source := &source{in: file}
	in, err := d.receive(source, maxSizes)
	// Bytes that did not arrive are not counted: the sender is not to blame for a broken connection.
	if left := counted - toQuotaSteps(source.n); left > 0 {
		releaseCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err = errors.Join(err, d.Limits.Release(releaseCtx, left, quotas...))
	}
	if err != nil && in != nil {
		in.Close()
		return nil, err
	}
	return in, err
}

func (d Receiver) receive(source *source, maxSizes map[string]int64) (*Incoming, error) {
	mime, body, err := web.Sniff(source)
	if err != nil {
		return nil, err
	}
	limit, accepted := maxSizes[mime]
	if !accepted {
		return nil, invalidFile()
	}
	draft, err := d.Store.Receive(body, limit)
	switch {
	case errors.Is(err, blob.ErrTooLarge):
		return nil, invalidFile().WithStatus(http.StatusRequestEntityTooLarge).WithExtra(apperr.MaxBytes, limit)
	case source.err != nil:
		return nil, apperr.Wrap(apperr.SlipInvalidFile, source.err).WithStatus(http.StatusBadRequest)
	case err != nil:
		return nil, StoreError(err)
	}
	in := &Incoming{Draft: draft, Mime: mime}
	if err := in.clean(); err != nil {
		draft.Close()
		return nil, err
	}
	return in, nil
}

// clean removes data about the file's maker. If a picture cannot be parsed, only its head stays, which
// the decoder later rejects.
func (in *Incoming) clean() error {
	if strings.HasPrefix(in.Mime, "video/") {
		err := media.CleanVideo(in.File(), in.Size)
		if errors.Is(err, media.ErrDamaged) {
			return invalidFile()
		}
		return err
	}
	err := in.Rewrite(func(dst io.Writer, src io.Reader) (err error) {
		in.Info, err = media.Clean(dst, src, in.Mime)
		return err
	})
	if errors.Is(err, media.ErrDamaged) {
		return nil
	}
	return err
}

// StoreError returns SLIP_UPLOAD_FAIL, with Retry-After, for an upload that could not be stored.
func StoreError(err error) error {
	return apperr.Wrap(apperr.SlipUploadFail, err).WithRetryAfter(blob.RetryAfter(err))
}

// ReadError returns the error for a file that could not be read: NO_DATA (404) if the store does not have the
// file, else a 503 that may be repeated.
func ReadError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return apperr.Wrap(apperr.NoData, err).WithStatus(http.StatusNotFound)
	}
	return apperr.Wrap(apperr.Internal, err).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(blob.RetryAfter(err))
}

func invalidFile() *apperr.Error { return apperr.Field(apperr.SlipInvalidFile, "file") }

// declaredSize returns a call's declared size in bytes. Without a valid size it returns a very large number.
func declaredSize(declared string) int64 {
	n, err := strconv.ParseInt(declared, 10, 64)
	if err != nil || n < 0 {
		return 1 << 40
	}
	return n
}

func toQuotaSteps(n int64) int { return int((n + quotaStep - 1) / quotaStep) }

// source counts the received bytes. It also records whether a read failed, which distinguishes a caller's
// broken connection from a failure of the store.
type source struct {
	in  io.Reader
	n   int64
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}
