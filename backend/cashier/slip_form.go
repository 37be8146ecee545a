package cashier

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
)

// slipForm reads an upload as it arrives: the fields first, then the file,
// which is never held in memory. The field limits are far above any real one.
type slipForm struct {
	parts      *multipart.Reader
	ClientID   uuid.UUID
	CapturedAt *time.Time
}

const (
	maxFields     = 8
	maxFieldBytes = 256
	sniffBytes    = 512
)

// openForm reads up to the file part, which it answers.
func openForm(contentType string, body io.Reader) (*slipForm, *multipart.Part, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil, nil, apperr.New(apperr.SlipInvalidFile)
	}
	if body == nil {
		return nil, nil, apperr.Field(apperr.SlipNoFile, "file")
	}
	f := &slipForm{parts: multipart.NewReader(body, params["boundary"])}
	for range maxFields {
		part, err := f.parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, apperr.Wrap(apperr.SlipInvalidFile, err).WithStatus(http.StatusBadRequest)
		}
		if part.FormName() == "file" {
			if f.ClientID == uuid.Nil {
				return nil, nil, apperr.Field(apperr.InvalidUserInfo, "clientId")
			}
			return f, part, nil
		}
		if err := f.field(part); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, apperr.Field(apperr.SlipNoFile, "file")
}

func (f *slipForm) field(part *multipart.Part) error {
	raw, err := io.ReadAll(io.LimitReader(part, maxFieldBytes+1))
	if err != nil || len(raw) > maxFieldBytes {
		return apperr.Field(apperr.InvalidUserInfo, part.FormName())
	}
	text := strings.TrimSpace(string(raw))
	switch part.FormName() {
	case "clientId":
		if f.ClientID, err = uuid.Parse(text); err != nil || len(text) != 36 || f.ClientID == uuid.Nil {
			return apperr.Field(apperr.InvalidUserInfo, "clientId")
		}
	case "capturedAt":
		if text == "" {
			return nil
		}
		at, err := time.Parse(time.RFC3339, text)
		if err != nil || at.Year() < 2000 || at.Year() > 9999 {
			return apperr.Field(apperr.InvalidUserInfo, "capturedAt")
		}
		f.CapturedAt = &at
	}
	return nil // an unknown field is a newer app's
}

// pictureOf tells the type of a file by its content. The reader it answers
// still holds the whole file.
func pictureOf(part io.Reader) (kind string, file io.Reader, err error) {
	buffered := bufio.NewReaderSize(part, sniffBytes)
	head, err := buffered.Peek(sniffBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", nil, apperr.Wrap(apperr.SlipInvalidFile, err).WithStatus(http.StatusBadRequest)
	}
	if len(head) == 0 {
		return "", nil, apperr.Field(apperr.SlipNoFile, "file")
	}
	switch kind := http.DetectContentType(head); kind {
	case "image/jpeg", "image/png", "image/webp":
		return kind, buffered, nil
	}
	return "", nil, apperr.Field(apperr.SlipInvalidFile, "file")
}
