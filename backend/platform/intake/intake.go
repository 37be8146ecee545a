// Package intake receives all files from strangers. It counts their bytes before they are read, finds
// their type by content, limits their size, and removes data about their maker. A rejected file
// leaves nothing.
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

// Desk receives files into a store.
type Desk struct {
	Store  *blob.Store
	Limits limit.Counter
}

// Sender is the sender of a file.
type Sender struct {
	// Owner names the account that the file counts against.
	Owner string
	// Guest is a sender without a login. Such accounts cost nothing, so their address counts too, and
	// all of them together.
	Guest   bool
	Address string
}

// Lane returns the origin by which waiting work on files is served in turn: a guest's address, since
// guests are made at will.
func (s Sender) Lane() string {
	if s.Guest {
		return "at." + s.Address
	}
	return s.Owner
}

// A quota counts in steps of a kilobyte.
const (
	step     = 1 << 10
	megabyte = 1 << 20 / step
)

// Limits of a day. A phone's photo has 1 to 5 MB; an address may be a mobile operator's, shared by
// thousands.
const (
	ownerDay        = 300 * megabyte
	addressDay      = 6_000 * megabyte
	guestDay        = 60 * megabyte
	guestAddressDay = 600 * megabyte
	guestsDay       = 10_000 * megabyte
)

func (s Sender) quotas() []limit.Quota {
	day := func(key string, most int) limit.Quota {
		return limit.Quota{Key: "bytes:" + key, Rule: limit.Rule{Max: most, Window: 24 * time.Hour}}
	}
	if s.Guest {
		return []limit.Quota{day("guest:"+s.Owner, guestDay), day("guests-of:"+s.Address, guestAddressDay), day("guests", guestsDay)}
	}
	return []limit.Quota{day(s.Owner, ownerDay), day("of:"+s.Address, addressDay)}
}

// Incoming is a clean file that is not stored yet. Its receiver closes it.
type Incoming struct {
	*blob.Draft
	Mime string
	// Info is a picture's structure; the zero value for a video.
	Info media.Info
}

// Errors are the codes of a call that receives a file in a form: of the form, of the file and of
// Receive.
var Errors = apperr.Codes{
	apperr.SlipNoFile, apperr.SlipInvalidFile, apperr.SlipInvalidFile.At(http.StatusBadRequest),
	apperr.SlipInvalidFile.At(http.StatusRequestEntityTooLarge).With(apperr.MaxBytes), apperr.SlipUploadFail, apperr.RequestLimit,
}

// Ready returns the error of an upload while the store is left alone, or nil. It costs nothing, so
// that a caller can check before it counts the upload.
func (d Desk) Ready() error {
	if err := d.Store.Resting(); err != nil {
		return Unstored(err)
	}
	return nil
}

// Receive receives a file. declared is the call's Content-Length, or "". most has the accepted types
// and how many bytes of each. Errors: REQUEST_LIMIT; SLIP_NO_FILE; SLIP_INVALID_FILE, with 413 and
// maxBytes for its size, with 400 for an upload that breaks off; SLIP_UPLOAD_FAIL if the store fails.
// While the store is left alone it fails before the file is read, so that the phone keeps the file
// and sends nothing in vain.
func (d Desk) Receive(ctx context.Context, from Sender, declared string, file io.Reader, most map[string]int64) (*Incoming, error) {
	if err := d.Ready(); err != nil {
		return nil, err
	}
	largest := int64(0)
	for _, n := range most {
		largest = max(largest, n)
	}
	reserved := min(sizeOf(declared), largest)
	counted, quotas := steps(reserved), from.quotas()
	if err := limit.Refusal(d.Limits.Draw(ctx, counted, quotas...)); err != nil {
		return nil, err
	}
	source := &source{in: file}
	in, err := d.receive(source, most)
	// Bytes that did not arrive are not counted: a broken connection is no offence.
	if left := counted - steps(source.n); left > 0 {
		back, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err = errors.Join(err, d.Limits.GiveBack(back, left, quotas...))
	}
	if err != nil && in != nil {
		in.Close()
		return nil, err
	}
	return in, err
}

func (d Desk) receive(source *source, most map[string]int64) (*Incoming, error) {
	mime, body, err := web.Sniff(source)
	if err != nil {
		return nil, err
	}
	limit, accepted := most[mime]
	if !accepted {
		return nil, invalid()
	}
	draft, err := d.Store.Receive(body, limit)
	switch {
	case errors.Is(err, blob.ErrTooLarge):
		return nil, invalid().WithStatus(http.StatusRequestEntityTooLarge).WithExtra(apperr.MaxBytes, limit)
	case source.err != nil:
		return nil, apperr.Wrap(apperr.SlipInvalidFile, source.err).WithStatus(http.StatusBadRequest)
	case err != nil:
		return nil, Unstored(err)
	}
	in := &Incoming{Draft: draft, Mime: mime}
	if err := in.clean(); err != nil {
		draft.Close()
		return nil, err
	}
	return in, nil
}

// clean removes data about the maker. A picture that cannot be parsed keeps only its head, and its
// decoder will reject it.
func (in *Incoming) clean() error {
	if strings.HasPrefix(in.Mime, "video/") {
		err := media.CleanVideo(in.File(), in.Size)
		if errors.Is(err, media.ErrDamaged) {
			return invalid()
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

// Unstored returns the error of an upload that could not be stored.
func Unstored(err error) error {
	return apperr.Wrap(apperr.SlipUploadFail, err).WithRetryAfter(blob.RetryAfter(err))
}

// Unread returns the error of a file that the store did not return as it was stored. A file that the
// store does not have is NO_DATA, any other failure is a 503 that may be repeated.
func Unread(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return apperr.Wrap(apperr.NoData, err).WithStatus(http.StatusNotFound)
	}
	return apperr.Wrap(apperr.Internal, err).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(blob.RetryAfter(err))
}

func invalid() *apperr.Error { return apperr.Field(apperr.SlipInvalidFile, "file") }

// sizeOf returns a call's declared size in bytes. A call without one may send the maximum.
func sizeOf(declared string) int64 {
	n, err := strconv.ParseInt(declared, 10, 64)
	if err != nil || n < 0 {
		return 1 << 40
	}
	return n
}

func steps(n int64) int { return int((n + step - 1) / step) }

// source counts the received bytes, and distinguishes a caller's broken connection from a failure of
// the store.
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
