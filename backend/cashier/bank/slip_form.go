package bank

import (
	"io"
	"mime/multipart"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// slipForm has the fields of an upload.
type slipForm struct {
	ClientID   uuid.UUID
	CapturedAt *time.Time
}

// openForm reads the fields that precede the file part, and returns them with that part.
func openForm(contentType string, body io.Reader) (*slipForm, *multipart.Part, error) {
	var f slipForm
	var part *multipart.Part
	var err error
	f.ClientID, part, err = web.OpenForm(contentType, body, f.addField)
	return &f, part, err
}

func (f *slipForm) addField(name, value string) error {
	if name != "capturedAt" || value == "" {
		return nil // a newer app may send other fields
	}
	at, err := time.Parse(time.RFC3339, value)
	if err != nil || at.Year() < 2000 || at.Year() > 9999 {
		return apperr.Field(apperr.InvalidUserInfo, "capturedAt")
	}
	f.CapturedAt = &at
	return nil
}
