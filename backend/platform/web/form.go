package web

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
)

// The limits of an upload's form fields are far above those of real uploads.
const (
	maxFields     = 8
	maxFieldBytes = 256
	sniffBytes    = 512
)

// Raw is the input of a call that reads its body itself, while it arrives.
type Raw struct{ huma.Context }

// Resolve is called by huma before the handler.
func (in *Raw) Resolve(hc huma.Context) []error {
	in.Context = hc
	return nil
}

// OpenForm reads a multipart upload up to its file, and returns a reader of the file, which is never held
// in memory. The fields must come first; OpenForm passes each to field. The field clientId, the sender's
// id of the upload, is required and returned. Errors: SLIP_NO_FILE for a form without a file,
// SLIP_INVALID_FILE for a body that is no form, INVALID_USER_INFO (clientId).
func OpenForm(contentType string, body io.Reader, field func(name, value string) error) (clientID uuid.UUID, file *multipart.Part, err error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return clientID, nil, apperr.New(apperr.SlipInvalidFile)
	}
	if body == nil {
		return clientID, nil, apperr.Field(apperr.SlipNoFile, "file")
	}
	parts := multipart.NewReader(body, params["boundary"])
	for range maxFields {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return clientID, nil, apperr.Wrap(apperr.SlipInvalidFile, err).WithStatus(http.StatusBadRequest)
		}
		if part.FormName() == "file" {
			if clientID == uuid.Nil {
				return clientID, nil, apperr.Field(apperr.InvalidUserInfo, "clientId")
			}
			return clientID, part, nil
		}
		value, err := readPartText(part)
		if err != nil {
			return clientID, nil, err
		}
		if part.FormName() != "clientId" {
			err = field(part.FormName(), value)
		} else if clientID, err = uuid.Parse(value); err != nil || len(value) != 36 {
			err = apperr.Field(apperr.InvalidUserInfo, "clientId")
		}
		if err != nil {
			return clientID, nil, err
		}
	}
	return clientID, nil, apperr.Field(apperr.SlipNoFile, "file")
}

func readPartText(part *multipart.Part) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(part, maxFieldBytes+1))
	if err != nil || len(raw) > maxFieldBytes {
		return "", apperr.Field(apperr.InvalidUserInfo, part.FormName())
	}
	return strings.TrimSpace(string(raw)), nil
}

// Sniff returns the type of a file, detected from its first bytes, and a reader of the whole file. Error:
// SLIP_NO_FILE for an empty file.
func Sniff(file io.Reader) (kind string, whole io.Reader, err error) {
	buffered := bufio.NewReaderSize(file, sniffBytes)
	head, err := buffered.Peek(sniffBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", nil, apperr.Wrap(apperr.SlipInvalidFile, err).WithStatus(http.StatusBadRequest)
	}
	if len(head) == 0 {
		return "", nil, apperr.Field(apperr.SlipNoFile, "file")
	}
	return typeOf(head), buffered, nil
}

// typeOf detects the type of a file. It also recognises QuickTime and MP4 brands that the standard
// library lacks.
func typeOf(head []byte) string {
	if len(head) >= 12 && string(head[4:8]) == "ftyp" {
		switch brand := string(head[8:12]); brand {
		case "qt  ":
			return "video/quicktime"
		case "isom", "iso2", "iso4", "iso5", "iso6", "avc1", "mp41", "mp42", "M4V ", "dash", "MSNV", "3gp4", "3gp5", "f4v ":
			return "video/mp4"
		}
	}
	return http.DetectContentType(head)
}
